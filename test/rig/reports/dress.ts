import type { Month } from '../../../src/domain/month.ts';
import { AMOUNTS, DATES, MONTHS, PERCENTAGES, writeCsv, writeJson } from './notation.ts';
import { apiNamesOf, type Column, headersOf, type Line, type ReportTable, totalsOf } from './report-table.ts';
import {
  type Cell,
  dateCell,
  moneyCell,
  monthCell,
  percentCell,
  sumCell,
  writeWorkbook,
} from './workbook.ts';

/** How one file prints its report. */
export interface Dress {
  format: 'csv' | 'json' | 'xlsx';
  header: 'portal' | 'api';
  printMonth: (month: Month) => string;
  printDate: (date: string) => string;
  printAmount: (cents: number) => string;
  printPercent: (tenThousandths: number) => string;
  /** Text in place of a missing figure. */
  missing: string;
  /** Print codes as numbers: they lose their leading zeros, as in spreadsheets. */
  hasNumericCodes: boolean;
  /** Title rows above the header of a workbook. */
  titles: readonly string[];
  /** Repeat the header after every so many lines, as printed pages do; `null` never. */
  linesPerPage: number | null;
  /** What follows the lines of figures. */
  ending: 'nothing' | 'blank' | 'note' | 'total';
  lineEnd: '\n' | '\r\n';
}

export const PORTAL_CSV: Dress = {
  format: 'csv',
  header: 'portal',
  printMonth: MONTHS.american,
  printDate: DATES.american,
  printAmount: AMOUNTS.plain,
  printPercent: PERCENTAGES.bare,
  missing: '',
  hasNumericCodes: false,
  titles: [],
  linesPerPage: null,
  ending: 'nothing',
  lineEnd: '\n',
};

const NOTE = 'Illustrative amounts of invented places, not for publication';

/** Returns the content of the file. */
export async function printReport(table: ReportTable, dress: Dress): Promise<string | Buffer> {
  switch (dress.format) {
    case 'csv':
      return printCsv(table, dress);
    case 'json':
      return writeJson(headerOf(table, dress), printLines(table, dress));
    case 'xlsx':
      return printWorkbook(table, dress);
  }
}

function headerOf({ columns }: ReportTable, dress: Dress): string[] {
  return dress.header === 'api' ? apiNamesOf(columns) : headersOf(columns);
}

function printLines({ columns, lines }: ReportTable, dress: Dress): string[][] {
  return lines.map((line) => printLine(line, columns, dress));
}

function printLine(line: Line, columns: readonly Column[], dress: Dress): string[] {
  return columns.map(({ holds }, at) => {
    const value = line[at] ?? null;
    if (value === null) return dress.missing;
    if (typeof value === 'number')
      return holds === 'percent' ? dress.printPercent(value) : dress.printAmount(value);
    if (holds === 'code') return dress.hasNumericCodes ? String(Number(value)) : value;
    if (holds === 'month') return dress.printMonth(value as Month);
    return holds === 'date' ? dress.printDate(value) : value;
  });
}

function printCsv(table: ReportTable, dress: Dress): string {
  const { linesPerPage, lineEnd } = dress;
  const header = headerOf(table, dress);
  const rows = printLines(table, dress).flatMap((cells, at) => {
    const beginsPage = linesPerPage !== null && at > 0 && at % linesPerPage === 0;
    return beginsPage ? [[''], header, cells] : [cells];
  });
  return writeCsv([header, ...rows, ...csvEnding(table, dress)], lineEnd);
}

function csvEnding(table: ReportTable, { ending, printAmount }: Dress): string[][] {
  if (ending === 'total') {
    const totals = totalsOf(table).map((cents) => (cents === null ? '' : printAmount(cents)));
    return [['Total', ...totals.slice(1)]];
  }
  if (ending === 'note') return [[''], [NOTE]];
  return ending === 'blank' ? [['']] : [];
}

function printWorkbook(table: ReportTable, dress: Dress): Promise<Buffer> {
  const { columns, lines } = table;
  return writeWorkbook(table.sheet, [
    ...dress.titles.map((title) => [title]),
    headerOf(table, dress),
    ...lines.map((line) => columns.map(({ holds }, at) => workbookCell(line[at] ?? null, holds, dress))),
    ...workbookEnding(table, dress),
  ]);
}

function workbookCell(value: string | number | null, holds: Column['holds'], dress: Dress): Cell {
  if (value === null) return null;
  if (typeof value === 'number') return holds === 'percent' ? percentCell(value) : moneyCell(value);
  if (holds === 'code') return dress.hasNumericCodes ? { value: Number(value), format: '0' } : value;
  if (holds === 'month') return monthCell(value as Month);
  return holds === 'date' ? dateCell(value) : value;
}

function workbookEnding(table: ReportTable, { ending, titles }: Dress): Cell[][] {
  if (ending === 'note') return [[], [NOTE]];
  if (ending !== 'total') return [];
  const first = titles.length + 2;
  const totals = totalsOf(table).map((cents, at) =>
    cents === null ? null : sumCell(at + 1, first, first + table.lines.length - 1, cents),
  );
  return [['Total', ...totals.slice(1)]];
}
