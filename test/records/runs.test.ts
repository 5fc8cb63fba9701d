import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { recordCommand } from '../../src/cli/commands/look/records.ts';
import { readConfig } from '../../src/config.ts';
import type { Day } from '../../src/domain/month.ts';
import { EVERYTHING } from '../../src/records/list.ts';
import { runs } from '../../src/records/queries/history/runs.ts';
import { readView } from '../rig/datasets/read-view.ts';
import { serveForAll } from '../rig/datasets/served.ts';
import { quarterly, statement } from '../rig/reports/small-reports.ts';
import type { Page } from '../rig/service.ts';

// The lists of runs and of missing months, from one small history worked out by hand.

const MAY = statement([
  { code: '19050', month: '2024-02', net: 90 },
  { code: '19050', month: '2024-05', net: 100 },
  { code: '01001', month: '2024-05', net: 100 },
]);
const FUTURE = statement([{ code: '19050', month: '2062-01', net: 5 }]);

let today = '2024-07-10';

const { rig, service } = serveForAll(
  async (rig) => {
    await rig.load({
      'may.csv': MAY,
      'quarter.csv': quarterly([{ code: '19050', quarter: '1Q-24', pool: 1 }]),
    });
    await rig.load({ 'again.csv': statement([{ code: '19050', month: '2024-05', net: 120 }]) });
    await rig.load({ 'may.csv': MAY });
    const june = statement([
      { code: '19050', month: '2024-06', net: 5 },
      { code: '01001', month: '2024-06', net: 6 },
    ]);
    const files = Object.entries({ 'future.csv': FUTURE, 'june.csv': june }).map((file) =>
      rig.write(...file),
    );
    await rig.run({ files, onDoubt: 'refuse' });
    await rig.withdraw(hash('sha256', june));
    await rig.withdraw(hash('sha256', MAY), 'by mistake');
  },
  {
    schedule: () => ({ today: today as Day, expectedBy: (_, month) => `${month}-10` as Day }),
  },
);

const reports = (counts: object) => ({ loaded: 0, unchanged: 0, refused: 0, ...counts });
const datapoints = (counts: object) => ({ inserted: 0, updated: 0, removed: 0, revised: 0, ...counts });

test('the runs that made a version, newest first', async () => {
  const { data, meta } = await service.json<Page>('/api/runs');
  expect(meta.total).toBe(5);
  expect(data).toMatchObject([
    // two of three datapoints had no other report; the third was restated, so only its source is another
    { id: 6, command: 'withdraw', outcome: 'ok', datapoints: datapoints({ removed: 2, revised: 2 }) },
    { id: 5, command: 'withdraw', datapoints: datapoints({ removed: 2, revised: 2 }) },
    {
      ...{ id: 4, outcome: 'partial', reports: reports({ loaded: 1, refused: 1 }) },
      datapoints: datapoints({ inserted: 2 }),
    },
    { id: 2, reports: reports({ loaded: 1 }), datapoints: datapoints({ updated: 1, revised: 1 }) },
    { id: 1, outcome: 'ok', reports: reports({ loaded: 2 }), datapoints: datapoints({ inserted: 3 }) },
  ]);
  const { headers } = await service.get('/api/runs');
  expect(data[0]?.version).toBe(headers['dataset-version']);
  const { data: partial } = await service.json<Page>('/api/runs?outcome=partial');
  expect(partial.map(({ id }) => id)).toEqual([4]);
});

test('the command can also list those that changed nothing', () => {
  const third = readView(rig.database, (view) =>
    runs.find(view, { all: 'true' }, EVERYTHING).read(view, 3, 4),
  );
  expect(third).toMatchObject([{ id: 3, outcome: 'nothing-new', version: null }]);
  expect(recordCommand(runs, readConfig()).options.map(({ long }) => long)).toContain('--all');
});

const STATEMENT = { state: 'ca', kind: 'ca/monthly-statement' };
const month = (name: string, sales: string, status: string, due: string | null) => ({
  ...{ ...STATEMENT, period: name, allocation_period: `${name}-01`, sales_period: `${sales}-01` },
  ...{ status, due },
});

test('the months without a report: between loaded ones, and due ones, which depend on the day', async () => {
  // February and its neighbors left with the withdrawn report; May is loaded, June was due in June
  const june = [month('2024-06', '2024-04', 'expected', '2024-06-10')];
  const { data } = await service.json<Page>('/api/missing-months?kind=ca/monthly-statement');
  expect(data).toEqual(june);
  today = '2024-08-20';
  const later = await service.json<Page>('/api/missing-months?kind=ca/monthly-statement');
  expect(later.data).toEqual([
    month('2024-06', '2024-04', 'overdue', '2024-06-10'),
    month('2024-07', '2024-05', 'overdue', '2024-07-10'),
    month('2024-08', '2024-06', 'expected', '2024-08-10'),
  ]);
  const quarters = await service.json<Page>('/api/missing-months?kind=ca/quarterly-allocations');
  expect(quarters.data).toMatchObject([
    { period: '2024Q2', allocation_period: '2024-08-01', status: 'expected' },
  ]);
  const gap = statement([{ code: '19050', month: '2024-03', net: 1 }]);
  await rig.load({ 'gap.csv': gap });
  const { data: missing } = await service.json<Page>('/api/missing-months?status=missing');
  expect(missing).toEqual([month('2024-04', '2024-02', 'missing', null)]);
});
