import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBudgets } from '../../src/registers/budgets.ts';
import { serveAnother } from '../rig/datasets/served.ts';
import { allocations } from '../rig/program.ts';
import { type DisbursementLine, disbursementCsv } from '../rig/reports/illinois.ts';
import {
  createDatasetRig,
  type DatasetRig,
  type Page,
  refusalBy,
  type Service,
  startService,
} from '../rig/service.ts';

/** Projections of a year over HTTP and by command: fiscal years 2018 to 2020 of Illinois, which begin in July. */

const NAMES = ['STEADY', 'BEGINS', 'NEW', 'JUMPS', 'WAVE'];
const dollars = (...runs: readonly [count: number, dollars: number][]) =>
  runs.flatMap(([count, amount]) => new Array<number>(count).fill(amount * 100));

function line(name: string, amounts: readonly number[]): DisbursementLine {
  return { name, tax: 'MT', vendor: `39000000${NAMES.indexOf(name)}`, amounts };
}

const YEAR_2018 = [
  line('STEADY', dollars([6, 80], [6, 120])),
  line('JUMPS', dollars([12, 10])),
  line('WAVE', dollars([12, 1000])),
];
const YEAR_2019 = [
  line('STEADY', dollars([12, 100])),
  line('BEGINS', dollars([12, 100])),
  line('JUMPS', dollars([12, 10])),
  line('WAVE', dollars([12, 1000])),
];

/** The year until December, and the same amount in every later month. */
function year2020(later: number): DisbursementLine[] {
  return [
    line('STEADY', dollars([6, 110], [6, later])),
    line('BEGINS', dollars([6, 110], [6, later])),
    line('NEW', dollars([6, 5], [6, later])),
    line('JUMPS', dollars([6, 31], [6, later])),
    line('WAVE', dollars([1, 1000], [4, 3400], [1, 1000], [6, later])),
  ];
}

async function load(later: number): Promise<{ rig: DatasetRig; service: Service }> {
  const rig = createDatasetRig();
  await rig.load({
    '2018.csv': disbursementCsv(YEAR_2018, { firstYear: 2017 }),
    '2019.csv': disbursementCsv(YEAR_2019, { firstYear: 2018 }),
    '2020.csv': disbursementCsv(year2020(later)),
  });
  return { rig, service: await startService(rig.database) };
}

let worlds: Awaited<ReturnType<typeof load>>[];
beforeAll(async () => {
  worlds = [await load(110), await load(990)];
}, 120_000);
afterAll(async () => {
  for (const { service } of worlds) await service.close();
  for (const { rig } of worlds) rig.remove();
});

type Line = Record<string, unknown> & { jurisdiction: { id: number; name: string } };
const ADDRESS = '/api/il/sales-tax/projections';
const ask = (address: string, world = 0) =>
  (worlds[world]?.service ?? expect.fail()).json<Page<Line> & { meta: object }>(address);
/** The value of a figure, or what a column has. */
const valueIn = (one: unknown) => (one && typeof one === 'object' && 'value' in one ? one.value : one);
const named = (data: readonly Line[], ...columns: readonly string[]) =>
  Object.fromEntries(
    data.map((one) => [one.jurisdiction.name, columns.map((column) => valueIn(one[column]))]),
  );

