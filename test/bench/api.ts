/** `npm run bench:api`: answers a second of the service beside a bare Fastify route, and its memory. */
import { readFileSync } from 'node:fs';
import compress from '@fastify/compress';
import autocannon from 'autocannon';
import { Command } from 'commander';
import Fastify from 'fastify';
import { formatTable, print } from '../../src/cli/output/print.ts';
import { endServers } from '../rig/program.ts';
import { datasetOf, describeMachine, serveMeasured } from './measured.ts';

const GZIP = { 'accept-encoding': 'gzip' };
const LISTS = ['/api/ca/sales-tax/allocations', '/api/tx/sales-tax/allocations'];
const OTHERS = [
  ...['compare', 'months', 'years', 'projections'].map((name) => `/api/tx/sales-tax/${name}?limit=25`),
  ...['jurisdictions/482001009/sources', 'jurisdictions?q=city', 'findings', 'revisions', 'reports'].map(
    (path) => `/api/${path}`,
  ),
];
const PAGES = LISTS.flatMap((list) =>
  ['-allocation_period', 'net_payment', '-net_payment'].flatMap((sort) =>
    Array.from({ length: 40 }, (_, at) => `${list}?sort=${sort}&page=${1 + at}`),
  ),
);

await new Command('bench:api')
  .description(
    'Ask the service for pages of invented full-size data, compressed, over loopback. Compare its answers a second with those of a bare Fastify route that compresses and sends the same text. Then look at its memory.',
  )
  .option('--cache <dir>', 'keep reports and dataset in this folder', 'data/bench')
  .option('--small', 'use little data and few requests, to test the benchmark itself')
  .action(measure)
  .parseAsync();

async function measure({ cache, small = false }: { cache: string; small?: boolean }): Promise<void> {
  print(describeMachine());
  const { address, child } = await serveMeasured(await datasetOf(cache, small));
  try {
    const rows: string[][] = [];
    for (const path of [...LISTS, ...OTHERS])
      rows.push(await compareWithBareRoute(address, path, small ? 1 : 5));
    const numbers = ['bytes', 'a second', ': bare route'];
    print(formatTable(['answer', ...numbers], rows, numbers));
    const memory = () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;
    for (const amount of small ? [500, 1000] : [10_000, 90_000]) {
      const speed = await ask(address, [...PAGES, ...OTHERS], { amount });
      print(`${amount} mixed requests: ${speed.toFixed(0)} a second, then ${memory().toFixed(0)} MiB`);
    }
  } finally {
    await endServers();
  }
}

async function compareWithBareRoute(address: string, path: string, duration: number): Promise<string[]> {
  const body = await (await fetch(address + path)).text();
  const bare = Fastify();
  await bare.register(compress, { encodings: ['gzip'], zlibOptions: { level: 1 } });
  bare.get('/', (_, reply) => reply.header('content-type', 'application/json').send(body));
  const bareAddress = await bare.listen({ host: '127.0.0.1', port: 0 });
  await ask(bareAddress, ['/'], { duration: 1 });
  const theirs = await ask(bareAddress, ['/'], { duration });
  await bare.close();
  await ask(address, [path], { duration: 1 });
  const ours = await ask(address, [path], { duration });
  return [path, `${body.length}`, ours.toFixed(0), (ours / theirs).toFixed(2)];
}

/** Requests these paths in turn from a thread of its own; returns the answers a second. */
async function ask(url: string, paths: string[], limit: { duration?: number; amount?: number }) {
  const requests = paths.map((path) => ({ path, headers: GZIP }));
  const result = await autocannon({ url, requests, connections: 10, workers: 1, ...limit });
  if (result.errors + result.non2xx > 0)
    throw new Error(`${url}: ${result.errors} errors, ${result.non2xx} refusals`);
  return result.requests.average;
}
