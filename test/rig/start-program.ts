import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A running command of the compiled program. */
export interface StartedProgram {
  child: ChildProcess;
  /** Its output so far. */
  texts: { stdout: string; stderr: string };
  /** Resolves when it has ended and its output is complete. */
  closed: Promise<{ status: number | null; signal: NodeJS.Signals | null }>;
}

/** Starts a compiled program in a folder. Its environment has only `PATH` and what is given here. */
export function startProgram(
  program: string,
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): StartedProgram {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  child.stdout.on('data', (part: Buffer) => {
    texts.stdout += part;
  });
  child.stderr.on('data', (part: Buffer) => {
    texts.stderr += part;
  });
  const closed = once(child, 'close').then(([status, signal]) => ({ status, signal }));
  return { child, texts, closed };
}
