import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { beforeAll, expect, test } from 'vitest';
import { openForReading } from '../../../src/store/dataset.ts';
import { openReader } from '../../../src/store/query/view.ts';
import { writeManyDatapoints } from '../../rig/datasets/many-datapoints.ts';
import { serveAnother, serveForAll, serveHere } from '../../rig/datasets/served.ts';
import { CALIFORNIAN_IDS, FEW_REPORTS, TEXAN_IDS } from '../../rig/few-reports.ts';
import { CA, JURISDICTIONS, TX, TX_HEADED } from '../../rig/service.ts';
import { type Document, operationsOf } from './described.ts';

const ITEM = '/api/jurisdictions/{id}';

let document: Document;
let ajv: Ajv2020;

const { rig, service } = serveForAll(FEW_REPORTS);

beforeAll(async () => {
  document = await service.json('/openapi.json');
  ajv = new Ajv2020({ strict: false, allErrors: true });
  ajvFormats.default(ajv);
  ajv.addSchema(document, 'document', undefined, false);
});

interface Answer {
  statusCode: number;
  headers: Readonly<Record<string, unknown>>;
  body: string;
}

/** Paths and statuses an answer was compared for. */
const seen = new Set<string>();

/** Compares an answer with what the document says of its path and status. */
function compare(path: string, { statusCode, headers, body }: Answer): void {
  const described = document.paths[path]?.get?.responses[statusCode];
  expect(described, `${path} ${statusCode} is not described`).toBeDefined();
  seen.add(`${path} ${statusCode}`);
  for (const name of Object.keys(described?.headers ?? {}))
    expect(headers, `${path} ${statusCode}`).toHaveProperty(name.toLowerCase());
  if (!described?.content) {
    expect(body).toBe('');
    return;
  }
  const [type = ''] = Object.keys(described.content);
  expect(headers['content-type']).toBe(`${type}; charset=utf-8`);
  if (type === 'text/html') {
    expect(body).toMatch(/^<!doctype html>/);
    return;
  }
  const pointer = ['paths', path, 'get', 'responses', statusCode, 'content', 'application/json', 'schema']
    .map((part) => encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  const validate = ajv.getSchema(`document#/${pointer}`);
  expect(validate, pointer).toBeDefined();
  validate?.(JSON.parse(body));
  expect({ path, statusCode, errors: validate?.errors ?? [] }).toEqual({ path, statusCode, errors: [] });
}

const paths = () =>
  Object.keys(document.paths).filter((path) => path.startsWith('/api/') || path === TX_HEADED);
const urlOf = (path: string) => path.replace('{id}', String(CALIFORNIAN_IDS[0]));

test('200 and 304', async () => {
  for (const path of paths()) {
    const answer = await service.get(urlOf(path));
    compare(path, answer);
    compare(path, await service.get(urlOf(path), { 'if-none-match': String(answer.headers.etag) }));
    compare(path, await service.get(urlOf(path), { 'if-none-match': '*' }));
  }
});

test('401, 414 and 422', async () => {
  for (const path of paths()) {
    compare(path, await service.app.inject(urlOf(path)));
    for (const query of [`q=${'a'.repeat(33_000)}`, 'foo=1', 'limit=1&limit=2', 'sort=x&page=0&between=1'])
      compare(path, await service.get(`${urlOf(path)}?${query}`));
  }
});

test('429', async () => {
  const limited = await serveAnother(rig.database, { rateLimit: 1 });
  await limited.get(CA);
  for (const path of paths()) compare(path, await limited.get(urlOf(path)));
});

test('one jurisdiction: of each state, without datapoints, unknown, invalid id', async () => {
  for (const id of [CALIFORNIAN_IDS[0], TEXAN_IDS[0], 60001991, 1, 'abc', '1'.repeat(80)]) {
    compare(ITEM, await service.get(`${JURISDICTIONS}/${id}`));
    compare(`${ITEM}/sources`, await service.get(`${JURISDICTIONS}/${id}/sources`));
    compare(`${ITEM}/events`, await service.get(`${JURISDICTIONS}/${id}/events`));
    compare(`${ITEM}/note`, await service.get(`${JURISDICTIONS}/${id}/note`));
  }
  expect([...seen]).toEqual(expect.arrayContaining([`${ITEM} 200`, `${ITEM} 404`, `${ITEM} 422`]));
});

const OF_TIME = ['type=transit', 'page=99', 'fiscal_year_start=1'];
const IN_YEARS = [
  ...[...OF_TIME, 'through=2050-01-01', 'through=2023-01-01'],
  ...[`jurisdictions=${CALIFORNIAN_IDS[0]}`, `jurisdictions=${TEXAN_IDS[0]}`],
];

// filtered, sorted, grouped, empty, beyond the last page, and of another state
test.each([
  [CA, ['sort=-net_payment', `jurisdictions=${CALIFORNIAN_IDS[1]}`, 'page=99', 'limit=1000']],
  [CA, ['fields=net_payment,deltas.net_payment,jurisdiction.name,dates']],
  [TX, ['jurisdiction_type=city', `entities=${TEXAN_IDS[1]}`, 'page=99']],
  [JURISDICTIONS, ['q=los', 'state=tx', 'q=place', 'page=99', 'sales_tax_id=01991']],
  ['/compare', ['by=county', 'by=all', 'page=99', 'months=2050-01', 'basis=sales']],
  ['/months', [...OF_TIME, 'type=city', 'months=2050-01', 'by=quarter']],
  ['/years', [...OF_TIME, 'type=city', 'months=2050-01']],
  ['/parts', ['by=month', 'page=99', 'months=2050-01']],
  ['/sentences', [...IN_YEARS]],
  ['/projections', [...IN_YEARS, 'check=true']],
])('%s with %j', async (end, queries) => {
  for (const path of paths().filter((one) => one.endsWith(end) && !one.includes('{')))
    for (const query of queries) compare(path, await service.get(`${path}?${query}`));
});

test('figures of every size and sign, and missing ones', async () => {
  const { service: served } = await serveHere(({ database }) => writeManyDatapoints(database));
  for (const path of [CA, TX]) {
    for (const page of [1, 4]) compare(path, await served.get(`${path}?limit=1000&page=${page}`));
  }
  for (const path of paths().filter((one) => /sales-tax\/[^a]/.test(one)))
    compare(path, await served.get(path));
});

test('500, and 503 of /readyz', async () => {
  const dataset = openForReading(rig.database);
  const broken = await serveAnother(rig.database, {
    reader: {
      ...openReader(dataset),
      read: () => {
        throw new Error('broken');
      },
    },
  });
  for (const path of paths()) compare(path, await broken.get(urlOf(path)));
  compare('/readyz', await broken.get('/readyz'));
  expect(seen).toContain('/readyz 503');
  dataset.close();
});

test('/healthz and /readyz', async () => {
  for (const path of ['/healthz', '/readyz']) {
    compare(path, await service.get(path));
    compare(path, await service.get(`${path}?x=${'a'.repeat(33_000)}`));
  }
});

test('429 of /healthz and /readyz', async () => {
  for (let at = 0; at <= 600; at += 1) await service.get('/readyz');
  for (const path of ['/healthz', '/readyz']) compare(path, await service.get(path));
  expect([...seen]).toEqual(expect.arrayContaining(['/healthz 429', '/readyz 429']));
});

test('the comparison finds fields that an answer lacks or adds', async () => {
  const answer = { statusCode: 200, headers: { 'content-type': 'application/json; charset=utf-8' } };
  const page = JSON.parse((await service.get(CA)).body);
  for (const changed of [{ net_payment: undefined }, { extra: 1 }, { deltas: {} }]) {
    const body = JSON.stringify({ ...page, data: [{ ...page.data[0], ...changed }] });
    expect(() => compare(CA, { ...answer, body })).toThrow();
  }
});

test('the tests saw every described status, except 500 of routes that read nothing', () => {
  const described = operationsOf(document).flatMap(({ path, operation }) =>
    Object.keys(operation.responses).map((status) => `${path} ${status}`),
  );
  // what is said of all other statuses has none of its own
  const left = described.filter((answer) => !seen.has(answer) && !answer.endsWith(' default'));
  expect(left).toEqual(['/healthz 500', '/readyz 500']);
});
