import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));
const BARE_ROUTE = fileURLToPath(new URL('bare-route.ts', import.meta.url));
const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 10_000;
/** Linux counts CPU time in ticks. */
const TICKS_A_SECOND = 100;
/** Fields of a process's `stat` after its name: user and system time. */
const OWN_TIME = [11, 12] as const;
const TIME_OF_CHILDREN = [13, 14] as const;

/** A server in its own process. */
export interface Server {
  /** Its address: `http://127.0.0.1:34567`. */
  origin: string;
  /** CPU seconds so far; `null` if the system does not report them. */
  cpuSeconds(): number | null;
  stop(): Promise<void>;
}

/** Runs the compiled program and returns its stdout. Throws if it fails. */
export async function runProgram(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [printed, complaints] = [collect(child.stdout), collect(child.stderr)];
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`allocations ${args.join(' ')} ended with ${code}: ${complaints()}`);
  return printed();
}

/** Starts `allocations serve` and drops its log. */
export function startService(dataset: string, tokens: string): Promise<Server> {
  const args = [PROGRAM, 'serve', '--port', '0', '--db', dataset, '--tokens', tokens];
  return startServer([...args, '--rate-limit', '1000000']);
}

/** Starts a bare Fastify server that sends bodies of these sizes at `/<size>`. */
export function startBareRoute(sizes: readonly number[]): Promise<Server> {
  return startServer(['--import', 'tsx', BARE_ROUTE, ...sizes.map(String)]);
}

/** Resolves when the server writes its address on stderr. */
async function startServer(args: readonly string[]): Promise<Server> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const complaints = collect(child.stderr);
  const deadline = AbortSignal.timeout(START_TIMEOUT_MS);
  const ended = once(child, 'exit');
  for (;;) {
    const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(complaints()) ?? [];
    if (origin !== undefined) return { origin, cpuSeconds: () => cpuSeconds(child), stop: () => stop(child) };
    const isGone = await Promise.race([ended.then(() => true), once(child.stderr, 'data').then(() => false)]);
    if (isGone || deadline.aborted) {
      child.kill('SIGKILL');
      throw new Error(`The server did not start: ${complaints()}`);
    }
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(late);
}

function cpuSeconds({ pid }: ChildProcess): number | null {
  return readTicks(`/proc/${pid}/stat`, OWN_TIME);
}

/** CPU seconds of all ended child processes; `null` if the system does not report them. */
export function childrenCpuSeconds(): number | null {
  return readTicks('/proc/self/stat', TIME_OF_CHILDREN);
}

function readTicks(file: string, [user, system]: readonly [number, number]): number | null {
  try {
    // the second field is a name in parentheses, which may hold spaces
    const fields = readFileSync(file, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[user]) + Number(fields[system])) / TICKS_A_SECOND;
  } catch {
    return null;
  }
}

function collect(stream: Readable): () => string {
  let text = '';
  stream.setEncoding('utf8');
  stream.on('data', (part: string) => {
    text += part;
  });
  return () => text;
}
