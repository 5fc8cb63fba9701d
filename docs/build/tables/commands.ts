import { EXIT_CODES } from '../../../src/cli/exit-codes.ts';
import type { RecordList } from '../../../src/records/list.ts';
import { type CommandReference, describeCommands, type OptionReference } from '../command-reference.ts';
import { code, sentence, table } from '../pages.ts';

/** The commands with their options, the settings of the environment, and the exit codes. */
export async function commandTables(records: readonly RecordList[]): Promise<Record<string, string>> {
  const commands = await describeCommands(records);
  const groups = [...new Set(commands.map(({ group }) => group))];
  return {
    'command-list': table(
      ['task', 'command', 'purpose'],
      groups.flatMap((group) =>
        commands
          .filter((command) => command.group === group)
          .map((command, at) => [at === 0 ? group : '', linkTo(command), sentence(command.description)]),
      ),
    ),
    commands: commands.map(sectionOf).join('\n\n'),
    settings: settingsOf(commands),
    'exit-codes': table(
      ['code', 'meaning'],
      EXIT_CODES.map((exit) => [`${exit.code}`, sentence(exit.meaning)]),
    ),
  };
}

function linkTo({ name }: CommandReference): string {
  return `[${code(`allocations ${name}`)}](#allocations-${name.replaceAll(' ', '-')})`;
}

function sectionOf({
  name,
  description,
  usage,
  arguments: words,
  options,
  examples,
}: CommandReference): string {
  return [
    `### allocations ${name}`,
    sentence(description),
    block(usage),
    ...(words.length > 0
      ? [
          table(
            ['argument', 'meaning'],
            words.map((word) => [code(word.name), sentence(word.description)]),
          ),
        ]
      : []),
    ...(options.length > 0 ? [table(['option', 'meaning', 'default'], options.map(optionRow))] : []),
    ...(examples.length > 0 ? [block(examples.join('\n'))] : []),
  ].join('\n\n');
}

function block(text: string): string {
  return `\`\`\`text\n${text}\n\`\`\``;
}

function optionRow(option: OptionReference): string[] {
  const choices = option.choices.length > 0 ? ` One of ${option.choices.map(code).join(', ')}.` : '';
  const setting = option.setting === null ? '' : ` Setting: ${code(option.setting)}.`;
  const isRequired = option.isRequired ? ' **Required.**' : '';
  return [
    code(option.flags),
    `${sentence(option.description)}${choices}${setting}${isRequired}`,
    defaultOf(option),
  ];
}

function defaultOf({ setting, default: value }: OptionReference): string {
  // as many as the machine has processors
  if (setting === 'ALLOCATIONS_CONCURRENCY') return 'one per CPU, at most 4';
  return value === null ? '' : code(value);
}

/** The settings that give options their defaults. */
function settingsOf(commands: readonly CommandReference[]): string {
  const settings = new Map<string, { option: OptionReference; names: string[] }>();
  for (const { name, options } of commands)
    for (const option of options) {
      if (option.setting === null) continue;
      const known = settings.get(option.setting) ?? { option, names: [] };
      known.names.push(name);
      settings.set(option.setting, known);
    }
  return table(
    ['setting', 'option', 'meaning', 'default', 'commands'],
    [...settings].map(([setting, { option, names }]) => [
      code(setting),
      code(option.flags.split(' ')[0] ?? ''),
      sentence(option.description),
      defaultOf(option),
      names.length > MANY
        ? `${names.slice(0, MANY).join(', ')} and ${names.length - MANY} more`
        : names.join(', '),
    ]),
  );
}

/** A cell names no more commands than this. */
const MANY = 8;
