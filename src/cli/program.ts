import { Command } from 'commander';
import { type Config, readConfig } from '../config.ts';
import { RECORDS } from '../records/index.ts';
import { budgetCommand } from './commands/correct/budget.ts';
import { layoutsCommand } from './commands/correct/layouts.ts';
import { rebuildCommand } from './commands/correct/rebuild.ts';
import { reprocessCommand } from './commands/correct/reprocess.ts';
import { withdrawCommand } from './commands/correct/withdraw.ts';
import { fetchCommand } from './commands/load/fetch.ts';
import { backfillCommand, ingestCommand } from './commands/load/ingest.ts';
import { updateCommand } from './commands/load/update.ts';
import { changesCommand } from './commands/look/changes.ts';
import { exportCommand } from './commands/look/export.ts';
import { reconcileCommand } from './commands/look/reconcile.ts';
import { recordCommand } from './commands/look/records.ts';
import { TEXTS_BY_HAND } from './commands/look/texts-by-hand.ts';
import { statusCommand } from './commands/operate/status.ts';
import { verifyCommand } from './commands/operate/verify.ts';
import { exploreCommand } from './commands/serve/explore.ts';
import { noteCommand } from './commands/serve/note.ts';
import { publishCommand } from './commands/serve/publish.ts';
import { serveCommand } from './commands/serve/serve.ts';
import { tokenCommand } from './commands/serve/token.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { addExamples, type CommandGroup, helpCommand, setUpHelp, withSubcommands } from './help.ts';
import { nameKeptFolders } from './kept-folders.ts';
import { formatTable } from './output/print.ts';

const COMMANDS: Readonly<Record<CommandGroup, readonly ((config: Config) => Command)[]>> = {
  Load: [ingestCommand, backfillCommand, fetchCommand, updateCommand],
  Look: [reconcileCommand, exportCommand, changesCommand],
  Correct: [budgetCommand, layoutsCommand, reprocessCommand, withdrawCommand, rebuildCommand],
  Serve: [exploreCommand, serveCommand, tokenCommand, publishCommand, noteCommand],
  Operate: [statusCommand, verifyCommand],
};

/** The whole command line. `records` are the lists that have a command. */
export function buildProgram(config = readConfig(), records = RECORDS): Command {
  const program = new Command('allocations')
    .description('Load monthly local sales tax allocations from state reports, and serve them')
    .version(config.version, '-V, --version', 'Show the version')
    .helpCommand(false)
    .addHelpText('after', `\nExit codes:\n${formatExitCodes()}`);
  addExamples(program, [
    'allocations ingest ~/Downloads/reports',
    'allocations show "Alder Creek" --from 2026-01',
    'allocations help ingest',
  ]);
  for (const [group, creators] of Object.entries(COMMANDS))
    for (const create of creators) program.addCommand(create(config).helpGroup(`${group}:`));
  for (const list of records)
    if (list.description.command !== null)
      program.addCommand(recordCommand(list, config, TEXTS_BY_HAND.get(list)).helpGroup('Look:'));
  program.addCommand(helpCommand(program).helpGroup('Help:'));
  for (const command of withSubcommands(program)) setUpHelp(command);
  program.hook('preAction', (_, command) => nameKeptFolders(command));
  return program;
}

function formatExitCodes(): string {
  const rows = EXIT_CODES.map(({ code, meaning }) => [`  ${code}`, meaning]);
  return formatTable(['  code', 'meaning'], rows, [], 'meaning');
}
