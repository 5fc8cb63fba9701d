import { CommanderError } from 'commander';
import { FAULT, MACHINE, messageOf, OperatorError, USAGE } from '../domain/operator-error.ts';
import { isDamage } from '../store/database-file.ts';
import { explain } from '../store/dataset.ts';
import { printJson, tell } from './output/print.ts';
import { buildProgram } from './program.ts';

/** Runs the command of `process.argv` and sets the exit code. */
export async function runCommandLine(): Promise<void> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // a reader of the output that has seen enough, like head, is no fault
    if (error.code === 'EPIPE') process.exit();
    tell(`the output cannot be written (${error.message}); what the command did is done`);
    process.exit(MACHINE);
  });
  // whoever does not listen to messages any more misses them; the command goes on
  process.stderr.on('error', () => undefined);
  try {
    await buildProgram().parseAsync();
  } catch (error) {
    // of a damaged dataset even a look at it may fail
    process.exitCode = report(isDamage(error) ? explain('the dataset', error) : error);
  }
}

function report(error: unknown): number {
  // commander has printed its message already; asking for help is no error
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const message = messageOf(error).replace(/^error: /, '');
  const isKnown = error instanceof OperatorError;
  if (process.argv.includes('--json')) printJson({ error: message });
  if (error instanceof CommanderError) return USAGE;
  tell(isKnown ? message : `fault in the program: ${message}`);
  return isKnown ? error.exitCode : FAULT;
}
