import ExcelJS from 'exceljs';
import { QUARTERLY_COLUMNS, STATEMENT_COLUMNS } from '../rig/reports/california.ts';
import { disbursementTexts, disbursementWorkbook } from '../rig/reports/illinois.ts';
import type { JsonStyle } from '../rig/reports/notation.ts';
import { apiNamesOf, headersOf } from '../rig/reports/report-table.ts';
import { PAYMENT_COLUMNS } from '../rig/reports/texas.ts';
import {
  CITY_SUMMARY_API_HEADER,
  CITY_SUMMARY_HEADER,
  SUMMARY_API_HEADER,
  SUMMARY_HEADER,
} from '../rig/reports/texas-summaries.ts';
import {
  illinoisLines,
  quarterlyRows,
  statementRows,
  summaryRows,
  texasRows,
  withThousands,
} from './reports.ts';
import { csvText, jsonText, type Table, tableOf } from './table.ts';
import { type Part, packZip, unpackAll } from './zip.ts';

export type Kind =
  | 'il/disbursements'
  | 'tx/payment-detail'
  | 'tx/comparison-summary'
  | 'tx/city-comparison-summary'
  | 'ca/monthly-statement'
  | 'ca/quarterly-allocations';

interface Named {
  name: string;
  kind: Kind;
}

export interface CsvBase extends Named {
  format: 'csv';
  table: Table;
}

export interface JsonBase extends Named, JsonStyle {
  format: 'json';
  table: Table;
}

export interface WorkbookBase extends Named {
  format: 'xlsx';
  parts: Part[];
}

const TEXAS_PORTAL_HEADER = headersOf(PAYMENT_COLUMNS);
const TEXAS_API_HEADER = apiNamesOf(PAYMENT_COLUMNS);
const STATEMENT_HEADER = headersOf(STATEMENT_COLUMNS);
const STATEMENT_API_HEADER = apiNamesOf(STATEMENT_COLUMNS);
const QUARTERLY_HEADER = headersOf(QUARTERLY_COLUMNS);
const QUARTERLY_API_HEADER = apiNamesOf(QUARTERLY_COLUMNS);

/** A valid report to make mutants from. */
export type Base = CsvBase | JsonBase | WorkbookBase;

/** Returns the bytes of the valid report. */
export function bytesOf(base: Base): Buffer {
  if (base.format === 'csv') return Buffer.from(csvText(base.table));
  if (base.format === 'json') return Buffer.from(jsonText(base.table, base));
  return packZip(base.parts);
}

/** Makes every base report, always the same. */
export async function makeBases(): Promise<[Base, ...Base[]]> {
  return [...textBases(), ...(await workbookBases())] as [Base, ...Base[]];
}

function textBases(): Base[] {
  const texas = texasRows(['2024-07', '2024-08'], 5);
  const statements = statementRows(['2023-10', '2023-11'], 6);
  const quarters = quarterlyRows(['3Q-23', '4Q-23'], 4);
  const csv = (
    name: string,
    kind: Kind,
    lines: (readonly string[])[],
    dress: Partial<Table> = {},
  ): CsvBase => {
    return { format: 'csv', name, kind, table: { ...tableOf(lines), ...dress } };
  };
  const json = (name: string, kind: Kind, lines: (readonly string[])[], form: JsonStyle): JsonBase => ({
    format: 'json',
    name,
    kind,
    table: tableOf(lines),
    ...form,
  });
  const americanMonths = statements.map(([month = '', ...rest]) => [
    `${month.slice(5, 7)}/01/${month.slice(0, 4)}`,
    ...rest,
  ]);
  const summary = summaryRows(['2024-07', '2024-08'], false);
  const cities = summaryRows(['2024-07', '2024-08'], true);
  const printed = quarters.map((row) => row.map((cell, at) => (at > 2 ? withThousands(cell) : cell)));
  const plainArray = { isOData: false, hasNumbers: false };
  const oData = { isOData: true, hasNumbers: true };
  const apiTimes = texas.map(([code = '', name = '', month = '', date = '', ...rest]) => [
    code,
    name,
    `${month}T00:00:00.000`,
    `${date}T00:00:00.000`,
    ...rest,
  ]);
  return [
    csv('texas portal CSV', 'tx/payment-detail', [TEXAS_PORTAL_HEADER, ...texas]),
    csv('texas API CSV', 'tx/payment-detail', [TEXAS_API_HEADER, ...apiTimes], { quotesAll: true }),
    csv('texas TSV', 'tx/payment-detail', [TEXAS_PORTAL_HEADER, ...texas.slice(0, 3)], {
      separator: '\t',
      lineEnd: '\r\n',
    }),
    json('texas API JSON', 'tx/payment-detail', [TEXAS_API_HEADER, ...apiTimes], plainArray),
    json('texas JSON with numbers', 'tx/payment-detail', [TEXAS_API_HEADER, ...apiTimes.slice(0, 4)], {
      isOData: false,
      hasNumbers: true,
    }),
    csv('summary portal CSV', 'tx/comparison-summary', [SUMMARY_HEADER, ...summary]),
    json('summary API JSON', 'tx/comparison-summary', [SUMMARY_API_HEADER, ...summary], plainArray),
    csv('city summary portal CSV', 'tx/city-comparison-summary', [CITY_SUMMARY_HEADER, ...cities]),
    json('city summary API JSON', 'tx/city-comparison-summary', [CITY_SUMMARY_API_HEADER, ...cities], {
      isOData: false,
      hasNumbers: true,
    }),
    csv('statement portal CSV', 'ca/monthly-statement', [STATEMENT_HEADER, ...americanMonths]),
    csv('statement API CSV', 'ca/monthly-statement', [STATEMENT_API_HEADER, ...statements.slice(0, 6)]),
    csv(
      'statement CSV with semicolons',
      'ca/monthly-statement',
      [STATEMENT_HEADER, ...statements.slice(0, 4).map((row) => row.map(withThousands))],
      { separator: ';' },
    ),
    json('statement OData JSON', 'ca/monthly-statement', [STATEMENT_API_HEADER, ...statements], oData),
    json(
      'statement JSON',
      'ca/monthly-statement',
      [STATEMENT_API_HEADER, ...statements.slice(4, 8)],
      plainArray,
    ),
    csv('illinois CSV', 'il/disbursements', disbursementTexts(illinoisLines())),
    csv('quarterly CSV', 'ca/quarterly-allocations', [QUARTERLY_HEADER, ...quarters]),
    csv('quarterly printed CSV', 'ca/quarterly-allocations', [QUARTERLY_HEADER, ...printed.slice(0, 3)], {
      lineEnd: '\r\n',
    }),
    json(
      'quarterly OData JSON',
      'ca/quarterly-allocations',
      [QUARTERLY_API_HEADER, ...quarters.slice(0, 4)],
      oData,
    ),
  ];
}

