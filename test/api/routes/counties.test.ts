import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { loadForAll, serveAnother, serveForAll } from '../../rig/datasets/served.ts';
import { citySummaryCsv, paymentsJson } from '../../rig/reports/comparison-sheets.ts';
import { distributionWorkbook } from '../../rig/reports/north-carolina.ts';
import { type DatasetRig, type Page, refusalBy, type Service } from '../../rig/service.ts';

type Listed = { id?: number } & Partial<Record<'entity' | 'jurisdiction', { id: number }>>;

async function idsOf(service: Service, url: string): Promise<number[]> {
  const { data } = await service.json<Page<Listed>>(url);
  return data.map(({ id, entity, jurisdiction }) => Number(id ?? entity?.id ?? jurisdiction?.id)).sort();
}

describe('a municipality in several counties', () => {
  const [ALAMANCE, GUILFORD, BURLINGTON, GREENSBORO] = [370000001, 370000081, 370001065, 370001198];

  /** A workbook of Burlington's lines in two counties, in dollars, and Greensboro's line in Guilford. */
  function workbook(month: string, inAlamance: number, inGuilford: number): Promise<Buffer> {
    const lines = [
      ['ALAMANCE (PER CAPITA)', 1000],
      ['BURLINGTON *', inAlamance],
      ['GUILFORD (AD VALOREM)', 2000],
      ['BURLINGTON *', inGuilford],
      ['GREENSBORO', 500],
    ] as const;
    const amounts = (dollars: number) => [dollars * 100, 0, 0, 0, 0, 0, 0, 0, 0];
    return distributionWorkbook(
      lines.map(([name, dollars]) => ({ name, amounts: amounts(dollars) })),
      { month },
    );
  }
  const july = () => workbook('July 2018', 90, 20);
  const august = () => workbook('August 2018', 10, 30);

  const { service } = serveForAll(async (rig) => {
    await rig.load({ 'july.xlsx': await july(), 'august.xlsx': await august() });
  });

  test('has all of them, the one with the largest payment of the newest month first', async () => {
    const countiesOf = async (id: number) =>
      (await service.json<{ data: object }>(`/api/jurisdictions/${id}`)).data;
    const both = { county: 'Guilford', counties: ['Guilford', 'Alamance'] };
    expect(await countiesOf(BURLINGTON)).toMatchObject(both);
    expect(await countiesOf(GREENSBORO)).toMatchObject({ county: 'Guilford', counties: ['Guilford'] });
    const { body } = await service.get('/api/jurisdictions?q=burlington&format=csv');
    expect(body).toContain('"Guilford; Alamance"');
  });

  test.each([
    ['/api/jurisdictions?county=Alamance', [ALAMANCE, BURLINGTON]],
    ['/api/jurisdictions?county=guilford&type=city', [BURLINGTON, GREENSBORO]],
    ['/api/nc/sales-tax/allocations?county=Guilford&limit=3', [GUILFORD, BURLINGTON, GREENSBORO]],
  ])('%s finds it by each of them', async (url, ids) => {
    expect(await idsOf(service, url)).toEqual(ids);
  });

  test('counts once in sums', async () => {
    for (const [county, dollars] of [
      ['Alamance', 1000],
      ['Guilford', 2000 + 40 + 500],
    ]) {
      const url = `/api/nc/sales-tax/months?county=${county}&months=2018-10..`;
      expect((await service.json<Page>(url)).data).toMatchObject([{ payment: { value: dollars } }]);
    }
  });

  describe('whose newest month names another county', () => {
    const rig: DatasetRig = loadForAll(async (rig) => {
      await rig.load({ 'july.xlsx': await july() });
    });
    const sumIn = async (service: Service, county: string) => {
      const url = `/api/nc/sales-tax/months?county=${county}&months=2018-09`;
      return (await service.json<Page<{ payment: { value: number } }>>(url)).data[0]?.payment.value;
    };

    test('takes its past sums along, and the changes tell it', async () => {
      const service = await serveAnother(rig.database);
      const version = async () =>
        (await service.json<{ data: { version: string } }>('/api/overview')).data.version;
      // July is paid in September
      expect([await sumIn(service, 'Alamance'), await sumIn(service, 'Guilford')]).toEqual([1110, 2500]);
      const before = await version();
      await rig.load({ 'august.xlsx': await august() });
      expect([await sumIn(service, 'Alamance'), await sumIn(service, 'Guilford')]).toEqual([1000, 2610]);
      const changed = async (query: string) => {
        const { data } = await service.json<Page<{ change: string; reason: string; jurisdiction: Listed }>>(
          `/api/changes?since_version=${query}`,
        );
        return data.flatMap(({ change, reason, jurisdiction }) =>
          change === 'changed_county' ? [{ id: jurisdiction.id, reason }] : [],
        );
      };
      const moved = { id: BURLINGTON, reason: 'Alamance County before, Guilford County now' };
      expect(await changed(before)).toEqual([moved]);
      expect(await changed(`${before}&county=Alamance`)).toEqual([moved]);
      expect(await changed(`${before}&jurisdictions=${GREENSBORO}`)).toEqual([]);
      // it came back
      const between = await version();
      await rig.load({ 'september.xlsx': await workbook('September 2018', 30, 10) });
      expect(await changed(before)).toEqual([]);
      expect(await changed(between)).toEqual([
        { id: BURLINGTON, reason: 'Guilford County before, Alamance County now' },
      ]);
    });

    test('keeps the counties that older reports listed, behind those of the newest', async () => {
      const service = await serveAnother(rig.database);
      await rig.load({
        'october.xlsx': await distributionWorkbook(
          [
            { name: 'GUILFORD (AD VALOREM)', amounts: [2000_00, 0, 0, 0, 0, 0, 0, 0, 0] },
            { name: 'BURLINGTON', amounts: [50_00, 0, 0, 0, 0, 0, 0, 0, 0] },
          ],
          { month: 'October 2018' },
        ),
      });
      const { data } = await service.json<{ data: object }>(`/api/jurisdictions/${BURLINGTON}`);
      expect(data).toMatchObject({ county: 'Guilford', counties: ['Guilford', 'Alamance'] });
      expect(await idsOf(service, '/api/jurisdictions?county=Alamance')).toEqual([ALAMANCE, BURLINGTON]);
    });
  });

  describe('whose newest month is loaded first, and then withdrawn', () => {
    const rig: DatasetRig = loadForAll(async (rig) => {
      await rig.load({ 'august.xlsx': await august() });
      await rig.load({ 'july.xlsx': await july() });
    });

    test('has its counties in the order of the newest month that is left', async () => {
      const other = await serveAnother(rig.database);
      const counties = async () =>
        (await other.json<{ data: { counties: string[] } }>(`/api/jurisdictions/${BURLINGTON}`)).data
          .counties;
      expect(await counties()).toEqual(['Guilford', 'Alamance']);
      const withdraw = [{ sha256: hash('sha256', await august()), reason: 'a test' }];
      await rig.load({}, { command: 'withdraw', withdraw });
      expect(await counties()).toEqual(['Alamance', 'Guilford']);
    });
  });
});

