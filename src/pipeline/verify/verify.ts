import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { MACHINE, OperatorError } from '../../domain/operator-error.ts';
import { acquireLock, type RunLock } from '../../files/lock.ts';
import type { Registers } from '../../registers/registers.ts';
import { STATE_CODES, STATES } from '../../states/index.ts';
import { compareSchema } from '../../store/compare/schema-differences.ts';
import type { Dataset } from '../../store/dataset.ts';
import { type KnownReport, openReports, type Reports } from '../../store/write/reports.ts';
import { openRuns } from '../../store/write/runs.ts';
import { openStateReader } from '../../store/write/state-store.ts';
import { FindingReader } from '../../store/write/stored-findings.ts';
import { Archive } from '../archive/archive.ts';
import { verifyArchive } from './verify-archive.ts';
import { verifyState } from './verify-content.ts';
import type { VerifyFinding } from './verify-finding.ts';
import { verifyHistory } from './verify-history.ts';
import { verifySeenFiles } from './verify-seen-files.ts';

const REBUILD = 'Build the dataset again with allocations rebuild.';

/** The result of a verification. */
export interface Verification {
  reports: number;
  archived: number;
  rows: number;
  series: number;
  datapoints: number;
  findings: VerifyFinding[];
}

/** A verification, and the archive and reports it used. */
export interface CheckedContent extends Verification {
  archive: Archive;
  known: readonly KnownReport[];
}

/**
 * Checks the dataset file, all archived reports, and the content of the dataset: by digests, or by computing it again
 * from rows and registers. It writes nothing. Throws an `OperatorError` while a run uses the archive.
 */
export function verifyDataset(
  dataset: Dataset,
  archiveFolder: string,
  registers: Registers,
  startedAt: Date,
): Verification {
  // the other checks need a sound file
  const damage = verifyFile(dataset);
  if (damage.length > 0) return damaged(damage);
  const check = () => checkContent(dataset, archiveFolder, registers, startedAt);
  const { archive: _, known: __, ...verification } = dataset.sqlite.transaction(check).deferred();
  return verification;
}

/** The verification of a file that cannot be checked any further. */
export function damaged(findings: VerifyFinding[]): Verification {
  return { reports: 0, archived: 0, rows: 0, series: 0, datapoints: 0, findings };
}

/** Checks everything but the file itself. The caller has begun a transaction and has read nothing yet. */
export function checkContent(
  dataset: Dataset,
  archiveFolder: string,
  registers: Registers,
  startedAt: Date,
): CheckedContent {
  const { archive, reports } = readTogether(dataset, archiveFolder, startedAt);
  const records = reports.byId();
  const known = reports.list();
  const findings = new FindingReader(dataset);
  const states = STATES.map((state) =>
    verifyState(openStateReader(dataset, state), { known, records, registers, findings }),
  );
  const sum = (key: 'series' | 'datapoints') => states.reduce((total, part) => total + part[key], 0);
  return {
    archive,
    known,
    reports: known.length,
    archived: archive.list().length,
    rows: known.reduce((total, { rowCount }) => total + rowCount, 0),
    series: sum('series'),
    datapoints: sum('datapoints'),
    findings: [
      ...findUnknownObjects(dataset),
      ...verifyArchive(archive, records, rebuiltAt(dataset)),
      ...states.flatMap((state) => state.findings),
      ...findUncheckedFindings(dataset),
      ...verifyHistory(dataset),
      ...verifySeenFiles(dataset),
    ],
  };
}

/** When a rebuild began this dataset; `null` if another run did. */
export function rebuiltAt(dataset: Dataset): string | null {
  const first = openRuns(dataset).first();
  return first?.command === 'rebuild' ? first.startedAt : null;
}

/**
 * Reads the archive and the reports of the dataset while it holds the lock of the archive, so that both are from the
 * same run. A read-only archive is read without the lock. Reading the reports starts the snapshot of the transaction.
 */
