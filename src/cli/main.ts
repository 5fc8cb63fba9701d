#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { readConfig } from '../config.ts';
import { OperatorError, USAGE } from '../domain/operator-error.ts';
import { backfillCommand } from './backfill.ts';
import { ingestCommand } from './ingest.ts';
import { printJson } from './print.ts';
import { reprocessCommand } from './reprocess.ts';
import { showCommand } from './show.ts';
import { statusCommand } from './status.ts';

/** Exit code of a fault in the program. */
const FAULT = 70;

/** The whole command line. */
export function buildProgram(): Command {
  const config = readConfig();
  const program = new Command('allocations')
    .description('Monthly local sales tax allocations: from the states’ reports to one SQLite dataset.')
    .version(config.version)
    .addHelpText('after', '\nExample:\n  $ allocations ingest fixtures/sample/reports');
  const commands = [ingestCommand, backfillCommand, reprocessCommand, statusCommand, showCommand];
  for (const create of commands) program.addCommand(create(config));
  for (const command of [program, ...program.commands])
    command.exitOverride().showHelpAfterError('(--help shows how)');
  return program;
}

async function main(): Promise<void> {
  // a reader of the output that has seen enough, like head, is no fault
  process.stdout.on('error', (error: NodeJS.ErrnoException) =>
    process.exit(error.code === 'EPIPE' ? 0 : FAULT),
  );
  try {
    await buildProgram().parseAsync();
  } catch (error) {
    process.exitCode = report(error);
  }
}

function report(error: unknown): number {
  // commander has printed its message already; asking for help is no error
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
  const message = error instanceof Error ? error.message : String(error);
  const isKnown = error instanceof OperatorError;
  if (process.argv.includes('--json')) printJson({ error: message });
  process.stderr.write(`allocations: ${isKnown ? message : `fault in the program: ${message}`}\n`);
  return isKnown ? error.exitCode : FAULT;
}

await main();
