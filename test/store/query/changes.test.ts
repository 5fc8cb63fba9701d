import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { STATES } from '../../../src/states/index.ts';
import { type Dataset, openForReading } from '../../../src/store/dataset.ts';
import { type ListedChange, listChanges, momentBefore } from '../../../src/store/query/changes/changes.ts';
import { createPipelineRig, EVERY_REPORT, type PipelineRig } from '../../rig/pipeline-rig.ts';
import { quarterly, statement, texasReport } from '../../rig/reports/small-reports.ts';

const MAY = statement(['10001', '10002'].map((code) => ({ code, month: '2024-05', net: 100 })));

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Loads one report in a run of its own; returns the number of the run. */
async function load(rig: PipelineRig, content: string, beside: readonly string[] = []): Promise<number> {
  const inbox = join(rig.folder, 'inbox');
  for (const name of existsSync(inbox) ? readdirSync(inbox) : [])
    if (!beside.includes(name)) rmSync(join(inbox, name));
  rig.write(`${hashOf(content).slice(0, 8)}.csv`, content);
  const { run_id, reports } = await rig.run();
  expect(new Set(reports.map(({ status }) => status))).toEqual(new Set(['loaded']));
  return run_id ?? 0;
}

function withdraw(rig: PipelineRig, content: string) {
  return rig.run({ command: 'withdraw', decided: { sha256: hashOf(content), reason: 'by mistake' } });
}

function reading<Result>({ database }: PipelineRig, read: (dataset: Dataset) => Result): Result {
  const dataset = openForReading(database);
  try {
    return read(dataset);
  } finally {
    dataset.close();
  }
}

function changesAfter(rig: PipelineRig, afterRun: number): ListedChange[] {
  return reading(rig, (dataset) => listChanges(dataset, { afterRun, state: null, jurisdictions: null }));
}

/** A change without its report and time. */
function brief({ report: _, at: __, reason: ___, ...change }: ListedChange) {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== null));
}

