import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { errorCode } from '../../domain/operator-error.ts';
import { isHeld, type ReportRecord, type Withdrawal } from '../../domain/report.ts';
import { toStored } from '../../domain/stored-report.ts';
import { readRegularFile } from '../../files/regular-file.ts';
import type { Archive } from '../archive/archive.ts';
import type { ReportRecords } from '../settle/precedence.ts';
import type { VerifyFinding } from './verify-finding.ts';

/**
 * Finds differences between the archive and the dataset: bytes, records, and reports that only one of them has.
 * `rebuiltAt` is when a rebuild began this dataset, or `null`.
 */
export function verifyArchive(
  archive: Archive,
  records: ReportRecords,
  rebuiltAt: string | null,
): VerifyFinding[] {
  if (records.size > 0 && !existsSync(archive.folder))
    return [
      {
        about: 'archive',
        message: `The archive ${archive.folder} does not exist. Name another with --archive.`,
      },
    ];
  const inDataset = new Map([...records.values()].map((record) => [record.sha256, record]));
  const messages = archive.list().flatMap(({ path, record }) => {
    const known = inDataset.get(record.sha256);
    inDataset.delete(record.sha256);
    const faults = known
      ? faultsOfRecord(withoutLaterDecisions(record, known, rebuiltAt), known, archive)
      : faultsOfAbsent(record, rebuiltAt);
    return [...faultsOfFile(path, record.sha256), ...faults];
  });
  for (const record of inDataset.values()) {
    const advice = archive.hasBytes(record) ? 'The next run writes its record.' : 'Ingest the file again.';
    messages.push(`${reportName(record)} is in the dataset, but not archived. ${advice}`);
  }
  const withoutRecord = new Set([...inDataset.values()].map((record) => archive.pathOf(record)));
  for (const path of archive.unknownFiles().filter((file) => !withoutRecord.has(file)))
    messages.push(
      /^[0-9a-f]{64}\.\w+$/.test(basename(path))
        ? `${path} has no record. If a run was stopped, the next run adds the record when it loads the report. Otherwise move the file away.`
        : `${path} is no file of the archive. Move it away.`,
    );
  return messages.map((message) => ({ about: 'archive', message }));
}

/** Names a report in messages. */
export function reportName({ fileName, sha256 }: ReportRecord): string {
  return `${fileName} (${sha256})`;
}

/** Checks that an archived file still has the bytes that were received. */
function faultsOfFile(path: string, sha256: string): string[] {
  try {
    if (hash('sha256', readRegularFile(path)) === sha256) return [];
    return [`${path} is not the file that was received. Restore it from a backup.`];
  } catch (error) {
    const code = errorCode(error);
    if (code === null) throw error;
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    return [`${path} ${reason}. Restore it from a backup.`];
  }
}

/**
 * The archived record without the decisions that a rebuild as of an earlier time leaves out: it began after them, but
 * the dataset lacks them.
 */
function withoutLaterDecisions(
  record: ReportRecord,
  known: ReportRecord,
  rebuiltAt: string | null,
): ReportRecord {
  const isLeftOut = (decision: { at: string } | null | undefined) =>
    Boolean(rebuiltAt !== null && decision && decision.at < rebuiltAt);
  const { withdrawn, held } = record;
  return {
    ...record,
    withdrawn: known.withdrawn === null && isLeftOut(withdrawn) ? null : withdrawn,
    held: held && isHeld(known) && isLeftOut(held.accepted) ? { ...held, accepted: null } : held,
  };
}

/** An archived report that the dataset does not have. */
function faultsOfAbsent(record: ReportRecord, rebuiltAt: string | null): string[] {
  if (record.withdrawn !== null) return [];
  const absent = `${reportName(record)} is archived, but not in the dataset.`;
  return rebuiltAt !== null && record.receivedAt < rebuiltAt
    ? [
        `${absent} If the dataset was rebuilt with --as-of, this is expected. Otherwise run allocations reprocess.`,
      ]
    : [`${absent} Run allocations reprocess.`];
}

/** Compares the archived record of a report with the record in the dataset. */
function faultsOfRecord(record: ReportRecord, known: ReportRecord, archive: Archive): string[] {
  const name = reportName(record);
  const faults = faultsOfColumns(name, known, record);
  if (archive.isBehind(known))
    faults.push(`The dataset has months of ${name} that its archived record lacks. The next run adds them.`);
  if (isHeld(known) && record.held?.accepted)
    faults.push(`${name} is accepted in the archive, but still held in the dataset. The next run loads it.`);
  return [...faults, ...faultsOfWithdrawal(name, known.withdrawn, record.withdrawn)];
}

/** Compares all columns but `taken` and the acceptance: datasets that share an archive can differ in them. */
function faultsOfColumns(name: string, known: ReportRecord, archived: ReportRecord): string[] {
  const { taken: _, ...expected } = comparedColumns(archived);
  const stored: Record<string, unknown> = comparedColumns(known);
  return Object.entries(expected).flatMap(([column, value]) =>
    isDeepStrictEqual(stored[column], value)
      ? []
      : [
          `${name}: ${column} in the dataset is ${textOf(stored[column])}, but its record says ${textOf(value)}. Run allocations reprocess, or restore the record from a backup.`,
        ],
  );
}

function comparedColumns(record: ReportRecord) {
  const { held, ...columns } = toStored(record);
  return { ...columns, held: held && { at: held.at, doubts: held.doubts } };
}

/** The archive decides: only the command `withdraw` writes a withdrawal there. */
function faultsOfWithdrawal(name: string, stored: Withdrawal | null, archived: Withdrawal | null): string[] {
  if (isDeepStrictEqual(stored, archived)) return [];
  if (stored === null)
    return [`${name} is withdrawn in the archive, but not in the dataset. The next run withdraws it there.`];
  if (archived === null)
    return [
      `${name} is withdrawn in the dataset, but not in the archive. If it must stay out, run allocations withdraw again. Otherwise build the dataset again with allocations rebuild.`,
    ];
  return [
    `${name} was withdrawn at ${stored.at} (${stored.reason}) in the dataset, but at ${archived.at} (${archived.reason}) in the archive. Build the dataset again with allocations rebuild.`,
  ];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
