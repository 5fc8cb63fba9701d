import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findingMessage } from '../../src/domain/findings/finding.ts';
import { type Month, monthsBetween } from '../../src/domain/month.ts';
import { openForReading } from '../../src/store/dataset.ts';
import { type ListedRevision, listRevisions } from '../../src/store/query/revisions.ts';
import { createWorkbench, type Workbench } from '../rig/pipeline-rig.ts';
import { quarterly, statement, texasReport } from '../rig/reports/small-reports.ts';

const MONTHS = monthsBetween('2024-01' as Month, '2025-06' as Month);

function revisionsOf({ database }: Workbench): ListedRevision[] {
  const dataset = openForReading(database);
  try {
    const everything = { state: null, jurisdictions: null, since: null, afterRun: null };
    return listRevisions(dataset, everything, { offset: 0, limit: 10_000 }).revisions.toReversed();
  } finally {
    dataset.close();
  }
}

/** One statement a month, 100 dollars each; the dataset begins in a January, so that year to date is known. */
async function eighteenMonths(): Promise<Workbench> {
  const bench = createWorkbench();
  for (const month of MONTHS) bench.write(`${month}.csv`, statement([{ code: '01001', month, net: 100 }]));
  await bench.run();
  return bench;
}

describe('revisions', () => {
  test('of a corrected month list its figures, and each later datapoint whose derived figures changed', async () => {
    const bench = await eighteenMonths();
    expect(revisionsOf(bench)).toEqual([]);
    bench.write('corrected.csv', statement([{ code: '01001', month: '2024-05', net: 120 }]));
    const { run_id } = await bench.run();
    const revisions = revisionsOf(bench);
    expect(revisions.every((revision) => revision.run_id === run_id)).toBe(true);
    const published = revisions.filter(({ field }) => field !== 'derived');
    expect(
      published.map(({ month, field, before, after, file_name }) => [month, field, before, after, file_name]),
    ).toEqual([
      ['2024-05', 'net_payment', 10_000, 12_000, 'corrected.csv'],
      ['2024-05', 'current_distributions', 10_000, 12_000, 'corrected.csv'],
    ]);
    // year to date until December, the mean of twelve months until April, the change to May a year later
    const moved = revisions.filter(({ field }) => field === 'derived').map(({ month }) => month);
    expect(moved).toEqual(monthsBetween('2024-05' as Month, '2025-05' as Month));
  });

  test('do not list a new month, the same bytes again, or the same figures in another report', async () => {
    const bench = await eighteenMonths();
    bench.write('2025-07.csv', statement([{ code: '01001', month: '2025-07', net: 90 }]));
    await bench.run();
    await bench.run();
    bench.write('again.csv', `${statement([{ code: '01001', month: '2025-03', net: 100 }])}\n`);
    const { allocations } = await bench.run();
    // the datapoint now names the newer report
    expect(allocations).toMatchObject({ inserted: 0, updated: 1 });
    expect(revisionsOf(bench)).toEqual([]);
  });

  test('of one run are ordered by jurisdiction and month, whatever the order of the rows', async () => {
    const bench = createWorkbench();
    const places = ['01003', '01001', '01002'].flatMap((code) =>
      ['2024-06', '2024-05'].map((month) => ({ code, month, net: 100 })),
    );
    bench.write('first.csv', statement(places));
    await bench.run();
    bench.write('again.csv', statement(places.map((place) => ({ ...place, net: 200 }))));
    await bench.run();
    const paid = revisionsOf(bench).filter(({ field }) => field === 'net_payment');
    expect(paid.map(({ jurisdiction_id, month }) => [jurisdiction_id, month])).toEqual(
      [60_001_001, 60_001_002, 60_001_003].flatMap((id) => [
        [id, '2024-05'],
        [id, '2024-06'],
      ]),
    );
  });

  test('list the figures that a late report fills in', async () => {
    const bench = createWorkbench();
    bench.write('may.csv', statement([{ code: '01001', month: '2024-05', net: 100, prior: '-5.00' }]));
    await bench.run();
    bench.write('blank.csv', statement([{ code: '01001', month: '2024-05', net: 100, prior: '-5.50' }]));
    await bench.run();
    expect(revisionsOf(bench)).toMatchObject([
      { month: '2024-05', field: 'net_prior_allocations', before: 500, after: 550 },
    ]);
  });
});