describe('what changed since a run', () => {
  test('a new month has its total, its jurisdictions and its report', async () => {
    const rig = createPipelineRig();
    const first = await load(rig, MAY);
    const june = statement([
      { code: '10001', month: '2024-06', net: 110.25 },
      { code: '10002', month: '2024-06', net: 99.75 },
    ]);
    await load(rig, june);
    const [change, ...more] = changesAfter(rig, first);
    expect(more).toEqual([]);
    expect(change).toMatchObject({
      change: 'new_month',
      state: 'ca',
      month: '2024-06',
      jurisdictionId: null,
      field: 'net_payment',
      total: 21_000,
      jurisdictions: 2,
      report: { sha256: hashOf(june), kind: 'ca/monthly-statement' },
      at: expect.stringMatching(/^2026-11-01T/),
    });
  });

  test('before the first run there was nothing: all months are new, no jurisdiction is', async () => {
    const rig = createPipelineRig();
    await load(rig, MAY);
    expect(changesAfter(rig, 0).map(brief)).toEqual([
      {
        change: 'new_month',
        state: 'ca',
        month: '2024-05',
        field: 'net_payment',
        total: 20_000,
        jurisdictions: 2,
      },
    ]);
  });

  test('a figure that changed twice is one change, and one that changed back is none', async () => {
    const rig = createPipelineRig();
    const first = await load(rig, MAY);
    const second = await load(rig, statement([{ code: '10001', month: '2024-05', net: 120 }]));
    await load(
      rig,
      statement([
        { code: '10001', month: '2024-05', net: 130 },
        { code: '10002', month: '2024-05', net: 70 },
      ]),
    );
    const figure = (field: string, id: number, before: number, after: number) => ({
      ...{ change: 'restated_figure', state: 'ca', month: '2024-05', jurisdictionId: id },
      ...{ field, before, after },
    });
    // both moved by 30 dollars, so the lower id comes first; the payment comes before its part
    const [a, b] = [60_010_001, 60_010_002];
    expect(changesAfter(rig, first).map(brief)).toEqual([
      figure('net_payment', a, 10_000, 13_000),
      figure('net_payment', b, 10_000, 7_000),
      figure('current_distributions', a, 10_000, 13_000),
      figure('current_distributions', b, 10_000, 7_000),
    ]);
    await load(rig, statement([{ code: '10001', month: '2024-05', net: 100 }]));
    expect(changesAfter(rig, first).map(({ jurisdictionId }) => jurisdictionId)).toEqual([b, b]);
    expect(changesAfter(rig, second).map(brief)[1]).toEqual(figure('net_payment', a, 12_000, 10_000));
  });

  test('a month that was loaded and withdrawn since leaves only the withdrawal', async () => {
    const rig = createPipelineRig();
    const first = await load(rig, MAY);
    const wrong = statement([{ code: '10009', month: '2024-06', net: 5 }]);
    const second = await load(rig, wrong);
    await withdraw(rig, wrong);
    expect(changesAfter(rig, first)).toMatchObject([
      {
        change: 'withdrawn_report',
        month: '2024-06',
        reason: 'by mistake',
        report: { sha256: hashOf(wrong) },
      },
    ]);
    // its quarter-end fields were zero, and come last
    expect(changesAfter(rig, second).slice(0, 3).map(brief)).toEqual([
      { change: 'withdrawn_report', state: 'ca', month: '2024-06' },
      ...['net_payment', 'current_distributions'].map((field) => ({
        ...{ change: 'removed_figure', state: 'ca', month: '2024-06' },
        ...{ jurisdictionId: 60_010_009, field, before: 500 },
      })),
    ]);
  });

  test('a record that was withdrawn and loaded again is compared as it was then', async () => {
    const rig = createPipelineRig();
    const first = await load(rig, MAY);
    await withdraw(rig, MAY);
    // the new reports give figures that the record never had
    const quarter = quarterly([{ code: '10001', quarter: '1Q-24', pool: 7.5 }]);
    const again = statement([{ code: '10001', month: '2024-05', net: 100 }]);
    rig.write('quarter.csv', quarter);
    const second = await load(rig, again, ['quarter.csv']);
    const figures = (after: number) =>
      changesAfter(rig, after)
        .map(brief)
        .filter(({ change }) => change !== 'withdrawn_report')
        .filter(({ field }) => ['net_payment', 'countywide_pool'].includes(`${field}`));
    const lost = { change: 'removed_figure', state: 'ca', month: '2024-05', jurisdictionId: 60_010_002 };
    const pool = { change: 'new_figure', state: 'ca', month: '2024-05', field: 'countywide_pool' };
    expect(figures(first)).toEqual([
      { ...lost, field: 'net_payment', before: 10_000 },
      { ...pool, total: 750, jurisdictions: 1 },
    ]);
    await withdraw(rig, quarter);
    expect(figures(first)).toEqual([{ ...lost, field: 'net_payment', before: 10_000 }]);
    expect(figures(second)).toMatchObject([{ change: 'removed_figure', field: 'countywide_pool' }]);
    // the same payments in other bytes: nothing but the withdrawals is left
    await load(rig, `${MAY}\n`);
    expect(figures(first)).toEqual([]);
  });

  test('a record that is new in a known month brings all of its figures', async () => {
    const rig = createPipelineRig();
    const first = await load(rig, MAY);
    await load(rig, statement([{ code: '10003', month: '2024-05', net: 40, cost: '-2.5' }]));
    const added = changesAfter(rig, first).filter(({ change }) => change === 'new_figure');
    expect(added.map(({ field, total, jurisdictions }) => [field, total, jurisdictions])).toEqual([
      ['net_payment', 4_000, 1],
      ['administrative_cost', 250, 1],
      ['current_advance', 0, 1],
      ['current_distributions', 4_000, 1],
    ]);
  });

  test('figures that were missing are counted by month and field', async () => {
    const rig = createPipelineRig();
    const first = await load(rig, MAY);
    await load(
      rig,
      quarterly([
        { code: '10001', quarter: '1Q-24', pool: 7.5 },
        { code: '10002', quarter: '1Q-24', pool: 2 },
      ]),
    );
    const changes = changesAfter(rig, first);
    expect(new Set(changes.map(({ change }) => change))).toEqual(new Set(['new_figure']));
    expect(changes.find(({ field }) => field === 'countywide_pool')).toMatchObject({
      ...{ month: '2024-05', total: 950, jurisdictions: 2, report: { kind: 'ca/quarterly-allocations' } },
    });
    // percentages are not added up
    expect(changes.find(({ field }) => field === 'countywide_pool_percentage')).toMatchObject({
      total: null,
    });
  });

  test('new and ended jurisdictions', async () => {
    const rig = createPipelineRig();
    const first = await load(rig, MAY);
    await load(
      rig,
      statement([
        { code: '10002', month: '2024-06', net: 1 },
        { code: '10003', month: '2024-06', net: 40 },
      ]),
    );
    expect(changesAfter(rig, first).slice(1).map(brief)).toEqual([
      {
        ...{ change: 'ended_jurisdiction', state: 'ca', month: '2024-05' },
        ...{ jurisdictionId: 60_010_001, field: 'net_payment', after: 10_000 },
      },
      {
        ...{ change: 'new_jurisdiction', state: 'ca', month: '2024-06' },
        ...{ jurisdictionId: 60_010_003, field: 'net_payment', total: 4_000 },
      },
    ]);
  });

  test('a rename, or the same figures from another report, is no change', async () => {
    const rig = createPipelineRig();
    const first = await load(rig, MAY);
    await load(rig, `${MAY}\n`);
    await load(rig, statement([{ code: '10001', name: 'Another Name', month: '2024-05', net: 100 }]));
    await rig.run({ command: 'reprocess', reports: EVERY_REPORT });
    expect(changesAfter(rig, first)).toEqual([]);
  });

  test('a filter by jurisdiction counts only what it names', async () => {
    const rig = createPipelineRig();
    await load(rig, MAY);
    const changes = reading(rig, (dataset) =>
      listChanges(dataset, { afterRun: 0, state: 'ca', jurisdictions: [60_010_002] }),
    );
    expect(changes).toMatchObject([{ change: 'new_month', total: 10_000, jurisdictions: 1 }]);
    const texan = reading(rig, (dataset) =>
      listChanges(dataset, { afterRun: 0, state: 'tx', jurisdictions: null }),
    );
    expect(texan).toEqual([]);
  });

  test('a date is the moment before the first run of that day', async () => {
    const rig = createPipelineRig();
    await load(rig, MAY);
    expect(reading(rig, (dataset) => momentBefore(dataset, '2026-11-01'))).toEqual({
      ...{ afterRun: 0, version: 'empty' },
    });
    expect(reading(rig, (dataset) => momentBefore(dataset, '2026-11-02'))).toMatchObject({ afterRun: 1 });
  });
});

