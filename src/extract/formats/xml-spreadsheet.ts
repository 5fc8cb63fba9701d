import type ExcelJS from 'exceljs';
import { finding } from '../../domain/findings/finding.ts';
import { messageOf } from '../../domain/operator-error.ts';
import type { Grid, GridReading } from './grid.ts';
import { decodeText } from './text.ts';
import { markPercentsIn } from './workbook/cell-styles.ts';
import { FORMULA_CELL, numberOrDate, type ReadCell } from './workbook/cell-text.ts';
import { DAYS_1900_TO_1904 } from './workbook/cell-value.ts';
import { SheetGrid } from './workbook/sheet-grid.ts';
import { columnLetters, LAST_COLUMN, LAST_ROW, SheetFault } from './workbook/sheet-place.ts';
import { type Attributes, localName, NUMBER, readXml, tagOf, type XmlHandlers } from './workbook/xml.ts';

/** The elements that a table, a row and a cell may hold. */
const CONTENT: ReadonlyMap<string, readonly string[]> = new Map([
  ['Table', ['Column', 'Row']],
  ['Row', ['Cell']],
  ['Cell', ['Data', 'Comment', 'NamedCell', 'PhoneticText', 'SmartTags']],
]);
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?$/;
const INDEX = /^[1-9]\d{0,6}$/;

/** Number formats that have names, each with a code of its kind. */
const NAMED_FORMATS: ReadonlyMap<string, string> = new Map([
  ['Percent', '0%'],
  ...['General Date', 'Long Date', 'Medium Date', 'Short Date', 'Long Time', 'Medium Time', 'Short Time'].map(
    (name): [string, string] => [name, 'yyyy-mm-dd'],
  ),
  ...['Fixed', 'Standard', 'Yes/No'].map((name): [string, string] => [name, 'General']),
]);

