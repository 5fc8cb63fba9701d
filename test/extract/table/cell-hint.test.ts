import { describe, expect, it, test } from 'vitest';
import { CHANGED_MONTHS, cellHint } from '../../../src/extract/table/cell-hint.ts';

const DECIMALS = 'it has more than two decimals; round it to cents';
const THOUSANDS = `${DECIMALS}, or remove the point if it separates thousands`;
const COMMA = 'it looks like a decimal comma; save with a decimal point';
const BLANK = 'if there is no figure, leave the cell blank';
const FORMULA =
  'the cell holds a formula without its result: open the file in Excel and save it, or paste the column as values';
const SPREADSHEET = 'the spreadsheet shows an error; fix the formula';

describe('the hint about an amount that cannot be read', () => {
  it.each([
    ['1234.567', DECIMALS],
    ['1.000', THOUSANDS],
    ['1.842.107,25', COMMA],
    ['1\u202f842,25', COMMA],
    ['(1107,50)', COMMA],
    ['#REF!', SPREADSHEET],
    ['NA', BLANK],
    ['\u2014', BLANK],
    ['=SUM(A1:A9)', FORMULA],
    [`=IF(${'A1,'.repeat(100)}"")`, FORMULA],
    ['', null],
    ['5 USD', null],
    ['1,234', null],
    ['99999999999.99', null],
    [`${'1.000'.repeat(30)}`, null],
  ])('%j', (text, hint) => {
    expect(cellHint(text, 'amount')).toBe(hint);
  });
});

it('the hint also helps with other columns', () => {
  expect(cellHint('12,5%', 'percent')).toBe(COMMA);
  expect(cellHint('NaN', 'percent')).toBe(BLANK);
  expect(cellHint('#REF!', 'code')).toBe(SPREADSHEET);
  expect(cellHint('="01990"', 'code')).toBe(FORMULA);
  expect(cellHint('NULL', 'month')).toBeNull();
  expect(cellHint('1990.000', 'code')).toBeNull();
});

test('the hint about months that a spreadsheet program changed', () => {
  expect(cellHint('22-Oct', 'month')).toBe(CHANGED_MONTHS);
  expect(cellHint('1-Dec', 'month')).toBe(CHANGED_MONTHS);
  expect(cellHint('22-Oct', 'date')).toBeNull();
});
