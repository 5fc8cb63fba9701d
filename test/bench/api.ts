/** `npm run bench:api`: how fast the list service is, asked over loopback. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { Command, Option } from 'commander';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { buildService } from '../../src/api/server.ts';
import { formatTable, print } from '../../src/cli/output/print.ts';
import { openForReading } from '../../src/store/dataset.ts';
import { type DatasetReader, openReader } from '../../src/store/query/view.ts';
import { FULL_SIZE } from '../rig/full-size.ts';
import { processorMs } from '../rig/processor-time.ts';
import { endServers, serve } from '../rig/program.ts';
import { openChance, shuffle } from '../rig/reports/chance.ts';
import { type Ask, analysisKinds, defaultPaths, listKinds, type PageKind, pageKinds } from './api-pages.ts';
import { backfill, describeMachine, medianOf, quantile, reportsOf, SMALL_SIZE, say } from './measure.ts';

/** Bounds in milliseconds of the processor: the 99th percentile of any kind of page, and the first page of a sort. */
const P99_BOUND = 25;
const FIRST_BOUND = 250;
const SLOWEST = 10;
/** Calls of a page that was slow, for each call of the others. */
const MORE_CALLS = 4;
const CONNECTIONS = 10;

interface Flags {
  cache: string;
  small?: boolean;
  dataset?: string;
  only?: 'pages' | 'analyses' | 'lists' | 'load';
}

await new Command('bench:api')
  .description(
    'Measure the list service with invented full-size data: every kind of page of its usual size, in processor time; and its answers under load, compared with a bare Fastify route. The first run takes minutes to make the data.',
  )
  .option('--cache <dir>', 'keep reports and dataset in this folder', 'data/bench')
  .option('--small', 'use little data and few repetitions, to test the benchmark itself')
  .option('--dataset <file>', 'use this dataset')
  .addOption(
    new Option('--only <part>', 'measure only this part').choices(['pages', 'analyses', 'lists', 'load']),
  )
  .addHelpText('after', '\nExample:\n  $ npm run bench:api -- --only pages')
  .action(measure)
  .parseAsync();

async function measure({ cache, small = false, only, dataset }: Flags): Promise<void> {
  print(describeMachine());
  const file = dataset ?? (await makeDataset(cache, small));
  const calls = small ? 2 : 50;
  for (const [part, kindsOf] of [
    ['pages', pageKinds],
    ['analyses', analysisKinds],
    ['lists', listKinds],
  ] as const)
    if ((only ?? part) === part) print(`\n${await measurePages(file, kindsOf, calls)}`);
  if ((only ?? 'load') !== 'load') return;
  const options = ['--db', file, '--no-auth', '--rate-limit', '1000000', '--log-level', 'silent'];
  const { address } = await serve('.', ...options);
  try {
    const ask: Ask = async (path) => (await fetch(address + path)).json();
    print(`\n${await measureLoad(address, ask, small ? [1, 1] : [2, 5])}`);
  } finally {
    await endServers();
  }
}

/** Makes the dataset in the cache folder. Remove the file after a change of what writes it. */
async function makeDataset(cache: string, isSmall: boolean): Promise<string> {
  const folder = join(cache, isSmall ? 'small' : 'full');
  const file = join(folder, 'allocations.sqlite');
  if (existsSync(file)) return file;
  say(`making the dataset ${file} …`);
  return (await backfill(await reportsOf(cache, isSmall ? SMALL_SIZE : FULL_SIZE), folder)).database;
}

/** How long one kind of page took: the first call, and the others in order. */
interface Times {
  kind: PageKind;
  first: number;
  others: readonly number[];
}

/**
 * Calls every kind of page once, then all of them again and again in another order. The 99th percentile of few calls is
 * the longest, and a garbage collection makes it long: what is above the bound is measured again with more calls.
 */
async function measurePages(
  file: string,
  kindsOf: (ask: Ask) => Promise<PageKind[]>,
  repetitions: number,
): Promise<string> {
  const dataset = openForReading(file);
  const service = await serviceOf(openReader(dataset));
  const kinds = await kindsOf(async (path) => JSON.parse(await bodyOf(service, path)));
  const measured = await timePages(service, kinds, 0, repetitions);
  const suspects = measured.filter(isSlow);
  const again = await timePages(
    service,
    suspects.map(({ kind }) => kind),
    repetitions + 1,
    repetitions * MORE_CALLS,
  );
  await service.close();
  dataset.close();
  const slow = again.filter(isSlow);
  const slowest = [...again, ...measured.filter((one) => !isSlow(one))]
    .sort((a, b) => p99Of(b) - p99Of(a))
    .slice(0, SLOWEST);
  const rows = slowest.map((one) => [
    one.kind.filter.slice(0, 60),
    one.kind.sort,
    one.kind.page,
    ...[medianOf(one.others), p99Of(one)].map((ms) => ms.toFixed(1)),
  ]);
  const firsts = measured.toSorted((a, b) => b.first - a.first).slice(0, SLOWEST);
  const numbers = ['median ms', 'p99 ms'];
  const calls = measured.flatMap(({ others }) => others);
  return [
    `${measured.length} kinds of page of the usual size, ${repetitions} calls of each, in processor time; the ${SLOWEST} slowest`,
    formatTable(['filter', 'sort', 'page', ...numbers], rows, numbers),
    `Above ${P99_BOUND} ms at the 99th percentile: ${suspects.length}; of these again with ${repetitions * MORE_CALLS} calls: ${slow.length}. Of all calls, half took less than ${medianOf(calls).toFixed(1)} ms, and 99 of 100 less than ${quantile(calls, 0.99).toFixed(1)} ms.`,
    `First calls above ${FIRST_BOUND} ms: ${measured.filter(({ first }) => first > FIRST_BOUND).length}. The slowest: ${firsts.map(({ kind, first }) => `${kind.filter} ${kind.sort} ${first.toFixed(0)} ms`).join(', ')}.`,
  ].join('\n');
}

