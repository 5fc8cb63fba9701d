import { strToU8, zipSync } from 'fflate';
import type { Measure } from '../words/figures.ts';
import type { TableColumn } from './columns.ts';

/** How a spreadsheet shows each measure. The place of a format in this list is the number of its style. */
const FORMATS = ['General', '#,##0.00', '0.00%', 'yyyy-mm', '0.0'] as const;
const STYLES: Readonly<Record<Measure, (typeof FORMATS)[number]>> = {
  amount: '#,##0.00',
  change: '0.00%',
  share: '0.00%',
  percent: 'General',
  count: 'General',
  index: '0.0',
};
/** Numbers up to this belong to the formats that come with spreadsheets. */
const FIRST_FORMAT = 164;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A month as the page has it. */
const MONTH = /^(\d{4})-(\d{2})-01$/;
const DAY_MS = 86_400_000;
/** Day 0 of spreadsheets. */
const DAY_ZERO = Date.UTC(1899, 11, 30);

/** Columns are as wide as their longest text, within these bounds, in letters. */
const [NARROWEST, WIDEST] = [8, 60];

/**
 * Writes rows as a workbook, with the figures of the CSV under the headings of the page. Months are dates. A second
 * sheet says where the figures come from, a line for each text.
 */
export function workbookOf<Row>(
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  source: readonly string[],
): Uint8Array<ArrayBuffer> {
  const heads = columns.map(headOf);
  const head = heads.map(textCell);
  const body = rows.map((row) => columns.map((column) => cellOf(column.value(row), column.measure)));
  const told = source.map((text) => [textCell(text)]);
  const files = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/>${[1, 2].map((sheet) => `<Override PartName="/xl/worksheets/sheet${sheet}.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/>`).join('')}<Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/></Types>`,
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="Table" sheetId="1" r:id="rId1"/><sheet name="Source" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ['worksheet', 'worksheets/sheet1.xml'],
      ['worksheet', 'worksheets/sheet2.xml'],
      ['styles', 'styles.xml'],
    ),
    'xl/styles.xml': styles(),
    'xl/worksheets/sheet1.xml': `<worksheet ${MAIN}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${widths(columns.map((column, at) => widthOf(column, heads[at] ?? '', rows)))}${sheetData([head, ...body])}</worksheet>`,
    'xl/worksheets/sheet2.xml': `<worksheet ${MAIN}>${widths([2 * WIDEST])}${sheetData(told)}</worksheet>`,
  };
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(`${HEAD}${xml}`)])),
  );
}

/** `Year to date: Change`. */
function headOf<Row>({ head, group }: TableColumn<Row>): string {
  return group === undefined ? head : `${group}: ${head}`;
}

function widthOf<Row>({ value }: TableColumn<Row>, head: string, rows: readonly Row[]): number {
  const lengths = rows.map((row) => shownText(value(row)).length);
  return Math.min(WIDEST, Math.max(NARROWEST, head.length, ...lengths) + 2);
}

/** About what a spreadsheet shows: with commas and cents. */
function shownText(content: string | number | null): string {
  return typeof content === 'number'
    ? content.toLocaleString('en-US', { minimumFractionDigits: 2 })
    : (content ?? '');
}

function widths(letters: readonly number[]): string {
  const each = letters.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  return `<cols>${each.join('')}</cols>`;
}

function sheetData(rows: readonly (readonly string[])[]): string {
  return `<sheetData>${rows.map((cells, at) => rowOf(cells, at + 1)).join('')}</sheetData>`;
}

/** A row of cells, each with its place, because some programs need it. */
function rowOf(cells: readonly string[], row: number): string {
  const placed = cells.map((cell, at) => cell.replace('<c', `<c r="${columnName(at)}${row}"`));
  return `<row r="${row}">${placed.join('')}</row>`;
}

/** The letters of a column: A to Z, then AA. */
function columnName(at: number): string {
  const [before, last] = [Math.floor(at / 26), String.fromCharCode(65 + (at % 26))];
  return before === 0 ? last : `${columnName(before - 1)}${last}`;
}

function cellOf(value: string | number | null, measure: Measure | undefined): string {
  if (value === null) return '';
  if (typeof value === 'number') return numberCell(value, STYLES[measure ?? 'count']);
  const [, year, month] = MONTH.exec(value) ?? [];
  if (year === undefined) return textCell(value);
  return numberCell((Date.UTC(Number(year), Number(month) - 1) - DAY_ZERO) / DAY_MS, 'yyyy-mm');
}

function numberCell(value: number, format: (typeof FORMATS)[number]): string {
  return `<c s="${FORMATS.indexOf(format)}"><v>${value}</v></c>`;
}

/** A text that no spreadsheet takes for a formula. */
function textCell(text: string): string {
  return `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeXml(text: string): string {
  // XML cannot hold the other control characters
  const allowed = [...text].filter((character) => character >= ' ' || '\t\n'.includes(character)).join('');
  return allowed.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

function relations(...targets: readonly [type: string, path: string][]): string {
  const each = targets.map(
    ([type, path], at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${path}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`;
}

function styles(): string {
  const formats = FORMATS.map((code, at) => `<numFmt numFmtId="${FIRST_FORMAT + at}" formatCode="${code}"/>`);
  const uses = FORMATS.map(
    (_, at) =>
      `<xf numFmtId="${FIRST_FORMAT + at}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  );
  return `<styleSheet ${MAIN}><numFmts count="${formats.length}">${formats.join('')}</numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${uses.length}">${uses.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}
