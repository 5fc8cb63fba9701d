import { describe, expect, test } from 'vitest';
import { holdsRow, isMarkedFigure, isNoNote, looksLikeRow } from '../../../src/extract/table/row-likeness.ts';
import { monthlyStatement } from '../../../src/states/ca/monthly-statement.ts';

describe('a row of a report', () => {
  test.each([
    ['01990', 'ALDER CREEK', 'Oct-22', '1.00', '2.00'],
    ['A23', 'A DISTRICT', 'Oct-22', '5', '7'],
    ['5', '7', 'Oct-22', 'A DISTRICT', '00A23'],
  ])('is %s %s %s %s %s, wherever it stands', (...cells) => {
    expect(looksLikeRow(cells, monthlyStatement)).toBe(true);
    expect(holdsRow(cells.join(','), monthlyStatement)).toBe(true);
  });

  test('may be a count in a sheet of its own, but not in one cell', () => {
    const cells = ['541', 'jurisdictions', 'Oct-22', '1.00', '2.00'];
    expect(looksLikeRow(cells, monthlyStatement)).toBe(false);
    expect(holdsRow(cells.join(','), monthlyStatement)).toBe(true);
  });

  test.each([
    ['TAX', 'A NAME', 'Oct-22', '1.00', '2.00'],
    ['2022', 'A NAME', 'Oct-22', '1.00', '2.00'],
    ['01990', 'ALDER CREEK', 'Oct-22', '1000', '2000'],
  ])('is not %s %s %s %s %s', (...cells) => {
    expect(looksLikeRow(cells, monthlyStatement)).toBe(false);
    expect(holdsRow(cells.join(','), monthlyStatement)).toBe(false);
  });
});

describe('a figure with a mark behind it', () => {
  test.each(['1.00 CR', '1,234.56*', '(5.00) a', '(5.00)a', '$ 5 DR', '5.00 [1]', '5.00[see note]'])(
    'is %j',
    (text) => {
      expect(isMarkedFigure(text)).toBe(true);
    },
  );

  test.each(['5.00', '5.00 each', 'x 5.00 CR', '5.00 CR and more', '5.00 [1] of two', '11/3/2022', 'CR'])(
    'is not %j',
    (text) => {
      expect(isMarkedFigure(text)).toBe(false);
    },
  );
});

describe('a text that no note holds', () => {
  test.each(['#REF!', ' #N/A ', '#DIV/0!', '[struck out: 002]', '[struck out: about 12]'])(
    'is %j',
    (text) => {
      expect(isNoNote(text)).toBe(true);
    },
  );

  test.each(['see #REF!', '#1', '[struck out: B]', 'was [struck out: 2]', '[struck out: B] 2'])(
    'is not %j',
    (text) => {
      expect(isNoNote(text)).toBe(false);
    },
  );
});
