import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { rebuildCommand } from './commands/correct/rebuild.ts';
import { reprocessCommand } from './commands/correct/reprocess.ts';
import { withdrawCommand } from './commands/correct/withdraw.ts';
import { backfillCommand } from './commands/load/backfill.ts';
import { fetchCommand } from './commands/load/fetch.ts';
import { ingestCommand } from './commands/load/ingest.ts';
import { updateCommand } from './commands/load/update.ts';
import { diffCommand } from './commands/look/diff.ts';
import { exportCommand } from './commands/look/export.ts';
import { findingsCommand } from './commands/look/findings.ts';
import { listCommand } from './commands/look/list.ts';
import { revisionsCommand } from './commands/look/revisions.ts';
import { showCommand } from './commands/look/show.ts';
import { statusCommand } from './commands/look/status.ts';
import { verifyCommand } from './commands/look/verify.ts';
import { publishCommand } from './commands/serve/publish.ts';
import { serveCommand } from './commands/serve/serve.ts';
import { tokenCommand } from './commands/serve/token.ts';
import { printable } from './output/print.ts';

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