function readTogether(
  dataset: Dataset,
  folder: string,
  startedAt: Date,
): { archive: Archive; reports: Reports } {
  const read = () => ({ archive: new Archive(folder), reports: openReports(dataset) });
  if (!existsSync(folder)) return read();
  let lock: RunLock | undefined;
  try {
    lock = acquireLock(folder, 'verify', startedAt.toISOString());
  } catch (error) {
    if (!(error instanceof OperatorError && error.exitCode === MACHINE)) throw error;
  }
  try {
    return read();
  } finally {
    lock?.release();
  }
}

/** Checks the dataset file: damage, schema, foreign keys and JSON columns. */
export function verifyFile(dataset: Dataset): VerifyFinding[] {
  const damage = findDamage(dataset);
  if (damage.length > 0) return damage;
  const changed = findChangedObjects(dataset);
  return changed.length > 0 ? changed : [...findBrokenReferences(dataset), ...findMalformed(dataset)];
}

/** Finds tables and indexes that are missing or not as the migrations define them. */
function findChangedObjects(dataset: Dataset): VerifyFinding[] {
  return compareSchema(dataset).changed.map((object) => ({
    about: 'database',
    message: `The ${object} is missing or is not as this version defines it. ${REBUILD}`,
  }));
}

/** A trigger can change what runs write, and a view can hide a table. */
function findUnknownObjects(dataset: Dataset): VerifyFinding[] {
  return compareSchema(dataset).unknown.map((object) => ({
    about: 'database',
    message: `The ${object} does not belong to a dataset. Remove it, or build the dataset again with allocations rebuild.`,
  }));
}

/** Finds stored findings without a report, jurisdiction or state, which no other check reads. */
function findUncheckedFindings({ sqlite }: Dataset): VerifyFinding[] {
  const unchecked = sqlite.prepare<[string], { scope: string; state: string; code: string }>(
    `SELECT scope, state, code FROM finding WHERE NOT (
       scope = 'report' AND report_id IS NOT NULL
       OR scope = 'series' AND jurisdiction_id IS NOT NULL
       OR scope = 'state' AND state IN (SELECT value FROM json_each(?)))`,
  );
  return unchecked.all(JSON.stringify(STATE_CODES)).map(({ scope, state, code }) => ({
    about: 'findings',
    message: `${code} is stored with the scope "${scope}" (${state}), but belongs to no report, jurisdiction or state. Run allocations reprocess.`,
  }));
}

/** Finds reports whose JSON columns are malformed. */
function findMalformed({ sqlite }: Dataset): VerifyFinding[] {
  const malformed = (column: string, type: string) =>
    sqlite
      .prepare<[string], string>(
        `SELECT file_name FROM report WHERE ${column} IS NOT NULL
         AND CASE WHEN json_valid(${column}) THEN json_type(${column}) <> ? ELSE true END`,
      )
      .pluck()
      .all(type)
      .map((name) => `${column} of report ${name} is not a JSON ${type}. ${REBUILD}`);
  return [
    ...malformed('taken', 'array'),
    ...malformed('origin', 'object'),
    ...malformed('held', 'object'),
  ].map((message) => ({
    about: 'database',
    message,
  }));
}

function findBrokenReferences({ sqlite }: Dataset): VerifyFinding[] {
  const broken = sqlite
    .prepare<[], { table: string; rowid: number | null; parent: string }>('PRAGMA foreign_key_check')
    .all();
  const messages = broken.map(({ table, rowid, parent }) => {
    const row = rowid === null ? 'A row' : `Row ${rowid}`;
    return `${row} of ${table} refers to a row of ${parent} that does not exist. ${REBUILD}`;
  });
  return [...new Set(messages)].map((message) => ({ about: 'database', message }));
}

/** Runs the integrity check of SQLite. */
function findDamage({ sqlite }: Dataset): VerifyFinding[] {
  const found = (line: string): VerifyFinding => ({
    about: 'database',
    message: `SQLite finds the file damaged: ${line}. ${REBUILD}`,
  });
  try {
    const lines = sqlite.prepare<[], string>('PRAGMA integrity_check').pluck().all();
    return lines.filter((line) => line !== 'ok').map(found);
  } catch (error) {
    if (error instanceof Database.SqliteError) return [found(error.message)];
    throw error;
  }
}
