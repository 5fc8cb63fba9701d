import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALIFORNIAN_IDS, FEW_REPORTS, TEXAN_IDS } from '../../rig/few-reports.ts';
import {
  type Allocation,
  createDatasetRig,
  type DatasetRig,
  type Jurisdiction,
  keyOf,
  type Page,
  type Service,
  startService,
  TOKEN,
} from '../../rig/service.ts';

/**
 * Asks as the PHP client of the original service does: a base address that ends in `/api/`, addresses relative to it,
 * queries as `http_build_query` writes them, and pages by `links.next`.
 */
class OriginalClient {
  private readonly base: string;

  constructor(base: string) {
    this.base = base;
  }

  jurisdictions(query: Query = {}): Promise<Jurisdiction[]> {
    return this.all('jurisdictions', query);
  }

  async jurisdiction(id: number): Promise<Jurisdiction> {
    const { data } = await this.get<{ data: Jurisdiction }>(new URL(`jurisdictions/${id}`, this.base));
    return data;
  }

  californian(query: Query = {}): Promise<Allocation[]> {
    return this.all('ca/sales-tax/allocations', query);
  }

  texan(query: Query = {}): Promise<Allocation[]> {
    return this.all('tx/sales-tax-allocations', query);
  }

  async all<Item>(address: string, query: Query): Promise<Item[]> {
    const url = new URL(address, this.base);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, [value].flat().join(','));
    const items: Item[] = [];
    for (let next: string | null = url.href; next !== null; ) {
      const { data, links, meta }: Page<Item> = await this.get(new URL(next));
      expect(meta.from).toBe(data.length === 0 ? null : items.length + 1);
      items.push(...data);
      next = links.next;
      if (next === null) expect(items).toHaveLength(meta.total);
    }
    return items;
  }

  private async get<Body>(url: URL): Promise<Body> {
    const answer = await fetch(url, {
      headers: { Authorization: `Bearer ${TOKEN}`, Accept: 'application/json' },
    });
    expect({ url: url.href, status: answer.status }).toEqual({ url: url.href, status: 200 });
    return (await answer.json()) as Body;
  }
}

type Query = Readonly<Record<string, string | number | readonly number[]>>;

let rig: DatasetRig;
const services: Service[] = [];
const clients = new Map<string, OriginalClient>();

beforeAll(async () => {
  rig = createDatasetRig();
  await rig.load(FEW_REPORTS);
  for (const basePath of ['', '/services/sales-tax']) {
    const service = await startService(rig.database, { basePath });
    services.push(service);
    const address = await service.app.listen({ host: '127.0.0.1', port: 0 });
    clients.set(basePath, new OriginalClient(`${address}${basePath}/api/`));
  }
});

afterAll(async () => {
  for (const service of services) await service.close();
  rig.remove();
});

describe.each(['', '/services/sales-tax'])('the original client, base address %s/api/', (basePath) => {
  const client = () => clients.get(basePath) ?? expect.fail('no client');

  test('finds jurisdictions and reads each by its id', async () => {
    const found = await client().jurisdictions({ limit: 5 });
    // 60001991 is in a quarterly report only
    expect(found.map(({ id }) => id).sort()).toEqual([...CALIFORNIAN_IDS, 60001991, ...TEXAN_IDS].sort());
    for (const jurisdiction of found)
      expect(await client().jurisdiction(jurisdiction.id)).toEqual(jurisdiction);
  });

  test('reads every allocation of California, page by page', async () => {
    const all = await client().californian();
    expect(all).toHaveLength(6 * 15);
    expect(new Set(all.map(keyOf)).size).toBe(6 * 15);
    expect(await client().californian({ limit: 7 })).toEqual(all);
    expect(all.slice(0, 2).map(keyOf)).toEqual(['60001990 2024-02', '60019050 2024-02']);
  });

  test('filters and sorts California', async () => {
    const [first = 0, second = 0] = CALIFORNIAN_IDS;
    const chosen = await client().californian({ jurisdictions: [first, second], limit: 4 });
    expect(new Set(chosen.map(({ jurisdiction }) => jurisdiction?.id))).toEqual(new Set([first, second]));
    expect(chosen).toHaveLength(30);
    expect(await client().californian({ allocation_period: '2023-05-01' })).toHaveLength(6);
    expect(await client().californian({ between: '2023-05-01,2023-07-31', limit: 5 })).toHaveLength(18);
    expect(await client().californian({ since: '2024-01-01' })).toHaveLength(12);
    const sorted = await client().californian({ sort: '-net_payment', limit: 20 });
    // the county, in the months whose place among fifteen leaves 4 of 5: 2023-04, 2023-09, 2024-02
    expect(sorted.slice(0, 4).map(keyOf)).toEqual([
      '60019998 2024-02',
      '60019998 2023-09',
      '60019998 2023-04',
      '60019998 2024-01',
    ]);
    const rising = await client().californian({ sort: 'net_payment', limit: 1000 });
    expect(keyOf(rising[0] ?? expect.fail())).toBe('60001990 2023-10');
    expect((await client().californian({ sort: '-deltas.net_payment' })).length).toBe(90);
  });

  test('reads, filters and sorts Texas', async () => {
    const all = await client().texan({ limit: 13 });
    expect(all).toHaveLength(5 * 15);
    expect(await client().texan({ jurisdiction_type: 'special_district' })).toHaveLength(15);
    expect(await client().texan({ period_between: '2023-05-01,2023-07-01', limit: 2 })).toHaveLength(15);
    expect(
      await client().texan({ jurisdictions: [...TEXAN_IDS], allocation_period: '2024-02-01' }),
    ).toHaveLength(5);
    const [first] = await client().texan({ sort: '-net_payment' });
    expect(keyOf(first ?? expect.fail())).toBe('485999001 2024-02');
  });

  test("sends the sample request of Texas to California's address", async () => {
    const [first = 0, second = 0] = TEXAN_IDS;
    const query = { entities: [first, second], sort: '-revenue_period' };
    const sample = await client().californian({ ...query, limit: 8 });
    expect(sample).toEqual(await client().texan(query));
    expect(sample.slice(0, 3).map(keyOf)).toEqual([
      '482999001 2024-02',
      '482999002 2024-02',
      '482999001 2024-01',
    ]);
    expect(sample[0]?.entity).toMatchObject({ id: first, type: 'city', sales_tax_id: 2999001 });
  });
});
