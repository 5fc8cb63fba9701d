import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  call,
  connectToService,
  followPages,
  pages,
  readList,
  readWholeList,
  type ServiceClient,
  ServiceError,
} from '../../src/client/index.ts';
import { serveForAll } from '../rig/datasets/served.ts';
import { CALIFORNIAN_IDS, CITIES, FEW_REPORTS, MONTHS } from '../rig/few-reports.ts';
import { statement } from '../rig/reports/small-reports.ts';
import { listenLocally, TOKEN, TX } from '../rig/service.ts';

/** Lets waits of the client end at once until the test ends. Returns how many seconds each would take. */
function shortenWaits(): number[] {
  const seconds: number[] = [];
  const original = globalThis.setTimeout;
  const shortened = (act: () => void, milliseconds = 0) => {
    // the service has timers of its own
    if (!new Error().stack?.includes('src/client/waiting.ts')) return original(act, milliseconds);
    seconds.push(milliseconds / 1000);
    return original(act, 0);
  };
  globalThis.setTimeout = Object.assign(shortened, { __promisify__: original.__promisify__ });
  onTestFinished(() => {
    globalThis.setTimeout = original;
  });
  return seconds;
}

let baseUrl: string;
let client: ServiceClient;

const { rig, service } = serveForAll(FEW_REPORTS, { basePath: '/tax' });

beforeAll(async () => {
  baseUrl = `http://127.0.0.1:${await listenLocally(service.app)}/tax/`;
  client = connectToService({ baseUrl, token: TOKEN });
});

test('gives typed answers and their version', async () => {
  const { data, version } = await call(client, '/api/jurisdictions/{id}', {
    path: { id: CALIFORNIAN_IDS[0] ?? 0 },
  });
  expect(data.data.name).toBe('Alder Creek');
  expect(version).toMatch(/^[\w-]{4,}$/);
});

test('records have all members, unless fields names some', async () => {
  const query = { limit: 1, sort: '-net_payment' } as const;
  const { data: whole } = await call(client, '/api/tx/sales-tax/allocations', { query });
  const [first] = whole.data;
  // these do not compile if the types are wrong
  const payment: number | null | undefined = first?.net_payment;
  const name: string | undefined = first?.entity.name;
  const { data: part } = await call(client, '/api/tx/sales-tax/allocations', {
    query: { ...query, fields: 'net_payment' },
  });
  // @ts-expect-error the record may lack the member
  expect(() => part.data[0]?.entity.name).toThrow(TypeError);
  expect(part.data).toEqual([{ net_payment: payment }]);
  expect(name).toBe('Example Co ESD 1');
});

test('does not compile with wrong parameters', async () => {
  // @ts-expect-error the parameter does not exist
  const unknown = call(client, '/api/changes', { query: { limt: 1 } });
  await expect(unknown).rejects.toMatchObject({ errors: { limt: expect.anything() } });
  // @ts-expect-error the list has no such parameter
  const fieldless = call(client, '/api/changes', { query: { fields: 'after' } });
  await expect(fieldless).rejects.toMatchObject({ errors: { fields: expect.anything() } });
  // @ts-expect-error the answer would be a text
  const text = call(client, '/api/changes', { query: { format: 'csv' } });
  await expect(text).rejects.toThrow('not JSON');
  // @ts-expect-error a whole list has no pages
  const paged = readWholeList(client, '/api/changes', { query: { limit: 3 } });
  await expect(paged).rejects.toMatchObject({ status: 422, errors: { limit: expect.anything() } });
});

test('throws what the service refuses', async () => {
  const refused = call(client, '/api/ca/sales-tax/allocations', { query: { between: 'nothing' } });
  const error = await refused.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ServiceError);
  expect(error).toMatchObject({ status: 422, errors: { between: [expect.stringContaining('nothing')] } });
  const unknown = call(connectToService({ baseUrl }), '/api/findings');
  await expect(unknown).rejects.toMatchObject({ status: 401, message: expect.stringContaining('token') });
  const nobody = call(connectToService({ baseUrl: 'http://127.0.0.1:9' }), '/api/findings');
  await expect(nobody).rejects.toThrow('fetch failed');
});

test('reads all pages', async () => {
  const query = { limit: 7, county: 'Los Angeles' } as const;
  const { records, version } = await readList(client, '/api/ca/sales-tax/allocations', { query });
  const inCounty = CITIES.filter(({ code }) => code.startsWith('19'));
  expect(records).toHaveLength(inCounty.length * MONTHS.length);
  expect(new Set(records.map((record) => JSON.stringify(record))).size).toBe(records.length);
  expect(version).toBe((await service.get(TX)).headers['dataset-version']);
  const found = await readList(client, '/api/findings', { query: { code: 'same-id' } });
  expect(found.records).toEqual([]);
});

