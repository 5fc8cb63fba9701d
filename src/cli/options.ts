import { existsSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  type Config,
  faultOfPath,
  isPath,
  isServerAddress,
  MOST_CONCURRENT,
  MOST_DAYS,
  USUAL_CONCURRENCY,
} from '../config.ts';
import { fiscalYearToDateStart } from '../domain/allocation.ts';
import { JURISDICTION_TYPES, type JurisdictionType, parseJurisdictionType } from '../domain/jurisdiction.ts';
import { type Month, parseMonth } from '../domain/month.ts';
import { OperatorError, USAGE } from '../domain/operator-error.ts';
import { packageFile } from '../domain/package-file.ts';
import { isPrintable } from '../domain/text/printable.ts';
import type { OnDoubt } from '../pipeline/open-run.ts';
import { parseStateCode, STATE_CODES, STATES } from '../states/index.ts';
import { DatasetOption, SettingOption } from './help.ts';

/** The parsed values of `pipelineOptions`. */
export interface RunFlags {
  db: string;
  archive: string;
  quarantine: string;
  layouts?: string;
  reference: string;
  concurrency: number;
  keepRuns: number;
  dryRun?: true;
  json?: true;
  quiet?: true;
}

/** Options of a command that loads new reports. */
export interface LoadFlags extends RunFlags {
  onDoubt: OnDoubt;
}

/** An option that names a file or a folder. `usual` describes a default that is the program's own. */
export function pathSetting(
  flags: string,
  setting: string,
  description: string,
  preset?: string,
  usual?: string,
): Option {
  return new SettingOption(flags, setting, description).default(preset, usual).argParser(readPath);
}

/** The dataset of a command that writes it. */
export function databaseOption({ database }: Config): Option {
  return new DatasetOption(false).default(database).argParser(readPath);
}

/** The dataset of a command that looks: the sample, as long as no report is loaded. */
export function lookedAtOption({ database }: Config): Option {
  return new DatasetOption(true).default(database).argParser(readPath);
}

/** Without a default: it depends on `--db`, see `tokenFileOf`. */
export function tokensOption({ tokens }: Config): Option {
  const description = 'Token database. Default: next to the dataset';
  return pathSetting('--tokens <file>', 'ALLOCATIONS_TOKENS', description, tokens);
}

/** Without a default: it depends on `--db`, see `nameKeptFolders`. */
export function archiveOption({ archive }: Config): Option {
  const description = 'Folder that keeps the loaded reports. Default: next to the dataset';
  return pathSetting('--archive <dir>', 'ALLOCATIONS_ARCHIVE', description, archive);
}

export function referenceOption({ reference }: Config): Option {
  const description = 'Folder of registers: names, types, rates, payment dates, corrections, budgets, events';
  const usual = reference === packageFile('data/reference') ? "the program's data/reference" : undefined;
  return pathSetting('--reference <dir>', 'ALLOCATIONS_REFERENCE', description, reference, usual);
}

export function layoutsOption({ layouts }: Config): Option {
  const description = 'JSON file that adds layouts, column aliases and ignored columns';
  return pathSetting('--layouts <file>', 'ALLOCATIONS_LAYOUTS', description, layouts);
}

export function concurrencyOption({ concurrency }: Config): Option {
  const usual = concurrency === USUAL_CONCURRENCY ? 'one per CPU, at most 4' : undefined;
  return new SettingOption(
    '--concurrency <n>',
    'ALLOCATIONS_CONCURRENCY',
    'Number of reports to read at the same time',
  )
    .default(concurrency, usual)
    .argParser(readCount(1, MOST_CONCURRENT));
}

export function stateOption(description: string): Option {
  return new Option('--state <code>', description).choices(STATE_CODES).argParser(readState);
}

/** An option that can be repeated. */
export function statesOption(description: string): Option {
  const collect = (text: string, before: string[] | undefined) => [...(before ?? []), readState(text)];
  return new Option('--state <code>', description).choices(STATE_CODES).argParser(collect);
}

export function typeOption(description: string): Option {
  return new Option('--type <type>', description).choices(JURISDICTION_TYPES).argParser(readType);
}

export function jsonOption(): Option {
  return new Option('--json', 'Print one JSON object instead of text');
}

