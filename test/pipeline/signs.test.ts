import { expect, test } from 'vitest';
import { createPipelineRig } from '../rig/pipeline-rig.ts';
import { quarterly, statement } from '../rig/reports/small-reports.ts';

const CODES = Array.from({ length: 12 }, (_, at) => String(1_001 + at).padStart(5, '0'));

test('a cost keeps its sign if one report kind prints it as negative and the other as positive', async () => {
  const rig = createPipelineRig();
  const cost = (code: string) => (code === '01012' ? '0.25' : '-1.00');
  const before = CODES.map((code) => ({
    code,
    month: '2023-11',
    net: 9.01,
    prior: '-5.00',
    cost: cost(code),
  }));
  rig.write('before.csv', statement(before));
  rig.write('now.csv', statement(CODES.map((code) => ({ code, month: '2024-11', net: 9.01 }))));
  const summary = quarterly(CODES.map((code) => ({ code, quarter: '3Q-24', pool: 40, total: 9 })));
  // share, and behind two other amounts advance and cost; the last place is refunded two of them
  const printed = summary
    .replaceAll(/,0,0,0,0,0,9$/gm, ',-7.00,0,0,5.00,1.00,9')
    .replace(/(01012,.*),-7\.00,0,0,5\.00,1\.00,/, '$1,3.00,0,0,5.00,-0.25,');
  const { reports } = await rig.load({ 'quarter.csv': printed });
  const codes = reports.flatMap(({ findings }) => findings.map(({ code }) => code));
  expect(codes).not.toContain('reports-disagree');

  const ofMonth = (code: string) =>
    rig.select(
      `SELECT administrative_cost AS cost, net_prior_allocations AS prior, county_share AS share,
       delta_administrative_cost AS cost_change, delta_net_prior_allocations AS prior_change
       FROM ca_allocation WHERE jurisdiction_id = 600${code} AND allocation_period = '2024-11-01'`,
    );
  const rest = { prior: 500, cost_change: 0, prior_change: 0 };
  expect(ofMonth('01001')).toEqual([{ cost: 100, share: 700, ...rest }]);
  expect(ofMonth('01012')).toEqual([{ cost: -25, share: -300, ...rest }]);
});
