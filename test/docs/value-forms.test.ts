import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseMoney, parsePercent } from '../../src/domain/money.ts';
import { parsePrintedDate, parsePrintedMonth, parsePrintedQuarter } from '../../src/domain/month.ts';

const PAGE = readFileSync('docs/reference/report-formats.md', 'utf8');

/** The forms in one line of the table of values. */
function formsOf(kind: string): string[] {
  const line = PAGE.split('\n').find((text) => text.startsWith(`| ${kind} |`)) ?? '';
  const [, , cell = ''] = line.split('|');
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, form = '']) => form.replace(/^"(.*)"$/, '$1'));
}

test.each([
  ['amount', parseMoney, [123_450, 123_456, 123_456, 123_456, 50]],
  ['negative amount', parseMoney, Array.from({ length: 7 }, () => -123_456)],
  ['amount with more decimals', parseMoney, [123_456]],
  ['zero', parseMoney, [0, 0, 0]],
  ['percentage', parsePercent, [12_500_000, 12_500_000, 12_500_000, -12_500_000, 500_000]],
  ['no figure', parseMoney, [null, null, null, null]],
  ['month', parsePrintedMonth, Array.from({ length: 8 }, () => '2022-10')],
  ['first or last day with a year of two digits', parsePrintedMonth, ['2022-10', '2022-10', undefined]],
  ['quarter', parsePrintedQuarter, Array.from({ length: 8 }, () => '2023-09')],
  ['date', parsePrintedDate, Array.from({ length: 8 }, () => '2022-10-11')],
  ['time after a date', parsePrintedDate, Array.from({ length: 4 }, () => '2022-10-11')],
  [
    'name of a month',
    (text: string) => parsePrintedMonth(`${text.replace(' 2022', '')} 2022`),
    ['2022-09', '2022-10'],
  ],
  ['year', parsePrintedMonth, [undefined]],
])('the document of the formats names what is read as %s', (kind, read, expected) => {
  expect(formsOf(kind).map((form) => read(form))).toEqual(expected);
});
