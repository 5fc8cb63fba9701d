import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeWorkFolder } from './fuzz-rig.ts';
import type { Violation } from './invariants.ts';
import type { Task } from './judge-process.ts';
import type { Verdict } from './verdict.ts';

const PROGRAM = fileURLToPath(new URL('judge-process.ts', import.meta.url));
/** A slow run is repeated once, so the verdict may take two limits. */
const PATIENCE = 3;
const LAST_WORDS = 600;

/** Judges reports in a separate process. If the process hangs or ends, that is a verdict too. */
export class WatchedJudge {
  private readonly limit: number;
  private child: ChildProcess | null = null;
  private folder = '';
  private lastWords = '';

  /** `limit` is the time of one run in milliseconds. */
  constructor(limit: number) {
    this.limit = limit;
  }

  async judge(bytes: Uint8Array, extension: string): Promise<Verdict> {
    const child = this.child ?? (await this.start());
    const task: Task = { bytes, extension, limit: this.limit };
    child.send(task);
    const time = PATIENCE * this.limit;
    const answer = await firstAnswer(child, time);
    if (answer.kind === 'verdict') return answer.verdict;
    await this.close();
    if (answer.kind === 'silence') {
      return lost({ invariant: 'no hang', detail: `no answer within ${time} ms` }, time);
    }
    const detail = `the process ended (${answer.how}): ${this.lastWords.trim().replace(/\s+/g, ' ')}`;
    return lost({ invariant: 'no crash', detail }, 0);
  }

  /** Ends the process and removes its work folder. */
  async close(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (child && child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    if (this.folder) rmSync(this.folder, { recursive: true, force: true });
  }

  private async start(): Promise<ChildProcess> {
    this.folder = makeWorkFolder();
    this.lastWords = '';
    const child = fork(PROGRAM, [this.folder], {
      execArgv: ['--import', 'tsx'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.child = child;
    child.stderr?.on('data', (text: Buffer) => {
      this.lastWords = (this.lastWords + text.toString()).slice(-LAST_WORDS);
    });
    await Promise.race([once(child, 'message'), once(child, 'exit')]);
    if (child.exitCode !== null) throw new Error(`The judging process does not start: ${this.lastWords}`);
    return child;
  }
}

type Answer = { kind: 'verdict'; verdict: Verdict } | { kind: 'silence' } | { kind: 'end'; how: string };

function firstAnswer(child: ChildProcess, milliseconds: number): Promise<Answer> {
  return new Promise((resolve) => {
    const settle = (answer: Answer) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit);
      resolve(answer);
    };
    const onMessage = (verdict: Verdict) => settle({ kind: 'verdict', verdict });
    const onExit = (code: number | null, signal: string | null) =>
      settle({ kind: 'end', how: signal ?? `exit code ${code}` });
    const timer = setTimeout(() => settle({ kind: 'silence' }), milliseconds);
    child.on('message', onMessage).on('exit', onExit);
  });
}

function lost(violation: Violation, milliseconds: number): Verdict {
  return { status: 'given up', errors: [], milliseconds, violation, memory: 0 };
}