test('derived figures that change with a withdrawal name the report that still gives the datapoint', async () => {
  const bench = createWorkbench();
  const months = ['2025-01', '2025-02'].map((month) => ({ code: '01001', month, net: 100 }));
  bench.write('s.csv', statement(months));
  const path = bench.write('q.csv', quarterly([{ code: '01001', quarter: '4Q-24', pool: 40, total: 100 }]));
  await bench.run();
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
  await bench.run({ command: 'withdraw', reports: { withdraw: sha256, reason: 'by mistake' } });
  const revisions = revisionsOf(bench);
  expect(revisions.map(({ field }) => field)).toContain('derived');
  expect(revisions.map(({ file_name }) => file_name).filter((name) => name !== 's.csv')).toEqual([]);
});

describe('a restating report that leaves out an earlier row', () => {
  const first = { code: '2000001', name: 'ALPHA', month: '2024-03', current: 100 };
  const second = { code: '2000002', name: 'BETA', month: '2024-03', current: 200 };
  const later = { ...first, month: '2024-04' };

  test.each([
    ['a.csv', 'b.csv'],
    ['b.csv', 'a.csv'],
  ])('keeps the row, with a finding (%s before %s)', async (older, newer) => {
    const bench = createWorkbench();
    bench.write(older, texasReport([first, second]));
    bench.write(newer, texasReport([{ ...first, current: 150 }, later]));
    const { reports } = await bench.run();
    const found = reports.flatMap(({ path, findings }) =>
      findings
        .filter(({ code }) => code === 'rows-not-restated')
        .map((item) => [basename(path), findingMessage(item)]),
    );
    expect(found).toEqual([
      [
        newer,
        `1 row of other reports is missing in this report, which has the same months. The dataset keeps it: 2000002 BETA, 2024-03 (${older} row 3). If the state took it back, withdraw the report that has it.`,
      ],
    ]);
    const { tx_allocation = [] } = bench.content();
    expect(tx_allocation).toHaveLength(3);
  });

  /** What is said of rows that are not there again, by the report it is said of. */
  const leftOut = ({ reports }: Awaited<ReturnType<Workbench['run']>>) =>
    reports.flatMap(({ path, findings }) =>
      findings
        .filter(({ code }) => code === 'rows-not-restated')
        .map((item) => [
          basename(path),
          findingMessage(item).replace(/.* keeps them: |\. If the state.*/g, ''),
        ]),
    );

  test.each([
    [3, ''],
    [4, '; and 1 more row'],
    [5, '; and 2 more rows'],
  ])('names three of %i rows, and how many more there are', async (count, more) => {
    const bench = createWorkbench();
    const others = Array.from({ length: count }, (_, at) => ({ ...second, code: `200000${2 + at}` }));
    bench.write('a.csv', texasReport([first, ...others]));
    bench.write('b.csv', texasReport([first, later]));
    expect(leftOut(await bench.run())).toEqual([
      [
        'b.csv',
        `2000002 BETA, 2024-03 (a.csv row 3); 2000003 BETA, 2024-03 (a.csv row 4); 2000004 BETA, 2024-03 (a.csv row 5)${more}`,
      ],
    ]);
  });

  test.each([
    ['a.csv', 'b.csv'],
    ['b.csv', 'a.csv'],
  ])('names the winning row, of %s rather than of %s', async (counting, older) => {
    const bench = createWorkbench();
    bench.write(older, texasReport([first, second]));
    bench.write(counting, texasReport([second, { ...second, month: '2024-04' }]));
    bench.write('c.csv', texasReport([first, { ...first, month: '2024-05' }]));
    expect(leftOut(await bench.run())).toEqual([
      ['c.csv', `2000002 BETA, 2024-03 (${counting} row 2); 2000002 BETA, 2024-04 (${counting} row 3)`],
    ]);
  });

  test('gives no finding if it is unknown which of two reports is newer', async () => {
    const bench = createWorkbench();
    bench.write('a.csv', texasReport([first]));
    bench.write('b.csv', texasReport([second]));
    expect(leftOut(await bench.run())).toEqual([]);
  });

  test('gives no finding if it has every row, nor for months of one report', async () => {
    const bench = createWorkbench();
    bench.write('a.csv', texasReport([first, second]));
    bench.write('b.csv', texasReport([first, { ...second, current: 1 }, later]));
    const { reports } = await bench.run();
    expect(reports.flatMap(({ findings }) => findings.map(({ code }) => code))).not.toContain(
      'rows-not-restated',
    );
  });

  test('gives a finding for a missing month as well', async () => {
    const bench = createWorkbench();
    bench.write('a.csv', texasReport([first, second]));
    bench.write('b.csv', texasReport([{ ...first, month: '2024-02' }, later]));
    const { reports } = await bench.run();
    const codes = reports.flatMap(({ findings }) => findings.map(({ code }) => code));
    expect(codes).toContain('rows-not-restated');
  });

  test('loses the finding when the older report is withdrawn', async () => {
    const bench = createWorkbench();
    const path = bench.write('a.csv', texasReport([first, second]));
    bench.write('b.csv', texasReport([first, later]));
    await bench.run();
    const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
    await bench.run({ command: 'withdraw', reports: { withdraw: sha256, reason: 'a test' } });
    const codes = (bench.content().finding ?? []).map(String);
    expect(codes.filter((row) => row.includes('rows-not-restated'))).toEqual([]);
  });
});