describe('projections', () => {
  test('have the year of the last known month, the largest first', async () => {
    const { data } = await ask(`${ADDRESS}?through=2019-12-01`);
    expect(data).toHaveLength(5);
    expect(data[0]).toMatchObject({ year: '2019-20', through: '2019-12-01', known_months: 6 });
    const largest = data.slice(0, 3).map(({ jurisdiction }) => jurisdiction.name);
    expect(largest).toEqual(['Wave', 'Steady', 'Begins']);
    // the dataset has two earlier years
    const NO_RANGE =
      'the range of the estimate is not known: that needs the errors of ten past estimates, from three earlier years';
    // Steady: 660 and the mean of 600, 630 and 660 ÷ 45% − 660 = 806.67. Begins: 660 and the mean of 600 and 630
    expect(named(data, 'to_date', 'projected', 'method', 'last_year', 'change', 'reason')).toMatchObject({
      Steady: [660, 1338.89, 'two_years', 1200, 0.115742, NO_RANGE],
      Begins: [660, 1275, 'one_year', 1200, 0.0625, NO_RANGE],
      New: [30, null, null, null, null, 'the year before has no payment in 2018-07 to 2019-06'],
      Jumps: [186, null, null, 120, null, expect.stringContaining('more than three times')],
    });
    expect(data.map((one) => [one.low, one.high, one.rest])).toEqual(data.map(() => [null, null, null]));
  });

  test('of named jurisdictions have the months to come', async () => {
    const { data } = await ask(`${ADDRESS}?through=2019-12-01`);
    const idOf = (name: string) =>
      data.find(({ jurisdiction }) => jurisdiction.name === name)?.jurisdiction.id;
    const asked = await ask(`${ADDRESS}?through=2019-12-01&jurisdictions=${idOf('Steady')},${idOf('New')}`);
    // 678.89 in six equal parts; four cents are left over from the last one
    const months = ['01', '02', '03', '04', '05', '06'].map((month) => `2020-${month}-01`);
    expect(asked.data.map(({ rest }) => rest)).toEqual([
      months.map((month, at) => ({ month, amount: at < 5 ? 113.15 : 113.14 })),
      null,
    ]);
  });

  test('use no month after the last known one', async () => {
    for (const through of ['2019-07', '2019-09', '2019-12'])
      for (const query of ['', '&fiscal_year_start=1', '&fiscal_year_start=10']) {
        const address = `${ADDRESS}?through=${through}-01${query}`;
        expect(await ask(address, 1), address).toEqual(await ask(address));
      }
    // sales of September are paid in December
    const bySales = `${ADDRESS}?through=2019-09-01&basis=sales`;
    expect(await ask(bySales, 1)).toEqual(await ask(bySales));
    const errors = `${ADDRESS}?check=true&through=2019-12-01`;
    expect(await ask(errors, 1)).toEqual(await ask(errors));
    // the figures do depend on what is known
    expect(await ask(ADDRESS, 1)).not.toEqual(await ask(ADDRESS));
  });

  test('name doubtful months as the checks saw them then', async () => {
    const doubted = async (through: string) =>
      named((await ask(`${ADDRESS}?through=${through}-01`)).data, 'doubtful_months').Wave;
    expect(await doubted('2019-11')).toEqual(['2019-08 to 2019-10']);
    // months of 110 follow, so that November was no new level
    expect(await doubted('2020-06')).toEqual([expect.stringContaining('2019-08 to 2019-11')]);
  });

  test('count by the month of the sales, and by any year', async () => {
    // sales of April to September are paid in July to December
    const { data } = await ask(`${ADDRESS}?through=2019-09-01&basis=sales&fiscal_year_start=4`);
    expect(data[0]).toMatchObject({ year: '2019-20', known_months: 6 });
    expect(named(data, 'projected')).toMatchObject({ Steady: [1338.89], Begins: [1275] });
    const calendar = await ask(`${ADDRESS}?through=2019-12-01&fiscal_year_start=1`);
    expect(calendar.data[0]).toMatchObject({ year: '2019', known_months: 12 });
    expect(named(calendar.data, 'to_date', 'projected', 'low', 'method')).toMatchObject({
      Steady: [1260, 1260, null, 'actual'],
    });
  });

  test('are sorted and filtered like other lists', async () => {
    const { data } = await ask(`${ADDRESS}?through=2019-12-01&sort=to_date_value&type=city`);
    const names = data.map(({ jurisdiction }) => jurisdiction.name);
    expect(names).toEqual(['New', 'Jumps', 'Steady', 'Begins', 'Wave']);
    await refusalBy(worlds[0]?.service ?? expect.fail(), `${ADDRESS}?through=2019-13-01`, 'through');
    // sales of April 2017 are the first, paid in July
    for (const [list, query, last] of [
      ['projections', 'through=2020-07-01', 'payments of Illinois from July 2017 to June 2020'],
      ['projections', 'through=2017-06-01', 'payments of Illinois from July 2017 to June 2020'],
      ['projections', 'check=true&through=2020-07-01', 'June 2020'],
      ['projections', 'through=2020-04-01&basis=sales', 'sales of Illinois from April 2017 to March 2020'],
    ])
      expect(
        await refusalBy(worlds[0]?.service ?? expect.fail(), `/api/il/sales-tax/${list}?${query}`, 'through'),
      ).toContain(last);
    expect(await ask('/api/tx/sales-tax/projections')).toMatchObject({ data: [] });
  });
});

describe('errors of past projections', () => {
  test('compare what was said with what came', async () => {
    const { data } = await ask('/api/il/sales-tax/projections?check=true&known_months=6');
    // 2020: Steady 1,338.89 for 1,320, Begins 1,275 for 1,320, and Wave. 2019: Steady 1,365 for 1,200, others exact
    expect(data).toMatchObject([
      { year: '2019-20', known_months: 6, places: 3, ranges: 0, inside: null },
      { year: '2018-19', places: 3, median_error: 0, large_error: 0.11, ranges: 0, inside: null },
    ]);
    const large = await ask(
      '/api/il/sales-tax/projections?check=true&known_months=6&minimum=1200&through=2019-06-01',
    );
    expect(large.data).toMatchObject([{ year: '2018-19', places: 2, median_error: 0.06875 }]);
    const all = await ask('/api/il/sales-tax/projections?check=true');
    expect(all.data).toHaveLength(22);
  });
});

