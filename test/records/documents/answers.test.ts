import { beforeAll, describe, expect, test } from 'vitest';
import { DocumentShelf } from '../../../src/records/documents/document-shelf.ts';
import { readPrices } from '../../../src/registers/conversion.ts';
import { STATES } from '../../../src/states/index.ts';
import { loadSample } from '../../explorer/rig/served.ts';
import { serveForAll } from '../../rig/datasets/served.ts';
import { answerFrom, documentsOf, withoutLinks } from './made-documents.ts';

const PLACES = [60001990, 60036990, 482999021, 173901670, 370001390, 172900167];
const REGISTERS = {
  prices: () => readPrices('data/reference'),
  // one place has none
  population: () => PLACES.slice(1).map((id) => ({ id, year: 2022, people: id % 1000 })),
};
const { rig, service } = serveForAll(loadSample, REGISTERS);
let files: ReadonlyMap<string, string>;
beforeAll(async () => {
  const { data } = await service.json<{ data: object }>('/api/overview');
  files = documentsOf(rig.database, data, null, REGISTERS);
}, 120_000);

const stateOfPlace = (id: number) => STATES.find(({ fips }) => fips === Math.trunc(id / 10_000_000))?.code;
const listOf = (id: number, list: string, query: string) =>
  `/api/${stateOfPlace(id)}/sales-tax/${list}?jurisdictions=${id}${query.replace('?', '&')}`;
const CODES = STATES.map(({ code }) => code);
const pairs = (parameters: readonly string[]) => parameters.map((text) => (text === '' ? '' : `?${text}`));