/** A cell of a formula as another cell names it: `R2C[-1]` is row 2 and the column before. */
const REFERENCE = /\bR(?:(\d+)|\[(-?\d+)\])?C(?:(\d+)|\[(-?\d+)\])?(?![\w(])/g;

interface Style {
  numFmt: string;
  font: { strike?: boolean };
}
const DEFAULT: Style = { numFmt: 'General', font: {} };

/** Reads an XML spreadsheet, the format of Excel 2002 and 2003 that states send with the ending `.xls`. */
export async function readXmlSpreadsheet(bytes: Uint8Array): Promise<GridReading> {
  const { text, findings } = decodeText(bytes);
  if (text === null) return { grids: [], findings };
  const reader = new SpreadsheetReader();
  try {
    readXml(text, reader);
    if (reader.grids.length === 0) throw new Error('has no sheet');
  } catch (error) {
    const fault = reader.faultOf(messageOf(error));
    const place = { sheet: fault.part === '' ? null : fault.part, ...fault.place };
    return { grids: [], findings: [finding('damaged-workbook', { reason: fault.message }, place)] };
  }
  return { grids: reader.grids, findings };
}

class SpreadsheetReader implements XmlHandlers {
  readonly grids: Grid[] = [];
  private readonly path: string[] = [];
  private readonly styles = new Map<string, Style>();
  private style = DEFAULT;
  private daysLate = 0;
  private sheet = '';
  private isHidden = false;
  private grid = new SheetGrid({ daysLate: 0, isCalculatedLater: false });
  private row = 0;
  /** The last row that the format of this row also covers. */
  private lastOfSpan = 0;
  private rowStyle: string | undefined;
  private column = 0;
  /** The last column that the cell covers. */
  private lastOfMerged = 0;
  private cell: Attributes = {};
  /** The type of the value of the cell, and its text in pieces of one font. */
  private type: string | null = null;
  private runs: ExcelJS.RichText[] = [];

  open(element: string, printed: Attributes): void {
    const parent = this.path.at(-1) ?? '';
    if (CONTENT.get(parent)?.includes(element) === false)
      throw new Error(`holds ${tagOf(element)}, which does not belong there`);
    const attributes = Object.fromEntries(
      Object.entries(printed).map(([key, text]) => [localName(key), text]),
    );
    this.path.push(element);
    if (parent === 'Workbook' && element === 'Worksheet') this.beginSheet(attributes);
    else if (parent === 'Table' && element === 'Row') this.beginRow(attributes);
    else if (parent === 'Row') this.beginCell(attributes);
    else if (parent === 'Cell' && element === 'Data') this.beginValue(attributes);
    else if (parent === 'ExcelWorkbook' && element === 'Date1904') this.daysLate = DAYS_1900_TO_1904;
    else if (parent === 'Styles' && element === 'Style') {
      const { ID = '', Parent = 'Default' } = attributes;
      this.style = structuredClone(this.styles.get(Parent) ?? DEFAULT);
      this.styles.set(ID, this.style);
    } else if (parent === 'Style' && element === 'NumberFormat') {
      const { Format = 'General' } = attributes;
      this.style.numFmt = markPercentsIn(NAMED_FORMATS.get(Format) ?? Format);
    } else if (parent === 'Style' && element === 'Font')
      this.style.font.strike = attributes.StrikeThrough === '1';
  }

  text(text: string): void {
    const data = this.path.indexOf('Data');
    const [element = '', parent] = this.path.slice(-2).reverse();
    if (data >= 0 && this.path[data - 1] === 'Cell')
      this.runs.push({ text, font: fontOf(this.path.slice(data)) });
    else if (element === 'Visible' && parent === 'WorksheetOptions')
      this.isHidden = text.trim() !== 'SheetVisible';
    else if (CONTENT.has(element) && text.trim() !== '') throw new Error('holds text outside its values');
  }

  close(element: string): void {
    const parent = this.path.at(-2);
    if (parent === 'Row') this.endCell();
    this.path.pop();
    if (element === 'Worksheet' && parent === 'Workbook')
      this.grids.push(this.grid.finish({ sheet: this.sheet, format: 'xml', isHidden: this.isHidden }));
  }

  /** A fault of what is being read. */
  faultOf(reason: string): SheetFault {
    const { sheet, row, column, path } = this;
    if (!path.includes('Row')) return new SheetFault(`it ${reason}`, sheet);
    if (!path.includes('Cell') || column === 0) return new SheetFault(`row ${row} ${reason}`, sheet, row);
    return new SheetFault(`cell ${columnLetters(column)}${row} ${reason}`, sheet, row, column);
  }

  private beginSheet({ Name }: Attributes): void {
    if (Name === undefined) throw new Error('has a sheet without a name');
    this.sheet = Name;
    this.isHidden = false;
    this.grid = new SheetGrid({ daysLate: 0, isCalculatedLater: false });
    this.row = 0;
    this.lastOfSpan = 0;
  }

  private beginRow({ Index, Span, StyleID }: Attributes): void {
    this.row = numberAfter(this.lastOfSpan, Index, LAST_ROW);
    this.lastOfSpan = this.row + Number(Span ?? 0);
    this.rowStyle = StyleID;
    this.column = 0;
    this.lastOfMerged = 0;
  }

  private beginCell(attributes: Attributes): void {
    this.column = numberAfter(this.lastOfMerged, attributes.Index, LAST_COLUMN);
    this.lastOfMerged = this.column + Number(attributes.MergeAcross ?? 0);
    this.cell = attributes;
    this.type = null;
    this.runs = [];
  }

  private beginValue({ Type = '' }: Attributes): void {
    if (this.type !== null) throw new Error('holds two values');
    this.type = Type;
  }

  private endCell(): void {
    const { Formula } = this.cell;
    const { numFmt, font } = this.styleOfCell();
    const value = this.type === null ? undefined : this.value(this.type, numFmt);
    const formula = Formula?.replace(/^=/, '').replace(REFERENCE, (...groups) => this.nameOf(groups));
    const shown: ReadCell = { value: value ?? null, numFmt, font };
    if (formula !== undefined)
      this.grid.add(this.row, this.column, { ...shown, type: FORMULA_CELL, result: value, formula });
    else if (value !== undefined) this.grid.add(this.row, this.column, shown);
  }

  private styleOfCell(): Style {
    const id = this.cell.StyleID ?? this.rowStyle;
    const style = this.styles.get(id ?? 'Default') ?? (id === undefined ? DEFAULT : undefined);
    if (!style) throw new Error(`has the style "${id}", which the workbook does not define`);
    return style;
  }

  private value(type: string, numFmt: string): ExcelJS.CellValue {
    const text = this.runs.map((run) => run.text).join('');
    if (type === 'String') return this.runs.some(({ font }) => font) ? { richText: this.runs } : text;
    if (type === 'Number' && NUMBER.test(text)) return numberOrDate(Number(text), numFmt, this.daysLate);
    if (type === 'DateTime' && DATE.test(text)) return new Date(`${text}Z`);
    if (type === 'Boolean' && ['0', '1'].includes(text)) return text === '1';
    if (type === 'Error') return { error: text as ExcelJS.CellErrorValue['error'] };
    throw new Error(`holds "${text.slice(0, 200)}", which is not a value of the type "${type}"`);
  }

  /** The name of a cell that a formula names. Groups: a row and a column by number, or counted from this cell. */
  private nameOf([, row, rowsOn, column, columnsOn]: readonly (string | undefined)[]): string {
    const letters = columnLetters(Number(column ?? this.column + Number(columnsOn ?? 0)));
    return `${letters}${row ?? this.row + Number(rowsOn ?? 0)}`;
  }
}

/** The font of a piece of text, from the elements around it. */
function fontOf(elements: readonly string[]): Partial<ExcelJS.Font> | undefined {
  if (elements.includes('S')) return { strike: true };
  if (elements.includes('Sup')) return { vertAlign: 'superscript' };
  return elements.includes('Sub') ? { vertAlign: 'subscript' } : undefined;
}

/** The number of a row or cell: as it says, else the next one. */
function numberAfter(last: number, index: string | undefined, most: number): number {
  const number = index === undefined ? last + 1 : Number(index);
  if ((index !== undefined && !INDEX.test(index)) || !(number > last && number <= most))
    throw new Error(`has the number "${index ?? number}" after ${last}`);
  return number;
}
