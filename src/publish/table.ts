import {
  createWriteStream,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { strFromU8, unzipSync } from 'fflate';
import { errorCode, explainDisk, OperatorError, USAGE } from '../domain/operator-error.ts';
import { syncToDisk } from '../files/sync-to-disk.ts';
import { BYTE_ORDER_MARK, csvLines, csvPieces } from '../records/files/csv.ts';
import {
  type FileTable,
  HEADINGS,
  type Headings,
  headOf,
  jsonOf,
  shownTable,
} from '../records/files/file-table.ts';
import { jsonPieces, ndjsonPieces } from '../records/files/json.ts';
import { type About, SIGNATURE } from '../records/files/workbook-content.ts';

/** What a file says besides its rows. */
export interface Writing {
  about: About;
  /** Default: people for workbooks, names for other files. */
  headings?: Headings;
}

/** How a format is written, and how a file of an earlier export is told from one that others made. */
interface Format {
  write(table: Required<FileTable>, path: string, writing: Writing): Promise<unknown>;
  isOurs(bytes: Buffer, table: Required<FileTable>): boolean;
}

const FORMATS: Readonly<Record<string, Format>> = {
  '.csv': {
    write: (table, path, { headings }) => writeCsv(table, createWriteStream(path), headings),
    isOurs: (bytes, { columns }) => {
      const head = bytes.subarray(0, 4096).toString();
      const starts = HEADINGS.map((headings) => startOf(columns, headings));
      return starts.some((start) => [',', '\r'].some((end) => head.startsWith(start + end)));
    },
  },
  '.json': {
    write: (table, path) => pipeline(Readable.from(jsonPieces(table.json)), createWriteStream(path)),
    isOurs: (bytes, table) => bytes.subarray(0, 4096).toString().includes(`"${table.json.name}":[`),
  },
  '.ndjson': {
    write: (table, path) => pipeline(Readable.from(ndjsonPieces(table.json)), createWriteStream(path)),
    isOurs: (bytes, table) => {
      const [first = {}] = table.json.records();
      return bytes
        .subarray(0, 4096)
        .toString()
        .startsWith(`{"${Object.keys(first)[0]}":`);
    },
  },
  '.xlsx': {
    write: async (table, path, { about, headings }) => {
      const { writeWorkbook } = await import('./workbook.ts');
      await writeWorkbook(shownTable(table), about, createWriteStream(path), headings);
    },
    isOurs: (bytes) => creatorsOf(bytes).includes(SIGNATURE),
  },
  '.parquet': {
    write: async ({ columns, rows }, path, { headings = 'names' }) => {
      const { writeParquet } = await import('./parquet/parquet-file.ts');
      const named = columns.map((column) => ({
        isRequired: false,
        ...column,
        name: headOf(column, headings),
      }));
      await writeParquet({ columns: named, rows: rows() }, path, {});
    },
    // the name of the writer stands near the end
    isOurs: (bytes) => bytes.subarray(-4096).includes(SIGNATURE),
  },
};
/** The endings of export formats, for messages. */
const ENDINGS = '.csv, .xlsx, .json, .ndjson nor .parquet';

/** How CSV with such a head begins: with its first two names. */
function startOf(columns: FileTable['columns'], headings: Headings): string {
  const heads = columns.slice(0, 2).map((column) => headOf(column, headings));
  return `${headings === 'people' ? BYTE_ORDER_MARK : ''}${csvLines([heads]).trimEnd()}`;
}

/** Whether the ending of a file names an export format. */
export function isExportable(file: string): boolean {
  return Object.hasOwn(FORMATS, extname(file).toLowerCase());
}

/**
 * Writes a table into a CSV file, a workbook, a JSON or a Parquet file, by the ending of the file. Replaces the file only when
 * the new one is complete. A file that no export wrote is replaced only with `force`. Returns the number of rows. Throws
 * an `OperatorError` if that fails.
 */
export async function exportToFile(
  given: FileTable,
  file: string,
  { force, ...writing }: Writing & { force?: boolean | undefined },
): Promise<number> {
  const format = FORMATS[extname(file).toLowerCase()];
  if (!format) throw new Error(`${file} is neither ${ENDINGS}`);
  let count = 0;
  // the last reading counts
  const counted = <Item>(read: () => Iterable<Item>) =>
    function* () {
      count = 0;
      for (const item of read()) {
        count += 1;
        yield item;
      }
    };
  const json = jsonOf(given);
  const table = {
    columns: given.columns,
    rows: counted(given.rows),
    json: { ...json, records: counted(json.records) },
  };
  const target = targetOf(file);
  try {
    if (!force) requireOurs(file, target, format, table);
    removeUnfinished(target);
    // two exports into one file must not mix
    const unfinished = `${target}.${process.pid}.unfinished`;
    try {
      await format.write(table, unfinished, writing);
      syncToDisk(unfinished);
      renameSync(unfinished, target);
    } finally {
      rmSync(unfinished, { force: true });
    }
    syncToDisk(dirname(target));
    return count;
  } catch (error) {
    throw explainDisk('file', file, error);
  }
}

/** The file to replace, after following links. Throws an `OperatorError` if it cannot be a file. */
function targetOf(file: string): string {
  const folder = dirname(file);
  if (!existsSync(folder))
    throw new OperatorError(`The folder ${folder} does not exist. Check --out.`, USAGE);
  if (!existsSync(file)) return file;
  if (!statSync(file).isFile())
    throw new OperatorError(`${file} is not a regular file. Name another file with --out.`, USAGE);
  const target = realpathSync(file);
  if (!isExportable(target))
    throw new OperatorError(
      `${file} leads to ${target}, which is neither ${ENDINGS}. Name another file with --out.`,
      USAGE,
    );
  return target;
}

/** Throws an `OperatorError` if the file exists and is neither empty nor from an earlier export. */
function requireOurs(file: string, target: string, format: Format, table: Required<FileTable>): void {
  if (!existsSync(target)) return;
  const bytes = readFileSync(target);
  if (bytes.length === 0 || format.isOurs(bytes, table)) return;
  throw new OperatorError(
    `${file} exists, and no export wrote it. Name another file with --out, or add --force to replace it.`,
    USAGE,
  );
}

/** The part of a workbook that names who made it; empty if the file is not a workbook. */
function creatorsOf(bytes: Buffer): string {
  try {
    return Object.values(unzipSync(bytes, { filter: ({ name }) => name === 'docProps/core.xml' }))
      .map((part) => strFromU8(part))
      .join('');
  } catch {
    return '';
  }
}

/** Removes what killed exports to this file left. */
function removeUnfinished(target: string): void {
  const name = basename(target);
  for (const entry of readdirSync(dirname(target))) {
    if (!entry.startsWith(`${name}.`)) continue;
    const [, pid] = /^\.(\d+)\.unfinished$/.exec(entry.slice(name.length)) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(dirname(target), entry), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}

/** Writes a table as CSV in UTF-8, with a header. */
export function writeCsv(table: FileTable, into: Writable, headings?: Headings): Promise<void> {
  const pieces = csvPieces(shownTable(table), headings);
  return pipeline(Readable.from(pieces), into, { end: into !== process.stdout });
}
