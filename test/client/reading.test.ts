import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  answered,
  type Client,
  connect,
  listCaAllocations,
  listFindings,
  listTxAllocations,
  pages,
  readList,
  readWholeList,
  ServiceError,
  showJurisdiction,
} from '../../src/client/index.ts';
import { CALIFORNIAN_IDS, CITIES, FEW_REPORTS, MONTHS } from '../rig/few-reports.ts';
import { statement } from '../rig/reports/small-reports.ts';
import { createDatasetRig, type DatasetRig, type Service, startService, TOKEN, TX } from '../rig/service.ts';

let rig: DatasetRig;
let service: Service;
let baseUrl: string;
let client: Client;

beforeAll(async () => {
  rig = createDatasetRig();
  await rig.load(FEW_REPORTS);
  service = await startService(rig.database, { basePath: '/tax' });
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  baseUrl = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}/tax/`;
  client = connect({ baseUrl, token: TOKEN });
});

afterAll(async () => {
  await service.close();
  rig.remove();
});

test('gives typed answers and their version', async () => {
  const { data, version } = await answered(
    showJurisdiction({ client, path: { id: CALIFORNIAN_IDS[0] ?? 0 } }),
  );
  expect(data.data.name).toBe('Alder Creek');
  expect(version).toMatch(/^[\w-]{4,}$/);
});

test('throws what the service refuses', async () => {
  const refused = answered(listCaAllocations({ client, query: { sort: 'nothing' as 'allocation_period' } }));
  const error = await refused.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ServiceError);
  expect(error).toMatchObject({ status: 422, errors: { sort: [expect.stringContaining('nothing')] } });
  const unknown = answered(listFindings({ client: connect({ baseUrl }) }));
  await expect(unknown).rejects.toMatchObject({ status: 401, message: expect.stringContaining('token') });
  const nobody = answered(listFindings({ client: connect({ baseUrl: 'http://127.0.0.1:9' }) }));
  await expect(nobody).rejects.toThrow('fetch failed');
});

test('reads all pages', async () => {
  const query = { limit: 7, county: 'Los Angeles' as const };
  const { records, version } = await readList((page) =>
    answered(listCaAllocations({ client, query: { ...query, page } })),
  );
  const inCounty = CITIES.filter(({ code }) => code.startsWith('19'));
  expect(records).toHaveLength(inCounty.length * MONTHS.length);
  expect(new Set(records.map((record) => JSON.stringify(record))).size).toBe(records.length);
  expect(version).toBe((await service.get(TX)).headers['dataset-version']);
  const found = await readList((page) =>
    answered(listFindings({ client, query: { code: 'same-id', page } })),
  );
  expect(found.records).toEqual([]);
});

test('begins again if the dataset changes between two pages', async () => {
  let asked = 0;
  const seen: { month: string | undefined; isFirst: boolean; total: number }[] = [];
  const ask = async (page: number) => {
    asked += 1;
    // the run of another program, before the third page
    if (asked === 3)
      await rig.load({
        'later.csv': statement([{ code: '01990', name: 'ALDER CREEK', month: '2024-03', net: 9 }]),
      });
    const query = { limit: 40, page, sort: '-allocation_period' as const };
    return answered(listCaAllocations({ client, query }));
  };
  for await (const { records, isFirst, total } of pages(ask))
    seen.push({ month: records[0]?.dates?.allocation_period, isFirst, total });
  const [before, after] = [CITIES.length * MONTHS.length, CITIES.length * MONTHS.length + 1];
  expect(seen.map(({ isFirst, total }) => [isFirst, total])).toEqual([
    [true, before],
    [false, before],
    [true, after],
    [false, after],
    [false, after],
  ]);
  expect(seen[0]?.month).toBe('2024-02-01');
  expect(seen[2]?.month).toBe('2024-03-01');
});

test('gives up if the dataset changes all the time, or records are missing', async () => {
  let version = 0;
  const page = (next: number | null, total: number) => ({
    data: [1],
    links: { next: next === null ? null : `http://elsewhere/list?page=${next}` },
    meta: { total },
  });
  const changing = readList(async (at) => {
    version += 1;
    return { data: page(at + 1, 3), version: `${version}` };
  });
  await expect(changing).rejects.toThrow('changed 5 times');
  expect(version).toBe(10);
  const short = readList(async (at) => ({ data: page(at === 1 ? 2 : null, 3), version: 'one' }));
  await expect(short).rejects.toThrow('2 of 3 records');
});

test('reads a whole list as it arrives', async () => {
  const list = await readWholeList<{ net_payment: number; entity: { name: string } }>(
    client,
    '/api/tx/sales-tax/allocations',
    { sort: 'net_payment' },
  );
  const records = [];
  for await (const record of list.records) records.push(record);
  const paged = await readList((page) =>
    answered(listTxAllocations({ client, query: { limit: 1000, page, sort: 'net_payment' } })),
  );
  expect(records).toEqual(paged.records);
  expect(list.version).toBe(paged.version);
  const refused = readWholeList(client, '/api/changes', { limit: 3 });
  await expect(refused).rejects.toMatchObject({ status: 422, errors: { limit: expect.anything() } });
});

test('throws if a whole list is cut off', async () => {
  const cut = (...texts: string[]) =>
    connect({
      baseUrl: 'http://localhost',
      send: async () =>
        new Response(
          new ReadableStream({
            pull(controller) {
              const text = texts.shift();
              if (text === undefined) controller.error(new TypeError('terminated'));
              else controller.enqueue(new TextEncoder().encode(text));
            },
          }),
        ),
    });
  const { records } = await readWholeList(cut('{"a":1}\n{"a":', '2}\n{"a"'), '/api/changes');
  expect((await records.next()).value).toEqual({ a: 1 });
  expect((await records.next()).value).toEqual({ a: 2 });
  await expect(records.next()).rejects.toThrow('terminated');
  const ended = connect({ baseUrl: 'http://localhost', send: async () => new Response('{"a":1}\n{"é') });
  const list = await readWholeList(ended, '/api/changes');
  expect((await list.records.next()).value).toEqual({ a: 1 });
  await expect(list.records.next()).rejects.toThrow('ends within a record');
});
