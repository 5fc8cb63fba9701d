import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import type { Tinypool } from 'tinypool';
import { isWorkbook } from '../domain/bytes.ts';
import { finding } from '../domain/finding.ts';
import { errorCode } from '../domain/operator-error.ts';
import { packageFile } from '../domain/package-file.ts';
import type { ReadReport, RefusedReport, ReportReader } from './read-report.ts';
import type { ReadingTask, ThreadReading } from './reading-thread.ts';
import { toRows } from './row-columns.ts';

/** How long one workbook may take, and how much memory; a hostile one is given up there. */
const TIME_LIMIT_MS = 120_000;
const MEMORY_LIMIT_MIB = 3072;
/** A thread takes a second to start: it waits for the next workbook while the rows of the last are loaded. */
const IDLE_MS = 30_000;

/**
 * Threads that read workbooks into typed rows beside the run, so that one which hangs or fills its memory harms
 * nothing. Texts are read by the run itself: threads for them take a third more memory, and no time that shows.
 */
export interface ReadingThreads {
  readReport: ReportReader;
  close(): Promise<void>;
}

/** Starts no thread until the first workbook is read; `stop` ends reading at once. Needs the built program. */
export function openReadingThreads(
  stop?: AbortSignal,
  timeLimitMs = TIME_LIMIT_MS,
  memoryLimitMib = MEMORY_LIMIT_MIB,
): ReadingThreads {
  let pool: Tinypool | undefined;
  const threads = availableParallelism();
  // a workbook that waits for a thread does not use up its time
  const inThread = pLimit(threads);
  const readWorkbook = async (
    workbooks: Tinypool,
    task: ReadingTask,
  ): Promise<ReadReport | RefusedReport> => {
    const timeLimit = AbortSignal.timeout(timeLimitMs);
    try {
      const signal = stop ? AbortSignal.any([timeLimit, stop]) : timeLimit;
      const reading = (await workbooks.run(task, { signal })) as ThreadReading;
      return 'rows' in reading ? { ...reading, rows: toRows(reading.rows) } : reading;
    } catch (error) {
      stop?.throwIfAborted();
      if (!timeLimit.aborted && errorCode(error) !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
      const reason = timeLimit.aborted
        ? `takes more than ${timeLimitMs / 1000} seconds to read`
        : `cannot be read in ${memoryLimitMib} MiB of memory`;
      return {
        kind: null,
        findings: [finding('workbook-too-large', `the workbook ${reason}; export it as CSV`)],
      };
    }
  };
  return {
    readReport: async (bytes, layouts) => {
      // most runs have nothing to read
      if (!isWorkbook(bytes)) return (await import('./read-report.ts')).readReport(bytes, layouts);
      const { Tinypool } = await import('tinypool');
      pool ??= new Tinypool({
        filename: packageFile('dist/pipeline/reading-thread.js'),
        runtime: 'worker_threads',
        minThreads: 0,
        maxThreads: threads,
        idleTimeout: IDLE_MS,
        resourceLimits: { maxOldGenerationSizeMb: memoryLimitMib },
      });
      const workbooks = pool;
      return await inThread(() => readWorkbook(workbooks, { bytes, layouts }));
    },
    close: async () => {
      await pool?.destroy();
    },
  };
}
