import { expect, test } from 'vitest';
import { serveForAll } from '../rig/datasets/served.ts';
import { allocations } from '../rig/program.ts';
import { monthsFrom } from '../rig/reports/months.ts';
import { statement } from '../rig/reports/small-reports.ts';
import type { Page } from '../rig/service.ts';

/** A place whose first payment came in March 2021: its sums of 2022 are compared with none of the months before. */

const [OLD, NEW] = [60_001_001, 60_001_002];
const { rig, service } = serveForAll({
  'statement.csv': statement([
    // 100 dollars a month, and 110 from July 2021 on
    ...monthsFrom('2020-01', 30).map((month, at) => ({ code: '01001', month, net: at < 18 ? 100 : 110 })),
    ...monthsFrom('2021-03', 16).map((month) => ({ code: '01002', month, net: 50 })),
  ]),
});

type Line = Record<string, number | string | null> & { jurisdiction: { id: number } };
const ask = async (path: string) => (await service.json<Page<Line>>(path)).data;
const FROM = 'the payments of the same months a year before are not all there: from March 2021 on';

/** A sum, the one a year before, its change and why that is missing. */
const sumOf = (line: Line | undefined, name: string) =>
  ['', '_ago', '_change', '_tax_changes'].map((end) => line?.[`${name}${end}`]);

test('every list gives the sum, no change, and the month from which there is one', async () => {
  const query = 'from=2022-04-01&to=2022-04-01';
  const [analyzed] = await ask(`/api/jurisdictions/${NEW}/analysis?${query}`);
  const compared = await ask('/api/ca/sales-tax/comparison?allocation_period=2022-04-01');
  const line = compared.find(({ jurisdiction }) => jurisdiction.id === NEW);
  for (const one of [analyzed, line]) {
    // ten months since July, and four since January
    expect(sumOf(one, 'fiscal_year_to_date')).toEqual([500, null, null, FROM]);
    expect(sumOf(one, 'year_to_date')).toEqual([200, null, null, FROM]);
    expect(sumOf(one, 'rolling_year')).toEqual([600, null, null, FROM]);
    expect(one).toMatchObject({ value: 50, year_ago: 50, change: 0 });
  }
  // with all payments the change is 10 × 110 on 10 × 100
  const old = compared.find(({ jurisdiction }) => jurisdiction.id === OLD);
  expect(sumOf(old, 'fiscal_year_to_date')).toEqual([1100, 1000, 0.1, null]);

  const years = await ask(`/api/jurisdictions/${NEW}/years?to=2022-04-01`);
  expect(years.map(({ year, value, change, difference }) => [year, value, change, difference])).toEqual([
    ['2022', 200, null, null],
    ['2021', 500, null, null],
    ['2021-22', 500, null, null],
    ['2020-21', 200, null, null],
  ]);
  const [projected] = await ask(`/api/ca/sales-tax/projections?through=2022-04-01&jurisdictions=${NEW}`);
  expect(sumOf(projected, 'to_date')).toEqual([500, null, null, FROM]);
  const [total] = await ask(`/api/ca/sales-tax/totals?jurisdictions=${NEW}&${query}`);
  // a group has all payments made, and compares none of them
  expect(sumOf(total, 'fiscal_year_to_date')).toEqual([500, 100, null, FROM]);
  const [both] = await ask(`/api/ca/sales-tax/totals?${query}`);
  expect(sumOf(both, 'fiscal_year_to_date')).toEqual([1600, 1100, 0.1, null]);
});

test('such a place leads no sort', async () => {
  for (const name of ['year_to_date_change', 'fiscal_year_to_date_change', 'rolling_year_change'])
    for (const sort of [name, `-${name}`]) {
      const lines = await ask(`/api/ca/sales-tax/comparison?allocation_period=2022-04-01&sort=${sort}`);
      expect(
        lines.map(({ jurisdiction }) => jurisdiction.id),
        sort,
      ).toEqual([OLD, NEW]);
    }
});

test('a year later everything is compared', async () => {
  const lines = await ask('/api/ca/sales-tax/comparison?allocation_period=2022-06-01');
  const line = lines.find(({ jurisdiction }) => jurisdiction.id === NEW);
  expect(sumOf(line, 'fiscal_year_to_date')).toEqual([600, null, null, FROM]);
  // from April 2022 on, the last three months have a year before, but no sum from January or July on has
  expect(sumOf(line, 'year_to_date')).toEqual([300, null, null, FROM]);
  const periods = await ask('/api/ca/sales-tax/period-comparison?period=2022-03-01,2022-06-01');
  expect(periods.find(({ jurisdiction }) => jurisdiction.id === NEW)).toMatchObject({
    ...{ sum: 200, against: 200, difference: 0, change: 0, missing_months: null },
  });
  const early = await ask('/api/ca/sales-tax/period-comparison?period=2022-02-01,2022-06-01');
  expect(early.find(({ jurisdiction }) => jurisdiction.id === NEW)).toMatchObject({
    ...{ sum: 250, against: 200, difference: null, change: null, missing_months: '2021-02' },
  });
});

test('sentences and notes say it, by sale with the month of the sales', async () => {
  const sentenceOf = async (query: string) => {
    const found = await ask(`/api/jurisdictions/${NEW}/sentences?${query}`);
    expect(found.map(({ text }) => text).join(' ')).not.toContain('tax is not known');
    return found.find(({ topic }) => topic === 'fiscal_year');
  };
  const said = 'The payments of the same months a year before are not all there: from';
  expect(await sentenceOf('month=2022-04-01')).toMatchObject({
    text: `Fiscal year 2021-22 so far: $500. ${said} March 2021 on.`,
    caution: 'missing',
  });
  // sales of July to February are paid from September to April
  expect(await sentenceOf('month=2022-02-01&basis=sales')).toMatchObject({
    text: `Fiscal year 2021-22 so far, by month of sale: $400. ${said} sales of January 2021 on.`,
  });
  const { body } = await service.get(`/api/jurisdictions/${NEW}/note?month=2022-04-01`);
  expect(body).toContain(`${said} March 2021 on.`);
  expect(body).not.toContain('400.0%');
});

test('texts of commands name the place and the month', () => {
  const run = (...args: string[]) => allocations(rig.folder, ...args, '--db', rig.database).stdout;
  const note = `Why a change is missing. Place 01002: ${FROM}.`;
  expect(run('show', String(NEW), '--view', 'year')).toContain(note);
  expect(run('compare', 'ca', '--month', '2022-04')).toContain(note);
});
