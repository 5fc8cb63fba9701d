import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { readDocument } from '../../../docs/build/openapi-document.ts';
import { readPrices } from '../../../src/registers/conversion.ts';
import { serveForAll } from '../../rig/datasets/served.ts';
import { CALIFORNIAN_IDS, FEW_REPORTS, TEXAN_IDS } from '../../rig/few-reports.ts';
import { citySummaryCsv } from '../../rig/reports/comparison-sheets.ts';
import { CA, JURISDICTIONS, TX, TX_HEADED, TX_SHORT } from '../../rig/service.ts';
import { type Document, type Operation, operationsOf } from './described.ts';

// docs/reference/http-api.md and src/client/generated have the addresses and their parameters, and are compared too.

/** Paths that the specification names. */
const SPECIFIED = [CA, TX, TX_HEADED, TX_SHORT, JURISDICTIONS];
/** Paths that need no token. */
const OPEN = ['/healthz', '/readyz'];

const { service } = serveForAll(
  async (rig) => {
    await rig.load(FEW_REPORTS);
    // the reports name Texas's counties
    const named = { type: 'TRAVIS', name: 'EXAMPLE CITY', month: '2024-02', net: '514.00' };
    await rig.load({ 'cities.csv': citySummaryCsv([named]) });
  },
  { prices: () => readPrices('data/reference') },
);

const document: Document = JSON.parse(JSON.stringify(await readDocument()));
const PATHS = operationsOf(document).map(({ path }) => path);

function operationOf(path: string): Operation {
  const operation = operationsOf(document).find((described) => described.path === path)?.operation;
  if (!operation) throw new Error(`${path} is not described`);
  return operation;
}

const NAMES = new Set(
  operationsOf(document).flatMap(({ operation }) => (operation.parameters ?? []).map(({ name }) => name)),
);

const urlOf = (path: string) => path.replace('{id}', String(CALIFORNIAN_IDS[0]));

test('is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const result = await validator.validate({ ...document });
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
  expect(validator.version).toBe('3.1');
  const served: Document = await service.json('/openapi.json');
  expect(served.info.version).toBe('test');
});

