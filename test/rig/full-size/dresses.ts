import type { Month } from '../../../src/domain/month.ts';
import { type Dress, PORTAL_CSV } from '../reports/dress.ts';
import { AMOUNTS, MONTHS, PERCENTAGES } from '../reports/notation.ts';

const LINES_A_PAGE = 400;

/** Returns how to print a file. The ordinal number of the file decides, so that files differ in many ways. */
export function dressOf(ordinal: number, format: 'csv' | 'xlsx'): Dress {
  const { plain, thousands, dollars, trailingMinus } = AMOUNTS;
  return {
    ...PORTAL_CSV,
    format,
    printAmount: choose([plain, plain, thousands, plain, dollars, plain, trailingMinus], ordinal),
    missing: choose(['', '', '', '-', '', '', '', 'N/A', '', '', '.'], ordinal),
    hasNumericCodes: format === 'csv' && ordinal % 6 === 4,
    linesPerPage: ordinal % 8 === 5 ? LINES_A_PAGE : null,
    printPercent: choose([PERCENTAGES.bare, PERCENTAGES.signed], ordinal),
    printMonth: choose([MONTHS.american, MONTHS.iso, shortMonth], ordinal),
    ending: choose(['nothing', 'note', 'total', 'blank'], ordinal),
  };
}

function choose<Item>(items: readonly [Item, ...Item[]], ordinal: number): Item {
  return items[ordinal % items.length] ?? items[0];
}

/** A year of two digits means a year since 2000. */
function shortMonth(month: Month): string {
  return month < '2000' ? MONTHS.american(month) : MONTHS.short(month);
}
