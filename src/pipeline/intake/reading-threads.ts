import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import type { Tinypool } from 'tinypool';
import { finding } from '../../domain/findings/finding.ts';
import { formatCount } from '../../domain/money.ts';
import { errorCode } from '../../domain/operator-error.ts';
import { packageFile } from '../../domain/package-file.ts';
import { workbookFormatOf } from '../../extract/formats/formats.ts';
import type { ReadingTask, RefusedReport, ReportReader, TypedReport } from './read-report.ts';

/** The time for one file. A longer reading is a sign of a hostile file. */
const TIME_LIMIT_MS = 120_000;
/** The heap of each thread. */
const MEMORY_LIMIT_MIB = 1024;
/** Two hostile files at the limits take about 5 GB with their bytes. */
const MOST_THREADS = 2;
/** The run itself reads texts up to this size: whatever they hold, they take less than 1 GiB of memory. */
const SMALL_TEXT = 8 * 1024 * 1024;
/** How long a thread waits for its next file. A new thread takes a second to start. */
const IDLE_MS = 30_000;
/** Half of the reserve that Node gives a thread at its limit. */
const YOUNG_MIB = 8;

/**
 * Threads that read workbooks and large texts, so that a hostile file cannot hang or crash the run. The run itself reads
 * small texts: their size limits their memory, and threads would take a third longer.
 */
export interface ReadingThreads {
  readReport: ReportReader;
  close(): Promise<void>;
}

/** Starts threads when the first file needs one. `stop` ends all readings at once. Needs the built program. */
export function openReadingThreads(
  stop?: AbortSignal,
  timeLimitMs = TIME_LIMIT_MS,
  memoryLimitMib = MEMORY_LIMIT_MIB,
): ReadingThreads {
  const count = Math.min(availableParallelism(), MOST_THREADS);
  // a file waits here for a thread, because its time starts when it enters the pool
  const inThread = pLimit(count);
  let pool: Promise<Tinypool> | undefined;

  async function readInThread(task: ReadingTask): Promise<TypedReport | RefusedReport> {
    pool ??= openPool(count, memoryLimitMib);
    const timeLimit = AbortSignal.timeout(timeLimitMs);
    const signal = stop ? AbortSignal.any([timeLimit, stop]) : timeLimit;
    try {
      return await (await pool).run(task, { signal });
    } catch (error) {
      stop?.throwIfAborted();
      if (timeLimit.aborted) return tooLarge('The time to read the file', `${timeLimitMs / 1000} seconds`);
      if (errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY')
        return tooLarge('The memory to read the file', `${formatCount(memoryLimitMib)} MiB`);
      throw error;
    }
  }

  return {
    readReport: async (task) => {
      if (workbookFormatOf(task.bytes) || task.bytes.length > SMALL_TEXT)
        return inThread(() => readInThread(task));
      // loaded late because most runs have nothing to read
      return (await import('./read-report.ts')).default(task);
    },
    close: async () => (await pool)?.destroy(),
  };
}

function tooLarge(what: string, most: string): RefusedReport {
  return { kind: null, findings: [finding('file-too-large', { what, most })] };
}

async function openPool(threads: number, memoryMib: number): Promise<Tinypool> {
  const { Tinypool } = await import('tinypool');
  const pool = new Tinypool({
    filename: packageFile('dist/pipeline/intake/read-report.js'),
    runtime: 'worker_threads',
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    // what V8 moves at once from its young objects must fit into its reserve, or the whole process ends
    resourceLimits: { maxOldGenerationSizeMb: memoryMib, maxYoungGenerationSizeMb: YOUNG_MIB },
  });
  // an idle thread that ends harms no reading
  pool.on('error', () => undefined);
  return pool;
}
