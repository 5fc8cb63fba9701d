import { beforeAll, describe, expect, test } from 'vitest';
import { DocumentShelf } from '../../../src/records/documents/document-shelf.ts';
import { STATES } from '../../../src/states/index.ts';
import { loadSample } from '../../explorer/rig/served.ts';
import { serveForAll } from '../../rig/datasets/served.ts';
import { answerFrom, documentsOf } from './made-documents.ts';

const { rig, service } = serveForAll(loadSample);
let files: ReadonlyMap<string, string>;
beforeAll(async () => {
  const { data } = await service.json<{ data: object }>('/api/overview');
  files = documentsOf(rig.database, data, null);
}, 120_000);

const PLACES = [60001990, 60036990, 482999021, 173901670, 370001390, 172900167];
const CODES = STATES.map(({ code }) => code);
const pairs = (parameters: readonly string[]) => parameters.map((text) => (text === '' ? '' : `?${text}`));

const OF_PARTS = ['from=2020-03-01&to=2020-06-01', 'from=2026-01-01&limit=2000'];
const OF_MONTH = ['basis=sales', 'month=2020-05-01', 'month=2026-09-01&basis=sales', 'fiscal_year_start=4'];

/** Addresses that views ask, over the sample. */
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'the overview and places': [
    '/api/overview',
    ...PLACES.map((id) => `/api/jurisdictions/${id}`),
    ...pairs([
      ...[
        '',
        'limit=100',
        'q=al',
        'q=creek&limit=10',
        'q=Alder+Creek,+CA',
        'q=ralegh',
        'q=60001990',
        'q=xyzzy',
      ],
      ...['state=nc', 'county=Wake&state=nc', 'type=city&limit=3&page=2', 'q=county&state=il'],
    ]).map((query) => `/api/jurisdictions${query}`),
  ],
  'a place by month and year': PLACES.flatMap((id) =>
    ['analysis', 'years'].flatMap((list) =>
      pairs([
        '',
        'basis=sales',
        'fiscal_year_start=3',
        'limit=1000',
        'from=2020-01-01&to=2021-12-01&limit=1000',
        'basis=sales&fiscal_year_start=1&limit=1000',
        'limit=5&page=3',
      ]).map((query) => `/api/jurisdictions/${id}/${list}${query}`),
    ),
  ),
  'the sentences, parts and neighbors of a place': PLACES.flatMap((id) =>
    ['sentences', 'parts', 'nearest'].flatMap((list) =>
      pairs(['', 'limit=3&page=2', ...(list === 'parts' ? OF_PARTS : OF_MONTH)]).map(
        (query) => `/api/jurisdictions/${id}/${list}${query}`,
      ),
    ),
  ),
  'each field of a place': STATES.flatMap(({ fields, fips }) => {
    const id = PLACES.find((place) => Math.trunc(place / 10_000_000) === fips);
    return fields.map(({ name }) => `/api/jurisdictions/${id}/analysis?field=${name}&limit=200`);
  }),
  comparisons: CODES.flatMap((code) =>
    pairs([
      '',
      'limit=1000',
      'sort=-change&type=city&limit=5',
      'sort=change&minimum=100000',
      'sort=name&group=county',
      'group=type',
      'group=state',
      'basis=sales&sort=-rolling_year_change',
      'fiscal_year_start=4&sort=fiscal_year_to_date_change',
      'allocation_period=2020-05-01',
      'sort=-difference&limit=5',
    ]).map((query) => `/api/${code}/sales-tax/comparison${query}`),
  ),
  'two periods': CODES.flatMap((code) =>
    pairs([
      '',
      'period=2020-03-01,2020-06-01',
      'period=2020-03-01,2020-06-01&basis=sales&type=city&sort=change',
      'group=county&period=2019-07-01,2020-06-01',
      'period=2020-01-01,2020-03-01&against=2019-10-01,2019-12-01&sort=-difference',
    ]).map((query) => `/api/${code}/sales-tax/period-comparison${query}`),
  ),
  'totals and their years': STATES.flatMap(({ code, fields }) => [
    ...['totals', 'years'].flatMap((list) =>
      pairs(['', 'type=county&limit=1000', 'basis=sales', 'fiscal_year_start=2&from=2020-01-01']).map(
        (query) => `/api/${code}/sales-tax/${list}${query}`,
      ),
    ),
    ...fields
      .filter(({ unit }) => unit === 'amount')
      .map(({ name }) => `/api/${code}/sales-tax/totals?field=${name}&limit=20`),
  ]),
  'the ends of years': CODES.flatMap((code) =>
    ['projections', 'projection-errors', 'months-ahead'].flatMap((list) =>
      pairs(['', 'basis=sales', 'fiscal_year_start=5', 'type=city&limit=3', 'through=2022-03-01']).map(
        (query) => `/api/${code}/sales-tax/${list}${query}`,
      ),
    ),
  ),
  'the ends of years of one place': [
    ['ca', 60001990],
    ['il', 173901670],
    ['nc', 370001390],
    ['tx', 482999021],
  ].flatMap(([code, id]) =>
    pairs([
      `jurisdictions=${id}`,
      `jurisdictions=${id}&basis=sales`,
      `jurisdictions=${id}&fiscal_year_start=1`,
      `jurisdictions=${id}&fiscal_year_start=4`,
    ]).flatMap((query) =>
      ['projections', 'budget-months', 'months-ahead', 'totals', 'comparison', 'period-comparison']
        .map((list) => `/api/${code}/sales-tax/${list}${query}`)
        .concat(`/api/${code}/sales-tax/budget-months${query}&amount=20100000`),
    ),
  ),
  'sources, revisions, findings, changes, updates': [
    ...PLACES.flatMap((id) => [
      `/api/jurisdictions/${id}/sources`,
      `/api/jurisdictions/${id}/sources?allocation_period=2020-05-01`,
      `/api/revisions?jurisdictions=${id}&limit=1000`,
      `/api/findings?limit=1000&jurisdictions=${id}`,
    ]),
    ...pairs([
      '',
      'limit=1000',
      'state=ca',
      'severity=warning&limit=5',
      'code=unusual-payment',
      'state=tx&severity=info&page=2&limit=2',
    ]).map((query) => `/api/findings${query}`),
    ...pairs(['', 'limit=1000', 'limit=3&page=2']).map((query) => `/api/changes${query}`),
    ...pairs(['', 'limit=5', 'state=nc']).map((query) => `/api/updates${query}`),
  ],
};

