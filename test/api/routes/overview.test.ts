import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Day } from '../../../src/domain/month.ts';
import { noteOrigin } from '../../rig/datasets/origin-note.ts';
import { serveForAll, serveHere } from '../../rig/datasets/served.ts';
import { quarterly, statement, texasReport } from '../../rig/reports/small-reports.ts';

const OVERVIEW = '/api/overview';
const [ALDER, BIRCH, TEXAN] = ['19050', '19051', '2999001'];

interface StateOverview {
  state: string;
  months: { allocation_period: string; total: number | null }[];
  [name: string]: unknown;
}
interface Overview {
  data: {
    version: string;
    states: StateOverview[];
    runs: { summary: string | null }[];
    [name: string]: unknown;
  };
}

let today = '2024-07-10';

const { service } = serveForAll(
  async (rig) => {
    await rig.load({
      'statement.csv': statement([
        { code: ALDER, month: '2023-05', net: 100 },
        { code: BIRCH, month: '2023-05', net: 200 },
        { code: ALDER, month: '2024-01', net: 10.25 },
        { code: ALDER, month: '2024-02', net: 0 },
        { code: ALDER, month: '2024-04', net: 1 },
        { code: ALDER, month: '2024-05', net: 150.5 },
        { code: BIRCH, month: '2024-05', net: 250 },
      ]),
      'quarterly.csv': quarterly([{ code: ALDER, quarter: '1Q-24', pool: 1, total: 1 }]),
    });
    await rig.load({
      'texas.csv': texasReport([{ code: TEXAN, name: 'EXAMPLE CITY', month: '2024-05', current: 1000 }]),
    });
  },
  {
    programVersion: '1.2.3',
    schedule: () => ({
      today: today as Day,
      // Texas's reports come on the tenth
      expectedBy: ({ name, published }, month) =>
        name.startsWith('tx/') ? (`${month}-10` as Day) : published.dueBy(month),
    }),
  },
);

async function stateOf(code: string): Promise<StateOverview> {
  const { data }: Overview = await service.json(OVERVIEW);
  const found = data.states.find(({ state }) => state === code);
  if (!found) throw new Error(`no state ${code}`);
  return found;
}

const STATEMENT = 'ca/monthly-statement';
const QUARTERLY = 'ca/quarterly-allocations';
const DETAIL = 'tx/payment-detail';

test('has the content of California, worked out by hand', async () => {
  const { fields, counties, findings, ...content } = await stateOf('ca');
  const reports = (isQuarterly: boolean) => ({ [STATEMENT]: true, [QUARTERLY]: isQuarterly });
  expect(content).toEqual({
    ...{
      state: 'ca',
      name: 'California',
      agency: 'California Department of Tax and Fee Administration',
      headline: 'net_payment',
      fiscal_year_start: 7,
    },
    ...{ quarter_ends: [2, 5, 8, 11], has_counties: true, has_invented: false, types: ['city'] },
    ...{ first_period: '2023-05-01', last_period: '2024-05-01', jurisdictions: 2 },
    // 400.5 is 100.5 more than 300
    newest: {
      ...{ allocation_period: '2024-05-01', total: 400.5, year_ago: 300, change: 0.335, jurisdictions: 2 },
      sum: expect.objectContaining({
        members: 2,
        payment: expect.objectContaining({ value: 400.5, missing: 0, difference: 100.5, reasons: [] }),
      }),
    },
    months: [
      { allocation_period: '2024-05-01', jurisdictions: 2, total: 400.5, reports: reports(true) },
      { allocation_period: '2024-04-01', jurisdictions: 1, total: 1, reports: reports(false) },
      { allocation_period: '2024-02-01', jurisdictions: 1, total: 0, reports: reports(false) },
      { allocation_period: '2024-01-01', jurisdictions: 1, total: 10.25, reports: reports(false) },
      { allocation_period: '2023-05-01', jurisdictions: 2, total: 300, reports: reports(false) },
    ],
    expected: [{ kind: STATEMENT, allocation_period: '2024-06-01', due: '2024-06-30' }],
    missing: [
      ...['2023-06', '2023-07', '2023-08', '2023-09', '2023-10', '2023-11', '2023-12', '2024-03'].map(
        (month) => ({ kind: STATEMENT, allocation_period: `${month}-01` }),
      ),
      ...['2023-05', '2023-08', '2023-11', '2024-02'].map((month) => ({
        ...{ kind: QUARTERLY, allocation_period: `${month}-01` },
      })),
    ],
  });
  expect(counties).toHaveLength(58);
  expect(fields).toContainEqual({
    ...{ name: 'countywide_pool_percentage', label: 'Countywide pool percentage', unit: 'percent' },
    ...{ meaning: "The jurisdiction's share of the county's pool", quarter_end_only: true, computed: null },
  });
  const { meta }: { meta: { total: number } } = await service.json('/api/findings?state=ca');
  const { error, warning, info } = findings as Record<string, number>;
  expect((error ?? 0) + (warning ?? 0) + (info ?? 0)).toBe(meta.total);
});

