import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { InvalidArgumentError, Option } from 'commander';
import type { Config } from '../config.ts';
import { formatMonth } from '../domain/month.ts';
import { OperatorError, USAGE } from '../domain/operator-error.ts';
import { plural, pluralOf } from '../domain/text/wording.ts';
import { makeOwnFileCheck } from '../files/own-files.ts';
import { exportToFile, isExportable, writeCsv } from '../publish/table.ts';
import { type FileTable, HEADINGS, type Headings, jsonOf } from '../records/files/file-table.ts';
import { jsonPieces, ndjsonPieces } from '../records/files/json.ts';
import { describeSample, joinNames } from '../records/files/source.ts';
import type { About } from '../records/files/workbook-content.ts';
import { STATE_CODES } from '../states/index.ts';
import type { State } from '../states/state.ts';
import type { Dataset } from '../store/dataset.ts';
import { readStateSources, type StateSource } from '../store/query/overview.ts';
import { EMPTY_VERSION } from '../store/query/view.ts';
import { tokenFileOf } from '../store/tokens/tokens.ts';
import { openRuns } from '../store/write/runs.ts';
import { archiveOf, quarantineOf } from './kept-folders.ts';
import { readPath } from './options.ts';
import { print, printable } from './output/print.ts';
import { sampleOf } from './sample.ts';

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

/** The parsed values of `outOptions`. */
export interface OutFlags {
  headings?: Headings;
  out?: string;
  force?: true;
}

/** The options of a command that writes tables. */
export function outOptions(): Option[] {
  return [
    new Option(
      '--headings <for>',
      'Columns for people have headings, and empty ones are left out. Default: people for .xlsx, names for other files',
    ).choices(HEADINGS),
    new Option(
      '--out <file>',
      'File to write: .csv, .xlsx, .json, .ndjson or .parquet. It may replace an earlier export',
    ).argParser(readOut),
    new Option('--force', 'Replace the file of --out even if no export wrote it'),
  ];
}

export function printTable(table: FileTable, format: string, headings?: Headings): Promise<void> {
  if (format === 'csv') return writeCsv(table, process.stdout, headings);
  const pieces = format === 'json' ? jsonPieces(jsonOf(table)) : ndjsonPieces(jsonOf(table));
  return pipeline(Readable.from(pieces), escapeLines, process.stdout, { end: false });
}

/** A terminal must not get control characters. */
async function* escapeLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) yield printable(piece);
}

/** What `writeOut` says of a table. */
interface WrittenTable {
  /** One row, for people: `datapoint`. */
  one: string;
  /** The state whose figures it has. Default: all states. */
  state?: State | undefined;
  /** What the list says about all of its rows. */
  meta?: Readonly<Record<string, unknown>>;
}

/** Writes a table to the file of `--out`, and prints what it wrote. */
export async function writeOut(
  { version: programVersion }: Config,
  dataset: Dataset,
  table: FileTable,
  out: string,
  { force, headings }: OutFlags,
  { one, state, meta = {} }: WrittenTable,
): Promise<void> {
  const of = state ? ` of ${state.name}` : '';
  const title = `${one.charAt(0).toUpperCase()}${pluralOf(one.slice(1))}${of}`;
  const { sample, ...source } = aboutFile(dataset, { title, programVersion, state });
  const about = { ...source, facts: [...factsOf(meta), ...source.facts] };
  const count = await exportToFile(table, out, { about, force, ...(headings && { headings }) });
  print(`Wrote ${plural(count, one)}${of} to ${out}.${sample === null ? '' : ` ${sample}`}`);
}

/** What a file with figures says about them. */
interface FileSource extends About {
  /** Says which figures are invented; `null` if none is. */
  sample: string | null;
}

/** Describes where the figures of a file come from. Without a state, it has those of all states. */
function aboutFile(
  dataset: Dataset,
  { title, programVersion, state }: { title: string; programVersion: string; state?: State | undefined },
): FileSource {
  const sources = readStateSources(dataset).filter((one) => one.newest && (!state || one.state === state));
  const sample = describeSample(
    sources.map((one) => ({ name: one.state.name, newest: one.newest, has_invented: one.hasInvented })),
  );
  const [newest] = openRuns(dataset).ofVersions(1);
  const updated = newest ? `, updated ${newest.finished_at.slice(0, 10)}` : '';
  return {
    title,
    sample,
    facts: [
      ...(sample === null ? [] : [['Sample', sample] as const]),
      ...sources.map((source) => [`Source: ${source.state.name}`, describeSource(source)] as const),
      ['Dataset', `version ${newest?.dataset_version ?? EMPTY_VERSION}${updated}`],
      ['Program', `Sales tax allocations ${programVersion}`],
    ],
  };
}

/** `12 reports from data.texas.gov, the newest of October 2026`. */
function describeSource({ reports, hosts, newest, hasInvented }: StateSource): string {
  const origin = hasInvented ? ' of a sample' : hosts.length > 0 ? ` from ${joinNames(hosts)}` : '';
  return `${plural(reports, 'report')}${origin}${newest ? `, the newest of ${formatMonth(newest)}` : ''}`;
}

/** What a list says about all of its rows, such as the basis of its sums: `['Basis', 'sales']`. */
function factsOf(meta: Readonly<Record<string, unknown>>): [name: string, text: string][] {
  return Object.entries(meta).flatMap(([name, value]): [string, string][] => {
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    const words = name.replaceAll('_', ' ');
    return [
      [`${words.charAt(0).toUpperCase()}${words.slice(1)}`, String(value).replace(/(\d-\d\d)-01\b/g, '$1')],
    ];
  });
}

function readOut(text: string): string {
  if (isExportable(readPath(text))) return text;
  throw new InvalidArgumentError(`"${text}" does not end with .csv, .xlsx, .json, .ndjson or .parquet.`);
}

/** Throws an `OperatorError` if a file or folder to write belongs to the files that the program keeps or reads. */
export function requireNotOwn(config: Config, path: string, places: OwnPlaces): void {
  const { database, reference, inbox, portals, layouts } = config;
  const { archive = archiveOf(places.db), quarantine = quarantineOf(places.db) } = config;
  const used = { archive, quarantine, reference, into: inbox, portals, layouts, ...places };
  const isOwn = makeOwnFileCheck({
    ...used,
    states: STATE_CODES,
    tokens: config.tokens ?? tokenFileOf(places.db),
    inputs: [
      used.archive,
      used.quarantine,
      used.reference,
      used.into,
      used.portals,
      used.layouts ?? used.portals,
      // a command may look at the sample in their place
      database,
      sampleOf(database),
    ],
  });
  if (isOwn(path))
    throw new OperatorError(`The program keeps its own files in ${path}. Name another path.`, USAGE);
}
