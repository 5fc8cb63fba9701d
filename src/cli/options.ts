import { InvalidArgumentError, Option } from 'commander';
import type { Config } from '../config.ts';
import { type Month, parseMonth } from '../domain/month.ts';

/** Options of every command that runs the pipeline. */
export interface RunFlags {
  db: string;
  archive: string;
  quarantine: string;
  layouts?: string;
  reference: string;
  concurrency: number;
  dryRun?: true;
  json?: true;
  quiet?: true;
}

export function databaseOption(config: Config): Option {
  return new Option('--db <file>', 'the dataset').default(config.database).env('ALLOCATIONS_DB');
}

export function jsonOption(): Option {
  return new Option('--json', 'print one JSON object instead of text');
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
    new Option('--archive <dir>', 'where accepted reports are kept')
      .default(config.archive)
      .env('ALLOCATIONS_ARCHIVE'),
    new Option('--quarantine <dir>', 'where refused reports are set aside')
      .default(config.quarantine)
      .env('ALLOCATIONS_QUARANTINE'),
    new Option('--layouts <file>', 'a JSON file of further layouts, aliases and ignored columns')
      .default(config.layouts)
      .env('ALLOCATIONS_LAYOUTS'),
    new Option('--reference <dir>', 'the registers of names, types and rates')
      .default(config.reference, "the program's own data/reference")
      .env('ALLOCATIONS_REFERENCE'),
    new Option('--concurrency <n>', 'how many reports are read at a time')
      .default(config.concurrency)
      .env('ALLOCATIONS_CONCURRENCY')
      .argParser(readCount),
    new Option('--dry-run', 'do everything but the writing'),
    jsonOption(),
    new Option('--quiet', 'print nothing but errors'),
  ];
}

export function readMonth(text: string): Month {
  const month = parseMonth(text);
  if (!month) throw new InvalidArgumentError(`"${text}" is not a month; write it as 2018-06.`);
  return month;
}

function readCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 64) {
    throw new InvalidArgumentError('Give a whole number from 1 to 64.');
  }
  return count;
}
