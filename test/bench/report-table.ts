import { AMOUNTS, MONTHS, PERCENTAGES, writeCsv } from '../../fixtures/sample/print.ts';
import {
  type Cell,
  dateCell,
  moneyCell,
  monthCell,
  percentCell,
  sumCell,
  writeWorkbook,
} from '../../fixtures/sample/workbook.ts';
import { type Month, monthOfYear } from '../../src/domain/month.ts';

/**
 * What a column holds: `text` as printed, a `code` of digits, a `month` `YYYY-MM`, a `date` `YYYY-MM-DD`, an `amount` in cents or a
 * `percent` in ten-thousandths of a percent.
 */
export interface Column {
  header: string;
  holds: 'text' | 'code' | 'month' | 'date' | 'amount' | 'percent';
}

/** One value a column; `null` is blank. */
export type Line = readonly (string | number | null)[];

/** One report, before it is printed. */
export interface ReportTable {
  /** Within the folder of reports, without the ending that tells the format. */
  path: string;
  sheet: string;
  columns: readonly Column[];
  lines: readonly Line[];
}

/** How one file is printed. */
interface Dress {
  printAmount: (cents: number) => string;
  /** What stands for a figure that is not there. */
  missing: string;
  /** Whether codes have lost the zeros they begin with, as in spreadsheets. */
  losesZeros: boolean;
  /** Whether the header comes again, after a blank row, as on each page of a printout. */
  repeatsHeader: boolean;
  printPercent: (tenThousandths: number) => string;
  printMonth: (month: Month) => string;
  /** What stands below the lines of figures. */
  ending: 'nothing' | 'blank' | 'note' | 'total';
}

const LINES_A_PAGE = 400;
const NOTE = 'Illustrative amounts of invented places, not for publication';

/** The file's content. Files are printed in many ways; which one is told by their ordinal number. */
export async function printReport(
  table: ReportTable,
  ordinal: number,
  format: 'csv' | 'xlsx',
): Promise<string | Buffer> {
  const dress = dressOf(ordinal);
  return format === 'csv' ? printCsv(table, dress) : printWorkbook(table, dress);
}

function dressOf(ordinal: number): Dress {
  const { plain, thousands, dollars } = AMOUNTS;
  return {
    printAmount: choose([plain, plain, thousands, plain, dollars, plain, printTrailing], ordinal),
    missing: choose(['', '', '', '-', '', '', '', 'N/A', '', '', '.'], ordinal),
    losesZeros: ordinal % 6 === 4,
    repeatsHeader: ordinal % 8 === 5,
    printPercent: choose([PERCENTAGES.bare, PERCENTAGES.signed], ordinal),
    printMonth: choose([MONTHS.american, MONTHS.iso, shortMonth], ordinal),
    ending: choose(['nothing', 'note', 'total', 'blank'], ordinal),
  };
}

/** A negative one with its minus behind it. */
function printTrailing(cents: number): string {
  return `${AMOUNTS.thousands(Math.abs(cents))}${cents < 0 ? '-' : ''}`;
}

function choose<Item>(items: readonly [Item, ...Item[]], ordinal: number): Item {
  return items[ordinal % items.length] ?? items[0];
}

/** Two digits of a year mean one of this century. */
function shortMonth(month: Month): string {
  return month < '2000' ? MONTHS.american(month) : MONTHS.short(month);
}

function printCsv(table: ReportTable, dress: Dress): string {
  const { columns, lines } = table;
  const header = columns.map((column) => column.header);
  return writeCsv([
    header,
    ...lines.flatMap((line, at) => [
      ...(endsPage(at, dress) ? [[''], header] : []),
      printLine(line, columns, dress),
    ]),
    ...printEnding(table, dress),
  ]);
}

function endsPage(line: number, { repeatsHeader }: Dress): boolean {
  return repeatsHeader && line > 0 && line % LINES_A_PAGE === 0;
}

function printEnding({ columns, lines }: ReportTable, { ending, printAmount }: Dress): string[][] {
  if (ending === 'total') {
    const totals = totalsOf(columns, lines).map((cents) => (cents === null ? '' : printAmount(cents)));
    return [['Total', ...totals.slice(1)]];
  }
  if (ending === 'note') return [[''], [NOTE]];
  return ending === 'blank' ? [['']] : [];
}

function printLine(line: Line, columns: readonly Column[], dress: Dress): string[] {
  return columns.map(({ holds }, at) => {
    const value = line[at] ?? null;
    if (value === null) return dress.missing;
    if (holds === 'code' && dress.losesZeros) return String(Number(value));
    if (typeof value === 'number')
      return holds === 'percent' ? dress.printPercent(value) : dress.printAmount(value);
    if (holds === 'month') return dress.printMonth(value as Month);
    return holds === 'date' ? printDate(value) : value;
  });
}

/** `2022-10-11` as `10/11/2022`. */
function printDate(date: string): string {
  return `${monthOfYear(date.slice(0, 7) as Month)}/${Number(date.slice(8))}/${date.slice(0, 4)}`;
}

function printWorkbook(table: ReportTable, dress: Dress): Promise<Buffer> {
  const { sheet, columns, lines } = table;
  return writeWorkbook(sheet, [
    columns.map(({ header }) => header),
    ...lines.map((line) => columns.map(({ holds }, at) => workbookCell(line[at] ?? null, holds))),
    ...workbookEnding(table, dress),
  ]);
}

function workbookEnding({ columns, lines }: ReportTable, { ending }: Dress): Cell[][] {
  if (ending === 'total') {
    const totals = totalsOf(columns, lines).map((cents, at) =>
      cents === null ? null : sumCell(at + 1, 2, lines.length + 1, cents),
    );
    return [['Total', ...totals.slice(1)]];
  }
  return ending === 'note' ? [[], [NOTE]] : [];
}

function workbookCell(value: string | number | null, holds: Column['holds']): Cell {
  if (value === null) return null;
  if (typeof value === 'number') return holds === 'percent' ? percentCell(value) : moneyCell(value);
  if (holds === 'month') return monthCell(value as Month);
  return holds === 'date' ? dateCell(value) : value;
}

/** The sum of each column of amounts; `null` for the others, and for one without an amount. */
function totalsOf(columns: readonly Column[], lines: readonly Line[]): (number | null)[] {
  return columns.map(({ holds }, at) => {
    if (holds !== 'amount') return null;
    let total: number | null = null;
    for (const line of lines) {
      const cents = line[at];
      if (typeof cents === 'number') total = (total ?? 0) + cents;
    }
    return total;
  });
}
