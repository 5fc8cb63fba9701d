import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findingMessage } from '../../src/domain/findings/finding.ts';
import { type Month, monthsBetween } from '../../src/domain/month.ts';
import { hashOf } from '../rig/hash.ts';
import { revisionsIn } from '../rig/listed-revisions.ts';
import { createPipelineRig, loadedRig, type PipelineRig } from '../rig/pipeline-rig.ts';
import { quarterly, statement, texasReport } from '../rig/reports/small-reports.ts';

const MONTHS = monthsBetween('2024-01' as Month, '2025-06' as Month);

/** The revisions with the month and the name of their report, oldest first. */
function listedOf({ database }: PipelineRig) {
  const revisions = revisionsIn(database).toReversed();
  return revisions.map((revision) => ({
    ...revision,
    month: revision.allocation_period.slice(0, 7),
    file_name: revision.report?.file_name ?? null,
  }));
}

/** One statement a month, 100 dollars each; the dataset begins in a January, so that year to date is known. */
async function eighteenMonths(): Promise<PipelineRig> {
  const rig = createPipelineRig();
  for (const month of MONTHS) rig.write(`${month}.csv`, statement([{ code: '01001', month, net: 100 }]));
  await rig.run();
  return rig;
}

describe('revisions', () => {
  test('of a corrected month list its figures, and each later datapoint whose derived figures changed', async () => {
    const rig = await eighteenMonths();
    expect(listedOf(rig)).toEqual([]);
    rig.write('corrected.csv', statement([{ code: '01001', month: '2024-05', net: 120 }]));
    const { run_id } = await rig.run();
    const revisions = listedOf(rig);
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
    const rig = await eighteenMonths();
    await rig.load({ '2025-07.csv': statement([{ code: '01001', month: '2025-07', net: 90 }]) });
    await rig.run();
    rig.write('again.csv', `${statement([{ code: '01001', month: '2025-03', net: 100 }])}\n`);
    const { allocations } = await rig.run();
    // the datapoint now names the newer report
    expect(allocations).toMatchObject({ inserted: 0, updated: 1 });
    expect(listedOf(rig)).toEqual([]);
  });
});

test('a figure computed from others counts as derived', async () => {
  const rig = createPipelineRig();
  const row = { code: '2000001', name: 'ALPHA', month: '2024-03', current: 100 };
  await rig.load({ 'first.csv': texasReport([row]) });
  await rig.load({ 'second.csv': texasReport([{ ...row, current: 130 }]) });
  const changed = new Set(listedOf(rig).map(({ field }) => field));
  expect(changed).toContain('current_collections');
  expect(changed).toContain('derived');
  expect(changed).not.toContain('underlying_payment');
  expect(rig.select('SELECT underlying_payment FROM tx_allocation')).toEqual([
    { underlying_payment: 127_40 },
  ]);
});

describe('a restating report that leaves out an earlier row', () => {
  const first = { code: '2000001', name: 'ALPHA', month: '2024-03', current: 100 };
  const second = { code: '2000002', name: 'BETA', month: '2024-03', current: 200 };
  const later = { ...first, month: '2024-04' };

  test.each([
    ['a.csv', 'b.csv'],
    ['b.csv', 'a.csv'],
  ])('keeps the row, with a finding (%s before %s)', async (older, newer) => {
    const rig = createPipelineRig();
    rig.write(older, texasReport([first, second]));
    rig.write(newer, texasReport([{ ...first, current: 150 }, later]));
    const { reports } = await rig.run();
    const found = reports.flatMap(({ path, findings }) =>
      findings
        .filter(({ code }) => code === 'rows-not-restated')
        .map((item) => [basename(path), findingMessage(item)]),
    );
    expect(found).toEqual([
      [
        newer,
        `This report leaves out rows of other reports, which have the same months. The dataset keeps them: Beta (2000002) in March 2024 (${older} row 3). This report may be incomplete. Download it again, load the new file, and withdraw this report. If the state took the rows back, withdraw the report that has them instead.`,
      ],
    ]);
    const { tx_allocation = [] } = rig.content();
    expect(tx_allocation).toHaveLength(3);
  });

  /** What is said of rows that are not there again, by the report it is said of. */
  const leftOut = ({ reports }: Awaited<ReturnType<PipelineRig['run']>>) =>
    reports.flatMap(({ path, findings }) =>
      findings
        .filter(({ code }) => code === 'rows-not-restated')
        .map((item) => [
          basename(path),
          findingMessage(item).replace(/.* keeps them: |\. This report may be.*/g, ''),
        ]),
    );

  test.each([
    [3, ''],
    [5, '. The report has 2 more of this kind'],
  ])('names three of %i rows, and how many more there are', async (count, more) => {
    const rig = createPipelineRig();
    const others = Array.from({ length: count }, (_, at) => ({ ...second, code: `200000${2 + at}` }));
    rig.write('a.csv', texasReport([first, ...others]));
    rig.write('b.csv', texasReport([first, later]));
    expect(leftOut(await rig.run())).toEqual([
      [
        'b.csv',
        `Beta (2000002) in March 2024 (a.csv row 3), Beta (2000003) in March 2024 (a.csv row 4), Beta (2000004) in March 2024 (a.csv row 5)${more}`,
      ],
    ]);
  });

  test('gives no finding if it is unknown which of two reports is newer', async () => {
    const rig = createPipelineRig();
    rig.write('a.csv', texasReport([first]));
    rig.write('b.csv', texasReport([second]));
    expect(leftOut(await rig.run())).toEqual([]);
  });

  test('gives no finding if it has every row, nor for months of one report', async () => {
    const rig = createPipelineRig();
    rig.write('a.csv', texasReport([first, second]));
    rig.write('b.csv', texasReport([first, { ...second, current: 1 }, later]));
    const { reports } = await rig.run();
    expect(reports.flatMap(({ findings }) => findings.map(({ code }) => code))).not.toContain(
      'rows-not-restated',
    );
  });

  test('loses the finding when the older report is withdrawn', async () => {
    const rig = createPipelineRig();
    const path = rig.write('a.csv', texasReport([first, second]));
    await rig.load({ 'b.csv': texasReport([first, later]) });
    const sha256 = hashOf(readFileSync(path));
    await rig.withdraw(sha256);
    const codes = (rig.content().finding ?? []).map(String);
    expect(codes.filter((row) => row.includes('rows-not-restated'))).toEqual([]);
  });
});

