import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Revision } from '../../../src/client/index.ts';
import { rebuildDataset } from '../../../src/pipeline/rebuild.ts';
import type { RunSummary } from '../../../src/pipeline/summary.ts';
import { readRegisters } from '../../../src/registers/registers.ts';
import { openForReading } from '../../../src/store/dataset.ts';
import { createPipelineRig, type PipelineRig } from '../../rig/pipeline-rig.ts';
import { monthsFrom } from '../../rig/reports/months.ts';
import { randomReport } from '../../rig/reports/random-reports.ts';
import { statement } from '../../rig/reports/small-reports.ts';
import { type Allocation, CA, keyOf, type Service, startService, TX, walk } from '../../rig/service.ts';

const HISTORIES = 6;
const LISTS = [CA, TX];
const report = randomReport(monthsFrom('2022-01', 30), ['4Q-21', '1Q-22', '2Q-22', '1Q-23']);
const registers = fc.record({
  shown: fc.constantFrom('Ay', 'Bee'),
  /** Of a field of the datapoint, and of one that none has. */
  field: fc.constantFrom('net_payment', 'total_collections'),
  published: fc.constantFrom('100.00', '98.00', '200.00'),
});
const step = fc.record({
  act: fc.oneof(
    { weight: 5, arbitrary: fc.record({ received: report }) },
    { weight: 2, arbitrary: fc.record({ withdrawn: fc.nat() }) },
    { weight: 2, arbitrary: fc.record({ registers }) },
    { weight: 2, arbitrary: fc.constant({ rebuilt: true as const }) },
    { weight: 1, arbitrary: fc.constant({ nothing: true as const }) },
  ),
  isVisited: fc.boolean(),
});
/** A history after which each outcome of `follow` has been seen, whatever the random ones draw. */
const EVERY_OUTCOME = [
  { act: { nothing: true as const }, isVisited: true },
  { act: { received: statement([{ code: '10002', month: '2022-02', net: 5 }]) }, isVisited: true },
  { act: { rebuilt: true as const }, isVisited: true },
];
type Act = typeof step extends fc.Arbitrary<{ act: infer Taken }> ? Taken : never;

/** Every record that matches, by pages of JSON. */
async function readAll(service: Service, query: string): Promise<[string, Allocation][]> {
  const lists = await Promise.all(LISTS.map((path) => walk(service, `${path}?${query}`)));
  return lists
    .flat()
    .map((record): [string, Allocation] => [`${keyOf(record)}-01`, record])
    .sort();
}

async function versionOf(service: Service): Promise<string> {
  return (await service.json<{ dataset_version: string }>('/readyz')).dataset_version;
}

/** Does one thing to the dataset; returns whether its file is another one. */
async function take(rig: PipelineRig, act: Act, name: string): Promise<boolean> {
  const reference = () => readRegisters(join(rig.folder, 'reference'));
  const run = (options: Parameters<PipelineRig['run']>[0]): Promise<RunSummary> =>
    rig.run({ registers: reference(), ...options });
  if ('received' in act) await run({ files: [rig.write(name, act.received)] });
  else if ('withdrawn' in act) {
    const dataset = openForReading(rig.database);
    const counting = dataset.sqlite
      .prepare<[], string>('SELECT sha256 FROM report WHERE withdrawn_at IS NULL ORDER BY id')
      .pluck()
      .all();
    dataset.close();
    const withdraw = counting[act.withdrawn % counting.length];
    if (withdraw) await run({ command: 'withdraw', withdraw: [{ sha256: withdraw, reason: 'a test' }] });
  } else if ('registers' in act) {
    const { shown, field, published } = act.registers;
    const of = { state: 'tx', kind: 'tx/payment-detail', jurisdiction: '2999001', month: '2022-06' };
    const entry = { ...of, field, published, correct: '1.00', reason: 'a test', source: 'a test' };
    const folder = join(rig.folder, 'reference');
    writeFileSync(join(folder, 'names.csv'), `state,printed,shown,source\nca,A 10001,${shown},a test\n`);
    writeFileSync(join(folder, 'corrections.json'), JSON.stringify([entry]));
    await rig.reprocess({ registers: reference() });
  } else if ('nothing' in act) await run({ files: [] });
  else {
    const database = join(rig.folder, 'rebuilt.sqlite');
    await rebuildDataset({ ...rig.options, registers: reference(), database }, null);
    for (const ending of ['', '-wal', '-shm']) rmSync(rig.database + ending, { force: true });
    renameSync(database, rig.database);
    return true;
  }
  return false;
}

/** The records of a copy, and the version they are of. */
interface Copy {
  version: string;
  records: Map<string, Allocation>;
}

/** Does what "Mirror the data" says. Reads everything if the service does not know the version of the copy. */
async function follow(service: Service, copy: Copy): Promise<'current' | 'updated' | 'replaced'> {
  const version = await versionOf(service);
  if (version === copy.version) return 'current';
  const since = `since_version=${copy.version}&limit=1000`;
  const isKnown = (await service.get(`/api/revisions?${since}`)).statusCode === 200;
  const revisions = isKnown ? await walk<Revision>(service, `/api/revisions?${since}`) : [];
  if (!isKnown) copy.records.clear();
  for (const { field, jurisdiction, allocation_period } of revisions)
    if (field === 'datapoint') copy.records.delete(`${jurisdiction?.id} ${allocation_period}`);
  const changed = await readAll(service, isKnown ? since : 'limit=1000');
  for (const [key, record] of changed) copy.records.set(key, record);
  copy.version = version;
  return isKnown ? 'updated' : 'replaced';
}

test('a copy that follows since_version equals the dataset', async () => {
  const done = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
      const rig = createPipelineRig();
      const first = rig.write('first.csv', statement([{ code: '10003', month: '2022-01', net: 1 }]));
      await rig.run({ files: [first] });
      let service = await startService(rig.database);
      const copy: Copy = { version: 'none', records: new Map() };
      expect(await follow(service, copy)).toBe('replaced');
      for (const [at, { act, isVisited }] of steps.entries()) {
        if ('rebuilt' in act) await service.close();
        if (await take(rig, act, `${at}.csv`)) service = await startService(rig.database);
        if (!isVisited && at < steps.length - 1) continue;
        // a service looks for another version every 25 milliseconds; asked for its name, at once
        const now = await versionOf(service);
        const before = copy.version;
        const outcome = await follow(service, copy);
        done.add(outcome);
        expect(outcome === 'current').toBe(before === now);
        expect(copy.version).toBe(now);
        expect([...copy.records].sort()).toEqual(await readAll(service, 'limit=1000'));
      }
      await service.close();
    }),
    { numRuns: HISTORIES, examples: [[EVERY_OUTCOME]] },
  );
  expect([...done].sort()).toEqual(['current', 'replaced', 'updated']);
});
