import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { buffer, text } from 'node:stream/consumers';
import { deserialize, serialize } from 'node:v8';
import pLimit from 'p-limit';
import type { Tinypool } from 'tinypool';
import { finding } from '../../domain/findings/finding.ts';
import { errorCode } from '../../domain/operator-error.ts';
import { packageFile } from '../../domain/package-file.ts';
import { LARGEST_UNPACKED } from '../../domain/text/bytes.ts';
import { workbookFormatOf } from '../../extract/formats/formats.ts';
import type { RefusedReport, ReportReader, TypedReport } from './read-report.ts';
import type { ReadingTask } from './reading-thread.ts';

/** The time for one workbook or large text. A longer reading is a sign of a hostile file. */
const TIME_LIMIT_MS = 120_000;
/** The heap of all threads together, or of the process that reads a large text. */
const MEMORY_LIMIT_MIB = 2048;
/** The threads share the memory. With more of them, ordinary workbooks would not fit. */
const MOST_THREADS = 4;
/** The run itself reads texts up to this size: whatever they hold, they take less than 1 GiB of memory. */
const SMALL_TEXT = 8 * 1024 * 1024;
/** The exit code of Node if a program throws. */
const THREW = 1;
/** How long a thread waits for its next workbook. A new thread takes a second to start. */
const IDLE_MS = 30_000;

/**
 * Threads that read workbooks, and processes that read large files, so that a hostile file cannot hang or crash the run.
 * The run itself reads small texts: their size limits their memory, and threads would take a third longer.
 */
export interface ReadingThreads {
  readReport: ReportReader;
  close(): Promise<void>;
}

/** Starts threads when the first workbook is read. `stop` ends all readings at once. Needs the built program. */
export function openReadingThreads(
  stop?: AbortSignal,
  timeLimitMs = TIME_LIMIT_MS,
  memoryLimitMib = MEMORY_LIMIT_MIB,
): ReadingThreads {
  const threads = new Threads({ timeLimitMs, memoryLimitMib }, stop);
  return {
    readReport: async (bytes, layouts, fileName = '') => {
      // loaded late because most runs have nothing to read
      if (workbookFormatOf(bytes)) return threads.read({ bytes, layouts, fileName });
      if (bytes.length > SMALL_TEXT) return threads.readAlone({ bytes, layouts, fileName });
      return (await import('./read-report.ts')).readReport(bytes, layouts, fileName);
    },
    close: () => threads.close(),
  };
}

interface Limits {
  timeLimitMs: number;
  memoryLimitMib: number;
}

/** What a thread reads; each thread has its own limit. */
type ReadFile = Omit<ReadingTask, 'largestUnpacked'>;

/** The result of a reading: a report, or the exceeded limit. */
type Attempt = TypedReport | RefusedReport | 'too long' | 'too much memory';

/** Reads until the signal ends it. */
type Reading = (signal: AbortSignal) => Promise<TypedReport | RefusedReport | 'too much memory'>;

class Threads {
  private readonly limits: Limits;
  private readonly stop: AbortSignal | undefined;
  private readonly count = Math.min(availableParallelism(), MOST_THREADS);
  /** Holds workbooks back until a thread is free, because their time starts when they enter the pool. */
  private readonly inThread = pLimit(this.count);
  private shared: Tinypool | undefined;
  private readonly sharedReadings = new Set<Promise<Attempt>>();
  /** Resolves when no file is read alone or waits for it. */
  private aloneReadings: Promise<unknown> = Promise.resolve();

  constructor(limits: Limits, stop: AbortSignal | undefined) {
    this.limits = limits;
    this.stop = stop;
  }

  /** Reads a workbook beside others with a share of the memory. If that is too little, reads it alone with all memory. */
  async read(file: ReadFile): Promise<TypedReport | RefusedReport> {
    const beside = await this.inThread(() =>
      this.readBeside({ ...file, largestUnpacked: this.share(LARGEST_UNPACKED) }),
    );
    return this.count > 1 && isTooLarge(beside) ? this.readAlone(file) : this.accept(beside);
  }

