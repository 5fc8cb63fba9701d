import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { noteOrigin } from '../rig/datasets/origin-note.ts';
import { serveForAll } from '../rig/datasets/served.ts';
import { statement, texasReport } from '../rig/reports/small-reports.ts';
import type { Page } from '../rig/service.ts';

// The list of reports: what was received, in which state, and where it came from.

const MAY = statement(['01001', '19050'].map((code) => ({ code, month: '2024-05', net: 100 })));
const FUTURE = statement([{ code: '19050', month: '2062-01', net: 5 }]);
const TEXAS = texasReport(
  ['2024-03', '2024-06'].map((month) => ({ code: '2999001', name: 'EXAMPLE CITY', month, current: 50 })),
);

const TIME = expect.stringMatching(/^2026-11-01T.*Z$/);
const NEVER = {
  ...{ withdrawn_at: null, withdrawn_reason: null, url: null, fetched_at: null },
  ...{ accepted_at: null, accepted_reason: null },
};
const MAY_RECORD = {
  ...{ sha256: hash('sha256', MAY), state: 'ca', kind: 'ca/monthly-statement', format: 'csv' },
  ...{ file_name: 'may.csv', received_at: TIME, first_month: '2024-05-01', last_month: '2024-05-01' },
  ...{ first_sales_month: '2024-03-01', last_sales_month: '2024-03-01' },
  // withdrawn rows leave the dataset
  row_count: 0,
  ...NEVER,
  ...{ withdrawn_at: TIME, withdrawn_reason: 'by mistake', status: 'withdrawn' },
};
const FUTURE_RECORD = {
  ...{ sha256: hash('sha256', FUTURE), state: 'ca', kind: 'ca/monthly-statement', format: 'csv' },
  ...{ file_name: 'future.csv', received_at: TIME, first_month: '2062-01-01', last_month: '2062-01-01' },
  ...{ first_sales_month: '2061-11-01', last_sales_month: '2061-11-01' },
  row_count: 1,
  ...NEVER,
  ...{ status: 'loaded', accepted_at: TIME, accepted_reason: 'a forecast' },
};
const TEXAS_RECORD = {
  ...{ sha256: hash('sha256', TEXAS), state: 'tx', kind: 'tx/payment-detail', format: 'csv' },
  ...{ file_name: 'texas.csv', received_at: TIME, first_month: '2024-03-01', last_month: '2024-06-01' },
  ...{ first_sales_month: '2024-01-01', last_sales_month: '2024-04-01' },
  row_count: 2,
  ...NEVER,
  ...{ url: 'https://portal.example/report.csv', fetched_at: '2026-10-31T08:00:00.000Z', status: 'loaded' },
};

const { service } = serveForAll(async (rig) => {
  await rig.load({ 'may.csv': MAY });
  noteOrigin(rig, 'texas.csv', TEXAS);
  await rig.load({ 'texas.csv': TEXAS });
  await rig.load({ 'future.csv': FUTURE }, { onDoubt: 'refuse', accept: 'a forecast' });
  await rig.withdraw(hash('sha256', MAY), 'by mistake');
});

test.each([
  ['', [FUTURE_RECORD, TEXAS_RECORD, MAY_RECORD]],
  ['?sort=last_month', [MAY_RECORD, TEXAS_RECORD, FUTURE_RECORD]],
  ['?status=loaded', [FUTURE_RECORD, TEXAS_RECORD]],
  ['?state=ca&status=withdrawn', [MAY_RECORD]],
  ['?kind=tx/payment-detail', [TEXAS_RECORD]],
  // inside the span of the one, the only month of the other
  ['?allocation_period=2024-05-01', [TEXAS_RECORD, MAY_RECORD]],
  ['?allocation_period=2024-07-01', []],
])('reports%s', async (query, expected) => {
  const { data } = await service.json<Page>(`/api/reports${query}`);
  expect(data).toEqual(expected);
});

test('a kind that no state has is refused', async () => {
  const { statusCode, body } = await service.get('/api/reports?kind=tx/payment');
  expect([statusCode, body]).toEqual([422, expect.stringContaining('tx/payment-detail')]);
});