describe('an answer made from documents is that of the service, byte for byte', () => {
  test.each(Object.keys(ADDRESSES))(
    '%s',
    async (subject) => {
      const different: unknown[] = [];
      for (const url of ADDRESSES[subject] ?? []) {
        const { statusCode, body } = await service.get(url);
        const local = answerFrom(files, url);
        const served = statusCode === 200 ? body : JSON.parse(body).message;
        if (local.status !== statusCode || local.body !== served)
          different.push([url, statusCode, local.status, served.slice(0, 300), local.body.slice(0, 300)]);
      }
      expect(different).toEqual([]);
    },
    120_000,
  );

  test('what is wrong with an address is said as the service says it', async () => {
    for (const url of [
      '/api/jurisdictions/9',
      '/api/jurisdictions/60001990/analysis?field=nett',
      '/api/ca/sales-tax/comparison?sort=names',
      '/api/ca/sales-tax/comparison?allocation_period=2020-05-02',
      '/api/ca/sales-tax/totals?county=Nowhere',
      '/api/ca/sales-tax/totals?jurisdictions=482999021',
      '/api/ca/sales-tax/totals?jurisdictions=5&type=town',
      '/api/ca/sales-tax/projections?through=2035-01-01',
      '/api/il/sales-tax/totals?basis=sale&limit=0&limits=3',
    ]) {
      const { statusCode, body } = await service.get(url);
      const { status, body: text } = answerFrom(files, url);
      expect([url, status, text]).toEqual([url, statusCode, JSON.parse(body).message]);
    }
  });
});

test('the view of a place needs the documents of that place alone', () => {
  const shelf = new DocumentShelf();
  const loaded = [
    '/api/jurisdictions/482999021',
    '/api/jurisdictions/482999021/analysis?limit=1000',
    '/api/jurisdictions/482999021/years?limit=100',
    '/api/tx/sales-tax/projections?jurisdictions=482999021',
    '/api/tx/sales-tax/budget-months?jurisdictions=482999021',
    '/api/findings?jurisdictions=482999021',
    '/api/jurisdictions/482999021/sentences',
    '/api/jurisdictions/482999021/parts',
  ].flatMap((url) => answerFrom(files, url, shelf).loaded);
  expect([...new Set(loaded)].sort()).toEqual(['dataset', 'tx/block-0', 'tx/errors-10']);
});

test('the service makes each document as a site has it, and no other', async () => {
  expect(files.size).toBeGreaterThan(20);
  for (const [name, content] of files) {
    const { statusCode, body, headers } = await service.get(`/api/documents/${name}`);
    expect([name, statusCode, body === content]).toEqual([name, 200, true]);
    expect(headers['dataset-version']).toBe(JSON.parse(files.get('dataset') ?? '').version);
  }
  expect((await service.get('/api/documents/ca/block-9999')).statusCode).toBe(404);
});
