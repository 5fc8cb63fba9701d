import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findingMessage } from '../../domain/findings/finding.ts';
import { ALL_MONTHS } from '../../domain/month-range.ts';
import { explainDisk } from '../../domain/operator-error.ts';
import type { ReportRecord } from '../../domain/report.ts';
import { shortHash } from '../../domain/text/sha256.ts';
import { plural } from '../../domain/text/wording.ts';
import { COMPARED_TABLES, type ComparedTable } from '../../store/compare/compared-tables.ts';
import { compareTables, ROW, type TableDifference } from '../../store/compare/table-differences.ts';
import { type Dataset, readDataset } from '../../store/dataset.ts';
import type { SqlValue } from '../../store/statements.ts';
import type { KnownReport } from '../../store/write/reports.ts';
import type { Archive } from '../archive/archive.ts';
import { executeRun, type RunOptions } from '../run.ts';
import type { RunSummary } from '../summary.ts';
import { checkContent, damaged, rebuiltAt, type Verification, verifyFile } from './verify.ts';
import { reportName, withoutLaterDecisions } from './verify-archive.ts';
import { limitFindings, type VerifyFinding } from './verify-finding.ts';

/** Options for reading the reports again. */
export type DeepOptions = Omit<RunOptions, 'command' | 'reports' | 'months' | 'database' | 'dryRun'>;

/** Differences of one table that are listed; the others are counted. */
const LISTED = 20;

/**
 * Checks a dataset as `verifyDataset` does, then builds a temporary dataset from the archived reports with the current
 * code, layouts and registers, and compares all tables. Throws an `OperatorError` while a run uses the archive.
 */
export async function verifyDeep(dataset: Dataset, options: DeepOptions): Promise<Verification> {
  const { sqlite } = dataset;
  const damage = verifyFile(dataset);
  if (damage.length > 0) return damaged(damage);
  // all checks read the same snapshot
  sqlite.exec('BEGIN');
  try {
    const { archive, known, ...verification } = checkContent(
      dataset,
      options.archive,
      options.registers,
      options.now(),
    );
    if (!existsSync(archive.folder)) return verification;
    const deep = await compareWithArchive(dataset, archive, known, options);
    return { ...verification, findings: [...verification.findings, ...deep] };
  } finally {
    if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
  }
}

async function compareWithArchive(
  dataset: Dataset,
  archive: Archive,
  known: readonly KnownReport[],
  options: DeepOptions,
): Promise<VerifyFinding[]> {
  const folder = makeTemporaryFolder();
  try {
    const database = join(folder, 'rebuilt.sqlite');
    const expected = recordsToRead(archive, known, rebuiltAt(dataset));
    const summary = await executeRun({
      ...options,
      command: 'rebuild',
      months: ALL_MONTHS,
      database,
      reports: { archived: ({ sha256 }) => expected.get(sha256) ?? null },
      dryRun: false,
    });
    const refused = refusedReports(summary, expected);
    const differences = readDataset(database, (rebuilt) =>
      COMPARED_TABLES.flatMap((table) => differencesOf(dataset, rebuilt, table)),
    );
    return refused.length === 0 ? differences : [...refused, ...foldDifferences(differences)];
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

/** The archived reports of this dataset, with the months it took. Other reports may belong to another dataset. */
function recordsToRead(
  archive: Archive,
  known: readonly KnownReport[],
  rebuilt: string | null,
): Map<string, ReportRecord> {
  const inDataset = new Map(known.map(({ record }) => [record.sha256, record]));
  return new Map(
    archive.list().flatMap(({ record }) => {
      const mine = inDataset.get(record.sha256);
      if (mine === undefined) return [];
      const asKnown = { ...withoutLaterDecisions(record, mine, rebuilt), loadedMonths: mine.loadedMonths };
      return [[record.sha256, asKnown] as const];
    }),
  );
}

/** Finds reports that the current code and layouts refuse. */
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
      const message = `${record ? reportName(record) : path} is refused when it is read again. ${reason} The dataset still has its rows. If a run used --layouts, verify with the same file. Otherwise add a layout for it, or withdraw it.`;
      return { about: 'reports', message };
    });
}

/** A refused report also lacks its rows, datapoints and findings: these differences say nothing more. */
function foldDifferences({ length }: readonly VerifyFinding[]): VerifyFinding[] {
  if (length === 0) return [];
  const message = `At least ${plural(length, 'difference')} in the tables ${length === 1 ? 'is' : 'are'} not listed, because a refused report explains most of them. When all reports can be read, run verify --deep again.`;
  return [{ about: 'reports', message }];
}

function differencesOf(dataset: Dataset, rebuilt: Dataset, compared: ComparedTable): VerifyFinding[] {
  const { about, name } = compared;
  const differences = [...compareTables(dataset, rebuilt, compared)];
  return limitFindings(
    about,
    differences.map((difference) => wordsOf(name, difference)),
    LISTED,
  );
}

function wordsOf(table: string, { key, column, stored, expected }: TableDifference): string {
  const place = [table, ...key.filter((value) => value !== null).map(keyText)].join(' ');
  if (column !== null)
    return `${place}: ${column} is ${valueText(stored)}, but the archive and the registers give ${valueText(expected)}.`;
  return stored === ROW.there
    ? `${place}: this row is stored, but the archive and the registers do not give it.`
    : `${place}: this row is not stored, but the archive and the registers give it.`;
}

function keyText(value: SqlValue): string {
  return /^[0-9a-f]{64}$/.test(`${value}`) ? shortHash(`${value}`) : `${value}`;
}

function valueText(value: SqlValue): string {
  return typeof value === 'string' ? JSON.stringify(value) : `${value}`;
}
