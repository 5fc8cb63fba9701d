import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { errorCode } from '../../domain/operator-error.ts';
import { isHeld, type ReportRecord } from '../../domain/report.ts';
import { readRegularFile } from '../../files/regular-file.ts';
import type { ReportRecords } from '../../merge/choose.ts';
import type { Archive } from '../archive/archive.ts';

/** Lists differences between the archive and the dataset: bytes, decisions, and reports that only one of them has. */
export function verifyArchive(archive: Archive, records: ReportRecords): string[] {
  if (records.size > 0 && !existsSync(archive.folder))
    return [`The archive ${archive.folder} does not exist. Name another with --archive.`];
  const inDataset = new Map([...records.values()].map((record) => [record.sha256, record]));
  const messages = archive.list().flatMap(({ path, record }) => {
    const known = inDataset.get(record.sha256);
    inDataset.delete(record.sha256);
    const faults = known ? faultsOfRecord(record, known, archive) : faultsOfAbsent(record);
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
  return messages;
}

/** Names a report in messages. */
export function reportName({ file_name, sha256 }: ReportRecord): string {
  return `${file_name} (${sha256})`;
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

/** An archived report that the dataset does not have. */
function faultsOfAbsent(record: ReportRecord): string[] {
  if (record.withdrawn) return [];
  return [
    `${reportName(record)} is archived, but not in the dataset. If the dataset was rebuilt with --as-of, this is expected. Otherwise run allocations reprocess.`,
  ];
}

/** Compares the months and decisions of a report. `verify` compares the rest with the rebuilt dataset. */
function faultsOfRecord(record: ReportRecord, known: ReportRecord, archive: Archive): string[] {
  const name = reportName(record);
  const faults: string[] = [];
  if (archive.isBehind(known))
    faults.push(`The dataset has months of ${name} that its archived record lacks. The next run adds them.`);
  if (isHeld(known) && record.held?.accepted)
    faults.push(`${name} is accepted in the archive, but still held in the dataset. The next run loads it.`);
  if (record.withdrawn && !known.withdrawn)
    faults.push(
      `${name} is withdrawn in the archive, but not in the dataset. The next run withdraws it there.`,
    );
  if (known.withdrawn && !record.withdrawn)
    faults.push(
      `${name} is withdrawn in the dataset, but not in the archive. If it must stay out, run allocations withdraw again. Otherwise build the dataset again with allocations rebuild.`,
    );
  return faults;
}
