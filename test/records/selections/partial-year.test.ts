import { expect, test } from 'vitest';
import { serveForAll } from '../../rig/datasets/served.ts';
import { allocations } from '../../rig/program.ts';
import { monthsFrom } from '../../rig/reports/months.ts';
import { statement } from '../../rig/reports/small-reports.ts';
import { figureIn, type Page } from '../../rig/service.ts';

/** A place whose first payment came in March 2021: its sums of 2022 are compared with none of the months before. */

const [OLD, NEW] = [60_001_001, 60_001_002];
const { rig, service } = serveForAll({
  'statement.csv': statement([
    // 100 dollars a month, and 110 from July 2021 on
    ...monthsFrom('2020-01', 30).map((month, at) => ({ code: '01001', month, net: at < 18 ? 100 : 110 })),
    ...monthsFrom('2021-03', 16).map((month) => ({ code: '01002', month, net: 50 })),
  ]),
});

type Line = Record<string, unknown> & { jurisdiction: { id: number } };
const ask = async (path: string) => (await service.json<Page<Line>>(`/api/ca/sales-tax/${path}`)).data;
const FROM = 'the payments to compare with are not all there before March 2021';
const FISCAL_YEAR = 'months=2021-07..2022-04';

test('every list gives the sum, no change, and the month from which there is one', async () => {
  const [april] = await ask(`months?jurisdictions=${NEW}&months=2022-04`);
  // ten months since July, and four since January
  expect(figureIn(april, 'fiscal_year_to_date')).toEqual([500, null, null, [FROM]]);
  expect(figureIn(april, 'twelve_months')).toEqual([600, null, null, [FROM]]);
  expect(figureIn(april, 'payment')).toEqual([50, 50, 0, []]);
  const [calendar] = await ask(`months?jurisdictions=${NEW}&months=2022-04&fiscal_year_start=1`);
  expect(figureIn(calendar, 'fiscal_year_to_date')).toEqual([200, null, null, [FROM]]);

  const compared = await ask(`compare?${FISCAL_YEAR}`);
  const lineOf = (id: number) => compared.find(({ jurisdiction }) => jurisdiction.id === id);
  expect(figureIn(lineOf(NEW), 'sum')).toEqual([500, null, null, [FROM]]);
  // with all payments the change is 10 × 110 on 10 × 100
  expect(figureIn(lineOf(OLD), 'sum')).toEqual([1100, 1000, 0.1, []]);

  const years = await ask(`years?jurisdictions=${NEW}&months=..2022-04`);
  expect(years.map((one) => [one.year, ...figureIn(one, 'sum').slice(0, 3)])).toEqual([
    ['2022', 200, null, null],
    ['2021', 500, null, null],
    ['2021-22', 500, null, null],
    ['2020-21', 200, null, null],
  ]);
  const [projected] = await ask(`projections?through=2022-04-01&jurisdictions=${NEW}`);
  expect(figureIn(projected, 'to_date')).toEqual([500, null, null, [FROM]]);
});

test('the sum of both says which place is left out', async () => {
  const [both] = await ask('months?months=2022-04');
  // 1,100 + 500 after 1,000 + 2 × 50 (March and April 2021); the change is that of the first place
  expect(figureIn(both, 'fiscal_year_to_date')).toEqual([
    ...[1600, 1100, 0.1],
    ['the change compares 1 place, without 1 that lacks a payment'],
  ]);
});

test('such a place leads no sort', async () => {
  for (const sort of ['change', '-change']) {
    const lines = await ask(`compare?${FISCAL_YEAR}&sort=${sort}`);
    expect(
      lines.map(({ jurisdiction }) => jurisdiction.id),
      sort,
    ).toEqual([OLD, NEW]);
  }
});

test('months that have a year before are compared', async () => {
  const of = async (months: string) =>
    (await ask(`compare?months=${months}`)).find(({ jurisdiction }) => jurisdiction.id === NEW);
  const later = await of('2022-03..2022-06');
  expect([...figureIn(later, 'sum'), later?.lacking]).toEqual([200, 200, 0, [], null]);
  const early = await of('2022-02..2022-06');
  expect([...figureIn(early, 'sum'), early?.lacking]).toEqual([250, null, null, [FROM], '2021-02']);
});

test('sentences and notes say it, by sale with the month of the sales', async () => {
  const sentenceOf = async (query: string) => {
    const found = await ask(`sentences?jurisdictions=${NEW}&${query}`);
    expect(found.map(({ text }) => text).join(' ')).not.toContain('tax is not known');
    return found.find(({ topic }) => topic === 'fiscal_year');
  };
  const said = 'the payments to compare with are not all there before';
  expect(await sentenceOf('through=2022-04-01')).toMatchObject({
    text: `Fiscal year 2021-22 so far: $500; ${said} March 2021.`,
    caution: 'missing',
  });
  // sales of July to February are paid from September to April
  expect(await sentenceOf('through=2022-02-01&basis=sales')).toMatchObject({
    text: `2021-22 so far, by sales: $400; ${said} sales of January 2021.`,
  });
  const { body } = await service.get(`/api/jurisdictions/${NEW}/note?month=2022-04-01`);
  expect(body).toContain(`${said} March 2021.`);
  expect(body).not.toContain('400.0%');
});

test('texts of commands name the place and the month', () => {
  const run = (...args: string[]) => allocations(rig.folder, ...args, '--db', rig.database).stdout;
  expect(run('years', 'ca', '--jurisdiction', String(NEW))).toContain(FROM);
  expect(run('compare', 'ca', '--months', '2021-07..2022-04')).toContain(`Place 01002: ${FROM}`);
});
