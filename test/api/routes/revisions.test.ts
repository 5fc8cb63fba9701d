import { expect, test } from 'vitest';
import { serveForAll } from '../../rig/datasets/served.ts';
import { statement, texasReport } from '../../rig/reports/small-reports.ts';
import type { Page } from '../../rig/service.ts';

const REVISIONS = '/api/revisions';
const CORRECTED = statement([
  { code: '10001', month: '2024-05', net: 120.5 },
  { code: '10002', month: '2024-05', net: 100 },
]);
const TEXAN = { code: '2999001', name: 'EXAMPLE CITY', month: '2024-03' };

interface Revision {
  state: string;
  field: string;
}

const { service } = serveForAll(async (rig) => {
  const places = ['10001', '10002'].map((code) => ({ code, month: '2024-05', net: 100 }));
  await rig.load({
    'may.csv': statement(places),
    'tx.csv': texasReport([{ ...TEXAN, current: 50 }]),
  });
  await rig.load({ 'corrected.csv': CORRECTED });
  await rig.load({ 'tx-again.csv': texasReport([{ ...TEXAN, current: 75 }]) });
});

async function ask(query = ''): Promise<Page<Revision>> {
  return service.json(`${REVISIONS}${query}`);
}

const fieldsOf = ({ data }: Page<Revision>) => data.map(({ state, field }) => `${state} ${field}`);

test('state, jurisdictions and since filter, alone and combined', async () => {
  const all = await ask('?limit=1000');
  const count = async (query: string) => (await ask(query)).meta.total;
  const ofState = (state: string) => all.data.filter((revision) => revision.state === state).length;
  expect(await count('?state=ca')).toBe(ofState('ca'));
  expect(await count('?state=tx')).toBe(ofState('tx'));
  expect(ofState('ca') + ofState('tx')).toBe(all.meta.total);
  expect(await count('?jurisdictions=482999001')).toBe(ofState('tx'));
  expect(await count('?jurisdictions=482999001,60010001')).toBe(all.meta.total);
  expect(await count('?jurisdictions=60010002')).toBe(0);
  expect(await count('?state=tx&jurisdictions=482999001')).toBe(ofState('tx'));
  expect(await count('?since=2026-11-01')).toBe(all.meta.total);
  expect(await count('?since=2026-11-02')).toBe(0);
  expect(fieldsOf(await ask('?state=tx&limit=1000'))).toContain('tx net_payment');
});
