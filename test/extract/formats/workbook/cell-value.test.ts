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
    [12.5, 12.5],
    [1, true],
    [0, false],
    [textValue('Doña Ana'), 'Doña Ana'],
    [textValue('Doña Ana'), { richText: [{ text: 'Doña ' }, { text: 'Ana' }] }],
    [textValue('A_x000D_B'), 'A\rB'],
    [textValue('_x005F_x000D_'), '_x000D_'],
    [textValue('#N/A'), { error: '#N/A' }],
    [NO_VALUE, null],
    [NO_VALUE, undefined],
    // 1 October 2022 of a workbook that counts from 1900, and of one that counts from 1904
    [44_835, new Date('2022-10-01T00:00:00Z')],
    [43_373, new Date('2022-10-01T00:00:00Z')],
    [44_835.5, new Date('2022-10-01T12:00:00Z')],
    [1e300, new Date(Number.NaN)],
  ])('%s as %s', (value, read) => {
    expect(isSameValue(value, read)).toBe(true);
  });

  it.each<Pair>([
    [12.5, 12.25],
    [1, false],
    [textValue('5'), 5],
    [textValue('Ana'), 'Anna'],
    [textValue('A'), 'a'],
    [textValue('#N/A'), { error: '#REF!' }],
    [12.5, null],
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
