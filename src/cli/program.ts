import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { backfillCommand } from './backfill.ts';
import { diffCommand } from './diff.ts';
import { exportCommand } from './export.ts';
import { fetchCommand } from './fetch.ts';
import { findingsCommand } from './findings.ts';
import { ingestCommand } from './ingest.ts';
import { listCommand } from './list.ts';
import { printable } from './print.ts';
import { publishCommand } from './publish.ts';
import { rebuildCommand } from './rebuild.ts';
import { reprocessCommand } from './reprocess.ts';
import { revisionsCommand } from './revisions.ts';
import { serveCommand } from './serve.ts';
import { showCommand } from './show.ts';
import { statusCommand } from './status.ts';
import { tokenCommand } from './token.ts';
import { updateCommand } from './update.ts';
import { verifyCommand } from './verify.ts';
import { withdrawCommand } from './withdraw.ts';

/** What commander prints quotes the command line. */
const PRINTABLE = {
  writeOut: (text: string) => process.stdout.write(printable(text)),
  writeErr: (text: string) => process.stderr.write(printable(text)),
};

/** The whole command line. */
export function buildProgram(): Command {
  const config = readConfig();
  const program = new Command('allocations')
    .description('Monthly local sales tax allocations: from the states’ reports to one SQLite dataset.')
    .version(config.version)
    .addHelpText('after', '\nExample:\n  $ allocations ingest fixtures/sample/reports');
  const commands = [
    fetchCommand,
    updateCommand,
    ingestCommand,
    backfillCommand,
    reprocessCommand,
    statusCommand,
    listCommand,
    showCommand,
    exportCommand,
    findingsCommand,
    revisionsCommand,
    diffCommand,
    rebuildCommand,
    publishCommand,
    serveCommand,
    tokenCommand,
    verifyCommand,
    withdrawCommand,
  ];
  for (const create of commands) program.addCommand(create(config));
  for (const command of withSubcommands(program))
    command.exitOverride().showHelpAfterError('(--help shows how)').configureOutput(PRINTABLE);
  return program;
}

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}