test('has the content of a state without counties and without a month a year before', async () => {
  expect(await stateOf('tx')).toMatchObject({
    fiscal_year_start: 10,
    quarter_ends: [],
    has_counties: false,
    counties: [],
    // 1,000 less the service fee of 2 percent
    newest: { allocation_period: '2024-05-01', total: 980, year_ago: null, change: null, jurisdictions: 1 },
    expected: [{ kind: DETAIL, allocation_period: '2024-06-01', due: '2024-06-10' }],
    missing: [],
  });
});

test('lists the runs that changed the dataset, newest first', async () => {
  const { data }: Overview = await service.json(OVERVIEW);
  expect(data.program_version).toBe('1.2.3');
  const { headers } = await service.get(OVERVIEW);
  expect(data.version).toBe(headers['dataset-version']);
  const [newest] = data.runs;
  expect(newest).toMatchObject({ version: data.version, at: data.updated_at, command: 'ingest' });
  expect(data.runs.map(({ summary }) => summary)).toEqual([
    '1 report loaded, 1 datapoint inserted',
    '2 reports loaded, 7 datapoints inserted',
  ]);
});

test('another day has another answer, and the same day has the same', async () => {
  const first = await service.get(OVERVIEW);
  const tag = `${first.headers.etag}`;
  expect((await service.get(OVERVIEW, { 'if-none-match': tag })).statusCode).toBe(304);
  const list = await service.get('/api/findings');
  today = '2024-08-13';
  const later = await service.get(OVERVIEW, { 'if-none-match': tag });
  expect(later.statusCode).toBe(200);
  expect((await stateOf('tx')).expected).toEqual([
    { kind: DETAIL, allocation_period: '2024-06-01', due: '2024-06-10' },
    { kind: DETAIL, allocation_period: '2024-07-01', due: '2024-07-10' },
    { kind: DETAIL, allocation_period: '2024-08-01', due: '2024-08-10' },
  ]);
  // other answers do not depend on the day
  expect((await service.get('/api/findings')).headers.etag).toBe(list.headers.etag);
});

test('an empty dataset has no months', async () => {
  const { service: ofEmpty } = await serveHere({});
  const { data }: Overview = await ofEmpty.json(OVERVIEW);
  expect(data).toMatchObject({ version: 'empty', updated_at: null, runs: [] });
  expect(data.states[0]).toMatchObject({
    ...{ first_period: null, last_period: null, newest: null, jurisdictions: 0 },
    ...{ types: [], months: [], expected: [], missing: [] },
    findings: { error: 0, warning: 0, info: 0 },
  });
});

test('says which states have invented figures, as long as the reports count', async () => {
  const invented = statement([{ code: ALDER, month: '2024-05', net: 1 }]);
  const real = texasReport([{ code: TEXAN, name: 'EXAMPLE CITY', month: '2024-05', current: 1 }]);
  const { rig: loaded, service: served } = await serveHere((rig) => {
    noteOrigin(rig, 'made-up.csv', invented, { invented: true });
    noteOrigin(rig, 'real.csv', real);
    return rig.load({ 'made-up.csv': invented, 'real.csv': real });
  });
  const statesWithInvented = async () => {
    const { data }: Overview = await served.json(OVERVIEW);
    return data.states.flatMap(({ state, has_invented }) => (has_invented ? [state] : []));
  };
  expect(await statesWithInvented()).toEqual(['ca']);
  const withdraw = [{ sha256: hash('sha256', invented), reason: 'a sample' }];
  await loaded.load({}, { command: 'withdraw', withdraw });
  expect(await statesWithInvented()).toEqual([]);
});