/** The service of a dataset, without a network. */
function serviceOf(reader: DatasetReader): Promise<FastifyInstance> {
  const logger = pino({ level: 'silent' });
  return buildService({
    ...{ reader, verifyToken: null, trustedProxies: [], programVersion: 'bench', logger },
    rateLimit: 1_000_000,
  });
}

async function bodyOf(service: FastifyInstance, url: string, host = 'localhost'): Promise<string> {
  const { statusCode, body } = await service.inject({ url, headers: { host } });
  // without a turn of the event loop, nothing of a request is ever freed
  await nextTurn();
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${body}`);
  return body;
}

async function timePages(
  service: FastifyInstance,
  kinds: readonly PageKind[],
  firstRound: number,
  repetitions: number,
): Promise<Times[]> {
  const chance = openChance(1);
  const times = new Map<PageKind, number[]>(kinds.map((kind) => [kind, []]));
  for (let round = 0; kinds.length > 0 && round <= repetitions; round += 1) {
    // answers have links to the host of the request: with another one for each round, none comes from memory
    const host = `round-${firstRound + round}.test`;
    for (const kind of shuffle(kinds, chance))
      times.get(kind)?.push(await processorMs(() => bodyOf(service, kind.path, host)));
    say(`${kinds.length} pages, round ${round}`);
  }
  return [...times].map(([kind, [first = Number.NaN, ...others]]) => ({ kind, first, others }));
}

function p99Of({ others }: Times): number {
  return quantile(others, 0.99);
}

function isSlow(times: Times): boolean {
  return p99Of(times) > P99_BOUND;
}

/** Requests a second of pages from memory, compressed pages and 304s, beside a bare route of the same body. */
async function measureLoad(
  address: string,
  ask: Ask,
  [seconds, rounds]: readonly [number, number],
): Promise<string> {
  const rows: string[][] = [];
  for (const path of await defaultPaths(ask)) {
    const answer = await fetch(address + path, { headers: { 'accept-encoding': 'identity' } });
    const [tag, size] = [answer.headers.get('etag') ?? '', (await answer.arrayBuffer()).byteLength];
    const bare = await startBareRoute(size);
    for (const [what, headers] of [
      ['page', {}],
      ['page, gzip', { 'accept-encoding': 'gzip' }],
      ['304', { 'if-none-match': tag }],
    ] as const) {
      const ratios: number[] = [];
      const speeds: number[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        const ours = await requestsPerSecond(address + path, headers, seconds);
        const theirs = await requestsPerSecond(`${bare.address}/${size}`, headers, seconds);
        // the first round warms up
        if (round === 0) continue;
        speeds.push(ours);
        ratios.push(ours / theirs);
      }
      rows.push([`${what}, ${path}`, medianOf(speeds).toFixed(0), medianOf(ratios).toFixed(2)]);
    }
    bare.stop();
  }
  return [
    'Under load, beside a bare route that sends the same bytes',
    formatTable(['what', 'requests/s', ': bare route'], rows, ['requests/s', ': bare route']),
  ].join('\n');
}

async function requestsPerSecond(
  url: string,
  headers: Readonly<Record<string, string>>,
  duration: number,
): Promise<number> {
  const { errors, non2xx, statusCodeStats, requests } = await autocannon({
    ...{ url, duration, connections: CONNECTIONS },
    headers: { ...headers },
  });
  const isKnown = Object.keys(statusCodeStats ?? {}).every((status) => ['200', '304'].includes(status));
  if (errors > 0 || !isKnown) throw new Error(`${url}: ${errors} errors, ${non2xx} unexpected answers`);
  return requests.average;
}

async function startBareRoute(size: number): Promise<{ address: string; stop: () => void }> {
  const script = fileURLToPath(new URL('bare-route.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, String(size)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [line] = (await once(child.stderr, 'data')) as [Buffer];
  return { address: line.toString().trim(), stop: () => child.kill() };
}
