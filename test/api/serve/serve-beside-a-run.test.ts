import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MONTHS } from '../../rig/few-reports.ts';
import { allocationsBeside, endServers, type Server, serve } from '../../rig/program.ts';
import { statement } from '../../rig/reports/small-reports.ts';
import {
  type Allocation,
  CA,
  createDatasetRig,
  type DatasetRig,
  JURISDICTIONS,
  keyOf,
  type Page,
} from '../../rig/service.ts';

const PLACES = 60;
const DB = ['--db', 'dataset.sqlite'];

/** Every place and month, each with the same net payment; the newer report goes a month further. */
function report(months: readonly string[], net: number, places: number): string {
  return statement(
    months.flatMap((month) =>
      Array.from({ length: places }, (_, at) => ({ code: String(10_001 + at), month, net })),
    ),
  );
}

/** What is in the dataset before and after the run: how many months and places, and the one net payment. */
const BEFORE = { months: MONTHS, net: 100, places: PLACES };
const AFTER = { months: [...MONTHS, '2024-03'], net: 200, places: PLACES + 5 };
const STATES = [BEFORE, AFTER];

let rig: DatasetRig;
let server: Server;

beforeAll(async () => {
  rig = createDatasetRig();
  await rig.load({ 'first.csv': report(MONTHS, 100, PLACES) });
  server = await serve(rig.folder, ...DB, '--no-auth', '--rate-limit', '1000000');
});

afterAll(async () => {
  await endServers();
  rig.remove();
});

interface Walk {
  version: string;
  records: Allocation[];
  total: number;
  /** Whether all pages were of one version. */
  isWhole: boolean;
}

/** Walks all pages; where the version changes, it stops with what it has. */
async function walkOnce(sort: string): Promise<Walk> {
  const walk: Walk = { version: '', records: [], total: 0, isWhole: false };
  let url: string | null = `${server.address}${CA}?limit=40&sort=${sort}`;
  while (url !== null) {
    const answer: Response = await fetch(url);
    const body = await answer.text();
    expect({ status: answer.status, body: answer.status === 200 ? '' : body }).toEqual({
      status: 200,
      body: '',
    });
    const version = answer.headers.get('dataset-version') ?? '';
    expect(version).not.toBe('');
    if (walk.version !== '' && version !== walk.version) return walk;
    walk.version = version;
    const { data, links, meta }: Page<Allocation> = JSON.parse(body);
    if (walk.total !== 0) expect(meta.total).toBe(walk.total);
    walk.total = meta.total;
    walk.records.push(...data);
    url = links.next;
  }
  return { ...walk, isWhole: true };
}

const netOf = (record: Allocation) => Reflect.get(record, 'net_payment');

/** Compares a walk with what there was; returns which state of the dataset it saw. */
function compare({ records, total, isWhole }: Walk): number {
  const nets = new Set(records.map(netOf));
  expect(nets.size).toBe(1);
  const at = STATES.findIndex(({ net }) => nets.has(net));
  const state = STATES[at];
  if (!state) throw new Error(`nobody paid ${[...nets]}`);
  expect(total).toBe(state.months.length * state.places);
  const keys = records.map(keyOf);
  expect(new Set(keys).size).toBe(keys.length);
  if (isWhole) expect(keys).toHaveLength(total);
  return at;
}

test('a client that reads pages during a run never sees two versions mixed', async () => {
  const versions = new Map<number, Set<string>>();
  const note = (walk: Walk) => {
    const at = compare(walk);
    versions.set(at, (versions.get(at) ?? new Set()).add(walk.version));
    return at;
  };
  const walks: Walk[] = [];
  expect(note(await walkOnce('-net_payment'))).toBe(0);
  const { months, net, places: count } = AFTER;
  writeFileSync(join(rig.folder, 'run.csv'), report(months, net, count));
  let isRunning = true;
  const run = allocationsBeside(rig.folder, 'ingest', 'run.csv', ...DB).finally(() => {
    isRunning = false;
  });
  const sorts = ['-net_payment', 'allocation_period', 'ytd.net_payment', '-current_distributions'];
  for (let look = 0; isRunning; look++) walks.push(await walkOnce(sorts[look % sorts.length] ?? ''));
  expect(await run).toMatchObject({ status: 0, stderr: '' });
  // the very next request has what the run loaded
  expect(note(await walkOnce('net_payment'))).toBe(1);
  const places = await (await fetch(`${server.address}${JURISDICTIONS}?limit=1`)).text();
  expect(JSON.parse(places)).toMatchObject({ data: [{ last_period: `${months.at(-1)}-01` }] });
  const seen = walks.map(note);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  // each state of the data has one version, each version one state
  expect([...versions.values()].map(({ size }) => size)).toEqual([1, 1]);
  expect(new Set([...versions.values()].flatMap((names) => [...names])).size).toBe(2);
  expect(walks.length).toBeGreaterThan(2);
  const log = server.texts.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(log.filter(({ level }) => level >= 40)).toEqual([]);
});
