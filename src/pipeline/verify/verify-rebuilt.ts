import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findingMessage } from '../../domain/findings/finding.ts';
import { formatCount } from '../../domain/money.ts';
import { ALL_MONTHS } from '../../domain/month-range.ts';
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
import type { KnownReport } from '../../store/write/reports.ts';
import { takeArchived } from '../intake/report-inputs.ts';
import { executeRun, type RunOptions } from '../run.ts';
import type { RunSummary } from '../summary.ts';
import { reportName } from './verify-archive.ts';
import { FAULTS_LISTED, limitFindings, type VerifyFinding } from './verify-finding.ts';

/** Options for reading the reports again. */
export type RebuildOptions = Omit<RunOptions, 'command' | 'reports' | 'months' | 'database' | 'dryRun'>;

/** Without the registers of the run that wrote it, a correct figure looks wrong, and a new run would undo it. */
const REPROCESS =
  'If a run used another --reference or --layouts, verify with the same. Otherwise run allocations reprocess.';

/**
 * Builds a temporary dataset from the archived reports and their archived records, with the months and decisions that
 * the dataset has. Compares every table.
 */
export async function compareWithRebuilt(
  dataset: Dataset,
  known: readonly KnownReport[],
  options: RebuildOptions,
): Promise<VerifyFinding[]> {
  const folder = makeTemporaryFolder();
  try {
    const records = new Map(known.map(({ record }) => [record.sha256, record]));
    const database = join(folder, 'rebuilt.sqlite');
    const summary = await executeRun({
      ...options,
      command: 'rebuild',
      months: ALL_MONTHS,
      database,
      reports: takeArchived((archived) => {
        const record = records.get(archived.sha256);
        if (!record) return null;
        const { taken, withdrawn, held } = record;
        return { ...archived, taken, withdrawn, held };
      }),
      dryRun: false,
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
  return limitFindings(table.about, messages, REPROCESS);
}

/** Finds reports that the current code and layouts refuse. Most differences of the tables would follow from these. */
function refusedReports(
  { reports }: RunSummary,
  records: ReadonlyMap<string, ReportRecord>,
): VerifyFinding[] {
  return reports
    .filter(({ status }) => status === 'refused')
    .map(({ path, sha256, findings }) => {
      const record = records.get(`${sha256}`);
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
