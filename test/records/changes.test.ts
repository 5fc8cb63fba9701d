import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ListedChange } from '../../src/records/descriptions/history/change.ts';
import { momentBefore } from '../../src/records/filters/versions.ts';
import { EVERYTHING } from '../../src/records/list.ts';
import { changes } from '../../src/records/queries/history/changes.ts';
import { STATES } from '../../src/states/index.ts';
import { readView } from '../rig/datasets/read-view.ts';
import { hashOf } from '../rig/hash.ts';
import { createPipelineRig, type PipelineRig } from '../rig/pipeline-rig.ts';
import { monthsFrom } from '../rig/reports/months.ts';
import { randomReport } from '../rig/reports/random-reports.ts';
import { quarterly, statement } from '../rig/reports/small-reports.ts';

const MAY = statement(['10001', '10002'].map((code) => ({ code, month: '2024-05', net: 100 })));

/** Loads reports in a run of their own; returns the number of the run. */
async function load(rig: PipelineRig, ...contents: string[]): Promise<number> {
  rmSync(join(rig.folder, 'inbox'), { recursive: true, force: true });
  for (const content of contents) rig.write(`${hashOf(content).slice(0, 8)}.csv`, content);
  const { run_id, reports } = await rig.run();
  expect(new Set(reports.map(({ status }) => status))).toEqual(new Set(['loaded']));
  return run_id ?? 0;
}

function withdraw(rig: PipelineRig, content: string) {
  return rig.withdraw(hashOf(content), 'by mistake');
}

function changesAfter(rig: PipelineRig, run: number): readonly ListedChange[] {
  return readView(rig.database, (view) => {
    const found = changes.find(view, { since: { run, version: '' } }, EVERYTHING);
    return found.read(view, 0, found.length);
  });
}

/** A change without its report and time. */
function brief(listed: ListedChange) {
  const { report: _, at: __, reason: ___, unit: ____, sales_period: _____, ...rest } = listed;
  const { allocation_period, jurisdiction, ...change } = rest;
  const named = { ...change, month: allocation_period?.slice(0, 7), id: jurisdiction?.id };
  return Object.fromEntries(
    Object.entries(named).filter(([, value]) => value !== null && value !== undefined),
  );
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
      ...{ change: 'new_month', state: 'ca', allocation_period: '2024-06-01', jurisdiction: null },
      ...{ field: 'net_payment', total: 21_000, jurisdictions: 2 },
      report: { sha256: hashOf(june), kind: 'ca/monthly-statement' },
      at: expect.stringMatching(/^2026-11-01T/),
    });
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
      ...{ change: 'restated_figure', state: 'ca', month: '2024-05', id },
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
    expect(changesAfter(rig, first).map(({ jurisdiction }) => jurisdiction?.id)).toEqual([b, b]);
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
        allocation_period: '2024-06-01',
        reason: 'by mistake',
        report: { sha256: hashOf(wrong) },
      },
    ]);
    // its quarter-end fields were zero, and come last
    expect(changesAfter(rig, second).slice(0, 3).map(brief)).toEqual([
      { change: 'withdrawn_report', state: 'ca', month: '2024-06' },
      ...['net_payment', 'current_distributions'].map((field) => ({
        ...{ change: 'removed_figure', state: 'ca', month: '2024-06' },
        ...{ id: 60_010_009, field, before: 500 },
      })),
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
      ...{ allocation_period: '2024-05-01', total: 950, jurisdictions: 2 },
      report: { kind: 'ca/quarterly-allocations' },
    });
    // percentages are not added up
    const percentages = changes.find(({ field }) => field === 'countywide_pool_percentage');
    expect(percentages).toMatchObject({ total: null });
  });

  test('a date is the moment before the first run of that day', async () => {
    const rig = createPipelineRig();
    await load(rig, MAY);
    expect(readView(rig.database, ({ dataset }) => momentBefore(dataset, '2026-11-01'))).toEqual({
      ...{ run: 0, version: 'empty' },
    });
    expect(readView(rig.database, ({ dataset }) => momentBefore(dataset, '2026-11-02'))).toMatchObject({
      run: 1,
    });
  });
});

/** Every datapoint with its figures, by state, jurisdiction and month. */
type Snapshot = Map<string, Record<string, number | null>>;

function snapshotOf(rig: PipelineRig): Snapshot {
  return readView(rig.database, ({ dataset: { sqlite } }) => {
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
  for (const { code, headline, fields: all } of STATES) {
    const fields = all.filter(({ compute }) => !compute);
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

function textOf(listed: ListedChange) {
  const { change, state, allocation_period, jurisdiction, field, before, after, total, jurisdictions } =
    listed;
  const [month, id] = [allocation_period?.slice(0, 7), jurisdiction?.id];
  if (change === 'new_month' || change === 'new_figure')
    return `${change} ${state} ${month} ${field} ${jurisdictions} ${total ?? 0}`;
  if (change === 'new_jurisdiction') return `${change} ${state} ${id}`;
  if (change === 'ended_jurisdiction') return `${change} ${state} ${id} ${month}`;
  return `${change} ${state} ${month} ${id} ${field} ${before} ${after}`;
}

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      loaded: fc.array(randomReport(monthsFrom('2024-04', 4), ['1Q-24']), { minLength: 1, maxLength: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ withdrawn: fc.nat() }) },
);

test('is the difference of the datasets then and now, whatever was loaded and withdrawn between', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
      const rig = createPipelineRig();
      const loaded: string[] = [];
      const moments: { run: number; snapshot: Snapshot }[] = [];
      for (const [at, one] of steps.entries()) {
        let run = 0;
        if ('withdrawn' in one) {
          const [content] = loaded.splice(one.withdrawn % Math.max(1, loaded.length), 1);
          if (content === undefined) continue;
          run = (await withdraw(rig, content)).run_id ?? 0;
        } else {
          // blank lines make the bytes of each report differ
          const reports = one.loaded.map((content, place) => `${content}${'\n'.repeat(2 * at + place)}`);
          run = await load(rig, ...reports);
          loaded.push(...reports);
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
    { numRuns: 6 },
  );
});
