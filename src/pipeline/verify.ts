import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import Database from 'better-sqlite3';
import { formatCount } from '../domain/money.ts';
import { errorCode, MACHINE, OperatorError } from '../domain/operator-error.ts';
import type { ReportRecord, Withdrawal } from '../domain/report.ts';
import { counted } from '../domain/wording.ts';
import { STATES } from '../states/index.ts';
import type { Dataset } from '../store/dataset.ts';
import { openReports, type Reports } from '../store/reports.ts';
import { openStateStore, type StateStore } from '../store/state-store.ts';
import { Archive } from './archive.ts';
import { type Correction, correctionsOf, isMisfit, unmatchedCorrections } from './corrections.ts';
import { acquireLock, type RunLock } from './lock.ts';
import type { ReportRecords } from './precedence.ts';
import type { Reference } from './reference.ts';
import { readRegularFile } from './regular-file.ts';
import { buildSeries } from './series.ts';

/** Something that is not as it must be. The names are those of the JSON `verify` prints. */
export interface VerifyFinding {
  /** What was looked at: the database file, the archive, the rows of reports, the datapoints, or the register of corrections. */
  about: 'database' | 'archive' | 'rows' | 'datapoints' | 'corrections';
  message: string;
}

/** What was looked at, and what is wrong. */
export interface Verification {
  reports: number;
  archived: number;
  rows: number;
  series: number;
  datapoints: number;
  findings: VerifyFinding[];
}

/** Differences of one series that are listed; of the others the number is told. */
const LISTED_OF_SERIES = 5;

/**
 * Checks a dataset: the file itself, the bytes of every archived report, and every datapoint and derived figure, which
 * it computes again from the stored rows and the register of corrections. It writes nothing. Throws an
 * `OperatorError` while a run works on the archive.
 */
export function verifyDataset(
  dataset: Dataset,
  archiveFolder: string,
  { corrections }: Pick<Reference, 'corrections'>,
  startedAt: Date,
): Verification {
  // not even a transaction is to be had of a damaged file, and rows of no report cannot be told apart
  const damage = verifyFile(dataset);
  if (damage.length > 0)
    return { reports: 0, archived: 0, rows: 0, series: 0, datapoints: 0, findings: damage };
  return dataset.sqlite
    .transaction((): Verification => {
      const { archive, reports } = readTogether(dataset, archiveFolder, startedAt);
      const records = reports.byId();
      const known = reports.list();
      const stores = STATES.map((state) => openStateStore(dataset, state));
      const series = stores.map((store) => verifySeries(store, records, corrections));
      const sum = (key: 'series' | 'datapoints') => series.reduce((total, part) => total + part[key], 0);
      return {
        reports: known.length,
        archived: archive.list().length,
        rows: known.reduce((total, { rowCount }) => total + rowCount, 0),
        series: sum('series'),
        datapoints: sum('datapoints'),
        findings: [
          ...verifyArchive(archive, records),
          ...stores.flatMap((store) => verifyRowCounts(store, known)),
          ...series.flatMap(({ findings }) => findings),
          ...stores.flatMap((store) => verifyCorrections(store, corrections)),
        ],
      };
    })
    .deferred();
}

/**
 * The archive and the reports of the dataset as one run left them: the archive's lock is held while both are read,
 * unless it cannot be taken because the archive is read-only. Reading the reports begins the transaction's snapshot.
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

/** What SQLite itself finds wrong with a dataset file. */
export function verifyFile(dataset: Dataset): VerifyFinding[] {
  const damage = findDamage(dataset);
  return damage.length > 0 ? damage : findBrokenReferences(dataset);
}

function findBrokenReferences({ sqlite }: Dataset): VerifyFinding[] {
  const broken = sqlite
    .prepare<[], { table: string; rowid: number | null; parent: string }>('PRAGMA foreign_key_check')
    .all();
  const messages = broken.map(({ table, rowid, parent }) => {
    const row = rowid === null ? 'a row' : `row ${rowid}`;
    return `${row} of ${table} refers to a row of ${parent} that is not there`;
  });
  return [...new Set(messages)].map((message) => ({ about: 'database', message }));
}

/** Where the file is no sound database, nothing else can be said of it. */
function findDamage({ sqlite }: Dataset): VerifyFinding[] {
  const found = (line: string): VerifyFinding => ({
    about: 'database',
    message: `SQLite finds the file damaged: ${line}`,
  });
  try {
    const lines = sqlite.prepare<[], string>('PRAGMA integrity_check').pluck().all();
    return lines.filter((line) => line !== 'ok').map(found);
  } catch (error) {
    if (error instanceof Database.SqliteError) return [found(error.message)];
    throw error;
  }
}

