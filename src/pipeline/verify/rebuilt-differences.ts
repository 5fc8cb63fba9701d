import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findingMessage } from '../../domain/findings/finding.ts';
import { formatCount } from '../../domain/money.ts';
import { explainDisk } from '../../domain/operator-error.ts';
import type { ReportRecord } from '../../domain/report.ts';
import { shortHash } from '../../domain/text/short-hash.ts';
import type { Dataset } from '../../store/dataset.ts';
import {
  attachExpected,
  countRows,
  findDifferences,
  REBUILT_TABLES,
  type RebuiltTable,
  type TableDifference,
} from '../../store/rebuilt-tables.ts';
import type { SqlValue } from '../../store/statements.ts';
import type { Archive } from '../archive/archive.ts';
import type { RunOptions } from '../open-run.ts';
import { runPipeline } from '../run.ts';
import type { RunSummary } from '../summary.ts';
import { reportName } from './archive-faults.ts';

/** Something that is wrong. `verify` prints these names in its JSON. */
export interface VerifyFinding {
  /** What was checked: the database file, the archive, the register of corrections, or what the dataset stores. */
  about: 'database' | 'archive' | 'corrections' | RebuiltTable['about'];
  message: string;
}

/** Options for reading the reports again. */
export type RebuildOptions = Omit<RunOptions, 'command' | 'database' | 'dryRun' | 'onDoubt'>;

/** Problems of one table that are listed. */
const FAULTS_LISTED = 20;
/** Without the registers of the run that wrote it, a correct figure looks wrong, and a new run would undo it. */
const REPROCESS =
  'If a run used another --reference or --layouts, verify with the same. Otherwise run allocations reprocess.';

/** Builds a temporary dataset from the archived reports that the dataset knows, and compares every table, figure by figure. */
export async function compareWithRebuilt(
  dataset: Dataset,
  archive: Archive,
  known: readonly ReportRecord[],
  options: RebuildOptions,
): Promise<VerifyFinding[]> {
  if (!existsSync(archive.folder)) return [];
  const folder = makeTemporaryFolder();
  try {
    const database = join(folder, 'rebuilt.sqlite');
    const inDataset = new Map(known.map((record) => [record.sha256, record]));
    // in the order in which a rebuild takes them. What only the archive has as withdrawn is told by itself
    const records = archive.list().flatMap(({ record }) => {
      const { withdrawn = null } = inDataset.get(record.sha256) ?? {};
      return inDataset.has(record.sha256) ? [{ ...record, withdrawn }] : [];
    });
    const summary = await runPipeline({
      ...options,
      ...{ command: 'rebuild', database, records, dryRun: false, onDoubt: 'load' },
    });
    const refused = refusedReports(summary, records);
    if (refused.length > 0) return refused;
    attachExpected(dataset, database);
    return REBUILT_TABLES.flatMap((table) => compareTable(dataset, table));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeTemporaryFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'allocations-verify-'));
  } catch (error) {
    throw explainDisk('folder for temporary files', tmpdir(), error);
  }
}

/** Compares a table with that of the attached dataset. */
export function compareTable(dataset: Dataset, table: RebuiltTable): VerifyFinding[] {
  const differences = findDifferences(dataset, table, FAULTS_LISTED + 1);
  const messages = differences.map((difference) => wordsOf(table.name, difference));
  const [stored, expected] = countRows(dataset, table);
  // equal rows differ only in their number
  if (messages.length === 0 && stored !== expected)
    messages.push(
      `${table.name}: ${formatCount(stored)} rows are stored, but the archive and the registers give ${formatCount(expected)}`,
    );
  const shown = messages.slice(0, FAULTS_LISTED).map((message) => `${message}. ${REPROCESS}`);
  if (messages.length > shown.length) shown.push('There are more problems of this kind.');
  return shown.map((message) => ({ about: table.about, message }));
}

/** Finds reports that the current code and layouts refuse. Most differences of the tables would follow from these. */
function refusedReports({ reports }: RunSummary, records: readonly ReportRecord[]): VerifyFinding[] {
  return reports
    .filter(({ status }) => status === 'refused')
    .map(({ path, sha256, findings }) => {
      const record = records.find((known) => known.sha256 === sha256);
      const error = findings.find(({ severity }) => severity === 'error');
      const reason = error ? findingMessage(error) : 'It cannot be read.';
      const message = `${record ? reportName(record) : path} is refused when it is read again, so the tables were not compared. ${reason} The dataset still has its rows. If a run used --layouts, verify with the same file. Otherwise add a layout for it, or withdraw it.`;
      return { about: 'reports', message };
    });
}

function wordsOf(table: string, { key, column, stored, expected }: TableDifference): string {
  const place = [table, ...key.filter((value) => value !== null).map(keyText)].join(' ');
  if (column !== null)
    return `${place}: ${column} is ${valueText(stored)}, but the archive and the registers give ${valueText(expected)}`;
  return stored === null
    ? `${place}: this row is not stored, but the archive and the registers give it`
    : `${place}: this row is stored, but the archive and the registers do not give it`;
}

function keyText(value: SqlValue): string {
  return /^[0-9a-f]{64}$/.test(`${value}`) ? shortHash(`${value}`) : `${value}`;
}

function valueText(value: SqlValue): string {
  return typeof value === 'string' ? JSON.stringify(value) : `${value}`;
}
