import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Budget } from '../../src/domain/allocation.ts';
import type { Cents } from '../../src/domain/money.ts';
import { recordTables } from '../../src/publish/warehouse/published-tables.ts';
import { RECORDS } from '../../src/records/index.ts';
import { readBudgets } from '../../src/registers/budgets.ts';
import { openForReading } from '../../src/store/dataset.ts';
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
const named = (data: readonly Line[], ...columns: readonly string[]) =>
  Object.fromEntries(data.map((one) => [one.jurisdiction.name, columns.map((column) => one[column])]));

describe('projections', () => {
  test('have the year of the last known month, the largest first', async () => {
    const { data, meta } = await ask(`${ADDRESS}?through=2019-12-01`);
    expect(meta).toMatchObject({
      ...{ total: 5, year: '2019-20', through: '2019-12-01', known_months: 6, range_held: null },
      ...{ fiscal_year_start: 7, basis: 'payment' },
    });
    const largest = data.slice(0, 3).map(({ jurisdiction }) => jurisdiction.name);
    expect(largest).toEqual(['Wave', 'Steady', 'Begins']);
    // Steady: 660 and the mean of 600, 630 and 660 ÷ 45% − 660 = 806.67. Begins: 660 and the mean of 600 and 630
    expect(named(data, 'to_date', 'projected', 'method', 'last_year', 'change', 'reason')).toMatchObject({
      Steady: [660, 1338.89, 'two_years', 1200, 0.115742, null],
      Begins: [660, 1275, 'one_year', 1200, 0.0625, null],
      New: [30, null, null, null, null, 'the year before has no payment in 2018-07 to 2019-06'],
      Jumps: [186, null, null, 120, null, expect.stringContaining('more than three times')],
    });
    expect(data.map((one) => [one.low, one.high, 'rest' in one])).toEqual(
      data.map(() => [null, null, false]),
    );
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
    const errors = '/api/il/sales-tax/projection-errors?through=2019-12-01';
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
    const { data, meta } = await ask(`${ADDRESS}?through=2019-09-01&basis=sales&fiscal_year_start=4`);
    expect(meta).toMatchObject({ year: '2019-20', known_months: 6, basis: 'sales' });
    expect(named(data, 'projected')).toMatchObject({ Steady: [1338.89], Begins: [1275] });
    const calendar = await ask(`${ADDRESS}?through=2019-12-01&fiscal_year_start=1`);
    expect(calendar.meta).toMatchObject({ year: '2019', known_months: 12 });
    expect(named(calendar.data, 'to_date', 'projected', 'low', 'method')).toMatchObject({
      Steady: [1260, 1260, null, 'actual'],
    });
  });

  test('are sorted and filtered like other lists', async () => {
    const { data } = await ask(`${ADDRESS}?through=2019-12-01&sort=to_date&type=city`);
    const names = data.map(({ jurisdiction }) => jurisdiction.name);
    expect(names).toEqual(['New', 'Jumps', 'Steady', 'Begins', 'Wave']);
    await refusalBy(worlds[0]?.service ?? expect.fail(), `${ADDRESS}?through=2019-13-01`, 'through');
    // sales of April 2017 are the first, paid in July
    for (const [list, query, last] of [
      ['projections', 'through=2020-07-01', 'payments of Illinois from July 2017 to June 2020'],
      ['projections', 'through=2017-06-01', 'payments of Illinois from July 2017 to June 2020'],
      ['projection-errors', 'through=2020-07-01', 'June 2020'],
      ['months-ahead', 'through=2020-04-01&basis=sales', 'sales of Illinois from April 2017 to March 2020'],
      ['budget-months', 'through=2020-07-01', 'June 2020'],
    ])
      expect(
        await refusalBy(worlds[0]?.service ?? expect.fail(), `/api/il/sales-tax/${list}?${query}`, 'through'),
      ).toContain(last);
    expect(await ask('/api/tx/sales-tax/projections')).toMatchObject({
      data: [],
      meta: { year: null, through: null },
    });
  });
});

