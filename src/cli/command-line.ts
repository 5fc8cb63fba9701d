import { CommanderError } from 'commander';
import { FAULT, MACHINE, messageOf, OperatorError, USAGE } from '../domain/operator-error.ts';
import { isDamage } from '../store/database-file.ts';
import { explain } from '../store/dataset.ts';
import { hideAddresses } from './help.ts';
import { printJson, tell } from './output/print.ts';
import { buildProgram } from './program.ts';

/** Runs the command of `process.argv` and sets the exit code. */
export async function runCommandLine(): Promise<void> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // a reader like head may close the pipe early
    if (error.code === 'EPIPE') process.exit();
    tell(`Cannot write the output (${error.message}). The command itself finished.`);
    process.exit(MACHINE);
  });
  // ignore errors when writing to a closed stderr
  process.stderr.on('error', () => undefined);
  try {
    const program = await buildProgram({ word: process.argv[2] });
    await program.parseAsync();
  } catch (error) {
    // reading a damaged dataset can fail anywhere
    process.exitCode = report(isDamage(error) ? explain('the dataset', error) : error);
  }
}

function report(error: unknown): number {
  // --help and --version end this way
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const isParsing = error instanceof CommanderError;
  const message = isParsing ? hideAddresses(error.message.replace(/^error: /, '')) : messageOf(error);
  const isKnown = error instanceof OperatorError;
  if (process.argv.includes('--json')) printJson({ error: message });
  // commander has printed the message already
  if (isParsing) return USAGE;
  tell(isKnown ? message : `Bug in the program: ${message}`);
  return isKnown ? error.exitCode : FAULT;
}
