import { expect, test } from 'vitest';
import { EVERYWHERE } from '../../../src/domain/reading/jurisdiction-search.ts';
import { readDataset } from '../../../src/store/dataset.ts';
import { openLookup } from '../../../src/store/query/jurisdiction-lookup.ts';
import { listJurisdictions } from '../../../src/store/query/jurisdictions.ts';
import { createPipelineRig } from '../../rig/pipeline-rig.ts';

const HEADER =
  'Payment Month,Jurisdiction Code,Jurisdiction,Current Distributions,Current Advance,Net Payment';

test('a district is found by its printed code, and has no type if no source names one', async () => {
  const rig = createPipelineRig();
  const lines = ['01998,ALAMEDA COUNTY', '00023,GLEN TRANSIT', 'a23,CEDAR LIBRARY', '998,NORTH SHORE'];
  rig.write('a.csv', [HEADER, ...lines.map((line) => `Jan-24,${line},1.00,1.00,2.00`)].join('\n'));
  const { reports, others } = await rig.run();
  expect(reports.map(({ status }) => status)).toEqual(['loaded']);
  const said = [...(reports[0]?.findings ?? []), ...others].filter(({ code }) => code === 'unknown-type');
  expect(said.map(({ row }) => row)).toEqual([3, 5, 4]);

  readDataset(rig.database, (dataset) => {
    const all = listJurisdictions(dataset);
    expect(all.map(({ id, sales_tax_id, type, county }) => [id, sales_tax_id, type, county])).toEqual([
      [60_000_023, '023', null, null],
      [60_000_998, '998', null, null],
      [60_001_998, '01998', 'county', 'Alameda'],
      [61_013_035, 'A23', null, null],
    ]);
    const lookup = openLookup(dataset);
    const found = (text: string) => lookup.find(text, EVERYWHERE).map(({ jurisdiction }) => jurisdiction.id);
    for (const text of ['A23', 'a23', '00a23', '61013035', 'cedar'])
      expect(found(text)).toEqual([61_013_035]);
    for (const text of ['023', '00023', '23']) expect(found(text)).toEqual([60_000_023]);
    expect(found('998')).toEqual([60_000_998]);
    expect(found('1998')).toEqual([60_001_998]);
  });
});