test('the next twelve months are forecast, with totals, and with nothing that came later', async () => {
  const address = '/api/il/sales-tax/months-ahead?through=2019-06-01&limit=1000';
  const { data, meta } = await ask(address);
  expect(meta).toMatchObject({ through: '2019-06-01', basis: 'payment', range_held: null });
  const ofPlace = (name: string) => data.filter(({ jurisdiction }) => jurisdiction.name === name);
  // 24 months of 1,000: every forecast says 1,000
  const wave = ofPlace('Wave');
  expect(wave).toHaveLength(12);
  expect(wave[0]).toMatchObject({
    ...{ month: '2019-07-01', ahead: 1, year_ago: 1000, middle: 1000, total_middle: 1000 },
  });
  expect(wave[11]).toMatchObject({
    ...{ month: '2020-06-01', ahead: 12, total_middle: 12_000, low: null, reason: null },
  });
  expect(ofPlace('Begins')[0]).toMatchObject({
    ...{ year_ago: 100, middle: null, reason: 'fewer than 24 months above zero in a row' },
  });
  expect(await ask(address, 1)).toEqual(await ask(address));
  // the same months of payment, as months of sales three months earlier
  const bySales = await ask('/api/il/sales-tax/months-ahead?through=2019-03-01&basis=sales&limit=1000');
  expect(named(bySales.data, 'month', 'total_middle')).toMatchObject({ Wave: ['2020-03-01', 12_000] });
});

describe('errors of past projections', () => {
  test('compare what was said with what came', async () => {
    const { data } = await ask('/api/il/sales-tax/projection-errors?known_months=6');
    // 2020: Steady 1,338.89 for 1,320, Begins 1,275 for 1,320, and Wave. 2019: Steady 1,365 for 1,200, others exact
    expect(data).toMatchObject([
      { year: '2019-20', known_months: 6, places: 3, ranges: 0, inside: null },
      { year: '2018-19', places: 3, median_error: 0, large_error: 0.11, ranges: 0, inside: null },
    ]);
    const large = await ask(
      '/api/il/sales-tax/projection-errors?known_months=6&minimum=1200&through=2019-06-01',
    );
    expect(large.data).toMatchObject([{ year: '2018-19', places: 2, median_error: 0.06875 }]);
    const all = await ask('/api/il/sales-tax/projection-errors');
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

  test('shows a place without a forecast in one line, and no later month', () => {
    const text = run('months-ahead', 'il', '--through', '2019-06');
    expect(text).toMatch(
      /^Illinois, the next twelve months: payments through June 2019, for sales of March 2019\.\n/,
    );
    expect(text.split('\n').filter((line) => line.startsWith('Wave'))).toHaveLength(12);
    expect(text.match(/fewer than 24 months above zero in a row/g)).toHaveLength(1);
    const later = allocations(
      worlds[0]?.rig.folder ?? '',
      ...['months-ahead', 'il', '--through', '2020-07', '--db', 'dataset.sqlite'],
    );
    expect(later).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('from July 2017 to June 2020'),
    });
  });

  test('says the year above the table, and shows the errors with --check', () => {
    const text = run('projections', 'il', '--through', '2019-12');
    expect(text).toMatch(
      /^Illinois, year 2019-20: 6 months known, payments through December 2019, for sales of September 2019\.\n/,
    );
    expect(text).toContain('1,338.89');
    const check = run('projections', 'il', '--check', '--known-months', '6');
    expect(check.split('\n')[0]?.trim().split(/ {2,}/)).toEqual([
      ...['year', 'known months', 'tax changed', 'places', 'median error', '90% within', 'ranges'],
    ]);
  });
});

