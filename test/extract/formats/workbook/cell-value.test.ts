import type ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import {
  type CellValue,
  isSameValue,
  NO_VALUE,
  textValue,
} from '../../../../src/extract/formats/workbook/cell-value.ts';
import { SheetListing } from '../../../../src/extract/formats/workbook/sheet-listing.ts';

type Pair = readonly [CellValue, ExcelJS.CellValue | undefined];

describe('a value that was read is the same', () => {
  it.each<Pair>([
    [textValue('_x005F_x000D_'), '_x000D_'],
    [1e300, new Date(Number.NaN)],
  ])('%s as %s', (value, read) => {
    expect(isSameValue(value, read)).toBe(true);
  });

  it.each<Pair>([
    [12.5, 12.25],
    [textValue('5'), 5],
    [textValue('Ana'), 'Anna'],
    [textValue('#N/A'), { error: '#REF!' }],
    [NO_VALUE, 0],
    [44_835, new Date('2022-10-02T00:00:00Z')],
  ])('but %s is not %s', (value, read) => {
    expect(isSameValue(value, read)).toBe(false);
  });
});

it('names the first cell whose value differs', () => {
  const listing = new SheetListing('xl/worksheets/sheet1.xml');
  const cells: readonly [number, number, CellValue][] = [
    [4, 10, 409.25],
    [4, 11, 5],
  ];
  for (const [row, column, value] of cells) listing.add(row, column, 'number', value);
  const comparison = listing.compare();
  comparison.next(4, 10, 'number', 409.25);
  expect(() => comparison.next(4, 11, 'number', 6)).toThrow(
    'cell K4 of xl/worksheets/sheet1.xml holds a value that was read as another one',
  );
});
