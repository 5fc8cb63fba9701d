import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDataset } from '../../../src/store/dataset.ts';
import { openLookup } from '../../../src/store/query/jurisdiction-lookup.ts';
import { createPipelineRig } from '../../rig/pipeline-rig.ts';

const REPORTS = 'fixtures/ca/damaged-name/reports';

test.each([
  ['before', ['january.csv', 'february.csv']],
  ['after', ['february.csv', 'january.csv']],
] as const)('a damaged name is no name of a place, also if the right one came %s it', async (_, files) => {
  const rig = createPipelineRig();
  for (const file of files) await rig.run({ files: [join(REPORTS, file)] });
  const names = readDataset(rig.database, (dataset) => {
    const lookup = openLookup(dataset);
    return [60059001, 60059004].map((id) => lookup.formerNamesOf(id));
  });
  expect(names).toEqual([[], []]);
  expect(rig.select("SELECT name FROM jurisdiction WHERE sales_tax_id < '59006' ORDER BY id")).toEqual(
    ['Cañada Flat', 'Peña Blanca', "O'Brien Springs", 'Peñasco', 'Montaña'].map((name) => ({ name })),
  );
  expect(rig.select("SELECT code FROM finding WHERE code = 'name-changed'")).toEqual([]);
});
