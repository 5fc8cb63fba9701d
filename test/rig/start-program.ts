import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A running command of the compiled program. */
export interface StartedProgram {
  child: ChildProcess;
  /** What it wrote so far. */
  texts: { stdout: string; stderr: string };
  /** How it ends, once all it wrote is there. */
  closed: Promise<{ status: number | null; signal: NodeJS.Signals | null }>;
}

/** Starts a compiled program in a folder, with nothing of this process's environment but the path, and what is given. */
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
