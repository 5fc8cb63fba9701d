import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { errorCode } from '../../domain/operator-error.ts';
import type { ReportRecord } from '../../domain/report.ts';
import { readRegularFile } from '../../files/regular-file.ts';
import type { Archive } from '../archive/archive.ts';
import type { ArchivedReport } from '../archive/archive-records.ts';

/** Lists what is wrong with the archive: bytes, withdrawals, and reports that only it or only the dataset has. */
export function archiveFaults(archive: Archive, records: readonly ReportRecord[]): string[] {
  if (records.length > 0 && !existsSync(archive.folder))
    return [`The archive ${archive.folder} does not exist. Name another with --archive.`];
  const inDataset = new Map(records.map((record) => [record.sha256, record]));
  const messages = archive.list().flatMap((archived) => {
    const { record, path } = archived;
    const known = inDataset.get(record.sha256);
    inDataset.delete(record.sha256);
    return [
      ...faultsOfFile(path, record.sha256),
      ...(known ? faultsOfWithdrawal(record, known) : faultsOfAbsent(archived)),
    ];
  });
  for (const record of inDataset.values()) {
    const advice = archive.hasBytes(record) ? 'The next run writes its record.' : 'Ingest the file again.';
    messages.push(`${reportName(record)} is in the dataset, but not archived. ${advice}`);
  }
  const withoutRecord = new Set([...inDataset.values()].map((record) => archive.pathOf(record)));
  for (const path of archive.strayFiles().unknown.filter((file) => !withoutRecord.has(file)))
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

/** An archived report that the dataset does not have. The next run moves one that waits since version 0.2.0. */
function faultsOfAbsent({ record, waiting }: ArchivedReport): string[] {
  if (record.withdrawn || waiting) return [];
  return [
    `${reportName(record)} is archived, but not in the dataset. If the dataset was rebuilt with --as-of, this is expected. Otherwise run allocations reprocess.`,
  ];
}

/** Compares the withdrawal of a report. The rest is compared with the rebuilt dataset. */
function faultsOfWithdrawal(record: ReportRecord, known: ReportRecord): string[] {
  if (Boolean(record.withdrawn) === Boolean(known.withdrawn)) return [];
  const [one, other] = record.withdrawn ? ['archive', 'dataset'] : ['dataset', 'archive'];
  return [
    `${reportName(record)} is withdrawn in the ${one}, but not in the ${other}. The next run withdraws it there.`,
  ];
}
