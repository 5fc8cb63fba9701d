import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import pLimit from 'p-limit';
import { type Facts, finding } from '../../domain/findings/finding.ts';
import { packageFile } from '../../domain/package-file.ts';
import { workbookFormatOf } from '../../extract/formats/formats.ts';
import type { Layout } from '../../extract/layouts/report-kind.ts';
import type { RefusedReport, ReportReader, TypedReport } from './read-report.ts';

/** The time for one workbook or large text. A longer reading is a sign of a hostile file. */
const TIME_LIMIT_MS = 120_000;
/** The heap of the process. */
const MEMORY_LIMIT_MIB = 2048;
/** The run itself reads texts up to this size: whatever they hold, they take less than 1 GiB of memory. */
const SMALL_TEXT = 8 * 1024 * 1024;
/** The exit code of Node if a program throws. */
const THREW = 1;

/** A file to read in the process. */
export interface ReadingTask {
  bytes: Uint8Array;
  layouts: readonly Layout[];
  fileName: string;
}

/**
 * Reads workbooks and large texts in a process of its own, one after another: V8 ends a process whose memory is full, and
 * a hostile file must not hang or end the run. The run itself reads small texts. Needs the built program.
 */
export class ReadingProcess {
  private readonly stop: AbortSignal | undefined;
  private readonly timeLimitMs: number;
  private readonly memoryLimitMib: number;
  private readonly inTurn = pLimit(1);
  private child: { process: ChildProcess; errors: Promise<string> } | undefined;

  /** Starts nothing before the first workbook. `stop` ends the readings at once. */
  constructor(stop?: AbortSignal, timeLimitMs = TIME_LIMIT_MS, memoryLimitMib = MEMORY_LIMIT_MIB) {
    this.stop = stop;
    this.timeLimitMs = timeLimitMs;
    this.memoryLimitMib = memoryLimitMib;
  }

  readonly read: ReportReader = async (bytes, layouts, fileName = '') => {
    if (workbookFormatOf(bytes) || bytes.length > SMALL_TEXT)
      return this.inTurn(() => this.readApart({ bytes, layouts, fileName }));
    // loaded late because most runs have nothing to read
    return (await import('./read-report.ts')).readReport(bytes, layouts, fileName);
  };

  close(): void {
    this.child?.process.kill('SIGKILL');
    this.child = undefined;
  }

  private async readApart(task: ReadingTask): Promise<TypedReport | RefusedReport> {
    const { stop, timeLimitMs, memoryLimitMib } = this;
    stop?.throwIfAborted();
    const timeLimit = AbortSignal.timeout(timeLimitMs);
    try {
      const reading = await this.ask(task, stop ? AbortSignal.any([timeLimit, stop]) : timeLimit);
      return reading ?? refuse({ limit: 'memory', most: memoryLimitMib });
    } catch (error) {
      this.close();
      stop?.throwIfAborted();
      if (timeLimit.aborted) return refuse({ limit: 'time', most: timeLimitMs / 1000 });
      throw error;
    }
  }

  /** Returns `null` if the process ended because its memory was full. Rejects if the signal aborts. */
  private async ask(task: ReadingTask, limit: AbortSignal): Promise<TypedReport | RefusedReport | null> {
    this.child ??= this.start();
    const { process: child, errors } = this.child;
    const answered = new AbortController();
    const signal = AbortSignal.any([limit, answered.signal]);
    try {
      const answer = once(child, 'message', { signal }).then(([reading]) => ({ reading }));
      const end = once(child, 'close', { signal }).then(([code]) => ({ code }));
      // the end tells why a process stops listening
      child.send(task, () => undefined);
      const first = await Promise.race([answer, end]);
      if ('reading' in first) return first.reading;
      if (first.code === THREW) throw new Error(`The process that reads a report failed: ${await errors}`);
      return null;
    } finally {
      answered.abort();
    }
  }

  private start(): { process: ChildProcess; errors: Promise<string> } {
    const child = fork(packageFile('dist/pipeline/intake/reading-child.js'), {
      execArgv: [`--max-old-space-size=${this.memoryLimitMib}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    child.once('exit', () => {
      if (this.child?.process === child) this.child = undefined;
    });
    return { process: child, errors: child.stderr ? text(child.stderr) : Promise.resolve('') };
  }
}

/** The refusal of a file that exceeds a limit. */
function refuse(facts: Facts<'file-too-large'>): RefusedReport {
  return { kind: null, findings: [finding('file-too-large', facts)] };
}
