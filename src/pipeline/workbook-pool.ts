import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Tinypool } from 'tinypool';
import { finding } from '../domain/finding.ts';
import { errorCode } from '../domain/operator-error.ts';
import type { GridReading, WorkbookReader } from '../extract/grid.ts';

/** How long one workbook may take, and how much memory; a hostile one is given up there. */
const TIME_LIMIT_MS = 120_000;
const MEMORY_LIMIT_MIB = 3072;
/** A thread takes a second to start: it waits for the next workbook while the rows of the last are loaded. */
const IDLE_MS = 30_000;

/** Threads that read workbooks apart from the run, so that one which hangs or fills its memory harms nothing. */
export interface WorkbookPool {
  readWorkbook: WorkbookReader;
  close(): Promise<void>;
}

/** Starts no thread until the first workbook is read; `stop` ends reading at once. Needs the compiled program. */
export function openWorkbookPool(
  stop?: AbortSignal,
  timeLimitMs = TIME_LIMIT_MS,
  memoryLimitMib = MEMORY_LIMIT_MIB,
): WorkbookPool {
  let pool: Tinypool | undefined;
  return {
    readWorkbook: async (bytes) => {
      pool ??= new Tinypool({
        filename: fileURLToPath(new URL('../extract/xlsx.js', import.meta.url)),
        name: 'readWorkbook',
        runtime: 'worker_threads',
        minThreads: 0,
        maxThreads: availableParallelism(),
        idleTimeout: IDLE_MS,
        resourceLimits: { maxOldGenerationSizeMb: memoryLimitMib },
      });
      const timeLimit = AbortSignal.timeout(timeLimitMs);
      try {
        return (await pool.run(bytes, {
          signal: stop ? AbortSignal.any([timeLimit, stop]) : timeLimit,
        })) as GridReading;
      } catch (error) {
        stop?.throwIfAborted();
        if (!timeLimit.aborted && errorCode(error) !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
        const reason = timeLimit.aborted
          ? `takes more than ${timeLimitMs / 1000} seconds to read`
          : `cannot be read in ${memoryLimitMib} MiB of memory`;
        return {
          grids: [],
          findings: [finding('workbook-too-large', `the workbook ${reason}; export it as CSV`)],
        };
      }
    },
    close: async () => {
      await pool?.destroy();
    },
  };
}