async function workbookBases(): Promise<Base[]> {
  const texas = texasRows(['2024-07', '2024-08'], 3);
  const statements = statementRows(['2023-11'], 5);
  const quarters = quarterlyRows(['3Q-23'], 4);
  return [
    await workbook('texas XLSX', 'tx/payment-detail', (book) => {
      fillPlain(book.addWorksheet('Payment Detail'), [TEXAS_PORTAL_HEADER, ...texas], 4);
    }),
    await workbook('texas XLSX of texts', 'tx/payment-detail', (book) => {
      const sheet = book.addWorksheet('Report');
      for (const line of [TEXAS_PORTAL_HEADER, ...texas]) sheet.addRow(line);
    }),
    await workbook('statement XLSX with formats', 'ca/monthly-statement', (book) => {
      const sheet = book.addWorksheet('Statement');
      sheet.addRow([{ richText: [{ text: 'Local ' }, { font: { bold: true }, text: 'Statement' }] }]);
      sheet.mergeCells('A1:D1');
      sheet.addRow([]);
      fillFormatted(sheet, [STATEMENT_HEADER, ...statements], 4);
    }),
    await workbook('statement XLSX of several sheets', 'ca/monthly-statement', (book) => {
      fillPlain(book.addWorksheet('October'), [STATEMENT_HEADER, ...statementRows(['2023-10'], 4)], 4);
      fillPlain(book.addWorksheet('November'), [STATEMENT_HEADER, ...statements], 4);
      book.addWorksheet('Notes').addRow(['Figures of invented places']);
    }),
    partsOf('illinois XLSX', 'il/disbursements', await disbursementWorkbook(illinoisLines())),
    await workbook('quarterly XLSX with percentages', 'ca/quarterly-allocations', (book) => {
      const sheet = book.addWorksheet('3Q-23');
      fillPlain(sheet, [QUARTERLY_HEADER, ...quarters], 3);
      for (let row = 2; row <= quarters.length + 1; row += 1) {
        for (const column of [8, 10, 12, 13]) {
          const cell = sheet.getCell(row, column);
          cell.value = Number((Number(cell.value) / 100).toPrecision(12));
          cell.numFmt = '0.00####%';
        }
      }
    }),
  ];
}

/** Writes figures as numbers, everything else as text. */
function fillPlain(
  sheet: ExcelJS.Worksheet,
  lines: readonly (readonly string[])[],
  firstFigure: number,
): void {
  lines.forEach((line, row) => {
    sheet.addRow(line.map((cell, at) => (row > 0 && at >= firstFigure && cell !== '' ? Number(cell) : cell)));
  });
}

/** Writes figures in the accounting format, the last of each row as a formula, and months as dates. */
function fillFormatted(
  sheet: ExcelJS.Worksheet,
  lines: readonly (readonly string[])[],
  firstFigure: number,
): void {
  lines.forEach((line, at) => {
    const row = sheet.addRow(line);
    if (at === 0) return;
    line.forEach((text, column) => {
      const cell = row.getCell(column + 1);
      if (column === 0) {
        cell.value = new Date(`${text}T00:00:00Z`);
        cell.numFmt = 'mmm-yy';
      } else if (column >= firstFigure) {
        cell.numFmt = '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)';
        if (text === '') cell.value = null;
        else
          cell.value = column === line.length - 1 ? { formula: 'E4+F4', result: Number(text) } : Number(text);
      }
    });
  });
}

const MADE = new Date(Date.UTC(2024, 0, 2));

async function workbook(
  name: string,
  kind: Kind,
  fill: (book: ExcelJS.Workbook) => void,
): Promise<WorkbookBase> {
  const book = new ExcelJS.Workbook();
  book.created = MADE;
  book.modified = MADE;
  fill(book);
  return partsOf(name, kind, new Uint8Array(await book.xlsx.writeBuffer()));
}

function partsOf(name: string, kind: Kind, bytes: Uint8Array): WorkbookBase {
  const parts = unpackAll(bytes).map((part) => ({ name: part.name, content: Buffer.from(part.content) }));
  return { format: 'xlsx', name, kind, parts };
}
