import { basename } from 'node:path';
import type { Finding } from '../../domain/findings/finding.ts';
import { finding } from '../../domain/findings/finding.ts';
import type { ReportRecord } from '../../domain/report.ts';
import type { Layout } from '../../extract/layouts/report-kind.ts';
import { type OriginNote, readOrigin } from '../../files/origin-note.ts';
import { readReportFile } from '../../files/report-file.ts';
import type { RefusedReport, ReportReader, TypedReport } from './read-report.ts';

/** A file to take into the dataset. */
export interface ReportInput {
  path: string;
  /** The record of a report that the archive has; `null` for a new file. */
  archived: ReportRecord | null;
}

/** A report file with its bytes, and what they hold. */
export interface ReceivedReport extends ReportInput {
  bytes: Uint8Array;
  sha256: string;
  /** The note beside a new file. */
  note: OriginNote;
  /** `null` if the dataset need not read it. */
  reading: TypedReport | RefusedReport | null;
}

/** A file whose bytes cannot be read, or are not those of the archive. */
export interface UnreadableFile extends ReportInput {
  sha256: string | null;
  fault: Finding;
}

export interface Reading {
  read: ReportReader;
  layouts: readonly Layout[];
  /** How many reports are read at a time. */
  concurrency: number;
  /** Whether the dataset need not read the report with this hash. */
  isSettled(sha256: string): boolean;
}

/**
 * Reads reports a few at a time, to keep few in memory, and yields them in the order given, whichever is read first, so that
 * the ids of reports do not depend on chance.
 */
export async function* receiveReports(
  inputs: readonly ReportInput[],
  reading: Reading,
): AsyncGenerator<ReceivedReport | UnreadableFile> {
  const ahead: Promise<ReceivedReport | UnreadableFile>[] = [];
  for (const input of inputs) {
    const received = receive(input, reading);
    // it is told when its turn comes
    received.catch(() => undefined);
    ahead.push(received);
    const [next] = ahead;
    if (next && ahead.length >= reading.concurrency) {
      yield await next;
      ahead.shift();
    }
  }
  for (const next of ahead) yield await next;
}

async function receive(
  input: ReportInput,
  { read, layouts, isSettled }: Reading,
): Promise<ReceivedReport | UnreadableFile> {
  const { path, archived } = input;
  const file = await readReportFile(path);
  if ('finding' in file) return { ...input, sha256: null, fault: file.finding };
  const { bytes, sha256 } = file;
  if (archived && archived.sha256 !== sha256)
    return { ...input, sha256, fault: damagedArchive(archived.sha256) };
  const note = archived ? { origin: archived.origin, findings: [] } : readOrigin(path, sha256);
  const isSkipped = archived ? archived.withdrawn !== null : isSettled(sha256);
  const reading = isSkipped
    ? null
    : await read({ bytes, layouts, fileName: archived?.file_name ?? basename(path) });
  return { ...input, bytes, sha256, note, reading };
}

function damagedArchive(sha256: string): Finding {
  const what = `The archived file differs from the file that was received (${sha256}).`;
  return finding('damaged-file', { what, advice: 'Restore it from a backup.' });
}
