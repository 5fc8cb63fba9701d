/** Scripts by which a shell completes the commands and options of this program, made from their descriptions. */
import { Argument, Command, type Option } from 'commander';
import { withSubcommands } from './help.ts';

const SCRIPTS = {
  bash: bashScript,
  zsh: (program: Command) =>
    `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bashScript(program)}`,
  fish: fishScript,
};

/** `allocations completion`: prints the script of a shell. */
export function completionCommand(program: Command): Command {
  return new Command('completion')
    .description('Print a script with which your shell completes commands and options')
    .addArgument(new Argument('<shell>', 'Your shell').choices(Object.keys(SCRIPTS)))
    .action((shell: keyof typeof SCRIPTS) => void process.stdout.write(SCRIPTS[shell](program)));
}

/** The words that name a command, such as `token create`; none for the program itself. */
function pathOf(command: Command): string[] {
  return command.parent ? [...pathOf(command.parent), command.name()] : [];
}

function optionsOf(command: Command): Option[] {
  return command.createHelp().visibleOptions(command);
}

/** A text that no shell takes apart. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Also for zsh, where `path` and `words` are variables of the shell. */
function bashScript(program: Command): string {
  const commands = withSubcommands(program);
  const known = commands.map((command) => pathOf(command).join(' ')).filter((path) => path !== '');
  const choices = commands.flatMap((command) =>
    optionsOf(command).flatMap(({ long, argChoices }) =>
      argChoices ? [[`${pathOf(command).join(' ')} ${long}`, argChoices] as const] : [],
    ),
  );
  const offered = commands.map((command) => {
    const flags = optionsOf(command).flatMap(({ long }) => long ?? []);
    const names = command.commands.map((each) => each.name());
    return [pathOf(command).join(' '), [...names, ...flags]] as const;
  });
  const lines = (all: readonly (readonly [string, readonly string[]])[]) =>
    all.map(([given, texts]) => `    ${quote(given)}) offered=${quote(texts.join(' '))} ;;`).join('\n');
  return `_allocations() {
  local word given= offered=
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD - 1))}"; do
    case "\${given:+$given }$word" in
      ${known.map(quote).join(' | ')}) given="\${given:+$given }$word" ;;
    esac
  done
  case "$given" in
${lines(offered)}
  esac
  case "$given \${COMP_WORDS[COMP_CWORD - 1]}" in
${lines(choices)}
  esac
  COMPREPLY=($(compgen -W "$offered" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _allocations allocations
`;
}

function fishScript(program: Command): string {
  const lines = withSubcommands(program).flatMap((command) => {
    const path = pathOf(command);
    const where = path.length === 0 ? '__fish_use_subcommand' : `__allocations_is ${path.join(' ')}`;
    const line = (rest: string, description: string) =>
      `complete -c allocations -n ${quote(where)} ${rest} -d ${quote(description)}`;
    return [
      ...command.commands.map((each) => line(`-f -a ${each.name()}`, each.description())),
      ...optionsOf(command).map(({ long, required, argChoices, description }) => {
        const value = argChoices ? ` -x -a ${quote(argChoices.join(' '))}` : required ? ' -r' : '';
        return line(`-l ${long?.replace(/^--/, '')}${value}`, description);
      }),
    ];
  });
  return `function __allocations_is
  set -l given (commandline -opc)
  set -l last (math (count $argv) + 1)
  test "$given[2..$last]" = "$argv"
end
${lines.join('\n')}
`;
}
