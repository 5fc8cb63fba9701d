import { InvalidArgumentError, Option } from 'commander';
import type { Config } from '../config.ts';
import { OperatorError, USAGE } from '../domain/operator-error.ts';
import { makeOwnFileCheck } from '../files/own-files.ts';
import { isExportable } from '../publish/table.ts';
import { STATE_CODES } from '../states/index.ts';
import { tokenFileOf } from '../store/tokens/tokens.ts';
import { readPath } from './options.ts';

/** Where a command keeps its files, as far as its options say. */
interface OwnPlaces {
  db: string;
  archive?: string;
  quarantine?: string;
  layouts?: string;
  reference?: string;
  into?: string;
  portals?: string;
}

/** The parsed values of `outOption` and `forceOption`. */
export interface OutFlags {
  out?: string;
  force?: true;
}

export function outOption(description: string): Option {
  return new Option('--out <file>', description).argParser(readOut);
}

export function forceOption(): Option {
  return new Option('--force', 'Replace the file of --out even if no export wrote it');
}

function readOut(text: string): string {
  if (isExportable(readPath(text))) return text;
  throw new InvalidArgumentError(`"${text}" does not end with .csv, .xlsx or .parquet.`);
}

/** Throws an `OperatorError` if a path to write belongs to the files that the program keeps or reads. */
export function requireNotOwn(config: Config, path: string, places: OwnPlaces): void {
  const { archive, quarantine, reference, inbox, portals, layouts } = config;
  const used = { archive, quarantine, reference, into: inbox, portals, layouts, ...places };
  const isOwn = makeOwnFileCheck({
    ...used,
    states: STATE_CODES,
    tokens: config.tokens ?? tokenFileOf(places.db),
    inputs: [used.quarantine, used.reference, used.into, used.portals, used.layouts ?? used.portals],
  });
  if (isOwn(path))
    throw new OperatorError(`The program keeps its own files in ${path}. Name another path.`, USAGE);
}