function verifyArchive(archive: Archive, records: ReportRecords): VerifyFinding[] {
  if (records.size > 0 && !existsSync(archive.folder))
    return [
      { about: 'archive', message: `the archive ${archive.folder} does not exist; name it with --archive` },
    ];
  const inDataset = new Map([...records.values()].map((record) => [record.sha256, record]));
  const messages = archive.list().flatMap(({ path, record }) => {
    const known = inDataset.get(record.sha256);
    inDataset.delete(record.sha256);
    return [...faultsOfFile(path, record.sha256), ...faultsOfRecord(record, known, archive)];
  });
  for (const record of inDataset.values()) {
    const advice = archive.hasBytes(record) ? 'the next run writes its record' : 'ingest the file again';
    messages.push(`${nameOf(record)} is in the dataset, but not archived; ${advice}`);
  }
  return messages.map((message) => ({ about: 'archive', message }));
}

/** What is wrong with an archived file; nothing where it is what was received. */
function faultsOfFile(path: string, sha256: string): string[] {
  try {
    if (hash('sha256', readRegularFile(path)) === sha256) return [];
    return [`${path} is not what was received; restore it from a backup`];
  } catch (error) {
    const code = errorCode(error);
    if (code === null) throw error;
    const reason = code === 'ENOENT' ? 'is not there' : `cannot be read (${code})`;
    return [`${path} ${reason}; restore it from a backup`];
  }
}

/** Where the record of the archive is not that of the dataset, which may have none. */
function faultsOfRecord(record: ReportRecord, known: ReportRecord | undefined, archive: Archive): string[] {
  const name = nameOf(record);
  if (!known) {
    return record.withdrawn === null
      ? [`${name} is archived, but not in the dataset; run allocations reprocess`]
      : [];
  }
  const faults: string[] = [];
  if (known.receivedAt !== record.receivedAt)
    faults.push(
      `${name} was received at ${known.receivedAt}, but its record says ${record.receivedAt}; restore the record from a backup`,
    );
  if (archive.isBehind(known))
    faults.push(`the dataset has months of ${name} that its archived record lacks; the next run adds them`);
  return [...faults, ...faultsOfWithdrawal(name, known.withdrawn, record.withdrawn)];
}

/** The archive decides: nothing writes a withdrawal of the dataset there but the command that makes it. */
function faultsOfWithdrawal(name: string, stored: Withdrawal | null, archived: Withdrawal | null): string[] {
  if (isDeepStrictEqual(stored, archived)) return [];
  if (stored === null)
    return [`${name} is withdrawn in the archive, but not in the dataset; the next run withdraws it there`];
  if (archived === null)
    return [
      `${name} is withdrawn in the dataset, but not in the archive; if it must stay out, run allocations withdraw again, otherwise make the dataset again with allocations rebuild`,
    ];
  return [
    `${name} was withdrawn at ${stored.at} (${stored.reason}) in the dataset, but at ${archived.at} (${archived.reason}) in the archive; make the dataset again with allocations rebuild`,
  ];
}

function nameOf({ fileName, sha256 }: ReportRecord): string {
  return `${fileName} (${sha256})`;
}

function verifyCorrections(store: StateStore, corrections: readonly Correction[]): VerifyFinding[] {
  const unmatched = unmatchedCorrections(store, correctionsOf(store.state, corrections));
  return unmatched.map(({ message }) => ({ about: 'corrections', message }));
}

function verifyRowCounts(
  { state, rowsOf }: StateStore,
  known: ReturnType<ReturnType<typeof openReports>['list']>,
): VerifyFinding[] {
  return state.kinds.flatMap((kind) =>
    known
      .filter(({ record }) => record.kind === kind.name)
      .flatMap(({ id, record, rowCount }): VerifyFinding[] => {
        const count = rowsOf(kind.name).countOfReport(id);
        const message = `${nameOf(record)} has ${counted(count, 'row')}, but ${formatCount(rowCount)} ${rowCount === 1 ? 'was' : 'were'} taken; run allocations reprocess`;
        return count === rowCount ? [] : [{ about: 'rows', message }];
      }),
  );
}

function verifySeries(
  store: StateStore,
  records: ReportRecords,
  corrections: readonly Correction[],
): { series: number; datapoints: number; findings: VerifyFinding[] } {
  const { state, jurisdictions, allocations } = store;
  const months = store.months();
  const findings: VerifyFinding[] = [];
  let datapoints = 0;
  for (const jurisdiction of jurisdictions.list()) {
    const { id, name } = jurisdiction;
    const rows = store.rowsOfSeries(jurisdiction);
    if (rows === null) {
      findings.push({ about: 'rows', message: `${id} ${name} has no row in any report` });
      continue;
    }
    const series = buildSeries(state, id, {
      rows,
      reports: records,
      stateMonths: months,
      corrections,
      from: null,
    });
    for (const { message } of series.findings.filter(isMisfit))
      findings.push({ about: 'corrections', message });
    const differences = allocations.differences(id, series.datapoints, series.derived);
    datapoints += series.datapoints.length;
    const listed = differences.slice(0, LISTED_OF_SERIES);
    const rest = differences.length - listed.length;
    if (rest > 0) listed.push(`and ${counted(rest, 'more difference')}`);
    for (const difference of listed)
      findings.push({ about: 'datapoints', message: `${state.code} ${id} ${name}: ${difference}` });
  }
  return { series: jurisdictions.list().length, datapoints, findings };
}
