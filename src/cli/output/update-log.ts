import { findingMessage } from '../../domain/findings/finding.ts';
import { explainDisk } from '../../domain/operator-error.ts';
import type { RunSummary } from '../../pipeline/summary.ts';
import type { Verification } from '../../pipeline/verify/verify.ts';
import type { RequestEvent } from '../../portals/http/messages.ts';
import type { FetchSummary } from '../../portals/inbox/summary.ts';
import type { Attention } from '../../update/attention.ts';
import { printable } from './print.ts';

/** The steps of an update, for machines. */
export interface UpdateLog {
  began(program: { version: string; database: string }): void;
  request(event: RequestEvent): void;
  fetched(summary: FetchSummary): void;
  ingested(summary: RunSummary): void;
  verified(verification: Verification, milliseconds: number): void;
  needsPerson(attention: readonly Attention[]): void;
  ended(outcome: string, milliseconds: number): void;
  failed(message: string): void;
}

const NO_LOG: UpdateLog = {
  began: () => undefined,
  request: () => undefined,
  fetched: () => undefined,
  ingested: () => undefined,
  verified: () => undefined,
  needsPerson: () => undefined,
  ended: () => undefined,
  failed: () => undefined,
};

/**
 * Opens a log file and appends JSON lines to it; without a file, nothing is logged. Throws an `OperatorError` if the
 * file cannot be opened. If a later write fails, it calls `onFailure` once, and the update continues.
 */
export async function openUpdateLog(
  file: string | undefined,
  onFailure: (message: string) => void,
): Promise<UpdateLog> {
  if (file === undefined) return NO_LOG;
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
  return {
    began: (program) => logger.info({ step: 'begin', ...program }, 'update started'),
    request: (event) =>
      logger[event.error === null ? 'info' : 'warn']({ step: 'fetch', ...event }, event.error ?? 'request'),
    fetched: ({ outcome, units, duration_ms }) => {
      for (const unit of units) {
        const level = unit.status === 'failed' ? 'error' : 'info';
        logger[level]({ step: 'fetch', ...unit }, unit.message ?? `unit ${unit.status}`);
      }
      logger.info({ step: 'fetch', outcome, duration_ms }, 'fetch finished');
    },
    ingested: ({ reports, corrections, ...run }) => {
      for (const { findings, ...report } of reports) {
        if (report.status === 'unchanged' && findings.length === 0) continue;
        logger.info({ step: 'ingest', ...report }, `report ${report.status}`);
        for (const { severity, ...finding } of findings) {
          const level = severity === 'warning' ? 'warn' : severity;
          logger[level]({ step: 'ingest', path: report.path, ...finding }, findingMessage(finding));
        }
      }
      for (const { severity: _, ...finding } of corrections)
        logger.error({ step: 'ingest', ...finding }, findingMessage(finding));
      logger.info({ step: 'ingest', ...run }, 'ingest finished');
    },
    verified: ({ findings, ...counts }, duration_ms) => {
      for (const { about, message } of findings) logger.error({ step: 'verify', about }, message);
      logger.info({ step: 'verify', ...counts, findings: findings.length, duration_ms }, 'verify finished');
    },
    needsPerson: (attention) => {
      for (const { about, summary } of attention) logger.warn({ step: 'attention', about }, summary);
    },
    ended: (outcome, duration_ms) => logger.info({ step: 'end', outcome, duration_ms }, 'update finished'),
    failed: (message) => logger.error({ step: 'end', outcome: 'failed' }, message),
  };
}

function openFile(file: string, pino: typeof import('pino').pino) {
  try {
    return pino.destination({ dest: file, sync: true, append: true, mkdir: true });
  } catch (error) {
    throw explainDisk('log', file, error);
  }
}