  /** Reads a file in a process of its own, with all memory. Ends the threads first, to free theirs. */
  async readAlone(file: ReadFile): Promise<TypedReport | RefusedReport> {
    const task = { ...file, largestUnpacked: LARGEST_UNPACKED };
    const reading = this.aloneReadings.then(async () => {
      await Promise.allSettled(this.sharedReadings);
      await this.shared?.destroy();
      this.shared = undefined;
      this.stop?.throwIfAborted();
      return this.readWithin((signal) => readInProcess(task, this.limits.memoryLimitMib, signal));
    });
    this.aloneReadings = reading.catch(() => undefined);
    return this.accept(await reading);
  }

  async close(): Promise<void> {
    await this.shared?.destroy();
  }

  private share(whole: number): number {
    return Math.floor(whole / this.count);
  }

  private async readBeside(task: ReadingTask): Promise<Attempt> {
    for (let seen: unknown; seen !== this.aloneReadings; ) {
      seen = this.aloneReadings;
      await seen;
    }
    this.shared ??= await openPool(this.count, this.share(this.limits.memoryLimitMib));
    const { shared } = this;
    const reading = this.readWithin((signal) => shared.run(task, { signal }));
    this.sharedReadings.add(reading);
    try {
      return await reading;
    } finally {
      this.sharedReadings.delete(reading);
    }
  }

  private async readWithin(read: Reading): Promise<Attempt> {
    const { stop } = this;
    const timeLimit = AbortSignal.timeout(this.limits.timeLimitMs);
    try {
      return await read(stop ? AbortSignal.any([timeLimit, stop]) : timeLimit);
    } catch (error) {
      stop?.throwIfAborted();
      if (timeLimit.aborted) return 'too long';
      if (errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY') return 'too much memory';
      throw error;
    }
  }

  /** The report of a reading, or the refusal of a file that exceeds a limit. */
  private accept(attempt: Attempt): TypedReport | RefusedReport {
    if (typeof attempt !== 'string') return attempt;
    const { timeLimitMs, memoryLimitMib } = this.limits;
    const facts =
      attempt === 'too long'
        ? ({ limit: 'time', most: timeLimitMs / 1000 } as const)
        : ({ limit: 'memory', most: memoryLimitMib } as const);
    return { kind: null, findings: [finding('file-too-large', facts)] };
  }
}

function isTooLarge(attempt: Attempt): boolean {
  if (typeof attempt === 'string') return attempt === 'too much memory';
  return attempt.findings.some(({ code }) => code === 'file-too-large');
}

/** Half of the reserve that Node gives a thread at its limit. */
const YOUNG_MIB = 8;

async function openPool(threads: number, memoryMib: number): Promise<Tinypool> {
  const { Tinypool } = await import('tinypool');
  const pool = new Tinypool({
    filename: packageFile('dist/pipeline/intake/reading-thread.js'),
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

/**
 * Reads a file in a process of its own: V8 ends the process of a text that fills the memory, and no thread can prevent
 * that. Rejects if the signal ends it. Needs the built program.
 */
async function readInProcess(
  task: ReadingTask,
  memoryMib: number,
  signal: AbortSignal,
): Promise<TypedReport | RefusedReport | 'too much memory'> {
  const program = packageFile('dist/pipeline/intake/reading-process.js');
  const child = spawn(process.execPath, [`--max-old-space-size=${memoryMib}`, program], {
    ...{ signal, killSignal: 'SIGKILL' },
    stdio: 'pipe',
  });
  // the exit code tells why a process stops reading
  child.stdin.on('error', () => undefined);
  child.stdin.end(serialize(task));
  const [[code], output, errors] = await Promise.all([
    once(child, 'close'),
    buffer(child.stdout),
    text(child.stderr),
  ]);
  if (code === 0) return deserialize(output);
  if (code === THREW) throw new Error(`The process that reads a report failed: ${errors}`);
  return 'too much memory';
}