test('published budgets are the registered ones, and without a register there are none', () => {
  const dataset = openForReading(worlds[0]?.rig.database ?? '');
  onTestFinished(() => dataset.close());
  const steady = dataset.sqlite
    .prepare("SELECT sales_tax_id FROM jurisdiction WHERE name = 'Steady'")
    .pluck();
  const budget = { state: 'il', code: String(steady.get()), fiscalYear: '2019-20', note: '' };
  const rowsOf = (budgets: readonly Budget[]) => {
    const [table] = recordTables(RECORDS, budgets).filter(({ name }) => name === 'budget_month');
    if (!table) return expect.fail();
    const names = table.columns.map(({ name }) => name);
    return [...table.rows(dataset)].map((row) =>
      Object.fromEntries(names.map((name, at) => [name, row[at]])),
    );
  };
  const rows = rowsOf([{ ...budget, amount: 120_000 as Cents }]);
  expect(rows).toHaveLength(12);
  // the closed year has 12 × 110, in cents
  expect(rows.at(-1)).toMatchObject({
    ...{ name: 'Steady', year: '2019-20', month: '2020-06-01', year_budget: 120_000, projected: 132_000 },
    ...{ budget_to_date: 120_000, actual_to_date: 132_000, difference: 12_000, projected_difference: 12_000 },
  });
  expect(rowsOf([{ ...budget, fiscalYear: '2018-19', amount: 120_000 as Cents }])).toEqual([]);
  expect(rowsOf([])).toEqual([]);
});

describe('budgets', () => {
  const BUDGETS = '/api/il/sales-tax/budget-months';
  const inFolder = (...args: string[]) => allocations(worlds[0]?.rig.folder ?? '', ...args);
  const set = (...args: string[]) =>
    inFolder('budget', 'set', ...args, '--db', 'dataset.sqlite', '--reference', 'reference');

  test('are set by a command, and counted at once', async () => {
    const { folder, database } = worlds[0]?.rig ?? expect.fail();
    const reference = join(folder, 'reference');
    const service = await serveAnother(database, { budgets: () => readBudgets(reference) });
    const address = `${BUDGETS}?through=2019-12-01`;
    const before = await service.get(address);
    expect(JSON.parse(before.body).data).toEqual([]);

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
    expect(data).toHaveLength(12);
    // 6 × 7.5% of 1,200 is 540, beside 660. The year is projected to end at 1,338.89
    expect(data[5]).toMatchObject({
      ...{ jurisdiction: { name: 'Steady' }, year: '2019-20', month: '2019-12-01' },
      ...{ budget: 90, actual: 110, budget_to_date: 540, actual_to_date: 660 },
      ...{ difference: 120, difference_share: 0.222222 },
      ...{ year_budget: 1200, projected: 1338.89, projected_difference: 138.89, note: 'adopted "in June"' },
    });
    expect(data[11]).toMatchObject({ budget_to_date: 1200, actual: null, difference: null });

    const { stdout } = inFolder(
      ...['budget-months', 'il', '--through', '2019-12', '--format', 'csv'],
      ...['--columns', 'name,month,difference', '--db', 'dataset.sqlite', '--reference', 'reference'],
    );
    expect(stdout.split('\r\n').slice(0, 3)).toEqual([
      ...['name,month,difference', 'Steady,2019-07-01,20', 'Steady,2019-08-01,40'],
    ]);
  });

  test('can be given with the question', async () => {
    const { data } = await ask(`${ADDRESS}?through=2019-12-01`);
    const id = data.find(({ jurisdiction }) => jurisdiction.name === 'Steady')?.jurisdiction.id;
    const asked = await ask(`${BUDGETS}?through=2019-12-01&jurisdictions=${id}&amount=2400`);
    expect(asked.data[5]).toMatchObject({ budget_to_date: 1080, difference: -420, note: null });
  });

  test('of another year are named if there is none for the asked one', () => {
    expect(set('Begins', '2019', '1000')).toMatchObject({ status: 0 });
    const { stdout } = inFolder(
      ...['budget-months', 'il', '--jurisdiction', 'Begins'],
      ...['--db', 'dataset.sqlite', '--reference', 'reference'],
    );
    expect(stdout.trim()).toBe(
      'There is no budget for 2019-20. The register has budgets for 2018-19, 2019. For calendar years, add --fiscal-year-start 1. ' +
        'To set one: allocations budget set <jurisdiction> 2019-20 <amount>',
    );
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
