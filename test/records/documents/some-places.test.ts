import { beforeAll, describe, expect, test } from 'vitest';
import type { JurisdictionPage } from '../../../src/client/generated/types.gen.ts';
import { loadSample } from '../../explorer/rig/served.ts';
import { serveForAll } from '../../rig/datasets/served.ts';
import { answerFrom, documentsOf, withoutLinks } from './made-documents.ts';

const { rig, service } = serveForAll(loadSample);
let ids: readonly number[];
let files: ReadonlyMap<string, string>;
beforeAll(async () => {
  const ofCounty = await service.json<JurisdictionPage>('/api/jurisdictions?county=Alameda&limit=100');
  ids = ofCounty.data.map(({ id }) => id);
  const { data } = await service.json<{ data: object }>('/api/overview');
  files = documentsOf(rig.database, data, ids);
}, 120_000);

const OF_STATE = ['', 'basis=sales', 'limit=1'];
const OF_PLACE = [...OF_STATE, 'fiscal_year_start=5'];

describe('a site with some places', () => {
  test('answers about them as the service does', async () => {
    expect(ids.length).toBeGreaterThan(1);
    const addresses = ids.flatMap((id) => [
      `/api/jurisdictions/${id}`,
      ...['net_payment', 'countywide_pool', 'countywide_pool_percentage'].map(
        (field) => `/api/ca/sales-tax/months?jurisdictions=${id}&field=${field}&limit=500`,
      ),
      `/api/ca/sales-tax/sentences?jurisdictions=${id}`,
      `/api/ca/sales-tax/parts?jurisdictions=${id}`,
      `/api/jurisdictions/${id}/sources?allocation_period=2026-10-01`,
      ...OF_PLACE.map((query) => `/api/ca/sales-tax/projections?jurisdictions=${id}&${query}`),
      `/api/findings?jurisdictions=${id}`,
    ]);
    for (const url of addresses.map((address) => address.replace(/&$/, '')))
      expect([url, answerFrom(files, url).body]).toEqual([url, withoutLinks((await service.get(url)).body)]);
  });

  test('lists what the service lists of these places', async () => {
    for (const list of ['compare', 'months', 'years', 'projections'])
      for (const query of OF_STATE) {
        const url = `/api/ca/sales-tax/${list}?${query}`;
        const local = JSON.parse(answerFrom(files, url.replace(/\?$/, '')).body);
        const served = await service.json<{ data: object[] }>(`${url}&jurisdictions=${ids}`);
        // a list of named places also has the rest of each year by month
        const dataOf = ({ data }: { data: object[] }) => data.map((one) => ({ ...one, rest: undefined }));
        expect([url, dataOf(local)]).toEqual([url, dataOf(served)]);
        expect(local.data.length).toBeGreaterThan(0);
      }
    const { data } = JSON.parse(answerFrom(files, '/api/jurisdictions?limit=100').body);
    expect(data.map(({ id }: { id: number }) => id)).toEqual(ids);
  });

  test('tells the news of its own places', async () => {
    const newsOf = (body: string) => JSON.parse(body).data[0].text as string;
    const url = '/api/changes?by=month&change=new_month&state=ca';
    const own = newsOf(answerFrom(files, url).body);
    const [month] = (
      await service.json<{ data: { payment: { value: number } }[] }>(
        `/api/ca/sales-tax/months?jurisdictions=${ids}&limit=1`,
      )
    ).data;
    expect(own).toMatch(new RegExp(`^${ids.length} places of California got`));
    expect(own).toContain(
      ` got $${((month?.payment.value ?? 0) / 1e6).toPrecision(3)} million in October 2026`,
    );
    expect(own).not.toBe(newsOf((await service.get(url)).body));
    const ofTexas = JSON.parse(answerFrom(files, '/api/changes?by=month&state=tx').body).data;
    expect(ofTexas.filter(({ change }: { change: string }) => change !== 'due_report')).toEqual([]);
  });

  test('does not answer what needs all places of the state', () => {
    for (const url of [
      `/api/ca/sales-tax/compare?near=${ids[0]}`,
      '/api/ca/sales-tax/projections?check=true',
    ])
      expect(answerFrom(files, url)).toMatchObject({ status: 404, body: expect.stringContaining('service') });
  });

  test('has no document and no record of other places', () => {
    const blocks = [...files].filter(([name]) => name.includes('/block-'));
    const placesOf = ([, text]: [string, string]) =>
      JSON.parse(text).places.map(({ jurisdiction }: { jurisdiction: { id: number } }) => jurisdiction.id);
    expect(blocks.flatMap(placesOf)).toEqual([...ids].sort());
    const { data } = JSON.parse(files.get('findings') ?? '');
    const about = data.flatMap(({ jurisdiction }: { jurisdiction: { id: number } | null }) =>
      jurisdiction ? [jurisdiction.id] : [],
    );
    expect(about.filter((id: number) => !ids.includes(id))).toEqual([]);
  });
});