describe('the command', () => {
  const run = (...args: string[]) => {
    const { folder } = worlds[0]?.rig ?? expect.fail();
    const { status, stdout, stderr } = allocations(folder, ...args, '--db', 'dataset.sqlite');
    expect({ args, status, stderr }).toEqual({ args, status: 0, stderr: '' });
    return stdout;
  };

  test('shows the projections, and the errors with --check', () => {
    const text = run('projections', 'il', '--through', '2019-12');
    expect(text).toContain('1,338.89');
    const check = run('projections', 'il', '--check', '--known-months', '6');
    expect(check.split('\n')[0]?.trim().split(/ {2,}/)).toEqual([
      ...['year', 'known months', 'tax changed', 'places', 'median error', '90% within', 'ranges'],
    ]);
  });
});

describe('budgets', () => {
  const BUDGETS = ADDRESS;
  const inFolder = (...args: string[]) => allocations(worlds[0]?.rig.folder ?? '', ...args);
  const set = (...args: string[]) =>
    inFolder('budget', 'set', ...args, '--db', 'dataset.sqlite', '--reference', 'reference');

  test('are set by a command, and counted at once', async () => {
    const { folder, database } = worlds[0]?.rig ?? expect.fail();
    const reference = join(folder, 'reference');
    const service = await serveAnother(database, { budgets: () => readBudgets(reference) });
    const address = `${BUDGETS}?through=2019-12-01`;
    const before = await service.get(address);
    expect(JSON.parse(before.body).data[0]).toMatchObject({ budget: null });

    const done = { status: 0, stderr: '' };
    expect(set('Steady', '2019-20', '2,400.50', '--note', 'first, of June')).toMatchObject(done);
    expect(set('Steady', '2019-20', '1200', '--note', 'adopted "in June"')).toMatchObject(done);
    expect(set('Begins', '2018-19', '1000')).toMatchObject(done);
    const [head, ...lines] = readFileSync(join(reference, 'budgets.csv'), 'utf8').trimEnd().split('\n');
    expect(head).toBe('state,code,fiscal_year,amount,note');
    expect(lines.map((text) => text.split(',').slice(2).join(',')).sort()).toEqual([
      '2018-19,1000.00,',
      '2019-20,1200.00,"adopted ""in June"""',
    ]);

    // the tag of the earlier answer does not hold any more
    const after = await service.get(address, { 'if-none-match': String(before.headers.etag) });
    expect(after.statusCode).toBe(200);
    const { data }: Page<Line> = JSON.parse(after.body);
    // 6 × 7.5% of 1,200 is 540, beside 660. The year is projected to end at 1,338.89
    expect(data.find(({ jurisdiction }) => jurisdiction.name === 'Steady')).toMatchObject({
      ...{ year: '2019-20', to_date: { value: 660 }, budget: 1200, budget_to_date: 540 },
      ...{ budget_difference: 120, projected: 1338.89, budget_note: 'adopted "in June"' },
    });

    const { stdout } = inFolder(
      ...['projections', 'il', '--through', '2019-12', '--format', 'csv'],
      ...['--columns', 'jurisdiction_name,budget,budget_difference', '--db', 'dataset.sqlite'],
      ...['--reference', 'reference'],
    );
    expect(stdout.split('\r\n').slice(0, 3)).toEqual([
      ...['jurisdiction_name,budget,budget_difference', 'Wave,,', 'Steady,1200,120'],
    ]);
  });

  test('can be given with the question', async () => {
    const { data } = await ask(`${ADDRESS}?through=2019-12-01`);
    const id = data.find(({ jurisdiction }) => jurisdiction.name === 'Steady')?.jurisdiction.id;
    const asked = await ask(`${BUDGETS}?through=2019-12-01&jurisdictions=${id}&amount=2400`);
    expect(asked.data).toMatchObject([
      { budget: 2400, budget_to_date: 1080, budget_difference: -420, budget_note: null },
    ]);
  });

  test.each([
    ['a year that is none', ['Steady', '2019-21', '100'], '"2019-21" is not a year'],
    ['no amount', ['Steady', '2019-20', 'much'], '"much" is not an amount above zero'],
    ['nothing', ['Steady', '2019-20', '0'], '"0" is not an amount above zero'],
    ['an unknown place', ['Nowhere', '2019-20', '100'], 'No jurisdiction has the id, code or name "Nowhere"'],
  ])('are not set with %s', (_, args, text) => {
    expect(set(...args)).toMatchObject({ status: 2, stderr: expect.stringContaining(text) });
  });

  test.each([
    ['a wrong amount', 'il,x,2019-20,many,', 'line 2: amount: "many" is not an amount above zero'],
    ['a wrong year', 'il,x,2019-30,1,', 'line 2: fiscal_year: must be a year like 2026-27'],
    ['a wrong state', 'xx,x,2019-20,1,', 'line 2: state'],
  ])('are not read with %s', (_, line, text) => {
    const folder = mkdtempSync(join(tmpdir(), 'budgets-'));
    writeFileSync(join(folder, 'budgets.csv'), `state,code,fiscal_year,amount,note\n${line}\n`);
    expect(() => readBudgets(folder)).toThrow(text);
    rmSync(folder, { recursive: true });
    expect(readBudgets(folder)).toEqual([]);
  });
});
