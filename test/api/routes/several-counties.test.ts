import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPipelineRig, type PipelineRig } from '../../rig/pipeline-rig.ts';
import { distributionWorkbook } from '../../rig/reports/north-carolina.ts';
import { type Page, type Service, startService } from '../../rig/service.ts';

// A municipality that lies in several counties.

const [ALAMANCE, GUILFORD, BURLINGTON, GREENSBORO] = [370000001, 370000081, 370001065, 370001198];

/** A workbook of Burlington's lines in two counties, in dollars, and Greensboro's line in Guilford. */
function workbook(month: string, inAlamance: number, inGuilford: number): Promise<Buffer> {
  const lines: [string, number][] = [
    ['ALAMANCE (PER CAPITA)', 1000],
    ['BURLINGTON *', inAlamance],
    ['GUILFORD (AD VALOREM)', 2000],
    ['BURLINGTON *', inGuilford],
    ['GREENSBORO', 500],
  ];
  const amounts = (dollars: number) => [dollars * 100, 0, 0, 0, 0, 0, 0, 0, 0];
  return distributionWorkbook(
    lines.map(([name, dollars]) => ({ name, amounts: amounts(dollars) })),
    { month },
  );
}

async function createRig(whenDone?: (remove: () => void) => void): Promise<PipelineRig> {
  const created = createPipelineRig(whenDone);
  created.write('august-2018.xlsx', await workbook('August 2018', 10, 30));
  created.write('july-2018.xlsx', await workbook('July 2018', 90, 20));
  return created;
}

let remove: () => void;
let service: Service;

beforeAll(async () => {
  const rig = await createRig((done) => {
    remove = done;
  });
  // the newest month counts, whichever is loaded last
  for (const name of ['august-2018.xlsx', 'july-2018.xlsx'])
    await rig.run({ files: [join(rig.folder, 'inbox', name)] });
  service = await startService(rig.database);
});

afterAll(async () => {
  await service.close();
  remove();
});

async function idsOf(url: string): Promise<number[]> {
  const { data }: Page<{ id?: number; jurisdiction?: { id: number } }> = await service.json(url);
  return data.map(({ id, jurisdiction }) => Number(id ?? jurisdiction?.id)).sort((a, b) => a - b);
}

async function countiesOf(id: number): Promise<unknown> {
  const { data } = await service.json<{ data: object }>(`/api/jurisdictions/${id}`);
  return 'county' in data && 'counties' in data ? [data.county, data.counties] : null;
}

describe('a place in several counties', () => {
  test('has all of them, the one with the largest payment of the newest month first', async () => {
    expect(await countiesOf(BURLINGTON)).toEqual(['Guilford', ['Guilford', 'Alamance']]);
    expect(await countiesOf(GREENSBORO)).toEqual(['Guilford', ['Guilford']]);
    const { body } = await service.get('/api/jurisdictions?q=burlington&format=csv');
    const [head = '', row = ''] = body.split('\r\n');
    expect(row.split(',')[head.split(',').indexOf('counties')]).toBe('"Guilford; Alamance"');
  });

  test.each([
    ['/api/jurisdictions?county=Alamance', [ALAMANCE, BURLINGTON]],
    ['/api/jurisdictions?county=guilford&type=city', [BURLINGTON, GREENSBORO]],
    ['/api/nc/sales-tax/allocations?county=Alamance&allocation_period=2018-10-01', [ALAMANCE, BURLINGTON]],
    [
      '/api/nc/sales-tax/allocations?county=Guilford&allocation_period=2018-10-01',
      [GUILFORD, BURLINGTON, GREENSBORO],
    ],
  ])('%s finds it by each of them', async (url, ids) => {
    expect(await idsOf(url)).toEqual(ids);
  });

  test.each([
    ['Alamance', 1000],
    ['Guilford', 2000 + 40 + 500],
  ])('counts once in sums: the total of %s is %i', async (county, dollars) => {
    const url = `/api/nc/sales-tax/totals?county=${county}&from=2018-10-01`;
    const { data } = await service.json<Page<{ value: number }>>(url);
    expect(data.map(({ value }) => value)).toEqual([dollars]);
  });
});

test.each([
  ['in either order', ['july-2018.xlsx', 'august-2018.xlsx']],
  ['together', []],
])('the counties are the same, loaded %s, also without the newest month', async (_, order) => {
  const other = await createRig();
  if (order.length === 0) await other.run();
  for (const name of order) await other.run({ files: [join(other.folder, 'inbox', name)] });
  expect(storedIn(other)).toEqual(['Guilford', 'Guilford; Alamance']);
  const [report] = other.select<{ sha256: string }>(
    "SELECT sha256 FROM report WHERE file_name = 'august-2018.xlsx'",
  );
  await other.withdraw(`${report?.sha256}`);
  expect(storedIn(other)).toEqual(['Alamance', 'Alamance; Guilford']);
  await other.reprocess();
  expect(storedIn(other)).toEqual(['Alamance', 'Alamance; Guilford']);
});

function storedIn({ select }: PipelineRig): unknown[] {
  return select(`SELECT county, counties FROM jurisdiction WHERE id = ${BURLINGTON}`).flatMap(Object.values);
}