test('tells the caller to drop earlier pages if the dataset changes between two pages', async () => {
  let sent = 0;
  const changing = connectToService({
    baseUrl,
    token: TOKEN,
    send: async (request) => {
      sent += 1;
      // the run of another program, before the third page
      if (sent === 3)
        await rig.load({
          'later.csv': statement([{ code: '01990', name: 'ALDER CREEK', month: '2024-03', net: 9 }]),
        });
      return fetch(request);
    },
  });
  const options = { query: { limit: 40, sort: '-allocation_period' } } as const;
  const seen: unknown[] = [];
  for await (const { records, total } of pages(changing, '/api/ca/sales-tax/allocations', options, () =>
    seen.push('drop'),
  ))
    seen.push([records[0]?.dates.allocation_period.slice(0, 7), records.length, total]);
  // 6 cities have 15 months each, and one has a month more from the third page on
  expect(seen).toEqual([
    ['2024-02', 40, 90],
    ['2023-08', 40, 90],
    'drop',
    ['2024-03', 40, 91],
    ['2023-08', 40, 91],
    ['2023-01', 11, 91],
  ]);
});

describe('pages of a service that', () => {
  const page = (total: number) => ({ data: [1], meta: { total } });
  const drain = async (ask: Parameters<typeof followPages<number>>[0]) => {
    let records: number[] = [];
    for await (const read of followPages(ask, () => (records = []))) records.push(...read.records);
    return records;
  };

  test('changes all the time', async () => {
    const seconds = shortenWaits();
    let version = 0;
    const changing = drain(async () => {
      version += 1;
      return { data: page(3), version: `${version}` };
    });
    await expect(changing).rejects.toThrow('changed 5 times');
    expect(version).toBe(10);
    expect(seconds).toEqual([1, 2, 4]);
  });

  test('leaves out records', async () => {
    const sent = (at: number) => (at > 2 ? [] : [at]);
    const short = drain(async (at) => ({ data: { ...page(3), data: sent(at) }, version: 'one' }));
    await expect(short).rejects.toThrow('2 of 3 records');
  });

  const empty = { ...page(3), data: [] };
  test.each([
    ['sends a page without records', empty, '0 of 3 records'],
    ['sends null', null, 'page of a list'],
    ['sends no count', { ...page(1), meta: {} }, 'page of a list'],
    ['sends another thing than records', { ...page(1), data: 'x' }, 'page of a list'],
  ])('%s', async (_, body, message) => {
    let asked = 0;
    const odd = drain(async () => {
      asked += 1;
      if (asked > 9) throw new Error('asks without end');
      return { data: body as never, version: 'one' };
    });
    await expect(odd).rejects.toThrow(message);
  });

  test('does not name the version', async () => {
    const unnamed = drain(async (at) => ({ data: page(1), version: at === 1 ? null : 'one' }));
    await expect(unnamed).rejects.toThrow('Dataset-Version');
  });
});

test('reads a whole list as it arrives', async () => {
  const query = { sort: 'net_payment' } as const;
  const list = await readWholeList(client, '/api/tx/sales-tax/allocations', { query });
  const records = [];
  for await (const record of list.records) records.push(record);
  const paged = await readList(client, '/api/tx/sales-tax/allocations', { query });
  expect(records).toEqual(paged.records);
  expect(list.version).toBe(paged.version);
});

describe('throws if a whole list', () => {
  const recordsOf = async (body: string | ReadableStream, headers?: Record<string, string>) => {
    const send = async () => new Response(body, { headers: { 'x-total-count': '2', ...headers } });
    const { records } = await readWholeList(
      connectToService({ baseUrl: 'http://localhost', send }),
      '/api/changes',
    );
    return records;
  };

  test('is cut off', async () => {
    const texts = ['{"a":1}\n{"a":', '2}\n{"a"'];
    const body = new ReadableStream({
      pull(controller) {
        const text = texts.shift();
        if (text === undefined) controller.error(new TypeError('terminated'));
        else controller.enqueue(new TextEncoder().encode(text));
      },
    });
    const records = await recordsOf(body);
    expect((await records.next()).value).toEqual({ a: 1 });
    expect((await records.next()).value).toEqual({ a: 2 });
    await expect(records.next()).rejects.toThrow('terminated');
  });

  test('ends within a record', async () => {
    const records = await recordsOf('{"a":1}\n{"é');
    expect((await records.next()).value).toEqual({ a: 1 });
    await expect(records.next()).rejects.toThrow('ends within a record');
  });

  test('names no count', async () => {
    const send = async () => new Response('{"a":1}\n');
    const unnamed = connectToService({ baseUrl: 'http://localhost', send });
    await expect(readWholeList(unnamed, '/api/changes')).rejects.toThrow('X-Total-Count');
  });

  test('ends before its last record', async () => {
    const records = await recordsOf('{"a":1}\n');
    await records.next();
    await expect(records.next()).rejects.toThrow('1 of 2 records');
  });
});

describe('throws an Error if the service', () => {
  const answering = (body: string, init?: ResponseInit) =>
    connectToService({
      baseUrl: 'http://localhost',
      send: async ({ signal }) => {
        signal.throwIfAborted();
        return new Response(body, init);
      },
    });

  test.each([
    ['answers null', 'null', 200],
    ['answers a page of a proxy', '<html>', 200],
    ['refuses with nothing', '', 502],
  ])('%s', async (_, body, status) => {
    const asked = call(answering(body, { status }), '/api/changes');
    expect(await asked.catch((error: unknown) => error)).toBeInstanceOf(Error);
  });

  test('is left with a reason that is a text', async () => {
    const asked = call(answering('{}'), '/api/changes', { signal: AbortSignal.abort('enough') });
    expect(await asked.catch((error: unknown) => error)).toMatchObject({ message: 'enough' });
  });
});
