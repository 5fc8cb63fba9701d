import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';

const PROGRAM = resolve('dist/cli/main.js');

/** How a command ended. */
export interface Outcome {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the compiled program in a folder and waits for its end. */
export function allocations(folder: string, ...args: string[]): Outcome {
  return runToEnd([process.execPath, PROGRAM, ...args], folder);
}

/** Like `allocations`, but file permissions apply even if root runs the tests. */
export function allocationsByOthers(folder: string, ...args: string[]): Outcome {
  // without these capabilities, root cannot bypass permissions
  const asOthers = ['setpriv', '--bounding-set=-dac_override,-dac_read_search'];
  const prefix = process.getuid?.() === 0 ? asOthers : [];
  return runToEnd([...prefix, process.execPath, PROGRAM, ...args], folder);
}

function runToEnd([program = '', ...args]: string[], folder: string): Outcome {
  return spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 120_000,
    // a program that waits for a pipe ignores other signals
    killSignal: 'SIGKILL',
    env: { PATH: process.env.PATH },
  });
}

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

/** Waits for the end of a running command. */
export async function endOf({ texts, closed }: StartedProgram) {
  return { ...(await closed), ...texts };
}

/** Runs the compiled program in a folder without blocking the test. */
export async function allocationsBeside(folder: string, ...args: string[]): Promise<Outcome> {
  const { outcome } = start(folder, args);
  return outcome;
}

function start(folder: string, args: readonly string[], program = PROGRAM) {
  const { child, texts, closed } = startProgram(program, folder, args);
  const outcome = closed.then(({ status }): Outcome => ({ status, ...texts }));
  return { child, texts, outcome };
}

/** A running `allocations serve`. */
export interface Server {
  /** As printed on stderr: `http://127.0.0.1:40123`. */
  address: string;
  port: number;
  child: ChildProcess;
  /** Its output so far. */
  texts: { stdout: string; stderr: string };
  /** Resolves when it ends. */
  outcome: Promise<Outcome>;
}

const running: Server[] = [];

/** Serves a dataset on a free port. Resolves when the server listens; rejects if it ends first. */
export function serve(folder: string, ...args: string[]): Promise<Server> {
  return serveProgram(PROGRAM, folder, ...args);
}

/** As `serve`, with a program elsewhere. */
export async function serveProgram(program: string, folder: string, ...args: string[]): Promise<Server> {
  const { child, texts, outcome } = start(folder, ['serve', '--port', '0', ...args], program);
  const listening = new Promise<string>((found) => {
    child.stderr?.on('data', () => {
      const [, address] = /Serving .* at (http:\/\/\S+) \(/.exec(texts.stderr) ?? [];
      if (address) found(address);
    });
  });
  const ended = outcome.then(({ status, stderr }) => {
    throw new Error(`serve ended with ${status}: ${stderr}`);
  });
  ended.catch(() => {});
  const address = await Promise.race([listening, ended]);
  const server = { address, port: Number(new URL(address).port), child, texts, outcome };
  running.push(server);
  return server;
}

/** Ends every server still running. */
export async function endServers(): Promise<void> {
  for (const { child, outcome } of running.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await outcome;
  }
}

/** Returns the promise's value, or `late` if it takes longer. */
export async function within<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((pass) => {
    timer = setTimeout(() => pass('late'), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What `npm pack --json` prints. */
export const packed = z.tuple([z.object({ filename: z.string(), unpackedSize: z.int() })]);

/** Packs a package as npm does, and unpacks it into a project's node_modules, without the packages that it needs. */
export function installPacked(
  source: string,
  project: string,
  name: string,
): { path: string; unpackedSize: number } {
  const modules = join(project, 'node_modules');
  mkdirSync(modules, { recursive: true });
  const pack = ['pack', source, '--ignore-scripts', '--json', '--pack-destination', project];
  const [{ filename, unpackedSize }] = packed.parse(
    JSON.parse(execFileSync('npm', pack, { encoding: 'utf8' })),
  );
  execFileSync('tar', ['-xzf', join(project, filename), '-C', modules]);
  const path = join(modules, name);
  renameSync(join(modules, 'package'), path);
  return { path, unpackedSize };
}