describe('the report of a revision', () => {
  const may = (net: number, prior = '') => statement([{ code: '01001', month: '2024-05', net, prior }]);
  const quarter = (pool: number) => quarterly([{ code: '01001', quarter: '1Q-24', pool, total: 100 }]);
  const sourcesOf = (bench: Workbench) =>
    new Map(revisionsOf(bench).map(({ field, file_name }) => [field, file_name]));

  test('is the one that prints the figure', async () => {
    const bench = createWorkbench();
    bench.write('s1.csv', may(100));
    bench.write('q1.csv', quarter(50));
    await bench.run();
    bench.write('s2.csv', may(110, '-5'));
    bench.write('q2.csv', quarter(55));
    await bench.run();
    const sources = sourcesOf(bench);
    expect(sources.get('net_payment')).toBe('s2.csv');
    expect(sources.get('net_prior_allocations')).toBe('s2.csv');
    expect(sources.get('countywide_pool')).toBe('q2.csv');
  });

  test('is that of the datapoint if none prints the figure, and null if the datapoint was removed', async () => {
    const bench = createWorkbench();
    bench.write('s1.csv', may(100));
    const path = bench.write('q1.csv', quarter(50));
    await bench.run();
    const withdraw = (file: string) => {
      const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
      return bench.run({ command: 'withdraw', reports: { withdraw: sha256, reason: 'a test' } });
    };
    await withdraw(path);
    expect(sourcesOf(bench).get('countywide_pool')).toBe('s1.csv');
    expect(sourcesOf(bench).has('datapoint')).toBe(false);
    await withdraw(join(bench.folder, 'inbox', 's1.csv'));
    const gone = revisionsOf(bench).filter(({ report_sha256 }) => report_sha256 === null);
    expect(gone.map(({ field }) => field)).toContain('datapoint');
    expect(gone.every(({ jurisdiction, after }) => jurisdiction === null && after === null)).toBe(true);
  });

  test('the removal of a datapoint without figures is listed', async () => {
    const bench = createWorkbench();
    const blank = statement([{ code: '01001', month: '2024-05', net: 0 }]).replace(/,0,0,,,,0\n/, ',,,,,,\n');
    const path = bench.write('blank.csv', blank);
    await bench.run();
    const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
    await bench.run({ command: 'withdraw', reports: { withdraw: sha256, reason: 'a test' } });
    expect(revisionsOf(bench).map(({ field }) => field)).toContain('datapoint');
  });
});

test('records of a renamed jurisdiction belong to the run that renamed it', async () => {
  const bench = createWorkbench();
  bench.write('a.csv', texasReport([{ code: '2000001', name: 'ALPHA', month: '2024-03', current: 1 }]));
  await bench.run();
  bench.write('b.csv', texasReport([{ code: '2000001', name: 'ALPHAVILLE', month: '2024-04', current: 1 }]));
  const { run_id } = await bench.run();
  const dataset = openForReading(bench.database);
  const runs = dataset.sqlite.prepare('SELECT DISTINCT run_id FROM tx_allocation').pluck().all();
  dataset.close();
  expect(runs).toEqual([run_id]);
});
