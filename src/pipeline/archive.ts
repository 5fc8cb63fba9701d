import { type Dirent, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import writeFileAtomic from 'write-file-atomic';
import * as z from 'zod';
import { compareText } from '../domain/compare-text.ts';
import { parseJson } from '../domain/json.ts';
import { monthText } from '../domain/month.ts';
import { errorCode, explainDisk, MACHINE, messageOf, OperatorError } from '../domain/operator-error.ts';
import { reportOrigin } from '../domain/origin.ts';
import type { ReportKindName, ReportRecord, Withdrawal } from '../domain/report.ts';
import { sha256Hex } from '../domain/sha256.ts';
import { fromStored, toStored } from '../domain/stored-report.ts';
import { STATES } from '../states/index.ts';
import { uniteMonths } from './months-taken.ts';
import { readRegularFile } from './regular-file.ts';
import { syncToDisk } from './sync-to-disk.ts';

const RECORD_SUFFIX = '.report.json';
/** How a record comes back: what it says is in the dataset as well. */
const OTHER_RECORD =
  'restore it from a backup, or delete it: the next ingest writes it again if the dataset has the report';
const KIND_FOLDER = /^[a-z-]+$/;
/** How write-file-atomic names a file until it is whole. */
const UNFINISHED = /[0-9a-f]{64}\.(?:csv|json|xlsx|report\.json)\.\d+$/;

const recordFile = z.strictObject({
  sha256: sha256Hex,
  kind: z.custom<ReportKindName>((value) => typeof value === 'string' && /^[a-z]{2}\/[a-z-]+$/.test(value)),
  format: z.enum(['csv', 'json', 'xlsx']),
  file_name: z.string(),
  received_at: z.iso.datetime(),
  first_month: monthText,
  last_month: monthText,
  taken: z.array(z.strictObject({ first: monthText, last: monthText })).nullable(),
  withdrawn: z.strictObject({ at: z.string(), reason: z.string() }).nullable().default(null),
  origin: reportOrigin.nullable().default(null),
});

/** A report in the archive. */
export interface ArchivedReport {
  record: ReportRecord;
  path: string;
}

/**
 * The archive: `<folder>/<state>/<kind>/<sha256>.<format>`, the bytes as received, and beside them
 * `<sha256>.report.json`, the record. A report is in the archive once its record is: bytes are kept before the
 * dataset commits, records written after it has. Withdrawals are written before: only the archive can keep them.
 */
export class Archive {
  readonly folder: string;
  private readonly reports: Map<string, ArchivedReport>;
  private readonly pending: ReportRecord[] = [];
  private readonly withdrawals: ReportRecord[] = [];
  private readonly newFiles: string[] = [];
  /** Folders with names that may not be on the disk yet. */
  private readonly unsynced = new Set<string>();

  /** Opens the archive in a folder, which need not exist. */
  constructor(folder: string) {
    this.folder = folder;
    this.reports = new Map(readRecords(folder).map((report) => [report.record.sha256, report]));
  }

  /** The report with this hash, if its record is there. */
  find(sha256: string): ArchivedReport | undefined {
    return this.reports.get(sha256);
  }

  /** Whether both a report's bytes and its record are there. */
  has(sha256: string): boolean {
    const report = this.reports.get(sha256);
    return report !== undefined && existsSync(report.path);
  }

  /** Whether a report's bytes are there, whatever of its record. */
  hasBytes(record: ReportRecord): boolean {
    return existsSync(this.pathOf(record, `.${record.format}`));
  }

  /** All reports, in the order they were received, then by hash. */
  list(): ArchivedReport[] {
    const key = ({ record }: ArchivedReport) => `${record.receivedAt} ${record.sha256}`;
    return [...this.reports.values()].sort((a, b) => compareText(key(a), key(b)));
  }

  /** Keeps a report's bytes, once; its record follows with `confirm`. */
  keep(bytes: Uint8Array, record: ReportRecord): void {
    const path = this.pathOf(record, `.${record.format}`);
    this.amend(record);
    if (hasBytes(path, bytes)) return;
    this.newFiles.push(path);
    this.write(path, Buffer.from(bytes), 0o444);
  }

  /**
   * Notes what is new about a report; its record follows with `confirm`. The months on record are those any dataset
   * took, and a withdrawal stays as the archive has it.
   */
  amend(record: ReportRecord): void {
    const before = this.reports.get(record.sha256)?.record;
    this.pending.push(before ? { ...this.withMonthsOf(record), withdrawn: before.withdrawn } : record);
  }

  /** Notes a withdrawal; its record is written by `prepareCommit`. */
  withdraw(record: ReportRecord, withdrawal: Withdrawal): void {
    this.withdrawals.push({ ...this.withMonthsOf(record), withdrawn: withdrawal });
  }

  /** Writes withdrawals, then waits until all that was kept is on the disk. The dataset commits next. */
  prepareCommit(): void {
    for (const record of this.withdrawals.splice(0)) this.writeRecord(record);
    this.sync();
  }

  private withMonthsOf(record: ReportRecord): ReportRecord {
    const before = this.reports.get(record.sha256)?.record;
    return before ? { ...record, taken: uniteMonths(record.taken, before.taken, record) } : record;
  }

  private sync(): void {
    try {
      for (const folder of this.unsynced) syncToDisk(folder);
      this.unsynced.clear();
    } catch (error) {
      throw explainDisk('archive', this.folder, error);
    }
  }

  /** Writes the records of all that was kept; the dataset has committed, and nothing is to be undone any more. */
  confirm(): void {
    this.newFiles.length = 0;
    for (const record of this.pending.splice(0)) this.writeRecord(record);
    this.sync();
  }

  /** Removes the bytes that were kept and not confirmed; the run has failed. The next run completes a withdrawal. */
  undo(): void {
    this.pending.length = 0;
    this.withdrawals.length = 0;
    for (const path of this.newFiles.splice(0)) rmSync(path, { force: true });
  }

  /** Whether a report's record lacks months that the dataset has: a run ended between its commit and the record. */
  isBehind(record: ReportRecord): boolean {
    const archived = this.reports.get(record.sha256)?.record;
    return !archived || !isDeepStrictEqual(this.withMonthsOf(record).taken, archived.taken);
  }

  /**
   * Completes what killed runs left: removes half-written files, and writes the records that are behind those of the
   * dataset. It never adds a withdrawal to a record. The caller has the archive's lock.
   */
  complete(records: readonly ReportRecord[]): void {
    for (const name of listFiles(this.folder)) if (UNFINISHED.test(name)) rmSync(join(this.folder, name));
    for (const record of records.filter((known) => this.isBehind(known) && this.hasBytes(known))) {
      const archived = this.reports.get(record.sha256)?.record ?? record;
      this.writeRecord({ ...archived, taken: this.withMonthsOf(record).taken });
    }
    this.sync();
  }

  private writeRecord(record: ReportRecord): void {
    const { origin, ...named } = toStored(record);
    const stored: z.input<typeof recordFile> = { ...named, withdrawn: record.withdrawn, origin };
    this.write(this.pathOf(record, RECORD_SUFFIX), `${JSON.stringify(stored, null, 2)}\n`, 0o644);
    this.reports.set(record.sha256, { record, path: this.pathOf(record, `.${record.format}`) });
  }

  private write(path: string, content: Buffer | string, mode: number): void {
    try {
      const folder = dirname(path);
      mkdirSync(folder, { recursive: true });
      writeFileAtomic.sync(path, content, { mode });
      this.unsynced.add(folder);
    } catch (error) {
      throw explainDisk('archive', this.folder, error);
    }
  }

  private pathOf({ kind, sha256 }: ReportRecord, suffix: string): string {
    return join(this.folder, kind, sha256 + suffix);
  }
}

function readRecords(folder: string): ArchivedReport[] {
  const names = listFiles(folder);
  return names.filter((name) => name.endsWith(RECORD_SUFFIX)).map((name) => readRecord(join(folder, name)));
}

/**
 * The files of an archive, by their path in it; none where it is not there. What else lies there is not looked at, as
 * `lost+found` where the archive is a volume.
 */
function listFiles(folder: string): string[] {
  const isState = ({ name }: Dirent) => STATES.some(({ code }) => code === name);
  const isKind = ({ name }: Dirent) => KIND_FOLDER.test(name);
  const states = listEntries(folder).filter((entry) => isState(entry) && leadsTo(entry, 'isDirectory'));
  const kinds = states
    .flatMap(({ name }) => listEntries(join(folder, name)))
    .filter((entry) => isKind(entry) && leadsTo(entry, 'isDirectory'));
  return kinds
    .flatMap(({ parentPath, name }) => listEntries(join(parentPath, name)))
    .filter((entry) => leadsTo(entry, 'isFile'))
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
}

function listEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw explainDisk('archive', folder, error);
  }
}

