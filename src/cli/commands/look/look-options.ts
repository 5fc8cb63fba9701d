import { extname } from 'node:path';
import { type Command, Option } from 'commander';
import type { Config } from '../../../config.ts';
import { USAGE } from '../../../domain/operator-error.ts';
import { lookedAtOption, readCount } from '../../options.ts';
import { MOST_PRINTED } from '../../output/print.ts';
import { outOptions } from '../../written-files.ts';

/** The options of every command that looks, after its filters. The first format is the default. */
export function lookOptions(config: Config, formats: readonly [string, ...string[]]): Option[] {
  const usual = formats[0] === 'text' ? `${MOST_PRINTED} as text, all otherwise` : 'all';
  return [
    new Option('--columns <names>', 'Only these columns, separated by commas'),
    new Option('--limit <n>', `At most this many records. Default: ${usual}`).argParser(
      readCount(1, 1_000_000),
    ),
    new Option('--format <format>', 'How to print').choices(formats).default(formats[0]),
    ...outOptions(),
    lookedAtOption(config),
    new Option('--json', 'The same as --format json').hideHelp(),
  ];
}

/** The ending of a file names its format already. */
export function requireOneFormat(command: Command, { format, out }: { format: string; out?: string }): void {
  const isGiven = command.getOptionValueSource('format') === 'cli';
  if (out === undefined || !isGiven || extname(out).toLowerCase() === `.${format}`) return;
  const message = `error: --format ${format} contradicts --out ${out}. The ending of the file decides its format: omit --format`;
  command.error(message, { exitCode: USAGE });
}