describe('counties and rates that come with the reports of Texas', () => {
  const MONTH = '2024-01';
  const line = (county: string, name: string) => ({
    ...{ type: county, name, month: MONTH, rate: '1.375', net: '1.00' },
  });
  const { service } = serveForAll({
    'payments.json': paymentsJson([
      ['2990001', 'ELM FORK', MONTH, '300.00'],
      ['2990002', 'CEDAR GAP', MONTH, '100.00'],
      ['2990003', 'TWO RIVERS', MONTH, '5.00'],
    ]),
    'cities.csv': citySummaryCsv([
      line('ALDER', 'Elm Fork'),
      line('Los Angeles', 'Cedar Gap'),
      { ...line('BIRCH', 'Two Rivers'), net: '2.00' },
      { ...line('CLAY', 'Two Rivers'), net: '3.00' },
    ]),
  });

  test('of a city in two counties are both, the one with the larger payment first', async () => {
    const { data } = await service.json<{ data: object }>('/api/jurisdictions/482990003');
    expect(data).toMatchObject({ county: 'Clay', counties: ['Clay', 'Birch'] });
  });

  test('are found at each address, and a similar one is named', async () => {
    for (const address of [
      '/api/jurisdictions?state=tx&',
      '/api/tx/sales-tax/allocations?',
      '/api/tx/sales-tax/compare?',
    ]) {
      expect(await idsOf(service, `${address}county=Alder%20County`)).toEqual([482990001]);
      // a county of California as well
      expect(await idsOf(service, `${address}county=Los%20Angeles`)).toEqual([482990002]);
      expect(await refusalBy(service, `${address}county=Aldr`, 'county')).toMatch(/"Aldr".*"Alder"/);
    }
    expect(await refusalBy(service, '/api/changes?county=Aldr', 'county')).toContain('"Alder"');
    const { data } = await service.json<{ data: object }>('/api/jurisdictions/482990001');
    expect(data).toMatchObject({ county: 'Alder', sales_tax_rate: 0.01375 });
    const overview = await service.json<{ data: { states: object[] } }>('/api/overview');
    expect(overview.data.states).toContainEqual(
      expect.objectContaining({
        state: 'tx',
        has_counties: true,
        counties: ['Alder', 'Birch', 'Clay', 'Los Angeles'],
      }),
    );
  });
});
