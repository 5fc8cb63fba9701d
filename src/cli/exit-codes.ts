import { FAULT, LOCKED, MACHINE, USAGE } from '../domain/operator-error.ts';

/** The command ran to its end, and its result needs a person. */
export const ATTENTION = 1;

/** Shells add the number of the signal to 128. */
export const SIGNAL_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/** Every exit code of every command. */
export const EXIT_CODES: readonly { code: number; meaning: string }[] = [
  { code: 0, meaning: 'Success. Also if there was nothing new' },
  {
    code: ATTENTION,
    meaning:
      'The command finished, but its result needs attention: a report was refused, a correction does not fit, a download failed, or verification failed',
  },
  { code: USAGE, meaning: 'An argument, an option, a setting, or a file it names is wrong' },
  { code: FAULT, meaning: 'A bug in the program' },
  { code: MACHINE, meaning: 'The machine refused: for example, the disk is full or permissions are missing' },
  { code: LOCKED, meaning: 'Another run is writing to the dataset. Try again later' },
  { code: SIGNAL_CODES.SIGINT, meaning: 'Stopped by Ctrl-C (SIGINT)' },
  { code: SIGNAL_CODES.SIGTERM, meaning: 'Stopped by SIGTERM' },
];
