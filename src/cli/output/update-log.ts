import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { Logger } from 'pino';
import { findingMessage } from '../../domain/findings/finding.ts';
import { explainDisk, OperatorError, USAGE } from '../../domain/operator-error.ts';
import type { RunSummary } from '../../pipeline/summary.ts';
import type { Verification } from '../../pipeline/verify/verify.ts';
import type { RequestEvent } from '../../portals/client.ts';
import type { FetchSummary } from '../../portals/summary.ts';
import type { Attention, NotesAfter } from '../../update/attention.ts';
import { printable } from './print.ts';

/** How each line of a log begins. */
const LOG_LINE = '{"level":';

/**
 * Opens a log file and appends JSON lines to it. Without a file, the log stays empty. Throws an `OperatorError` if the
 * file cannot be opened. If a later write fails, it calls `onFailure` once, and the update continues.
 */
export async function openUpdateLog(
  file: string | undefined,
  onFailure: (message: string) => void,
): Promise<UpdateLog> {
  if (file === undefined) return new UpdateLog(null);
  // loaded only when needed, because loading pino is slow
  const { pino } = await import('pino');
  const destination = openFile(file, pino);
  destination.once('error', (error: Error) => {
    destination.on('error', () => undefined);
    onFailure(`Cannot write the log ${file} any more (${error.message}).`);
  });
  const logger = pino(
    {
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    { write: (line: string) => destination.write(printable(line)) },
  );
  return new UpdateLog(logger);
}

/** The steps of an update, for machines. */
export class UpdateLog {
  private readonly logger: Logger | null;

  constructor(logger: Logger | null) {
    this.logger = logger;
  }

  began(program: { version: string; database: string }): void {
    this.logger?.info({ step: 'begin', ...program }, 'update started');
  }

  request(event: RequestEvent): void {
    const level = event.error === null ? 'info' : 'warn';
    this.logger?.[level]({ step: 'fetch', ...event }, event.error ?? 'request');
  }

  fetched({ outcome, units, duration_ms }: FetchSummary): void {
    for (const unit of units) {
      const level = unit.status === 'failed' ? 'error' : 'info';
      this.logger?.[level]({ step: 'fetch', ...unit }, unit.message ?? `unit ${unit.status}`);
    }
    this.logger?.info({ step: 'fetch', outcome, duration_ms }, 'fetch finished');
  }

  ingested({ reports, corrections, ...run }: RunSummary): void {
    for (const { findings, ...report } of reports) {
      if (report.status === 'unchanged' && findings.length === 0) continue;
      this.logger?.info({ step: 'ingest', ...report }, `report ${report.status}`);
      for (const { severity, ...finding } of findings) {
        const level = severity === 'warning' ? 'warn' : severity;
        this.logger?.[level]({ step: 'ingest', path: report.path, ...finding }, findingMessage(finding));
      }
    }
    for (const { severity: _, ...finding } of corrections)
      this.logger?.error({ step: 'ingest', ...finding }, findingMessage(finding));
    this.logger?.info({ step: 'ingest', ...run }, 'ingest finished');
  }

  verified({ findings, ...counts }: Verification, duration_ms: number): void {
    for (const { about, message } of findings) this.logger?.error({ step: 'verify', about }, message);
    this.logger?.info(
      { step: 'verify', ...counts, findings: findings.length, duration_ms },
      'verify finished',
    );
  }

  wroteNotes(notes: NotesAfter | null): void {
    if (notes) this.logger?.info({ step: 'notes', ...notes }, 'notes finished');
  }

  needsPerson(attention: readonly Attention[]): void {
    for (const { about, summary } of attention) this.logger?.warn({ step: 'attention', about }, summary);
  }

  ended(outcome: string, duration_ms: number): void {
    this.logger?.info({ step: 'end', outcome, duration_ms }, 'update finished');
  }

  failed(message: string): void {
    this.logger?.error({ step: 'end', outcome: 'failed' }, message);
  }
}

function openFile(file: string, pino: typeof import('pino').pino) {
  try {
    requireLog(file);
    return pino.destination({ dest: file, sync: true, append: true, mkdir: true });
  } catch (error) {
    throw explainDisk('log', file, error);
  }
}

/** Throws an `OperatorError` if the file has something else than lines of a log. */
function requireLog(file: string): void {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return;
  const opened = openSync(file, 'r');
  try {
    const start = Buffer.alloc(LOG_LINE.length);
    if (readSync(opened, start) === 0 || start.toString() === LOG_LINE) return;
  } finally {
    closeSync(opened);
  }
  throw new OperatorError(
    `${file} exists, and is not a log of updates. Name another file with --log.`,
    USAGE,
  );
}