const OF_PARTS = ['months=2020-03..2020-06', 'months=2026-01..&by=month&limit=2000'];
const OF_MONTH = [
  'basis=sales',
  'through=2020-05-01',
  'through=2026-09-01&basis=sales',
  'fiscal_year_start=4',
];

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
    ['months', 'years'].flatMap((list) =>
      pairs([
        '',
        'basis=sales',
        'fiscal_year_start=3',
        'limit=1000',
        'months=2020-01..2021-12&limit=1000',
        'basis=sales&fiscal_year_start=1&limit=1000',
        'limit=5&page=3',
      ]).map((query) => listOf(id, list, query)),
    ),
  ),
  'figures per head and in constant dollars': [
    ...PLACES.flatMap((id) =>
      ['months', 'years'].flatMap((list) =>
        ['?per=head', '?prices=2020-06', '?per=head&prices=2018-01&basis=sales&limit=1000'].map((query) =>
          listOf(id, list, query),
        ),
      ),
    ),
    ...CODES.flatMap((code) =>
      [
        'months?type=city&prices=2026-05&limit=1000',
        'months?per=head&limit=20',
        'compare?per=head&sort=-change&minimum=1000',
        'compare?by=county&months=2025-09..2025-11&prices=2020-06',
        'years?prices=2025-10',
        'years?prices=1990-01',
      ].map((query) => `/api/${code}/sales-tax/${query}`),
    ),
  ],
  'the sentences, parts and neighbors of a place': PLACES.flatMap((id) =>
    ['sentences', 'parts'].flatMap((list) =>
      pairs(['', 'limit=3&page=2', ...(list === 'parts' ? OF_PARTS : OF_MONTH)])
        .map((query) => listOf(id, list, query))
        .concat(`/api/${stateOfPlace(id)}/sales-tax/compare?near=${id}`),
    ),
  ),
  'the events of a place': PLACES.flatMap((id) =>
    pairs(['', 'kind=tax_began', 'limit=2&page=2']).map((query) => `/api/jurisdictions/${id}/events${query}`),
  ),
  'each field of a place': STATES.flatMap(({ fields, fips }) => {
    const id = PLACES.find((place) => Math.trunc(place / 10_000_000) === fips);
    // the dataset need not have places of every state
    return id === undefined ? [] : fields.map(({ name }) => listOf(id, 'months', `?field=${name}&limit=200`));
  }),
  comparisons: CODES.flatMap((code) =>
    pairs([
      '',
      'limit=1000',
      'sort=-change&type=city&limit=5',
      'sort=change&minimum=100000',
      'sort=name&by=county',
      'by=type',
      'by=all',
      'months=2020-05',
      'months=2020-03..2020-06',
      'months=2020-03..2020-06&basis=sales&type=city&sort=change',
      'by=county&months=2019-07..2020-06',
      'months=2020-01..2020-03&against=2019-10..2019-12&sort=-difference',
    ]).map((query) => `/api/${code}/sales-tax/compare${query}`),
  ),
  'totals and their years': STATES.flatMap(({ code, fields }) => [
    ...['months', 'years'].flatMap((list) =>
      pairs(['', 'type=county&limit=1000', 'basis=sales', 'fiscal_year_start=2&months=2020-01..']).map(
        (query) => `/api/${code}/sales-tax/${list}${query}`,
      ),
    ),
    ...fields
      .filter(({ unit }) => unit === 'amount')
      .map(({ name }) => `/api/${code}/sales-tax/months?field=${name}&limit=20`),
  ]),
  'the ends of years': CODES.flatMap((code) =>
    pairs([
      '',
      'check=true',
      'basis=sales',
      'fiscal_year_start=5',
      'type=city&limit=3',
      'through=2022-03-01',
    ]).map((query) => `/api/${code}/sales-tax/projections${query}`),
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
      ['projections', 'months', 'years']
        .map((list) => `/api/${code}/sales-tax/${list}${query}`)
        .concat(`/api/${code}/sales-tax/projections${query}&amount=20100000`),
    ),
  ),
  'sources, revisions, findings, changes': [
    ...PLACES.flatMap((id) => [
      ...['2018-02', '2020-05', '2026-10'].map(
        (month) => `/api/jurisdictions/${id}/sources?allocation_period=${month}-01`,
      ),
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
    ...['', '&limit=5', '&state=nc'].map((query) => `/api/changes?by=month${query}`),
  ],
};

describe('an answer made from documents has the records of the service, byte for byte', () => {
  test.each(Object.keys(ADDRESSES))(
    '%s',
    async (subject) => {
      const different: unknown[] = [];
      for (const url of ADDRESSES[subject] ?? []) {
        const { statusCode, body } = await service.get(url);
        const local = answerFrom(files, url);
        const served = statusCode === 200 ? withoutLinks(body) : JSON.parse(body).message;
        if (local.status !== statusCode || local.body !== served)
          different.push([url, statusCode, local.status, served.slice(0, 300), local.body.slice(0, 300)]);
      }
      expect(different).toEqual([]);
    },
    120_000,
  );

  test('what is wrong with a question is said as the service says it', async () => {
    for (const url of [
      '/api/ca/sales-tax/months?jurisdictions=60001990&field=nett',
      '/api/ca/sales-tax/compare?sort=names',
      '/api/ca/sales-tax/compare?months=2020-05-02',
      '/api/ca/sales-tax/months?county=Nowhere',
      '/api/ca/sales-tax/months?jurisdictions=482999021',
      '/api/ca/sales-tax/months?jurisdictions=5&type=town',
      '/api/ca/sales-tax/projections?through=2035-01-01',
      '/api/il/sales-tax/months?basis=sale&limit=0&limits=3',
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
    '/api/findings?jurisdictions=482999021',
    '/api/jurisdictions/482999021/events',
    ...['months', 'years', 'projections', 'sentences', 'parts'].map((list) => listOf(482999021, list, '')),
  ].flatMap((url) => answerFrom(files, url, shelf).loaded);
  expect([...new Set(loaded)].sort()).toEqual(['dataset', 'tx/block-0', 'tx/errors-10']);
});

test('the service makes each document as a site has it', async () => {
  expect(files.size).toBeGreaterThan(20);
  for (const [name, content] of files) {
    const { statusCode, body, headers } = await service.get(`/api/documents/${name}`);
    expect([name, statusCode, body === content]).toEqual([name, 200, true]);
    expect(headers['dataset-version']).toBe(JSON.parse(files.get('dataset') ?? '').version);
  }
  expect((await service.get('/api/documents/ca/block-9999')).statusCode).toBe(404);
  // the service also knows the errors of years that begin in any month
  expect((await service.get('/api/documents/ca/errors-3')).statusCode).toBe(200);
});
