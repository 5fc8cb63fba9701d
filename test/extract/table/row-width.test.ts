import { describe, expect, test } from 'vitest';
import { type Facts, finding, findingMessage } from '../../../src/domain/findings/finding.ts';
import { widthFault } from '../../../src/extract/table/row-width.ts';

/** What is said of a row of two cells and a name, with a blank cell more than the header has. */
const said = (...cells: string[]) => widthFault(['A', ...cells, ''], [true, true, true], 2, 'csv');

describe('an amount taken apart at its separator', () => {
  test.each([
    ['1', '234.56'],
    [' $(12', '345.00)'],
    ['1', '234.00 '],
  ])('is found in %j and %j', (before, after) => {
    const facts = said(before, after);
    expect(facts).toEqual({ fault: 'pieces', cells: 4, headers: 3 });
    expect(findingMessage(finding('row-width', facts as Facts<'row-width'>))).toBe(
      'The row has 4 cells, but the header has 3. Commas inside amounts probably split them: 1,234.56 becomes two cells. Put such amounts in quotation marks ("1,234.56"), or remove the commas from them.',
    );
  });

  test('is found before the cell that it pushed beyond the header', () => {
    const cells = ['A', '1', '234.56', '1', '234.56'];
    const of = (format: 'csv' | 'xlsx') => widthFault(cells, [true, true, true], 2, format);
    expect(of('csv')).toEqual({ fault: 'pieces', cells: 5, headers: 3 });
    // a workbook has no separators between its cells
    expect(of('xlsx')).toEqual({ fault: 'stray cell', cell: 4, text: '1' });
  });

  test.each([
    ['1234', '567.00'],
    ['1', '2345.00'],
    ['1', '234.00 CR'],
  ])('is not found in %j and %j', (before, after) => {
    expect(said(before, after)).toBeNull();
  });
});
