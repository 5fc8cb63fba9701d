import { gunzipSync } from 'node:zlib';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { readDocument } from '../../../docs/build/openapi-document.ts';
import { noteOrigin } from '../../rig/datasets/origin-note.ts';
import { serveForAll, serveHere } from '../../rig/datasets/served.ts';
import { CALIFORNIAN_IDS, FEW_REPORTS, TEXAN_IDS } from '../../rig/few-reports.ts';
import { statement } from '../../rig/reports/small-reports.ts';
import { CA, JURISDICTIONS, type Page, TX, TX_HEADED } from '../../rig/service.ts';
import { type Document, operationsOf } from '../routes/described.ts';

const PLACE = `${JURISDICTIONS}/${CALIFORNIAN_IDS[0]}`;
const document: Document = JSON.parse(JSON.stringify(await readDocument()));
const EVERY_LIST = operationsOf(document).filter(({ operation }) =>
  operation.parameters?.some(({ name }) => name === 'page'),
);
const urlOf = (path: string) => path.replace('{id}', String(CALIFORNIAN_IDS[0]));

const { service } = serveForAll(async (rig) => {
  await rig.load(FEW_REPORTS);
  // restates a month, whose new name a spreadsheet would take for a formula
  const name = '-SUM(A1), Ñ';
  await rig.load({ 'later.csv': statement([{ code: '19050', name, month: '2024-02', net: 5 }]) });
});

type Item = Record<string, unknown>;

/** The values of a record by the names of columns: those of a part begin with its name. */
function flatten(record: Item, columns: readonly string[], prefix = ''): [string, unknown][] {
  return Object.entries(record).flatMap(([member, value]): [string, unknown][] => {
    const name = `${prefix}${member}`;
    if (columns.includes(name)) return [[name, value]];
    return value === null ? [] : flatten(value as Item, columns, `${name}_`);
  });
}

/** What a cell has, by the words of the documentation: nothing for null, a text for reasons and counties, JSON for other lists. */
function cellOf(column: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (column === 'counties') return Object(value).join('; ');
  if (column.endsWith('reasons'))
    return Object(value)
      .map(({ text }: { text: string }) => text)
      .join('; ');
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return /^[=+\-@]/.test(text) && typeof value === 'string' ? `'${text}` : text;
}

async function readPages(url: string): Promise<Item[]> {
  const records: Item[] = [];
  const separator = url.includes('?') ? '&' : '?';
  for (let page = 1; ; page += 1) {
    const { data, meta } = await service.json<Page>(`${url}${separator}limit=40&page=${page}`);
    records.push(...data);
    if (page >= meta.last_page) return records;
  }
}

const LISTS = [
  ...EVERY_LIST.map(({ path }) => urlOf(path)),
  `${CA}?county=Los%20Angeles&since=2023-06-15&sort=-deltas.net_payment`,
  `${CA}?entities=${TEXAN_IDS[0]}`,
  `${CA}?fields=ytd,jurisdiction.name,dates.quarter,net_payment`,
  `${TX}?allocation_period=1999-01-01`,
  '/api/tx/sales-tax/compare?by=type&sort=name',
  `/api/tx/sales-tax/months?months=2023-05..`,
  '/api/changes?since_version=empty',
];

test.each(LISTS)('%s gives the records of all pages as lines of JSON, and as CSV', async (url) => {
  const ndjson = await service.get(url, { accept: 'application/x-ndjson' });
  const records = await readPages(url);
  expect(ndjson.headers).toMatchObject({
    'content-type': 'application/x-ndjson; charset=utf-8',
    'x-total-count': String(records.length),
  });
  expect(ndjson.body).toBe(records.map((record) => `${JSON.stringify(record)}\n`).join(''));

  const csv = await service.get(url, { accept: 'text/csv' });
  expect(csv.body.endsWith('\r\n')).toBe(true);
  const { data, errors } = Papa.parse<string[]>(csv.body.slice(0, -2), { delimiter: ',' });
  const [columns = [], ...rows] = data;
  expect([errors, new Set(columns).size]).toEqual([[], columns.length]);
  // the files of datapoints have names of their own
  if (url.includes('allocations')) return;
  for (const [at, record] of records.entries()) {
    const flat = new Map(flatten(record, columns));
    expect(rows[at]).toEqual(columns.map((column) => cellOf(column, flat.get(column))));
  }
});

describe('the format', () => {
  test.each([
    ['text/csv', 'csv'],
    ['text/csv;q=0.5, application/x-ndjson;q=0.9', 'ndjson'],
    ['text/*', 'json'],
    ['text/csv;q=0.4, */*;q=0.8', 'json'],
    ['text/csv, application/json', 'csv'],
    ['text/csv;q=0', 'json'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'json'],
    ['', 'json'],
  ])('of Accept: %s is %s', async (accept, format) => {
    const { headers } = await service.get('/api/revisions', { accept });
    expect(String(headers['content-type']).split(';')[0]).toBe(
      { csv: 'text/csv', ndjson: 'application/x-ndjson', json: 'application/json' }[format],
    );
    expect(headers.vary).toBe('accept, accept-encoding');
  });

  test('of the parameter wins over Accept', async () => {
    const { headers } = await service.get(`${CA}?format=NDJSON`, { accept: 'text/csv' });
    expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
  });

  test.each(['xml', 'json', '', 'csv&format=csv'])('"%s" is refused', async (format) => {
    const { statusCode, body } = await service.get(`${CA}?format=${format}`);
    expect(statusCode).toBe(422);
    expect(Object.keys(JSON.parse(body).errors)).toEqual(['format']);
  });

  test('is JSON at addresses that are not lists', async () => {
    for (const url of [PLACE, '/api/overview']) {
      const { headers } = await service.get(url, { accept: 'text/csv' });
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers.vary).toBe('accept-encoding');
    }
    const { statusCode, body } = await service.get(`${PLACE}?format=csv`);
    expect(statusCode).toBe(422);
    expect(Object.keys(JSON.parse(body).errors)).toEqual(['format']);
  });
});