test('describes the paths of the specification, and each operation once', () => {
  expect(PATHS).toEqual(expect.arrayContaining([...SPECIFIED, ...OPEN]));
  expect(new Set(operationsOf(document).map(({ method }) => method))).toEqual(new Set(['get']));
  const ids = operationsOf(document).map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

describe.each(PATHS)('%s', (path) => {
  test('has its parameters, each with description, example and schema', () => {
    const { parameters = [], summary, operationId } = operationOf(path);
    expect(summary).toBeTruthy();
    expect(operationId).toBeTruthy();
    for (const { name, in: place, required, description, example, schema } of parameters) {
      const isPath = path.includes(`{${name}}`);
      expect({ name, place, required }).toEqual({ name, place: isPath ? 'path' : 'query', required: isPath });
      expect(description?.length, name).toBeGreaterThan(10);
      expect(example ?? schema?.example ?? schema?.examples?.[0], name).toBeDefined();
      expect(schema?.type, name).toMatch(/^(string|integer)$/);
    }
  });

  // described-answers.test.ts asks for each status
  test('describes each status, with a schema of its body', () => {
    const { responses, security } = operationOf(path);
    const [scheme = ''] = Object.keys(document.components.securitySchemes);
    expect(security).toEqual(OPEN.includes(path) ? [] : [{ [scheme]: [] }]);
    for (const [status, { description, content }] of Object.entries(responses)) {
      expect(description.length, status).toBeGreaterThan(3);
      if (status === '304') expect(content).toBeUndefined();
      else if (status === '200' && path.endsWith('/note'))
        expect(Object.keys(content ?? {})).toEqual(['text/html']);
      else expect(content?.['application/json']?.schema, status).toBeDefined();
    }
  });

  test('names the headers of its answers', () => {
    if (OPEN.includes(path)) return;
    const { responses } = operationOf(path);
    const namesOf = (status: string) => Object.keys(responses[status]?.headers ?? {});
    expect(namesOf('200')).toEqual(expect.arrayContaining(['ETag', 'Dataset-Version', 'X-RateLimit-Limit']));
    expect(namesOf('401')).toContain('WWW-Authenticate');
    expect(namesOf('429')).toContain('Retry-After');
  });

  test('accepts the example of each described parameter, and refuses other parameters', async () => {
    const { parameters = [] } = operationOf(path);
    const inQuery = parameters.filter(({ in: place }) => place === 'query');
    // the dataset has reports of two states
    const [, state] = /\/(\w\w)\/sales-tax/.exec(path) ?? [];
    const loaded = state === undefined || ['ca', 'tx'].includes(state) ? inQuery : [];
    for (const { name, example, schema } of loaded) {
      // the document's city of Texas is a real one, which this dataset does not have
      const isTexan = path.includes('tx');
      const isUnknown = ['jurisdictions', 'entities'].includes(name) && isTexan;
      // nor has it the example of a month
      const months: Readonly<Record<string, string>> = {
        ...{ month: '2024-02-01', through: '2024-02-01', months: '2023-01..2023-12' },
        ...{ against: '2022-12..2023-01', near: `${isTexan ? TEXAN_IDS[0] : CALIFORNIAN_IDS[0]}` },
      };
      const known = isUnknown ? TEXAN_IDS[0] : months[name];
      const own = known ?? example ?? schema?.example ?? schema?.examples?.[0];
      const value = encodeURIComponent(String(own));
      expect((await service.get(`${urlOf(path)}?${name}=${value}`)).statusCode, name).toBe(200);
    }
    if (OPEN.includes(path)) return;
    for (const name of NAMES) {
      if (inQuery.some((parameter) => parameter.name === name)) continue;
      const { statusCode, body } = await service.get(`${urlOf(path)}?${name}=1`);
      expect({ name, statusCode }).toEqual({ name, statusCode: 422 });
      expect(Object.keys(JSON.parse(body).errors)).toEqual([name]);
    }
  });
});

test('the service accepts what parameter schemas allow, and refuses what they forbid', async () => {
  for (const { path, operation } of operationsOf(document)) {
    for (const { name, schema } of operation.parameters ?? []) {
      const values = schema?.enum ?? [];
      for (const value of values)
        expect((await service.get(`${urlOf(path)}?${name}=${value}`)).statusCode, value).toBe(200);
      // an id must be that of a place
      if (schema?.maximum === undefined || path.includes('{') || name === 'near') continue;
      for (const [value, status] of [
        [schema.minimum, 200],
        [schema.maximum, 200],
        [Number(schema.minimum) - 1, 422],
        [schema.maximum + 1, 422],
      ])
        expect((await service.get(`${urlOf(path)}?${name}=${value}`)).statusCode, name).toBe(status);
    }
  }
});

test('patterns for the first day of a month match the accepted values only', async () => {
  const values = ['2024-05-01', '2024-05-02', '2024-05', '2024-05-01,2024-06-01', '2024-05-01,2024-06-30'];
  for (const path of [CA, TX]) {
    for (const name of ['allocation_period', 'period_between', 'between', 'since']) {
      const { schema } = operationOf(path).parameters?.find((parameter) => parameter.name === name) ?? {};
      if (!schema?.pattern) continue;
      for (const value of values) {
        const { statusCode } = await service.get(`${path}?${name}=${value}`);
        expect([name, value, statusCode]).toEqual([
          name,
          value,
          new RegExp(schema.pattern).test(value) ? 200 : 422,
        ]);
      }
    }
  }
  const patterned = operationsOf(document).flatMap(({ operation }) =>
    (operation.parameters ?? []).filter(({ schema }) => schema?.pattern).map(({ name }) => name),
  );
  expect(new Set(patterned)).toEqual(
    new Set([
      ...['id', 'jurisdictions', 'through', 'allocation_period', 'between', 'period_between'],
      ...['month', 'months', 'against', 'prices'],
    ]),
  );
});
