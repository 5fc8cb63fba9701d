import { setTimeout as later } from 'node:timers/promises';
import type { destination } from 'pino';
import { errorCode, messageOf } from '../../domain/operator-error.ts';
import { printable, tell } from './print.ts';

/** Log lines are written together, so many characters or after so long. */
const LOG_BUFFER = 16_000;
const LOG_DELAY_MS = 500;
/** Kept where they cannot be written, as on a full disk; what comes on top is lost. */
const LOG_KEPT_BYTES = 1_000_000;
/** How long the end of the program waits for a slow reader of the log. */
const LAST_LINES_MS = 2000;

/**
 * Opens stdout for the log. Lines are joined before they go to pino's file, which would measure all it has kept anew
 * with each of them. Where they cannot be written, the operator is told once and serving goes on.
 */
export function openServiceLog(open: typeof destination) {
  let lines = '';
  let [isWriting, isLosing, isDropping, isGone, isGivenUp] = [false, false, false, false, false];
  let whenIdle = (): void => undefined;
  // without end where nobody reads
  const retryEAGAIN = () => !isGivenUp;
  const file = open({ sync: false, maxLength: LOG_KEPT_BYTES, retryEAGAIN });
  const rest = () => {
    isWriting = false;
    whenIdle();
  };
  file.on('drain', rest);
  file.on('write', () => {
    if (isLosing) tell('the log is written again');
    isLosing = false;
  });
  file.on('error', (error) => {
    isGone ||= errorCode(error) === 'EPIPE';
    if (!isLosing) tell(`the log cannot be written (${messageOf(error)}); serving goes on`);
    isLosing = true;
    rest();
  });
  file.on('drop', () => {
    if (!isDropping && !isLosing)
      tell('lines of the log are lost, as they are not taken as fast as they come');
    isDropping ||= !isLosing;
  });
  // pino calls it where the program ends; it would try for ever where nothing can be written
  file.flushSync = () => undefined;

  const send = () => {
    isWriting = !isGone;
    // what is kept is tried again, also where there is no room for more
    if (isLosing && !isGone) file.write('');
    if (!isGone) file.write(lines);
    lines = '';
  };
  const flush = () => {
    if (lines !== '') send();
  };
  const write = (line: string) => {
    lines += printable(line);
    if (lines.length >= LOG_BUFFER) flush();
  };
  const flushing = setInterval(flush, LOG_DELAY_MS).unref();
  return {
    write,
    /** Writes what is left, and what could not be written before, as far as that is possible in a moment. */
    end: async (): Promise<void> => {
      clearInterval(flushing);
      if (isLosing || lines !== '') send();
      if (!isWriting) return;
      const idle = new Promise<void>((done) => {
        whenIdle = done;
      });
      await Promise.race([idle, later(LAST_LINES_MS, undefined, { ref: false })]);
      isGivenUp = true;
    },
  };
}
