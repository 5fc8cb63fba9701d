import { messageOf } from '../../../domain/operator-error.ts';
import { CellReader } from './cell-reader.ts';
import { CellStyles } from './cell-styles.ts';
import type { CellValue } from './cell-value.ts';
import { SheetListing } from './sheet-listing.ts';
import { columnLetters, columnOf, LAST_COLUMN, LAST_ROW, SheetFault } from './sheet-place.ts';
import { type Attributes, readXml, shorten, tagOf, type XmlHandlers } from './xml.ts';

const ROW_NUMBER = /^[1-9]\d{0,6}$/;

/**
 * Lists every cell of a sheet that holds something. Throws a `SheetFault` at anything unknown, out of order or doubled
 * among the rows: exceljs stops there, or takes one cell for another.
 */
export function listSheet(
  part: string,
  xml: string,
  sharedTexts: readonly CellValue[] = [],
  styles = new CellStyles(''),
): SheetListing {
  const reader = new SheetReader(part, sharedTexts, styles);
  try {
    readXml(xml, reader);
  } catch (error) {
    throw reader.faultOf(messageOf(error));
  }
  return reader.listing;
}

class SheetReader implements XmlHandlers {
  readonly listing: SheetListing;
  private readonly part: string;
  /** The open elements, from `sheetData` on. */
  private readonly path: string[] = [];
  /** How many elements are open outside of `sheetData`. */
  private outerDepth = 0;
  private hasRows = false;
  private namespaces: ReadonlySet<string> = new Set();
  /** The last row and column, and the row as cells name it. */
  private row = 0;
  private rowText = '';
  private column = 0;
  private readonly cell: CellReader;

  constructor(part: string, sharedTexts: readonly CellValue[], styles: CellStyles) {
    this.part = part;
    this.cell = new CellReader(sharedTexts, styles);
    this.listing = new SheetListing(part);
  }

  open(name: string, attributes: Attributes, isSelfClosing: boolean): void {
    const parent = this.path[this.path.length - 1];
    if (parent === undefined) {
      this.openOutside(name, attributes);
      return;
    }
    const child = parent === 'sheetData' ? 'row' : parent === 'row' ? 'c' : name;
    if (name !== child) throw new Error(`holds ${tagOf(name)}, which does not belong there`);
    // a row with a bad number has no place of its own, but a cell is in its row
    if (name === 'row') this.beginRow(attributes.r);
    this.path.push(name);
    if (name === 'c') this.beginCell(attributes);
    else if (name !== 'row') this.cell.open(parent, name, attributes, isSelfClosing);
    const { xmlns } = attributes;
    if (xmlns !== undefined && !this.namespaces.has(xmlns))
      throw new Error(`holds ${tagOf(name)} of another namespace`);
  }

  close(name: string): void {
    if (this.path.length === 0) this.outerDepth -= 1;
    else if (name === 'c') this.endCell();
    this.path.pop();
  }

  text(text: string): void {
    const parent = this.path[this.path.length - 1];
    if (parent === undefined) return;
    if (parent === 'v' || parent === 't' || parent === 'f') this.cell.addText(parent, text);
    else if (text.trim() !== '') throw new Error(`holds ${shorten(text)} outside its values`);
  }

  /** A fault of the cell or row that is being read, else of the sheet with the row before. */
  faultOf(reason: string): SheetFault {
    const { part, path, row, column } = this;
    if (path.includes('c') && column > 0)
      return new SheetFault(`cell ${columnLetters(column)}${row} of ${part} ${reason}`, part, row, column);
    if (path.includes('row')) return new SheetFault(`row ${row} of ${part} ${reason}`, part, row);
    if (path.length === 0 || row === 0) return new SheetFault(`${part} ${reason}`, part);
    return new SheetFault(`after row ${row}, ${part} ${reason}`, part, row);
  }

  private openOutside(name: string, attributes: Attributes): void {
    if (this.outerDepth === 0) this.namespaces = new Set(Object.values(attributes));
    if (this.outerDepth !== 1 || name !== 'sheetData') {
      this.outerDepth += 1;
      return;
    }
    if (this.hasRows) throw new Error('holds its rows twice');
    this.hasRows = true;
    this.path.push(name);
  }

  private beginRow(number: string | undefined): void {
    if (number === undefined) throw new Error('has a row without a number');
    const row = Number(number);
    if (!ROW_NUMBER.test(number) || row > LAST_ROW)
      throw new Error(`has a row with the number ${shorten(number)}; rows count from 1 to ${LAST_ROW}`);
    if (row === this.row) throw new Error(`has row ${row} again`);
    if (row < this.row) throw new Error(`has row ${row}, which is out of order`);
    this.row = row;
    this.rowText = number;
    this.column = 0;
  }

  private beginCell(attributes: Attributes): void {
    const { r: name } = attributes;
    const last = this.column;
    // until its column is known, a fault belongs to the row
    this.column = 0;
    // exceljs throws there, and says nothing that a person understands
    if (name === undefined && last === 0) throw new Error('has a first cell without a name (attribute "r")');
    const column = name === undefined ? last + 1 : columnOf(name, this.rowText);
    if (column === 0 || column > LAST_COLUMN)
      throw new Error(`has a cell named ${shorten(name ?? '')}, which is not a cell of this row`);
    this.column = column;
    if (column === last) throw new Error('is there twice');
    if (column < last) throw new Error(`comes after cell ${columnLetters(last)}${this.row}`);
    this.cell.begin(attributes);
  }

  private endCell(): void {
    const kind = this.cell.kind();
    if (kind !== null) this.listing.add(this.row, this.column, kind, this.cell.value());
  }
}
