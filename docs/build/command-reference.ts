import type { Command, Option } from 'commander';
import { defaultOf, examplesOf, SettingOption, withSubcommands } from '../../src/cli/help.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { readConfig } from '../../src/config.ts';
import { RECORDS } from '../../src/records/index.ts';

/** One command as its documentation shows it. */
export interface CommandReference {
  /** As it is typed after `allocations`: `ingest`, `token create`. */
  name: string;
  /** The task it belongs to: `Load`, `Look`, `Correct`, `Serve` or `Operate`. */
  group: string;
  description: string;
  /** `allocations ingest [options] <path...>` */
  usage: string;
  arguments: ArgumentReference[];
  options: OptionReference[];
  /** Lines for the shell, without a prompt. */
  examples: readonly string[];
}

export interface ArgumentReference {
  /** `<path...>`, or `[jurisdiction...]` if it may be left out. */
  name: string;
  description: string;
  isRequired: boolean;
}

export interface OptionReference {
  /** `--from <month>` */
  flags: string;
  description: string;
  isRequired: boolean;
  /** As help shows it; `null` without a default. */
  default: string | null;
  /** The allowed values; empty if any will do. */
  choices: readonly string[];
  /** The environment variable that sets the default, `null` without one. */
  setting: string | null;
}

/** Every command, in the order of the help. Defaults are those of an empty environment. */
export async function describeCommands(records = RECORDS): Promise<CommandReference[]> {
  const program = await buildProgram({ config: readConfig({}), records });
  const commands = program.commands.filter((command) => command.helpGroup() !== 'Help:');
  return commands.flatMap((command) => {
    const group = (command.helpGroup() ?? '').replace(/:$/, '');
    return withSubcommands(command)
      .filter(({ commands }) => commands.length === 0)
      .map((each) => describeCommand(each, group));
  });
}

function describeCommand(command: Command, group: string): CommandReference {
  const path = pathOf(command);
  return {
    name: path.slice(1).join(' '),
    group,
    description: command.description(),
    usage: `${path.join(' ')} ${command.usage()}`,
    arguments: command.registeredArguments.map((argument) => ({
      name: nameOf(argument.name(), argument),
      description: argument.description,
      isRequired: argument.required,
    })),
    options: command.options.filter(({ hidden }) => !hidden).map(describeOption),
    examples: examplesOf(command),
  };
}

/** The names of the commands that lead to this one. */
function pathOf(command: Command): string[] {
  return [...(command.parent ? pathOf(command.parent) : []), command.name()];
}

function nameOf(name: string, { required, variadic }: { required: boolean; variadic: boolean }): string {
  const shown = variadic ? `${name}...` : name;
  return required ? `<${shown}>` : `[${shown}]`;
}

function describeOption(option: Option): OptionReference {
  return {
    flags: option.flags,
    description: option.description,
    isRequired: option.mandatory,
    default: defaultOf(option),
    choices: option.argChoices ?? [],
    setting: option instanceof SettingOption ? option.setting : null,
  };
}
