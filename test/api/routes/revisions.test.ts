import { createHash } from 'node:crypto';
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
  id: number;
  revised_at: string;
  run_id: number;
  state: string;
  jurisdiction: { id: number; name: string | null };
  allocation_period: string;
  field: string;
  before: number | null;
  after: number | null;
  report: { sha256: string; file_name: string } | null;
}

let runs: { run_id: number | null }[];

const { service } = serveForAll(async (rig) => {
  const places = ['10001', '10002'].map((code) => ({ code, month: '2024-05', net: 100 }));
  const first = await rig.load({
    'may.csv': statement(places),
    'tx.csv': texasReport([{ ...TEXAN, current: 50 }]),
  });
  const second = await rig.load({ 'corrected.csv': CORRECTED });
  const third = await rig.load({ 'tx-again.csv': texasReport([{ ...TEXAN, current: 75 }]) });
  runs = [first, second, third];
});

async function ask(query = ''): Promise<Page<Revision>> {
  return service.json(`${REVISIONS}${query}`);
}

const fieldsOf = ({ data }: Page<Revision>) => data.map(({ state, field }) => `${state} ${field}`);

test('a corrected figure is one revision, in dollars, with the report that gives it now', async () => {
  const { data } = await ask('?state=ca');
  const net = data.filter(({ field }) => field === 'net_payment');
  expect(net).toEqual([
    {
      id: expect.any(Number),
      revised_at: expect.stringMatching(/^2026-11-01T.*Z$/),
      run_id: runs[1]?.run_id,
      state: 'ca',
      jurisdiction: { id: 60_010_001, name: expect.any(String) },
      allocation_period: '2024-05-01',
      field: 'net_payment',
      before: 100,
      after: 120.5,
      report: { sha256: createHash('sha256').update(CORRECTED).digest('hex'), file_name: 'corrected.csv' },
    },
  ]);
  // the place whose figures are the same has none
  expect(data.every(({ jurisdiction }) => jurisdiction.id === 60_010_001)).toBe(true);
});

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

test('an id of another state is refused, and the error names the parameter to change', async () => {
  const { statusCode, body } = await service.get(`${REVISIONS}?state=ca&jurisdictions=482999001,60010001`);
  expect(statusCode).toBe(422);
  expect(JSON.parse(body).errors).toEqual({
    jurisdictions: ['482999001 belongs to Texas, but state is ca. Set state to tx, or leave it out.'],
  });
});