/** Every datapoint with its figures, by state, jurisdiction and month. */
type Snapshot = Map<string, Record<string, number | null>>;

function snapshotOf(rig: PipelineRig): Snapshot {
  return reading(rig, ({ sqlite }) => {
    const rows = STATES.flatMap(({ code, fields }) =>
      sqlite
        .prepare<[], Record<string, number | null> & { id: number; period: string }>(
          `SELECT jurisdiction_id AS id, allocation_period AS period, ${fields.map(({ name }) => name).join(', ')} FROM ${code}_allocation`,
        )
        .all()
        .map(({ id, period, ...figures }) => [`${code} ${period.slice(0, 7)} ${id}`, figures] as const),
    );
    return new Map(rows);
  });
}

/** The differences of two snapshots as texts, by the plainest comparison of whole datasets. */
function naiveChanges(then: Snapshot, now: Snapshot): string[] {
  const found: string[] = [];
  for (const { code, headline, fields } of STATES) {
    const keysOf = (snapshot: Snapshot) =>
      [...snapshot.keys()].filter((key) => key.startsWith(code)).map((key) => key.split(' '));
    const [before, after] = [keysOf(then), keysOf(now)];
    const monthsThen = new Set(before.map(([, month]) => month));
    const groups = new Map<string, number[]>();
    const count = (name: string, figure: number | null | undefined) =>
      groups.set(name, [...(groups.get(name) ?? []), figure ?? 0]);
    for (const [, month = '', id = ''] of after) {
      const key = `${code} ${month} ${id}`;
      const figures = now.get(key);
      if (!then.has(key) && !monthsThen.has(month))
        count(`new_month ${code} ${month} ${headline}`, figures?.[headline]);
      if (then.has(key) || !monthsThen.has(month)) continue;
      for (const { name, unit } of fields) {
        const figure = figures?.[name] ?? null;
        if (figure !== null) count(`new_figure ${code} ${month} ${name}`, unit === 'amount' ? figure : null);
      }
    }
    for (const [key, old] of then) {
      if (!key.startsWith(code)) continue;
      const [, month = '', id = ''] = key.split(' ');
      for (const { name, unit } of fields) {
        const [a, b] = [old[name] ?? null, now.get(key)?.[name] ?? null];
        if (a === b) continue;
        if (a === null) count(`new_figure ${code} ${month} ${name}`, unit === 'amount' ? b : null);
        else
          found.push(
            `${b === null ? 'removed' : 'restated'}_figure ${code} ${month} ${id} ${name} ${a} ${b}`,
          );
      }
    }
    for (const [name, figures] of groups)
      found.push(`${name} ${figures.length} ${figures.reduce((sum, one) => sum + one, 0)}`);
    const lastOf = (keys: string[][], id?: string) =>
      keys
        .filter((key) => id === undefined || key[2] === id)
        .map(([, month = '']) => month)
        .sort()
        .at(-1);
    const ids = new Set(after.map(([, , id = '']) => id));
    const known = new Set(before.map(([, , id]) => id));
    const [newestThen, newestNow] = [lastOf(before), lastOf(after)];
    for (const id of ids) {
      if (before.length > 0 && !known.has(id)) found.push(`new_jurisdiction ${code} ${id}`);
      const last = lastOf(after, id) ?? '';
      if (newestThen && newestNow && newestThen < newestNow && last >= newestThen && last < newestNow)
        found.push(`ended_jurisdiction ${code} ${id} ${last}`);
    }
  }
  return found.sort();
}

