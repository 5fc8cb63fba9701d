import { expect, test } from 'vitest';
import { findingMessage } from '../../../src/domain/findings/finding.ts';
import { type Month, parsePrintedMonth } from '../../../src/domain/month.ts';
import type { Grid } from '../../../src/extract/formats/grid.ts';
import { type FactPlace, type ReportFact, readFact } from '../../../src/extract/layouts/report-fact.ts';

const MONTH: ReportFact<Month> = {
  expects: 'a month like March 2020',
  places: ['other sheet', 'title', 'file name'],
  read: (text) =>
    text === 'March 2020 to May 2020'
      ? { hint: 'it is no single month' }
      : parsePrintedMonth(text.replace(/\.xlsx$/, '')),
};

/** A sheet with its first rows; a blank row comes before them. */
function sheetOf(name: string, ...texts: readonly string[]): Grid {
  const rows = texts.map((text, at) => ({ number: at + 2, cells: ['', text] }));
  return { sheet: name, format: 'xlsx', rows: [{ number: 1, cells: ['', ' '] }, ...rows] };
}

function read(
  { title = '', others = [], fileName = '' }: { title?: string; others?: Grid[]; fileName?: string },
  places: readonly FactPlace[] = MONTH.places,
) {
  const own = sheetOf('Summary', title);
  const found = readFact({ ...MONTH, places }, own, own.rows, { sheets: [...others, own], fileName });
  return typeof found === 'string' ? found : [found.code, found.sheet, found.row, findingMessage(found)];
}

test('all places that tell it must agree', () => {
  const others = [sheetOf('Collections', 'March 2020')];
  expect(read({ others, fileName: 'april-2020.xlsx' })).toEqual([
    'unclear-fact',
    null,
    null,
    '"april-2020.xlsx" contradicts "March 2020" (sheet "Collections" row 2). Find out which is right, and correct the other one. If it is the name of the file, rename the file.',
  ]);
  expect(read({ others, title: 'April 2020' }).slice(0, 3)).toEqual(['unclear-fact', 'Summary', 2]);
  expect(read({ title: 'May 2020', fileName: 'june-2020.xlsx' }, ['file name', 'title'])).toEqual([
    'unclear-fact',
    'Summary',
    2,
    expect.stringContaining('"May 2020" contradicts "june-2020.xlsx" (the name of the file).'),
  ]);
});

test('a text that contradicts itself, and a report that tells the fact nowhere, are errors', () => {
  expect(read({ title: 'March 2020 to May 2020', fileName: 'march-2020.xlsx' })).toEqual([
    'unreadable-cell',
    'Summary',
    2,
    expect.stringContaining('It is no single month'),
  ]);
  expect(read({ title: 'Article', fileName: 'report.xlsx' })).toEqual([
    'unclear-fact',
    'Summary',
    null,
    'The report needs a month like March 2020, and has none. Export the report again with its titles, or correct them.',
  ]);
});
