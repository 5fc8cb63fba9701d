import { performance } from 'node:perf_hooks';

/** To whoever waits; stdout is for the tables. */
export function say(text: string): void {
  process.stderr.write(`bench: ${text}\n`);
}

/** Says what is worked on, and when it is done how long it took. */
export async function timed<Result>(what: string, work: () => Result | Promise<Result>) {
  say(`${what} …`);
  const begin = performance.now();
  const result = await work();
  const seconds = (performance.now() - begin) / 1000;
  say(`${what}: ${seconds.toFixed(1)} s`);
  return { result, seconds };
}