/** What an entry is, or what the link leads to. */
function leadsTo(entry: Dirent, is: 'isFile' | 'isDirectory'): boolean {
  if (!entry.isSymbolicLink()) return entry[is]();
  try {
    return statSync(join(entry.parentPath, entry.name))[is]();
  } catch (error) {
    // one that leads nowhere, or to itself
    if (errorCode(error) === null) throw error;
    return false;
  }
}

function readRecord(path: string): ArchivedReport {
  const content = parseJson(readText(path));
  const parsed = recordFile.safeParse(content);
  if (!parsed.success) {
    const fault = z.prettifyError(parsed.error).replaceAll('\n', ' ');
    const reason = content === undefined ? 'it is empty, or not JSON' : fault;
    throw new OperatorError(`${path} is not a report record (${reason}); ${OTHER_RECORD}`, MACHINE);
  }
  const record = fromStored(parsed.data, parsed.data.withdrawn);
  return { record, path: `${path.slice(0, -RECORD_SUFFIX.length)}.${record.format}` };
}

/** Whether a file has these bytes; what cannot be read is written anew. */
function hasBytes(path: string, bytes: Uint8Array): boolean {
  try {
    return readRegularFile(path).equals(bytes);
  } catch (error) {
    if (errorCode(error) === null) throw error;
    return false;
  }
}

function readText(path: string): string {
  try {
    return readRegularFile(path).toString();
  } catch (error) {
    if (errorCode(error) === null) throw error;
    const message = `${path} cannot be read (${messageOf(error)}); check its permissions, or ${OTHER_RECORD}`;
    throw new OperatorError(message, MACHINE);
  }
}
