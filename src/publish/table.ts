import { existsSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { strFromU8, unzipSync } from 'fflate';
import { errorCode, explainDisk, OperatorError, USAGE } from '../domain/operator-error.ts';
import { csvLines } from '../domain/text/csv-lines.ts';
import { escapeUnprintable } from '../domain/text/printable.ts';
import { syncToDisk } from '../files/sync-to-disk.ts';
import { type DatapointColumn, toShown } from '../store/query/datapoints.ts';
import type { SqlValue } from '../store/statements.ts';

interface ExportedColumn extends Pick<DatapointColumn, 'name' | 'content'> {
  /** Whether every row has a value. Only Parquet files tell. */
  isRequired?: boolean;
}

/** Rows of values as stored, under columns. */
export interface ExportedTable {
  columns: readonly ExportedColumn[];
  rows: Iterable<readonly SqlValue[]>;
}

/** Rows written before the next check that the reader keeps up. */
const ROWS_AT_ONCE = 500;
/** The limit of a sheet, including its header. */
const MOST_SHEET_ROWS = 1_048_576;

/** How Excel shows the values of a column. */
const SHOWN: Readonly<Partial<Record<DatapointColumn['content'], { numFmt: string; width: number }>>> = {
  month: { numFmt: 'yyyy-mm', width: 10 },
  amount: { numFmt: '#,##0.00', width: 16 },
  ratio: { numFmt: '0.000%', width: 12 },
};

/** How a format is written, and how a file of an earlier export is told from one that others made. */
interface Format {
  write(table: ExportedTable, path: string): Promise<unknown>;
  isOurs(bytes: Buffer, table: ExportedTable): boolean;
}

/** The program, as it signs workbooks and Parquet files. */
const SIGNATURE = 'sales-tax-allocations';

const FORMATS: Readonly<Record<string, Format>> = {
  '.csv': {
    write: streamed(writeCsv),
    isOurs: (bytes, { columns: [first, second] }) =>
      bytes.subarray(0, 4096).toString().startsWith(`${first?.name},${second?.name},`),
  },
  '.xlsx': { write: streamed(writeWorkbook), isOurs: (bytes) => creatorsOf(bytes).includes(SIGNATURE) },
  '.parquet': {
    write: async ({ columns, rows }, path) => {
      const { writeParquet } = await import('./parquet/parquet-file.ts');
      const optional = columns.map((column) => ({ isRequired: false, ...column }));
      await writeParquet({ columns: optional, rows }, path, {});
    },
    // the name of the writer stands near the end
    isOurs: (bytes) => bytes.subarray(-4096).includes(SIGNATURE),
  },
};
/** The endings of export formats, for messages. */
const ENDINGS = '.csv, .xlsx nor .parquet';

/** Writes a file by a function that writes into a stream. */
function streamed(write: (table: ExportedTable, into: Writable) => Promise<void>): Format['write'] {
  return async (table, path) => {
    const opened = await open(path, 'w');
    await write(table, opened.createWriteStream());
  };
}

/** Whether the ending of a file names an export format. */
export function isExportable(file: string): boolean {
  return Object.hasOwn(FORMATS, extname(file).toLowerCase());
}

/**
 * Writes a table into a CSV file, a workbook or a Parquet file, by the ending of the file. Replaces the file only when
 * the new one is complete. A file that no export wrote is replaced only with `force`. Throws an `OperatorError` if that fails.
 */
export async function exportToFile(table: ExportedTable, file: string, force = false): Promise<void> {
  const format = FORMATS[extname(file).toLowerCase()];
  if (!format) throw new Error(`${file} is neither ${ENDINGS}`);
  const target = targetOf(file);
  try {
    if (!force) requireOurs(file, target, format, table);
    removeUnfinished(target);
    // two exports into one file must not mix
    const unfinished = `${target}.${process.pid}.unfinished`;
    try {
      await format.write(table, unfinished);
      syncToDisk(unfinished);
      renameSync(unfinished, target);
    } finally {
      rmSync(unfinished, { force: true });
    }
    syncToDisk(dirname(target));
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
function requireOurs(file: string, target: string, format: Format, table: ExportedTable): void {
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
export async function writeCsv({ columns, rows }: ExportedTable, into: Writable): Promise<void> {
  const shown = toShown(columns);
  const lines = function* () {
    yield csvLines([columns.map(({ name }) => name)]);
    let together: (readonly SqlValue[])[] = [];
    for (const row of rows) {
      together.push(shown(row));
      if (together.length < ROWS_AT_ONCE) continue;
      yield csvLines(together);
      together = [];
    }
    if (together.length > 0) yield csvLines(together);
  };
  await pipeline(Readable.from(lines()), into, { end: into !== process.stdout });
}

/** Writes a table as a workbook of one sheet: codes are text, months dates, figures numbers. */
async function writeWorkbook({ columns, rows }: ExportedTable, into: Writable): Promise<void> {
  const written = finished(into);
  // checked between rows and at the end
  written.catch(() => undefined);
  const { default: ExcelJS } = await import('exceljs');
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: into, useStyles: true });
  workbook.creator = SIGNATURE;
  const sheet = workbook.addWorksheet('allocations', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = columns.map(({ name, content }) => {
    const { numFmt, width } = SHOWN[content] ?? {};
    return { header: name, width: width ?? 14, style: numFmt ? { numFmt } : {} };
  });
  const shown = toShown(columns);
  let count = 1;
  for (const row of rows) {
    count += 1;
    if (count > MOST_SHEET_ROWS) {
      const message = `A sheet holds ${MOST_SHEET_ROWS} rows, but the export has more. Limit it with --from and --to, or write .csv.`;
      throw new OperatorError(message, USAGE);
    }
    sheet.addRow(shown(row).map((value, at) => cellOf(value, columns[at]?.content))).commit();
    if (count % ROWS_AT_ONCE > 0) continue;
    await nextTurn();
    if (into.errored) throw into.errored;
  }
  sheet.commit();
  await Promise.all([workbook.commit(), written]);
}

function cellOf(value: SqlValue, content: DatapointColumn['content'] | undefined): SqlValue | Date {
  return content === 'month' ? new Date(`${value}T00:00:00Z`) : printableOf(value);
}

/** Escapes control characters, which a workbook cannot contain and a terminal must not get. */
function printableOf(value: SqlValue): SqlValue {
  return typeof value === 'string' ? escapeUnprintable(value) : value;
}