test.each([
  ['format=csv&limit=5', {}, ['limit']],
  ['format=ndjson&page=1', {}, ['page']],
  ['limit=5&page=2', { accept: 'text/csv' }, ['limit', 'page']],
])('refuses %s with %o', async (query, headers, wrong) => {
  for (const path of [CA, TX, JURISDICTIONS, '/api/findings', '/api/tx/sales-tax/months']) {
    const { statusCode, body } = await service.get(`${path}?${query}`, headers);
    expect(statusCode).toBe(422);
    expect(Object.keys(JSON.parse(body).errors)).toEqual(wrong);
    expect(JSON.parse(body).message).toContain('has all records. Leave it out.');
  }
});

test('refuses what pages refuse, in JSON', async () => {
  for (const [url, status] of [
    [`${CA}?jurisdictions=1`, 422],
    [`${CA}?sort=x`, 422],
    [`${CA}?since_version=nowhere`, 422],
    [`${JURISDICTIONS}/1/sources`, 404],
  ] as const) {
    const answer = await service.get(url, { accept: 'text/csv' });
    expect(answer.statusCode).toBe(status);
    expect(JSON.parse(answer.body).message).toBeTruthy();
  }
  const { statusCode } = await service.app.inject({ url: `${CA}?format=csv` });
  expect(statusCode).toBe(401);
});

test('names a file of invented figures a sample', async () => {
  const report = statement([{ code: '01001', month: '2024-05', net: 100 }]);
  const { service: served } = await serveHere((rig) => {
    noteOrigin(rig, 'may.csv', report, { invented: true });
    return rig.load({ 'may.csv': report });
  });
  const { headers } = await served.get(`${CA}?format=csv`);
  expect(headers['content-disposition']).toMatch(/filename="sample-ca-sales-tax-allocations-.*\.csv"/);
});

describe('headers', () => {
  test('name a file after the address and the version', async () => {
    const { headers } = await service.get(`${PLACE}/sources?format=csv`);
    const version = String(headers['dataset-version']);
    expect(version).toMatch(/^[\w-]{4,}$/);
    expect(headers['content-disposition']).toBe(
      `attachment; filename="jurisdictions-${CALIFORNIAN_IDS[0]}-sources-${version}.csv"`,
    );
    const other = await service.get(`${TX_HEADED}?format=ndjson&jurisdictions=${TEXAN_IDS[0]}`);
    expect(other.headers['content-disposition']).toBe(
      `attachment; filename="tx-sales-tax-allocations-${version}.ndjson"`,
    );
    expect(other.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'x-ratelimit-limit': '100000',
    });
    expect(other.headers).not.toHaveProperty('content-length');
  });

  test('an entity tag is of one format in every encoding, and gets 304', async () => {
    const tags = new Set<unknown>();
    for (const accept of ['application/json', 'text/csv', 'application/x-ndjson'])
      for (const encoding of ['identity', 'gzip'])
        tags.add((await service.get(CA, { accept, 'accept-encoding': encoding })).headers.etag);
    expect(tags.size).toBe(3);
    const { etag } = (await service.get(CA, { accept: 'text/csv' })).headers;
    for (const known of [`"x", ${etag}`, '*']) {
      const answer = await service.get(CA, { accept: 'text/csv', 'if-none-match': known });
      expect([answer.statusCode, answer.body]).toEqual([304, '']);
      expect(answer.headers).not.toHaveProperty('content-disposition');
    }
    expect((await service.get(CA, { 'if-none-match': String(etag) })).statusCode).toBe(200);
  });

  test('gzip gives the same lines', async () => {
    const plain = await service.get(`${CA}?format=csv`);
    const encoded = await service.get(`${CA}?format=csv`, { 'accept-encoding': 'gzip, br' });
    expect(encoded.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(encoded.rawPayload).toString()).toBe(plain.body);
    expect(encoded.rawPayload.length).toBeLessThan(plain.body.length / 4);
  });
});

test('the OpenAPI document has the formats and the columns of every list', async () => {
  expect(EVERY_LIST.length).toBeGreaterThan(10);
  for (const { path, operation } of EVERY_LIST) {
    const content = operation.responses['200']?.content ?? {};
    expect(Object.keys(content)).toEqual(['application/json', 'text/csv', 'application/x-ndjson']);
    const { body } = await service.get(urlOf(path), { accept: 'text/csv' });
    const { examples: [header] = [] }: { examples?: string[] } = Object(content['text/csv']?.schema);
    expect(`${body.split('\r\n', 1)[0]}\r\n`, path).toBe(header);
  }
});
