import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { csvLines, csvPieces } from '../../../src/records/files/csv.ts';

test('writes numbers, texts and missing values', () => {
  const rows = [
    [1, -0.5, 1428564.94, 0.000001, null, ''],
    ['City, of "A"', ' b ', '=1+1', '-5', '@x', '+y'],
  ];
  expect(csvLines(rows)).toBe(
    `1,-0.5,1428564.94,0.000001,,\r\n"City, of ""A"""," b ","'=1+1","'-5","'@x","'+y"\r\n`,
  );
});

test('quotes what spreadsheets of other languages run or take for a separator', () => {
  expect(csvLines([['＝1+1', '＋1', '－1', '＠x', 'a;b', 'a＝1']])).toBe(
    `"'＝1+1","'＋1","'－1","'＠x","a;b",a＝1\r\n`,
  );
});

test('writes control characters as escapes, so that a record is one line', () => {
  expect(csvLines([['a\nb', '\t=1', '\u202egnp', 'Cañon'], []])).toBe('a\\nb,\\t=1,\\u202egnp,Cañon\r\n\r\n');
});

test('writes every visible text so that papaparse reads it back, as it writes what has no semicolon', () => {
  const visible = fc.string({ unit: fc.constantFrom(...'=+-@ ,";|\'aé5＝＋－＠') });
  const row = fc.array(fc.oneof(visible, fc.integer(), fc.constant(null)), { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (rows) => {
      const text = csvLines(rows);
      if (!text.includes(';'))
        expect(text).toBe(`${Papa.unparse(rows, { escapeFormulae: /^[=+\-@＝＋－＠]/ })}\r\n`);
      const escaped = (value: string | number | null) =>
        typeof value === 'string' && /^[=+\-@＝＋－＠]/.test(value) ? `'${value}` : `${value ?? ''}`;
      expect(Papa.parse(text.slice(0, -2), { delimiter: ',' }).data).toEqual(
        rows.map((one) => one.map(escaped)),
      );
    }),
  );
});

test.each([
  ['names', 'net_payment,sheet,county\r\n1.5,,Cañon\r\n'],
  ['people', '\ufeffPaid,County\r\n1.5,Cañon\r\n'],
] as const)('writes a table for %s', (headings, expected) => {
  const columns = [
    { name: 'net_payment', content: 'amount', heading: 'Paid' },
    { name: 'sheet', content: 'text' },
    { name: 'county', content: 'text' },
  ] as const;
  const rows = () => [[1.5, null, 'Cañon']];
  expect([...csvPieces({ columns, rows }, headings)].join('')).toBe(expected);
});
