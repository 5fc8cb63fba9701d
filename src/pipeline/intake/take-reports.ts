import { mkdirSync, statSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import pLimit from 'p-limit';
import writeFileAtomic from 'write-file-atomic';
import { type Finding, finding, withMessage } from '../../domain/findings/finding.ts';
import { explainDisk } from '../../domain/operator-error.ts';
import type { ReportRecord } from '../../domain/report.ts';
import { readOrigin } from '../../files/origin-note.ts';
import { readReportFile } from '../../files/report-file.ts';
import {
  heldSummary,
  type ReportSummary,
  refused,
  summaryOf,
  unchangedSummary,
  withdrawnSummary,
} from '../summary.ts';
import { decideRead, decideUnread } from './decision.ts';
import type { Decision, Intake, LoadDecision, ReceivedReport, ReportInput } from './intake.ts';
import { findReturned } from './related-reports.ts';

/**
 * Takes a few reports at a time, to keep few in memory. They load in the order given, whichever is read first, so that the
 * ids of reports do not depend on chance.
 */
export async function takeReports(inputs: readonly ReportInput[], intake: Intake): Promise<ReportSummary[]> {
  const { concurrency, signal, onProgress } = intake;
  const limit = pLimit(concurrency);
  let done = 0;
  let failure: unknown;
  const isAbandoned = () => failure !== undefined || signal?.aborted === true;
  const take = async (input: ReportInput, before: Promise<unknown>): Promise<ReportSummary | null> => {
    if (isAbandoned()) return null;
    try {
      const summary = await takeReport(input, intake, async () => {
        await before;
        return !isAbandoned();
      });
      if (summary) onProgress?.(++done, inputs.length);
      return summary;
    } catch (error) {
      failure ??= error;
      return null;
    }
  };
  let last: Promise<ReportSummary | null> = Promise.resolve(null);
  const readings = inputs.map((input) => {
    last = limit(take, input, last);
    return last;
  });
  const summaries = await Promise.all(readings);
  if (failure !== undefined) throw failure;
  signal?.throwIfAborted();
  return summaries.filter((summary) => summary !== null);
}

/**
 * Takes one report from its file into the tables: recognize, read, decide, load. The steps before the load write nothing.
 * Waits for its turn before it decides. Returns `null` if the run was abandoned before.
 */
async function takeReport(
  input: ReportInput,
  intake: Intake,
  isItsTurn: () => Promise<boolean>,
): Promise<ReportSummary | null> {
  const received = await receiveFile(input);
  if ('status' in received) return received;
  const early = decideUnread(received, intake);
  if (early) return (await isItsTurn()) ? finish(received, early, intake) : null;
  const fileName = received.archived?.file_name ?? basename(received.path);
  const reading = await intake.readReport(received.bytes, intake.layouts, fileName);
  if (!(await isItsTurn())) return null;
  return finish(received, decideRead(received, reading, intake), intake);
}

/** Reads the bytes of a file, and the note beside it. Ends with a summary if the file is unreadable. */
async function receiveFile(input: ReportInput): Promise<ReceivedReport | ReportSummary> {
  const { path, archived } = input;
  const file = await readReportFile(path);
  if ('finding' in file) return refused(path, null, [file.finding]);
  if (archived && archived.sha256 !== file.sha256)
    return refused(path, file.sha256, [damagedArchive(archived.sha256)]);
  const note = archived ? { origin: archived.origin, findings: [] } : readOrigin(path, file.sha256);
  return { ...input, ...file, note };
}

function damagedArchive(sha256: string): Finding {
  const what = `The archived file differs from the file that was received (${sha256}).`;
  return finding('damaged-file', { what, advice: 'Restore it from a backup.' });
}

/** Carries out a decision, and stores what the file holds now. Adds a finding if it has older bytes again. */
function finish(received: ReceivedReport, decision: Decision, intake: Intake): ReportSummary {
  const summary = carryOutDecision(received, decision, intake);
  if (decision.action === 'refuse' || received.archived) return summary;
  const { seenFiles, reports } = intake;
  const [path, { sha256 }] = [resolve(received.path), received];
  const returned = findReturned(reports, sha256, seenFiles.last(path));
  seenFiles.note(path, sha256);
  return { ...summary, findings: [...summary.findings, ...returned] };
}

/** Carries out a decision: writes to the dataset, the archive or the quarantine folder. */
function carryOutDecision(received: ReceivedReport, decision: Decision, intake: Intake): ReportSummary {
  const { path, sha256, bytes, archived } = received;
  switch (decision.action) {
    case 'load':
      return loadRows(received, decision, intake);
    case 'skip':
      archiveMissing(bytes, decision.known.record, intake);
      return unchangedSummary(path, decision.known);
    case 'leave out':
      if (!intake.reports.find(sha256)) intake.reports.write(decision.record, 0);
      archiveMissing(bytes, decision.record, intake);
      return withdrawnSummary(path, decision.record, decision.withdrawal);
    case 'hold':
      if (!intake.reports.find(sha256)) intake.rows.load(decision.record, [], [...decision.hold.doubts]);
      archiveMissing(bytes, decision.record, intake);
      return heldSummary(path, decision.record, decision.hold);
    case 'refuse':
      if (!intake.dryRun && !archived) quarantineReport(intake.quarantine, received, decision.findings);
      return { ...refused(path, sha256, decision.findings), kind: decision.kind };
  }
}

function loadRows(
  { path, sha256, bytes, archived }: ReceivedReport,
  { record, rows, findings, ofRun }: LoadDecision,
  intake: Intake,
): ReportSummary {
  const { writesArchive, archive, reports } = intake;
  const summary = { ...summaryOf(path, record), rows: rows.length, findings: [...findings, ...ofRun] };
  const isKnown = reports.find(sha256) !== undefined;
  // a report of the archive stays on record, also without rows
  if (rows.length === 0 && !isKnown && !archived) return { ...summary, status: 'outside-range' };
  if (writesArchive) archive.store(bytes, record);
  const hasChanged = intake.rows.load(record, rows, findings);
  return { ...summary, status: !isKnown || hasChanged ? 'loaded' : 'unchanged' };
}

function archiveMissing(bytes: Uint8Array, record: ReportRecord, { archive, writesArchive }: Intake): void {
  if (writesArchive && !archive.has(record.sha256)) archive.store(bytes, record);
}

/**
 * Copies a refused report to `<folder>/<sha256>/report.<its extension>`, with its path and findings in
 * `findings.json`.
 */
function quarantineReport(
  folder: string,
  { path, sha256, bytes }: ReceivedReport,
  findings: readonly Finding[],
): void {
  const directory = join(folder, sha256);
  const name = `report${extname(path).slice(0, 20)}`;
  const record = { path, sha256, findings: findings.map(withMessage) };
  try {
    mkdirSync(directory, { recursive: true });
    const mode = modeOfCopy(path, directory);
    writeFileAtomic.sync(join(directory, name), Buffer.from(bytes), { mode });
    writeFileAtomic.sync(join(directory, 'findings.json'), `${JSON.stringify(record, null, 2)}\n`, { mode });
  } catch (error) {
    throw explainDisk('quarantine folder', folder, error);
  }
}

/** Permissions no wider than those of the file and of the copy's folder. */
function modeOfCopy(path: string, directory: string): number {
  const file = statSync(path, { throwIfNoEntry: false });
  const mode = file ? file.mode & statSync(directory).mode : 0;
  // the group of the copy may be another one, so it gets what everybody has
  return (mode & 0o604) | ((mode & 0o004) << 3) | 0o400;
}