describe('the report of a revision', () => {
  const may = (net: number, prior = '') => statement([{ code: '01001', month: '2024-05', net, prior }]);
  const quarter = (pool: number) => quarterly([{ code: '01001', quarter: '1Q-24', pool, total: 100 }]);
  const sourcesOf = (rig: PipelineRig) =>
    new Map(listedOf(rig).map(({ field, file_name }) => [field, file_name]));

  test('is the one that prints the figure', async () => {
    const rig = await loadedRig({ 's1.csv': may(100), 'q1.csv': quarter(50) });
    await rig.load({ 's2.csv': may(110, '-5'), 'q2.csv': quarter(55) });
    const sources = sourcesOf(rig);
    expect(sources.get('net_payment')).toBe('s2.csv');
    expect(sources.get('net_prior_allocations')).toBe('s2.csv');
    expect(sources.get('countywide_pool')).toBe('q2.csv');
  });

  test('is that of the datapoint if none prints the figure, and null if the datapoint was removed', async () => {
    const rig = createPipelineRig();
    rig.write('s1.csv', may(100));
    const path = rig.write('q1.csv', quarter(50));
    await rig.run();
    const withdraw = (file: string) => {
      const sha256 = hashOf(readFileSync(file));
      return rig.withdraw(sha256);
    };
    await withdraw(path);
    expect(sourcesOf(rig).get('countywide_pool')).toBe('s1.csv');
    expect(sourcesOf(rig).has('datapoint')).toBe(false);
    await withdraw(join(rig.folder, 'inbox', 's1.csv'));
    const gone = listedOf(rig).filter(({ report }) => report === null);
    expect(gone.map(({ field }) => field)).toContain('datapoint');
    expect(gone.every(({ jurisdiction, after }) => jurisdiction === null && after === null)).toBe(true);
  });

  test('the removal of a datapoint without figures is listed', async () => {
    const rig = createPipelineRig();
    const blank = statement([{ code: '01001', month: '2024-05', net: 0 }]).replace(/,0,0,,,,0\n/, ',,,,,,\n');
    const path = rig.write('blank.csv', blank);
    await rig.run();
    const sha256 = hashOf(readFileSync(path));
    await rig.withdraw(sha256);
    expect(listedOf(rig).map(({ field }) => field)).toContain('datapoint');
  });
});

test('records of a renamed jurisdiction belong to the run that renamed it', async () => {
  const rig = createPipelineRig();
  rig.write('a.csv', texasReport([{ code: '2000001', name: 'ALPHA', month: '2024-03', current: 1 }]));
  await rig.run();
  rig.write('b.csv', texasReport([{ code: '2000001', name: 'ALPHAVILLE', month: '2024-04', current: 1 }]));
  const { run_id } = await rig.run();
  expect(rig.select('SELECT DISTINCT run_id FROM tx_allocation')).toEqual([{ run_id }]);
});
