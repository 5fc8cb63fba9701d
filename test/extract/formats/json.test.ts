import { describe, expect, it } from 'vitest';
import { readJson } from '../../../src/extract/formats/json.ts';
import { optionalMessage } from '../../rig/finding-message.ts';

function cellsOf(text: string): (readonly string[])[] {
  const { grids, findings } = readJson(text);
  expect(findings).toEqual([]);
  return (grids[0]?.rows ?? []).map(({ cells }) => cells);
}

function refusal(text: string) {
  const { grids, findings } = readJson(text);
  expect(grids).toEqual([]);
  expect(findings).toHaveLength(1);
  expect(findings[0]?.severity).toBe('error');
  return findings[0];
}

describe('readJson', () => {
  it('reads records as rows counted from 1 under their keys as row 0', () => {
    const { grids } = readJson('[{"code": "1", "net": "5.50"}, {"code": "2", "net": "6"}]');
    expect(grids).toEqual([
      {
        sheet: null,
        format: 'json',
        rows: [
          { number: 0, cells: ['code', 'net'] },
          { number: 1, cells: ['1', '5.50'] },
          { number: 2, cells: ['2', '6'] },
        ],
      },
    ]);
  });

  it('reads or refuses records that are nested too deep for the stack', () => {
    const { grids, findings } = readJson(`[{"code": ${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}]`);
    expect(grids.length > 0 || findings.some(({ severity }) => severity === 'error')).toBe(true);
  });

  it('reads the OData form, whatever is beside the records', () => {
    const text = '{"@odata.context": "https://…/$metadata#Rows", "value": [{"PaymentMonth": "2022-10-01"}]}';
    expect(cellsOf(text)).toEqual([['PaymentMonth'], ['2022-10-01']]);
  });

  it.each([
    ['"@odata.nextLink": "https://…"', /link to the next page/],
    ['"nextLink": "https://…"', /link to the next page/],
    ['"count": 900', /1 of 900 records/],
    ['"error": {"message": "results truncated"}', /"error" beside its records/],
    ['"hasMore": true', /"hasMore" beside its records/],
    ['"title": "Payments, page 1"', /"title" beside its records/],
  ])('takes no page for the whole: %s', (beside, message) => {
    const found = refusal(`{"value": [{"a": "1"}], ${beside}}`);
    expect(found?.code).toBe('damaged-file');
    expect(optionalMessage(found)).toMatch(message);
  });

  it.each([
    '"@count": 1',
    '"totalCount": 1',
    '"@odata.count": null',
    '"title": "Payments to Livermore and Fillmore, Pagedale and Nextville"',
  ])('takes what says that it is whole: %s', (beside) => {
    expect(cellsOf(`{${beside}, "value": [{"a": "1"}]}`)).toEqual([['a'], ['1']]);
  });

  it('takes no page for the whole, where a record says that it is one', () => {
    const text = '{"value": [{"a": "1"}, {"a": "2", "@odata.nextLink": "https://…"}]}';
    expect(refusal(text)).toMatchObject({ code: 'damaged-file' });
  });

  it('keeps the digits of numbers', () => {
    const numbers = ['0.10', '1234567890123456789.01', '-0.00', '12.5', '90000000000.00', '1e3', '620106.07'];
    expect(cellsOf(`[${numbers.map((digits) => `{"n": ${digits}}`).join(',')}]`)).toEqual([
      ['n'],
      ...numbers.map((digits) => [digits]),
    ]);
  });

  it('leaves the cells of absent keys and nulls blank', () => {
    expect(cellsOf('[{"a": "1"}, {"b": "2"}, {"a": null, "b": ""}]')).toEqual([
      ['a', 'b'],
      ['1', ''],
      ['', '2'],
      ['', ''],
    ]);
  });

  it('shows values other than texts and numbers as JSON', () => {
    expect(cellsOf('[{"a": true, "b": [1], "c": {"d": "x"}}]')[1]).toEqual(['true', '["1"]', '{"d":"x"}']);
  });

  it('keeps every key as a column, also those JavaScript gives a meaning', () => {
    expect(cellsOf('[{"constructor": "1", "toString": "2"}, {"a": "3"}]')).toEqual([
      ['constructor', 'toString', 'a'],
      ['1', '2', ''],
      ['', '', '3'],
    ]);
  });

  it('refuses a key given twice with different values', () => {
    expect(refusal('[{"net": "1", "net": "2"}]')?.code).toBe('damaged-file');
    expect(refusal('[{"net": 1, "net": 2}]')?.code).toBe('damaged-file');
  });

  it.each(['[{"a": 1}', '[{"a": 1},]'])('refuses %s as malformed', (text) => {
    expect(refusal(text)?.code).toBe('damaged-file');
  });

  it.each(['{"a": 1}\n{"a": 2}\n', '{\n"a": "}"\n}\n\n{\n"a": 2\n}'])(
    'says of %j that it is several objects, and how to export them',
    (text) => {
      const found = refusal(text);
      expect(found?.code).toBe('damaged-file');
      expect(optionalMessage(found)).toContain('several JSON objects one after another');
      expect(optionalMessage(found)).toMatch(/as one array, or as CSV\.$/);
    },
  );

  const view = {
    columns: [
      { fieldName: ':sid', name: 'sid' },
      { fieldName: 'net', name: 'Net Payment' },
      { fieldName: 'b' },
    ],
  };

  it("reads the JSON of Socrata's menu, without Socrata's own columns", () => {
    const data = [
      ['row-1', '5.50', null],
      ['row-2', 632609.1200000001, 'x'],
    ];
    expect(cellsOf(JSON.stringify({ meta: { view }, data }))).toEqual([
      ['Net Payment', 'b'],
      ['5.50', ''],
      ['632609.12', 'x'],
    ]);
  });

  it.each([[['row-1', '5.50']], ['5.50']])('refuses that JSON with the row %j', (row) => {
    expect(refusal(JSON.stringify({ meta: { view }, data: [row] }))?.code).toBe('unrecognized-report');
  });

  it.each(['[1, 2]', '{"rows": []}', '{"value": [null]}', '5'])(
    'refuses %s as no list of records',
    (text) => {
      expect(refusal(text)?.code).toBe('unrecognized-report');
    },
  );
});

it('refuses many keys in one record and one key in each of very many: a table of all would not fit in memory', () => {
  const keys = Array.from({ length: 190 }, (_, at) => `"k${at}":1`).join(',');
  const { grids, findings } = readJson(`[{${keys}}${',{"k0":1}'.repeat(200_000)}]`);
  expect(grids).toEqual([]);
  expect(findings).toMatchObject([{ code: 'file-too-large' }]);
});
