import { Command } from 'commander';
import { type Config, readConfig } from '../config.ts';
import type { RecordList } from '../records/list.ts';
import { completionCommand } from './completion.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { addExamples, type CommandGroup, helpCommand, setUpHelp, withSubcommands } from './help.ts';
import { nameKeptFolders } from './kept-folders.ts';
import { formatTable } from './output/print.ts';
import { chooseDataset } from './sample.ts';

type CreateCommand = (config: Config) => Command;

/** The commands by name. Each loads its own modules, because they take longer to load than most commands to run. */
const COMMANDS: Readonly<Record<CommandGroup, Readonly<Record<string, () => Promise<CreateCommand>>>>> = {
  Load: {
    ingest: async () => (await import('./commands/load/ingest.ts')).ingestCommand,
    backfill: async () => (await import('./commands/load/ingest.ts')).backfillCommand,
    fetch: async () => (await import('./commands/load/fetch.ts')).fetchCommand,
    update: async () => (await import('./commands/load/update.ts')).updateCommand,
  },
  Look: {
    reconcile: async () => (await import('./commands/look/reconcile.ts')).reconcileCommand,
    export: async () => (await import('./commands/look/export.ts')).exportCommand,
  },
  Correct: {
    budget: async () => (await import('./commands/correct/budget.ts')).budgetCommand,
    layouts: async () => (await import('./commands/correct/layouts.ts')).layoutsCommand,
    reprocess: async () => (await import('./commands/correct/reprocess.ts')).reprocessCommand,
    withdraw: async () => (await import('./commands/correct/withdraw.ts')).withdrawCommand,
    rebuild: async () => (await import('./commands/correct/rebuild.ts')).rebuildCommand,
  },
  Serve: {
    explore: async () => (await import('./commands/serve/explore.ts')).exploreCommand,
    serve: async () => (await import('./commands/serve/serve.ts')).serveCommand,
    token: async () => (await import('./commands/serve/token.ts')).tokenCommand,
    publish: async () => (await import('./commands/serve/publish.ts')).publishCommand,
    note: async () => (await import('./commands/serve/note.ts')).noteCommand,
  },
  Operate: {
    status: async () => (await import('./commands/operate/status.ts')).statusCommand,
    verify: async () => (await import('./commands/operate/verify.ts')).verifyCommand,
  },
};

interface ProgramOptions {
  config?: Config;
  /** The lists that have a command. */
  records?: readonly RecordList[];
  /** The first word of the command line. If it is a command, the program has no other. */
  word?: string | undefined;
}

/** The command line. */
export async function buildProgram({
  config = readConfig(),
  records,
  word = '',
}: ProgramOptions = {}): Promise<Command> {
  const program = new Command('allocations')
    .description('Load monthly local sales tax allocations from state reports, and serve them')
    .version(config.version, '-V, --version', 'Show the version')
    .helpCommand(false)
    .addHelpText('after', `\nExit codes:\n${formatExitCodes()}`);
  addExamples(program, [
    'allocations ingest ~/Downloads/reports',
    'allocations months ca --jurisdiction "Alder Creek"',
    'allocations help ingest',
  ]);
  const isOne = Object.values(COMMANDS).some((commands) => Object.hasOwn(commands, word));
  for (const [group, commands] of Object.entries(COMMANDS))
    for (const [name, load] of Object.entries(commands))
      if (!isOne || name === word) {
        const create = await load();
        program.addCommand(create(config).helpGroup(`${group}:`));
      }
  if (!isOne) {
    const [{ RECORDS }, { recordCommand }] = await Promise.all([
      import('../records/index.ts'),
      import('./commands/look/records.ts'),
    ]);
    for (const list of records ?? RECORDS)
      if (list.description.command !== null)
        program.addCommand(recordCommand(list, config).helpGroup('Look:'));
  }
  for (const command of [completionCommand(program), helpCommand(program)])
    program.addCommand(command.helpGroup('Help:'));
  for (const command of withSubcommands(program)) setUpHelp(command);
  program.hook('preAction', (_, command) => {
    chooseDataset(command);
    nameKeptFolders(command);
  });
  return program;
}

function formatExitCodes(): string {
  const rows = EXIT_CODES.map(({ code, meaning }) => [`  ${code}`, meaning]);
  return formatTable(['  code', 'meaning'], rows, [], 'meaning');
}
