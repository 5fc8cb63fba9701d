import { Command, Option } from 'commander';
import { isServerAddress } from '../config.ts';
import { printable } from './output/print.ts';

/** The tasks by which help lists the commands, in this order. */
export type CommandGroup = 'Load' | 'Look' | 'Correct' | 'Serve' | 'Operate';

/** An option whose default is a setting of the environment. */
export class SettingOption extends Option {
  readonly setting: string;

  constructor(flags: string, setting: string, description: string) {
    super(flags, description);
    this.setting = setting;
    this.helpGroup('Settings:');
  }
}

/** An option that names the dataset. A command that only looks may use the sample. */
export class DatasetOption extends SettingOption {
  readonly isLookedAt: boolean;

  constructor(isLookedAt: boolean) {
    super('--db <file>', 'ALLOCATIONS_DB', 'Dataset to use');
    this.isLookedAt = isLookedAt;
  }
}

const EXAMPLES = new WeakMap<Command, readonly string[]>();

/** What a command is, but for what it does. */
interface Outline {
  description: string;
  /** Each with its meaning: `{ '<report>': 'Its file' }`. */
  arguments?: Readonly<Record<string, string>>;
  options?: readonly Option[];
  /** Each is a line for the shell. */
  examples?: readonly string[];
}

export function makeCommand(
  name: string,
  { description, arguments: named = {}, options = [], examples = [] }: Outline,
): Command {
  const command = new Command(name).description(description);
  for (const [argument, meaning] of Object.entries(named)) command.argument(argument, meaning);
  for (const option of options) command.addOption(option);
  return addExamples(command, examples);
}

/** Ends the help of a command with examples, each a line for the shell. */
export function addExamples(command: Command, examples: readonly string[]): Command {
  if (examples.length === 0) return command;
  EXAMPLES.set(command, examples);
  const title = examples.length > 1 ? 'Examples' : 'Example';
  return command.addHelpText(
    'after',
    ['', `${title}:`, ...examples.map((example) => `  $ ${example}`)].join('\n'),
  );
}

export function examplesOf(command: Command): readonly string[] {
  return EXAMPLES.get(command) ?? [];
}

export function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

/** `allocations help`: shows the help of a command, also of one inside another. */
export function helpCommand(program: Command): Command {
  return new Command('help')
    .description('Show the help of a command')
    .argument('[command...]', 'The command')
    .action((names: string[]) => {
      let command = program;
      for (const name of names) {
        const found = command.commands.find((each) => each.name() === name);
        // commander knows similar names
        if (!found && command.commands.length > 0) command.parse([name], { from: 'user' });
        if (!found) program.error(`error: unknown command '${names.join(' ')}'`);
        command = found;
      }
      command.help();
    });
}

/** Gives a command the help, the error texts and the output of this program. */
export function setUpHelp(command: Command): void {
  // the program has a help command of its own
  if (command.parent && command.commands.length > 0)
    command.helpCommand('help [command]', 'Show the help of a command');
  command
    .helpOption('-h, --help', 'Show this help')
    .configureHelp({ optionDescription, groupItems, subcommandTerm: (subcommand) => subcommand.name() })
    .exitOverride()
    .showHelpAfterError('(add --help for usage)')
    .configureOutput(PRINTABLE);
}

/** Groups what help lists, with `Options:` before `Settings:`. */
function groupItems<Item>(_: Item[], visible: Item[], groupOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of visible) groups.set(groupOf(item), [...(groups.get(groupOf(item)) ?? []), item]);
  const isOptions = ([group]: [string, Item[]]) => Number(group === 'Options:');
  return new Map([...groups].sort((a, b) => isOptions(b) - isOptions(a)));
}

function optionDescription(option: Option): string {
  const { description, mandatory, argChoices: choices } = option;
  const preset = defaultOf(option);
  const facts = [
    ...(mandatory ? ['required'] : []),
    ...(choices ? [`one of ${choices.join(', ')}`] : []),
    ...(preset === null ? [] : [`default: ${preset}`]),
    ...(option instanceof SettingOption ? [`env: ${option.setting}`] : []),
  ];
  return facts.length > 0 ? `${description} (${facts.join('; ')})` : description;
}

/** The default of an option as help shows it, `null` without one. */
export function defaultOf(option: Option): string | null {
  const { defaultValue, defaultValueDescription } = option;
  if (defaultValue === undefined || option.isBoolean()) return null;
  return defaultValueDescription ?? String(defaultValue);
}

const IN_QUOTES = 'Write a name of several words in quotes, such as "Cedar Ford".';

/** A message of commander, which repeats arguments, without addresses of servers: they may contain a password. */
export function hideAddresses(message: string): string {
  return message.replace(/\S+/g, (word) => (isServerAddress(word) ? '…' : word));
}

/** Commander quotes the command line in its messages. */
const PRINTABLE = {
  writeOut: (text: string) => process.stdout.write(printable(text)),
  writeErr: (text: string) => process.stderr.write(printable(text)),
  outputError: (text: string, write: (text: string) => void) =>
    write(hideAddresses(text).replace(/^error: too many arguments.*$/m, `$& ${IN_QUOTES}`)),
};
