import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { texas } from '../../../src/states/tx/index.ts';
import { noteOrigin } from '../../rig/datasets/origin-note.ts';
import { serveForAll } from '../../rig/datasets/served.ts';
import { quarterly, statement, texasReport } from '../../rig/reports/small-reports.ts';
import type { Page } from '../../rig/service.ts';

const STATEMENTS = statement(
  ['2024-02', '2024-03', '2024-04'].flatMap((month) =>
    ['10001', '10002'].map((code) => ({ code, month, net: 100 })),
  ),
);
const RESTATED = statement([{ code: '10002', month: '2024-04', net: 120 }]);
const QUARTERLY = quarterly([
  { code: '10001', quarter: '4Q-23', pool: 5 },
  { code: '10002', quarter: '4Q-23', pool: 6 },
]);
const DETAIL = texasReport([{ code: '2999001', name: 'EXAMPLE CITY', month: '2024-03', current: 50 }]);
const CORRECTION = {
  ...{ state: 'ca', kind: 'ca/monthly-statement', jurisdiction: '10002', month: '2024-02' },
  ...{ field: 'net_payment', published: '100.00', correct: '90.00', reason: 'invented', source: 'invented' },
};
let origin: object;
const { rig, service } = serveForAll(
  async (rig) => {
    origin = noteOrigin(rig, 'detail.csv', DETAIL);
    await rig.load({ 'statements.csv': STATEMENTS, 'quarterly.csv': QUARTERLY, 'detail.csv': DETAIL });
    await rig.load({ 'restated.csv': RESTATED });
  },
  {},
  { 'corrections.json': JSON.stringify([CORRECTION]) },
);

const urlOf = (id: number, query = '') => `/api/jurisdictions/${id}/sources${query}`;

const report = (file_name: string, content: string, origin: object | null = null) => ({
  ...{ file_name, sha256: hash('sha256', content), origin },
  received_at: expect.stringMatching(/^2026-11-01T/),
});

/** What DESIGN says the statement gives in every month. */
const OF_STATEMENT = ['net_payment', 'current_distributions', 'current_advance', 'other_adjustments'];
/** What the quarterly report gives of a quarter end, if the statement has blanks for the last two. */
const OF_QUARTERLY = [
  'countywide_pool',
  'countywide_pool_percentage',
  'statewide_pool',
  'statewide_pool_percentage',
  'county_share',
  'net_prior_allocations',
  'administrative_cost',
];

const fromStatement = (row: number) => ({
  kind: 'ca/monthly-statement',
  report: report('statements.csv', STATEMENTS),
  sheet: null,
  row,
  // between quarter ends, nobody prints the zero of other adjustments
  fields: OF_STATEMENT.filter((name) => name !== 'other_adjustments'),
});

test('names the report and row of each month, newest first; if two reports cover it, the winner', async () => {
  const page: Page = await service.json(urlOf(60010002));
  const month = (allocation_period: string, sales_period: string, ...sources: object[]) => ({
    ...{ allocation_period, sales_period, rows: expect.any(String) },
    ...{ sources: sources.map((one) => ({ ...one, lines: null })), corrected: [] as string[] },
  });
  expect(page.data).toEqual([
    month('2024-04-01', '2024-02-01', { ...fromStatement(2), report: report('restated.csv', RESTATED) }),
    // the header is row 1, and each month has two rows
    month('2024-03-01', '2024-01-01', fromStatement(5)),
    {
      // the fourth quarter of sales is settled in February
      ...month(
        ...(['2024-02-01', '2023-12-01'] as const),
        { ...fromStatement(3), fields: OF_STATEMENT },
        {
          ...{ kind: 'ca/quarterly-allocations', report: report('quarterly.csv', QUARTERLY) },
          ...{ sheet: null, row: 3, fields: OF_QUARTERLY },
        },
      ),
      corrected: ['net_payment'],
    },
  ]);
  expect(page.meta).toMatchObject({ total: 3, from: 1, to: 3 });
});

test('names the statement for the figures that it prints although the quarterly report has them too', async () => {
  await rig.load({
    'own.csv': statement([
      { code: '10001', month: '2024-02', net: 100, prior: '7.00', cost: '1.00' },
      // a report that ends earlier would lose
      { code: '10001', month: '2024-04', net: 100 },
    ]),
  });
  const { data }: Page<{ sources: { kind: string; fields: string[] }[] }> = await service.json(
    urlOf(60010001, '?allocation_period=2024-02-01'),
  );
  const fields = data[0]?.sources.map((source) => [source.kind, source.fields.toSorted()]);
  const ofBoth = ['net_prior_allocations', 'administrative_cost'];
  expect(fields).toEqual([
    ['ca/monthly-statement', [...OF_STATEMENT, ...ofBoth].toSorted()],
    ['ca/quarterly-allocations', OF_QUARTERLY.filter((name) => !ofBoth.includes(name)).toSorted()],
  ]);
});

test('shows where a report was downloaded from', async () => {
  const { data }: Page = await service.json(urlOf(482999001));
  const fields = texas.fields.map(({ name }) => name);
  const detail = report('detail.csv', DETAIL, origin);
  expect(data).toMatchObject([
    { sources: [{ kind: 'tx/payment-detail', report: detail, sheet: null, row: 2, fields }], corrected: [] },
  ]);
});

test('lists one month, and all months page by page', async () => {
  const months = async (query: string) => {
    const { data }: Page<{ allocation_period: string }> = await service.json(urlOf(60010001, query));
    return data.map(({ allocation_period }) => allocation_period);
  };
  expect(await months('?allocation_period=2024-03-01')).toEqual(['2024-03-01']);
  expect(await months('?allocation_period=2030-01-01')).toEqual([]);
  expect(await months('?limit=2&page=2')).toEqual(['2024-02-01']);
});
