import { beforeAll, expect, test } from 'vitest';
import { serveForAll } from '../../rig/datasets/served.ts';
import { statement, texasReport } from '../../rig/reports/small-reports.ts';
import { CA, type Page } from '../../rig/service.ts';

const CHANGES = '/api/changes';
const TEXAN = { code: '2999001', name: 'EXAMPLE CITY', month: '2024-03' };
// one city of Alameda and one of Los Angeles
const MAY = ['01001', '19050'].map((code) => ({ code, month: '2024-05', net: 100 }));
const CORRECTED = statement([
  { code: '19050', month: '2024-05', net: 120.5 },
  { code: '19050', month: '2024-06', net: 80 },
  { code: '01001', month: '2024-06', net: 70.25 },
]);

interface Change {
  change: string;
  state: string;
  allocation_period: string | null;
  total: number | null;
}
type ChangePage = Page<Change> & { meta: { since_version: string | null; version: string } };

/** The version after each run. */
const versions: string[] = [];

const { rig, service } = serveForAll({ 'may.csv': statement(MAY) });

beforeAll(async () => {
  const note = async () =>
    void versions.push(String((await service.get(`${CA}?limit=1`)).headers['dataset-version']));
  await note();
  await rig.load({ 'tx.csv': texasReport([{ ...TEXAN, current: 50 }]) });
  await note();
  await rig.load({ 'corrected.csv': CORRECTED });
  await note();
});

const ask = (query = '') => service.json<ChangePage>(`${CHANGES}${query}`);
const namesOf = ({ data }: ChangePage) => data.map(({ change, state }) => `${state} ${change}`);

test('by default, lists what the newest run that changed anything changed', async () => {
  const page = await ask();
  expect(namesOf(page)).toEqual(['ca new_month', 'ca restated_figure', 'ca restated_figure']);
  expect(page.meta).toMatchObject({ total: 3, since_version: versions[1], version: versions[2] });
});

test('since_version compares with any earlier version', async () => {
  expect(namesOf(await ask(`?since_version=${versions[2]}`))).toEqual([]);
  expect(namesOf(await ask(`?since_version=${versions[0]}`)).slice(0, 2)).toEqual([
    'ca new_month',
    'tx new_month',
  ]);
  const all = await ask('?since_version=empty');
  expect(all.data.map(({ allocation_period, total }) => [allocation_period, total])).toEqual([
    ['2024-06-01', 150.25],
    // the corrected figure counts
    ['2024-05-01', 220.5],
    ['2024-03-01', 49],
  ]);
  expect(all.meta).toMatchObject({ since_version: 'empty', version: versions[2] });
});

test('state, county and jurisdictions filter, alone and combined', async () => {
  const since = `?since_version=${versions[0]}`;
  expect(namesOf(await ask(`${since}&state=tx`))).toEqual(['tx new_month']);
  const county = await ask(`${since}&county=Alameda`);
  expect(county.data).toMatchObject([{ change: 'new_month', total: 70.25, jurisdictions: 1 }]);
  const one = await ask(`${since}&jurisdictions=60019050`);
  expect(one.data.map(({ change, total }) => [change, total])).toEqual([
    ['new_month', 80],
    ['restated_figure', null],
    ['restated_figure', null],
  ]);
  expect((await ask(`${since}&jurisdictions=60019050&county=Alameda`)).data).toEqual([]);
});