function textOf({
  change,
  state,
  month,
  jurisdictionId,
  field,
  before,
  after,
  total,
  jurisdictions,
}: ListedChange) {
  if (change === 'new_month' || change === 'new_figure')
    return `${change} ${state} ${month} ${field} ${jurisdictions} ${total ?? 0}`;
  if (change === 'new_jurisdiction') return `${change} ${state} ${jurisdictionId}`;
  if (change === 'ended_jurisdiction') return `${change} ${state} ${jurisdictionId} ${month}`;
  return `${change} ${state} ${month} ${jurisdictionId} ${field} ${before} ${after}`;
}

const month = fc.constantFrom('2024-04', '2024-05', '2024-06', '2024-07');
const net = fc.constantFrom(0, 100, 120, 130.25);
const rows = fc.uniqueArray(fc.record({ place: fc.integer({ min: 1, max: 4 }), month, net }), {
  selector: ({ place, month: of }) => `${place} ${of}`,
  minLength: 1,
  maxLength: 6,
});
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('statement' as const), rows }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('texas' as const), rows }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('quarterly' as const), rows }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('both' as const), rows }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), at: fc.nat() }) },
);

test('is the difference of the datasets then and now, whatever was loaded and withdrawn between', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
      const rig = createPipelineRig();
      const loaded: string[] = [];
      const moments: { run: number; snapshot: Snapshot }[] = [];
      for (const [at, one] of steps.entries()) {
        let run = 0;
        if (one.kind === 'withdraw') {
          const [content] = loaded.splice(one.at % Math.max(1, loaded.length), 1);
          if (content === undefined) continue;
          run = (await withdraw(rig, content)).run_id ?? 0;
        } else {
          // blank lines make the bytes of each report differ
          const content = `${writeReport(one)}${'\n'.repeat(at)}`;
          const quarter = `${writeReport({ ...one, kind: 'quarterly' })}${'\n'.repeat(at)}`;
          if (one.kind === 'both') loaded.push(quarter);
          rig.write('quarter.csv', quarter);
          run = await load(rig, content, one.kind === 'both' ? ['quarter.csv'] : []);
          loaded.push(content);
        }
        moments.push({ run, snapshot: snapshotOf(rig) });
      }
      const now = moments.at(-1)?.snapshot ?? new Map();
      for (const { run, snapshot } of [{ run: 0, snapshot: new Map() }, ...moments]) {
        const listed = moments.length === 0 ? [] : changesAfter(rig, run);
        const figures = listed.filter(({ change }) => !change.endsWith('_report'));
        expect(figures.map(textOf).sort()).toEqual(naiveChanges(snapshot, now));
      }
    }),
    { numRuns: 12 },
  );
});

function writeReport({
  kind,
  rows: given,
}: {
  kind: 'statement' | 'texas' | 'quarterly' | 'both';
  rows: { place: number; month: string; net: number }[];
}): string {
  if (kind === 'statement' || kind === 'both')
    return statement(given.map(({ place, ...row }) => ({ ...row, code: `1000${place}` })));
  if (kind === 'texas')
    return texasReport(
      given.map(({ place, month: of, net: current }) => ({
        code: `299900${place}`,
        name: `PLACE ${place}`,
        month: of,
        current,
      })),
    );
  const places = [...new Map(given.map((row) => [row.place, row])).values()];
  return quarterly(places.map(({ place, net: pool }) => ({ code: `1000${place}`, quarter: '1Q-24', pool })));
}
