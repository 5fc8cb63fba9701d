import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Month } from '../../../src/domain/month.ts';
import { type Dress, PORTAL_CSV, printReport } from '../reports/dress.ts';
import { AMOUNTS, MONTHS, PERCENTAGES } from '../reports/notation.ts';
import type { ReportTable } from '../reports/report-table.ts';
import { californiaTables } from './california-tables.ts';
import { EARLIEST_MONTH, LAST_MONTH, type Span } from './jurisdictions.ts';
import { texasTables } from './texas-tables.ts';

/** How much to write. The months end with October 2026 and start in January 1990 at the earliest. */
export interface Size {
  californiaJurisdictions: number;
  californiaMonths: number;
  texasAuthorities: number;
  texasMonths: number;
}

const LINES_A_PAGE = 400;

/**
 * All that the two states publish: California's statements of June 2018 to October 2026 with the reports of 33
 * quarters, and Texas's payments of January 2018 to October 2026.
 */
export const FULL_SIZE = {
  californiaJurisdictions: 1000,
  californiaMonths: 101,
  texasAuthorities: 1834,
  texasMonths: 106,
} as const satisfies Size;

/**
 * Writes invented reports into `ca/` and `tx/` of a folder. The same size gives the same bytes. Throws a `RangeError`
 * for months before 1990.
 */
export async function writeReports(folder: string, size: Size): Promise<void> {
  let written = 0;
  for (const table of tablesOf(size)) {
    const path = join(folder, `${table.path}.csv`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await printReport(table, dressOf(written)));
    written += 1;
  }
}

function* tablesOf(size: Size): Generator<ReportTable> {
  if (size.californiaMonths > 0) {
    yield* californiaTables(size.californiaJurisdictions, lastMonths(size.californiaMonths));
  }
  if (size.texasMonths > 0) yield* texasTables(size.texasAuthorities, lastMonths(size.texasMonths));
}

function lastMonths(count: number): Span {
  const first = LAST_MONTH - count + 1;
  if (first < EARLIEST_MONTH) throw new RangeError(`${count} months start before 1990`);
  return { first, last: LAST_MONTH };
}

/** Returns how to print a file. The ordinal number of the file decides, so that files differ in many ways. */
function dressOf(ordinal: number): Dress {
  const { plain, thousands, dollars, trailingMinus } = AMOUNTS;
  return {
    ...PORTAL_CSV,
    printAmount: choose([plain, plain, thousands, plain, dollars, plain, trailingMinus], ordinal),
    missing: choose(['', '', '', '-', '', '', '', 'N/A', '', '', '.'], ordinal),
    hasNumericCodes: ordinal % 6 === 4,
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
