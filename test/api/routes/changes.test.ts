import { beforeAll, expect, test } from 'vitest';
import { serveForAll } from '../../rig/datasets/served.ts';
import { statement, texasReport } from '../../rig/reports/small-reports.ts';
import { CA, type Page } from '../../rig/service.ts';

const TEXAN = { code: '2999001', name: 'EXAMPLE CITY', month: '2024-03' };
// one city of Alameda and one of Los Angeles
const MAY = ['01001', '19050'].map((code) => ({ code, month: '2024-05', net: 100 }));

type Change = Record<'change' | 'state' | 'allocation_period', string> & { total: number | null };

/** The version after each run. */
const versions: string[] = [];

const { rig, service } = serveForAll({ 'may.csv': statement(MAY) });

beforeAll(async () => {
  const note = async () =>
    void versions.push(String((await service.get(`${CA}?limit=1`)).headers['dataset-version']));
  await note();
  await rig.load({ 'tx.csv': texasReport([{ ...TEXAN, current: 50 }]) });
  await note();
  const corrected = statement([
    { code: '19050', month: '2024-05', net: 120.5 },
    { code: '19050', month: '2024-06', net: 80 },
    { code: '01001', month: '2024-06', net: 70.25 },
  ]);
  await rig.load({ 'corrected.csv': corrected });
  await note();
});

const ask = (query = '') => service.json<Page<Change> & { meta: object }>(`/api/changes${query}`);
const namesOf = ({ data }: Page<Change>) => data.map(({ change, state }) => `${state} ${change}`);

test('since_version compares with any earlier version, and by default with the one before', async () => {
  expect((await ask()).meta).toMatchObject({ total: 3 });
  expect(namesOf(await ask())).toEqual(namesOf(await ask(`?since_version=${versions[1]}`)));
  expect(namesOf(await ask(`?since_version=${versions[2]}`))).toEqual([]);
  const since = namesOf(await ask(`?since_version=${versions[0]}`));
  expect(since.slice(0, 2)).toEqual(['ca new_month', 'tx new_month']);
  const all = await ask('?since_version=empty');
  expect(all.data.map(({ allocation_period, total }) => [allocation_period, total])).toEqual([
    ['2024-06-01', 150.25],
    // the corrected figure counts
    ['2024-05-01', 220.5],
    ['2024-03-01', 49],
  ]);
});

test('changes of a state, a county and jurisdictions, alone and combined', async () => {
  const since = `?since_version=${versions[0]}`;
  expect(namesOf(await ask(`${since}&state=tx`))).toEqual(['tx new_month']);
  const county = await ask(`${since}&county=Alameda`);
  expect(county.data).toMatchObject([{ change: 'new_month', total: 70.25, jurisdictions: 1 }]);
  const one = await ask(`${since}&jurisdictions=60019050`);
  expect(one.data.map(({ total }) => total)).toEqual([80, null, null]);
  expect((await ask(`${since}&jurisdictions=60019050&county=Alameda`)).data).toEqual([]);
});
