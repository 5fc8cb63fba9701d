import { expect, test } from 'vitest';
import { northCarolina } from '../../src/states/nc/index.ts';
import { createPipelineRig, type PipelineRig } from '../rig/pipeline-rig.ts';
import { distributionWorkbook } from '../rig/reports/north-carolina.ts';

// Two names that the register does not list, and whose numbers are the same. They were found by trying.
const [FIRST, SECOND] = ['NEW TOWN 2434', 'NEW TOWN 4960'];

async function write(rig: PipelineRig, file: string, month: string, ...names: readonly string[]) {
  const lines = ['ALAMANCE (PER CAPITA)', ...names].map((name) => ({
    name,
    amounts: [100, 0, 0, 0, 0, 0, 0, 0, 0],
  }));
  return rig.write(file, await distributionWorkbook(lines, { month }));
}

function placesIn({ select }: PipelineRig): unknown[] {
  return select(
    `SELECT sales_tax_id AS code, count(*) AS months, sum(net_payment) AS cents
     FROM nc_allocation JOIN jurisdiction ON id = jurisdiction_id WHERE type = 'city' GROUP BY id`,
  );
}

test('two names have one number', () => {
  expect(northCarolina.idOf('new-town-2434')).toBe(373_939_910);
  expect(northCarolina.idOf('new-town-4960')).toBe(373_939_910);
});

test.each([
  [FIRST, SECOND],
  [SECOND, FIRST],
])(
  '%s is loaded before %s: the report with the second is refused, and nothing is added up',
  async (...names) => {
    const rig = createPipelineRig();
    const [first = '', second = ''] = names;
    await rig.run({ files: [await write(rig, 'july-2018.xlsx', 'July 2018', first)] });
    const { reports } = await rig.run({
      files: [await write(rig, 'august-2018.xlsx', 'August 2018', second)],
    });
    expect(reports).toMatchObject([{ status: 'refused' }]);
    const code = first.toLowerCase().replaceAll(' ', '-');
    expect(placesIn(rig)).toEqual([{ code, months: 1, cents: 100 }]);
  },
);

test('both in one report: it is refused', async () => {
  const rig = createPipelineRig();
  const { reports } = await rig.run({
    files: [await write(rig, 'july-2018.xlsx', 'July 2018', FIRST, SECOND)],
  });
  expect(reports).toMatchObject([{ status: 'refused', findings: [{ code: 'same-id' }] }]);
  expect(placesIn(rig)).toEqual([]);
});
