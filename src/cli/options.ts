import { existsSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Config, isPath, MOST_CONCURRENT, MOST_DAYS } from '../config.ts';
import { JURISDICTION_TYPES, type JurisdictionType, parseJurisdictionType } from '../domain/jurisdiction.ts';
import { type Month, parseMonth } from '../domain/month.ts';
import { OperatorError, USAGE } from '../domain/operator-error.ts';
import { parseStateCode, STATE_CODES } from '../states/index.ts';

/** Options of every command that runs the pipeline. */
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

export function databaseOption(config: Config): Option {
  return new Option('--db <file>', 'the dataset; ALLOCATIONS_DB')
    .default(config.database)
    .argParser(readPath);
}

/** Without a default: it depends on `--db`, see `tokenFileOf`. */
export function tokensOption(config: Config): Option {
  return new Option(
    '--tokens <file>',
    'the token database, beside the dataset unless given; ALLOCATIONS_TOKENS',
  )
    .default(config.tokens)
    .argParser(readPath);
}

export function archiveOption(config: Config): Option {
  return new Option('--archive <dir>', 'where accepted reports are kept; ALLOCATIONS_ARCHIVE')
    .default(config.archive)
    .argParser(readPath);
}

export function referenceOption(config: Config): Option {
  return new Option(
    '--reference <dir>',
    'the registers of names, types, rates, payment dates and corrections; ALLOCATIONS_REFERENCE',
  )
    .default(config.reference, "the program's own data/reference")
    .argParser(readPath);
}

export function layoutsOption(config: Config): Option {
  return new Option(
    '--layouts <file>',
    'a JSON file of further layouts, aliases and ignored columns; ALLOCATIONS_LAYOUTS',
  )
    .default(config.layouts)
    .argParser(readPath);
}

export function concurrencyOption(config: Config): Option {
  return new Option('--concurrency <n>', 'how many reports are read at a time; ALLOCATIONS_CONCURRENCY')
    .default(config.concurrency)
    .argParser(readCount(1, MOST_CONCURRENT));
}

export function stateOption(description: string): Option {
  return new Option('--state <code>', description).choices(STATE_CODES).argParser(readState);
}

export function typeOption(description: string): Option {
  return new Option('--type <type>', description).choices(JURISDICTION_TYPES).argParser(readType);
}

export function jurisdictionOption(): Option {
  return new Option('--jurisdiction <jurisdiction>', 'only of this one: its id, its code, or its name');
}

export function jsonOption(): Option {
  return new Option('--json', 'print one JSON object instead of text');
}

export function dryRunOption(): Option {
  return new Option('--dry-run', 'do everything but the writing');
}

export function quietOption(): Option {
  return new Option('--quiet', 'print nothing but errors');
}

export function fromOption(): Option {
  return new Option('--from <month>', 'first allocation period, as 2018-06').argParser(readMonth);
}

export function toOption(): Option {
  return new Option('--to <month>', 'last allocation period, as 2026-10').argParser(readMonth);
}

export function runOptions(config: Config): Option[] {
  return [
    databaseOption(config),
    archiveOption(config),
    new Option('--quarantine <dir>', 'where refused reports are set aside; ALLOCATIONS_QUARANTINE')
      .default(config.quarantine)
      .argParser(readPath),
    layoutsOption(config),
    referenceOption(config),
    concurrencyOption(config),
    new Option('--keep-runs <days>', 'how long the records of runs are kept; ALLOCATIONS_KEEP_RUNS')
      .default(config.keepRuns)
      .argParser(readCount(1, MOST_DAYS)),
    dryRunOption(),
    jsonOption(),
    quietOption(),
  ];
}

function readState(text: string): string {
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
  if (!month) throw new InvalidArgumentError(`"${text}" is not a month; write it as 2018-06.`);
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

/** Reads a path that is not blank. */
export function readPath(text: string): string {
  if (!isPath(text)) throw new InvalidArgumentError('Give a path.');
  return text;
}

/** Ends the command where the months are in the wrong order. */
export function requireOrder(command: Command, { from, to }: { from?: Month; to?: Month }): void {
  if (from && to && from > to)
    command.error(`error: --from ${from} is later than --to ${to}`, { exitCode: USAGE });
}

/** Throws an `OperatorError` where there is no archive to read reports of. */
export function requireArchive({ archive }: RunFlags): void {
  if (existsSync(archive)) return;
  throw new OperatorError(`the archive ${archive} does not exist; name another with --archive`, USAGE);
}
