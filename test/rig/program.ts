import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import * as z from 'zod';

const PROGRAM = resolve('dist/cli/main.js');
/** As long as a test may take. */
const LONGEST_MS = 240_000;
const KEPT_PROGRAM = resolve('test/setup/kept-program.ts');

/** How a command ended. */
export interface Outcome {
  status: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs a command of the compiled program in a folder, and waits for its end. All commands run in one process: a start of
 * its own costs each more than half a second. A test of signals, threads or streams uses `startProgram`.
 */
export function allocations(folder: string, ...args: string[]): Outcome {
  const { status, stdout, stderr } = spawnSync('sh', askKept(folder, args), {
    ...{ encoding: 'utf8', timeout: LONGEST_MS, maxBuffer: Infinity },
  });
  return outcomeOf(args, status, stdout, stderr);
}

/** Like `allocations`, but the test goes on meanwhile, and can answer the command's requests. */
export async function allocationsMeanwhile(folder: string, ...args: string[]): Promise<Outcome> {
  const child = spawn('sh', askKept(folder, args), {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_MS,
  });
  const closed = once(child, 'close');
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return outcomeOf(args, status, stdout, stderr);
}

let keptSocket: string | undefined;

/** The arguments of a shell that asks the kept program to run a command. The first call starts it. */
function askKept(folder: string, args: readonly string[]): string[] {
  if (keptSocket === undefined) {
    keptSocket = join(mkdtempSync(join(tmpdir(), 'kept-')), 'socket');
    const child = spawn(process.execPath, [KEPT_PROGRAM, PROGRAM, keptSocket], {
      env: { PATH: process.env.PATH },
      // it ends when this process does, and closes its input
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    child.unref();
  }
  const script =
    'until [ -S "$0" ]; do sleep 0.02; done; exec curl -sS --fail --unix-socket "$0" --data-raw "$1" http://program/';
  return ['-c', script, keptSocket, JSON.stringify({ folder, args })];
}

function outcomeOf(args: readonly string[], status: number | null, stdout: string, stderr: string): Outcome {
  if (status !== 0) throw new Error(`allocations ${args.join(' ')} gave no answer: ${stderr}`);
  return JSON.parse(stdout);
}

/** Like `allocations`, but file permissions apply even if root runs the tests. */
export function allocationsByOthers(folder: string, ...args: string[]): Outcome {
  // without these capabilities, root cannot bypass permissions
  const asOthers = ['setpriv', '--bounding-set=-dac_override,-dac_read_search'];
  const prefix = process.getuid?.() === 0 ? asOthers : [];
  const [program = '', ...words] = [...prefix, process.execPath, PROGRAM, ...args];
  return spawnSync(program, words, {
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
