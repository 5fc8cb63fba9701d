import { performance } from 'node:perf_hooks';

/** Prints progress on stderr; stdout is for the tables. */
export function say(text: string): void {
  process.stderr.write(`bench: ${text}\n`);
}

/** Prints what starts, and how long it took when it is done. */
export async function timed<Result>(what: string, work: () => Result | Promise<Result>) {
  say(`${what} …`);
  const begin = performance.now();
  const result = await work();
  const seconds = (performance.now() - begin) / 1000;
  say(`${what}: ${seconds.toFixed(1)} s`);
  return { result, seconds };
}