export function dryRunOption(): Option {
  return new Option('--dry-run', 'Show what would happen, but write nothing');
}

export function quietOption(): Option {
  return new Option('--quiet', 'Print nothing unless something needs attention');
}

export function fromOption(): Option {
  return new Option('--from <month>', 'First month of payment, for example 2018-06').argParser(readMonth);
}

export function toOption(): Option {
  return new Option('--to <month>', 'Last month of payment, for example 2026-10').argParser(readMonth);
}

const FISCAL_YEAR_STARTS = STATES.map(
  ({ name, calendar }) => `${fiscalYearToDateStart(calendar)} in ${name}`,
).join(', ');

export function fiscalYearOption(meaning: string): Option {
  return new Option('--fiscal-year-start <month>', `${meaning}. Default: ${FISCAL_YEAR_STARTS}`).argParser(
    readCount(1, 12),
  );
}

/** Whether a run loads a report that is doubtful as a whole, or refuses it. */
export function onDoubtOption(): Option {
  return new Option('--on-doubt <action>', 'Whether to refuse a doubtful report, or to load it')
    .choices(['refuse', 'load'])
    .default('refuse');
}

/** Reads why a person decides something: a line that the dataset stores. */
export function readReason(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('Give a reason.');
  if (!isPrintable(text.trim())) throw new InvalidArgumentError('Use one line of printable characters.');
  return text.trim();
}

/** The options of every command that runs the pipeline. They are parsed into `RunFlags`. */
export function pipelineOptions(config: Config): Option[] {
  return [
    dryRunOption(),
    jsonOption(),
    quietOption(),
    databaseOption(config),
    archiveOption(config),
    pathSetting(
      '--quarantine <dir>',
      'ALLOCATIONS_QUARANTINE',
      'Folder for copies of refused reports. Default: next to the dataset',
      config.quarantine,
    ),
    layoutsOption(config),
    referenceOption(config),
    concurrencyOption(config),
    new SettingOption('--keep-runs <days>', 'ALLOCATIONS_KEEP_RUNS', 'Days to keep the records of runs')
      .default(config.keepRuns)
      .argParser(readCount(1, MOST_DAYS)),
  ];
}

export function readState(text: string): string {
  const code = parseStateCode(text);
  if (code) return code;
  throw new InvalidArgumentError(`Allowed choices are ${STATE_CODES.join(', ')}.`);
}

function readType(text: string): JurisdictionType {
  const type = parseJurisdictionType(text);
  if (type) return type;
  throw new InvalidArgumentError(`Allowed choices are ${JURISDICTION_TYPES.join(', ')} (or spd).`);
}

/** Reads a month of the command line. */
export function readMonth(text: string): Month {
  const month = parseMonth(text);
  if (!month) throw new InvalidArgumentError(`"${text}" is not a month. Write it like 2018-06.`);
  return month;
}

/** Reads a whole number within bounds. */
export function readCount(least: number, most: number): (text: string) => number {
  return (text) => {
    const count = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (count >= least && count <= most) return count;
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
  };
}

/** Throws an `OperatorError` if a path is the address of a server. Commander would repeat it, with its password. */
export function requireNoAddress(path: string): void {
  if (isServerAddress(path))
    throw new OperatorError(
      'One of the paths looks like the address of a server. Name a file or folder. If it has such a name, write ./ before it.',
      USAGE,
    );
}

/** Reads a path. Blank text is not one. */
export function readPath(text: string): string {
  requireNoAddress(text);
  if (!isPath(text)) throw new InvalidArgumentError('Give a path.');
  const fault = faultOfPath(text);
  if (fault !== null) throw new InvalidArgumentError(`It ${fault}.`);
  return text;
}

/** Ends the command if the months are in the wrong order. */
export function requireOrder(command: Command, { from, to }: { from?: Month; to?: Month }): void {
  if (from && to && from > to)
    command.error(`error: --from ${from} is later than --to ${to}`, { exitCode: USAGE });
}

/** Throws an `OperatorError` if the archive does not exist. */
export function requireArchive({ archive }: RunFlags): void {
  if (existsSync(archive)) return;
  throw new OperatorError(`The archive ${archive} does not exist. Name another with --archive.`, USAGE);
}
