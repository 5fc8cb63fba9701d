import { type Finding, finding, type Place } from '../domain/finding.ts';
import { type Figure, formatMoney } from '../domain/money.ts';
import type { Month } from '../domain/month.ts';
import type { ReportRow } from '../domain/report.ts';
import type { Grid, GridRow } from './grid.ts';
import type { HeaderMatch } from './header.ts';
import { isHeaderAgain, isLikeHeader, isOtherHeader, numbersColumns } from './later-header.ts';
import type { Column } from './report-kind.ts';
import {
  holdsRow,
  isMarkedFigure,
  isMeantAsFigure,
  isNoNote,
  looksLikeRow,
  saysThousands,
} from './row-likeness.ts';
import { cutFault, widthFault } from './row-width.ts';
import { ColumnSums, isTotalName, speaksOfTotal, TOTAL_COLUMN } from './totals.ts';

/** Errors after which a sheet is not read on: more of them fill the memory and tell nothing. */
const MOST_ERRORS = 10_000;

/** The typed rows of one sheet, in its order, with what was found on the way. */
export interface Table {
  rows: ReportRow[];
  findings: Finding[];
}

/** Reads the rows under a complete header. */
export function extractTable(grid: Grid, match: HeaderMatch): Table {
  return new TableReader(grid, match).read();
}

/** A row of totals, with how many rows stand above it, and above the one before it. */
interface Total {
  row: GridRow;
  rowsAbove: number;
  rowsAboveBefore: number;
}

/** A column that is there: where, under which header, and how it is read. */
interface FieldColumn<Value> {
  field: string;
  index: number;
  header: string;
  column: Column<Value>;
}

class TableReader {
  private readonly header: readonly string[];
  /** By column, whether anything is printed over it. */
  private readonly isHeaded: readonly boolean[];
  private readonly code: FieldColumn<string> | undefined;
  private readonly name: FieldColumn<string> | undefined;
  private readonly period: FieldColumn<Month> | undefined;
  private readonly labels: FieldColumn<string>[];
  private readonly figures: FieldColumn<Figure>[];
  /** Values of a row without any label or figure. */
  private readonly noLabels: Readonly<Record<string, null>>;
  private readonly noFigures: Readonly<Record<string, null>>;
  /** The last column that any field reads. */
  private readonly lastColumn: number;
  private readonly findings: Finding[] = [];
  private errors = 0;
  private readonly rows: ReportRow[] = [];
  private readonly totals: Total[] = [];
  /** A row of words below rows of figures, which may begin another table. */
  private wordsBelow: GridRow | null = null;
  /** The texts of the notes so far. */
  private readonly notes = new Set<string>();
  private readonly grid: Grid;
  private readonly match: HeaderMatch;

  constructor(grid: Grid, match: HeaderMatch) {
    this.grid = grid;
    this.match = match;
    this.header = grid.rows[match.rowIndex]?.cells ?? [];
    this.isHeaded = this.header.map((text) => text.trim() !== '');
    const { code, printedName, period, labels, figures } = match.kind;
    [this.code] = this.columnsOf({ code });
    [this.name] = this.columnsOf({ name: printedName });
    [this.period] = this.columnsOf({ period });
    this.labels = this.columnsOf(labels);
    this.figures = this.columnsOf(figures);
    this.noLabels = noValues(labels);
    this.noFigures = noValues(figures);
    this.lastColumn = Math.max(...match.columns.values());
  }

  read(): Table {
    for (const row of this.grid.rows.slice(0, this.match.rowIndex)) this.checkRowAbove(row);
    const rows = this.grid.rows.slice(this.match.rowIndex + 1);
    for (const row of rows) {
      // nothing of it is taken any more
      if (this.errors >= MOST_ERRORS) break;
      this.readRow(row);
    }
    this.checkEnd(rows);
    const sums = new ColumnSums(this.rows);
    for (const total of this.totals) this.checkTotal(total, sums);
    return { rows: this.rows, findings: this.findings };
  }

  private add(item: Finding): void {
    this.findings.push(item);
    if (item.severity === 'error') this.errors += 1;
  }

  private columnsOf<Value>(columns: Readonly<Record<string, Column<Value>>>): FieldColumn<Value>[] {
    return Object.entries(columns).flatMap(([field, column]) => {
      const index = this.match.columns.get(field);
      return index === undefined ? [] : [{ field, index, header: `${this.header[index]}`.trim(), column }];
    });
  }

  private readRow(row: GridRow): void {
    const firstText = row.cells.find((cell) => cell.trim() !== '')?.trim();
    if (firstText === undefined) return;
    if (numbersColumns(row.cells)) {
      this.note(row, 'note-row', 'the columns are numbered here; the row was skipped');
    } else if (this.hasCode(row) && !isTotalName(this.cell(row, 'name'))) {
      this.readDataRow(row);
    } else if (isHeaderAgain(row.cells, this.header)) {
      this.wordsBelow = null;
      this.note(row, 'repeated-header', 'the header is printed again; the row was skipped');
    } else if (isOtherHeader(row.cells, this.header, this.match.layout)) {
      const message =
        'another header with other columns, or in another order, stands here; save the tables as separate files';
      this.add(finding('second-header', message, this.place(row)));
    } else if (this.isTotal(row)) {
      this.keepTotal(row);
    } else if (this.hasFigures(row) || this.namesJurisdictionAndPeriod(row)) {
      this.readDataRow(row);
    } else {
      this.readNote(row, firstText);
    }
  }

  /** A row without code and figures; what may have been one is an error. */
  private readNote(row: GridRow, firstText: string): void {
    this.checkUnit(row);
    const shown = `"${firstText.slice(0, 200)}"`;
    if (this.mayBeData(row)) {
      const message = `${shown} is neither a row with code, name, month and figures nor a note; mend the row, or take it out`;
      this.add(finding('unread-row', message, this.place(row)));
      return;
    }
    const text = row.cells.join('\n');
    const isNew = this.rows.length > 0 && !this.notes.has(text);
    if (isNew && isLikeHeader(row.cells, this.isHeaded.length)) this.wordsBelow = row;
    this.notes.add(text);
    this.note(row, 'note-row', `a row without code and figures was taken for a note: ${shown}`);
  }

  /** Errors of a spreadsheet, what is struck out, a row in one cell, or figures with marks where figures stand. */
  private mayBeData(row: GridRow): boolean {
    const { cells } = row;
    const { kind } = this.match;
    const marked = this.figures.filter(({ index }) => isMarkedFigure(cells[index] ?? ''));
    const isNone = (cell: string, index: number) =>
      (this.isHeaded[index] === true && isNoNote(cell)) || holdsRow(cell, kind);
    return marked.length > 1 || cells.some(isNone) || this.hasFormula(row);
  }

  /** Whether code or period is a formula whose result is not known: whose row it is, nobody can tell. */
  private hasFormula(row: GridRow): boolean {
    return (
      this.grid.format === 'xlsx' && ['code', 'period'].some((field) => this.cell(row, field).startsWith('='))
    );
  }

  /** What is said of figures that are no dollars and cents. */
  private checkUnit(row: GridRow): void {
    const said = row.cells.find(saysThousands);
    if (said === undefined) return;
    const message = `"${said.trim().slice(0, 200)}" stands beside the figures; the dataset has every cent: ask for them in dollars and cents`;
    this.add(finding('figures-in-thousands', message, this.place(row)));
  }

  /** A row of figures above the header is not part of the table; it must not be lost unseen, nor what is said of all. */
  private checkRowAbove(row: GridRow): void {
    this.checkUnit(row);
    // a title may have a year where codes stand, and columns may be numbered
    const hasName = /\p{L}/u.test(this.cell(row, 'name'));
    const isOfTable =
      this.hasCode(row) && hasName && (this.hasFigures(row) || this.namesJurisdictionAndPeriod(row));
    if (!isOfTable && !looksLikeRow(row.cells, this.match.kind)) return;
    const message =
      'a row with code and figures stands above the header; move the header to the top, or remove the row';
    this.add(finding('row-above-header', message, this.place(row)));
  }

  private hasCode(row: GridRow): boolean {
    return /^\d+$/.test(this.cell(row, 'code'));
  }

  private hasFigures(row: GridRow): boolean {
    return this.figures.some(({ index }) => isMeantAsFigure(row.cells[index] ?? ''));
  }

  private namesJurisdictionAndPeriod(row: GridRow): boolean {
    return this.cell(row, 'name') !== '' && Boolean(this.match.kind.period.read(this.cell(row, 'period')));
  }

  /** Asked only of rows without a code, or with a name that no jurisdiction has. */
  private isTotal(row: GridRow): boolean {
    const [first = ''] = row.cells.filter((cell) => cell.trim() !== '');
    const words = [first, this.cell(row, 'code'), this.cell(row, 'name')];
    return this.hasFigures(row) && words.some(speaksOfTotal);
  }

  private readDataRow(row: GridRow): void {
    if (!this.hasHeaderWidth(row) || this.isUnderWords() || this.spansLines(row)) return;
    if (['code', 'name', 'period'].every((field) => this.cell(row, field) === '')) {
      const message =
        'figures stand here without code, name and month; write Total before them where they are a sum, or take the row out';
      this.add(finding('missing-value', message, this.place(row)));
      return;
    }
    const errorsBefore = this.findings.length;
    const code = this.required(row, this.code);
    const name = this.required(row, this.name);
    const month = this.required(row, this.period);
    const labels = this.readColumns(row, this.labels, this.noLabels);
    const figures = this.readColumns(row, this.figures, this.noFigures);
    if (code === undefined || name === undefined || month === undefined) return;
    if (this.findings.length > errorsBefore) return;
    this.rows.push({ sheet: this.grid.sheet, row: row.number, code, name, month, labels, figures });
  }

  private readColumns<Value>(
    row: GridRow,
    present: readonly FieldColumn<Value>[],
    none: Readonly<Record<string, null>>,
  ): Record<string, Value | null> {
    const values: Record<string, Value | null> = { ...none };
    for (const place of present) values[place.field] = this.value(row, place) ?? null;
    return values;
  }

  private required<Value>(row: GridRow, place: FieldColumn<Value> | undefined): Value | undefined {
    if (!place) return undefined;
    const value = this.value(row, place);
    if (value === null) {
      const message = `the cell is blank; expected ${place.column.expects}`;
      this.add(finding('missing-value', message, this.place(row, place.header)));
    }
    return value ?? undefined;
  }

  private value<Value>(
    row: GridRow,
    { index, header, column }: FieldColumn<Value>,
  ): Value | null | undefined {
    const text = row.cells[index] ?? '';
    const value = column.read(text);
    if (value === undefined) {
      const isFormula = this.grid.format === 'xlsx' && text.startsWith('=');
      const remedy = isFormula ? '; the formula has no result: open the workbook in Excel and save it' : '';
      const message = `"${text.slice(0, 200)}" cannot be read; expected ${column.expects}${remedy}`;
      this.add(finding(column.error, message, this.place(row, header)));
    }
    return value;
  }

  private hasHeaderWidth(row: GridRow): boolean {
    const fault = widthFault(row.cells, this.isHeaded, this.lastColumn, this.grid.format);
    if (fault !== null) this.add(finding('row-width', fault, this.place(row)));
    return fault === null;
  }

  /** The last figure may have lost digits where the file ends with it. */
  private checkEnd(rows: readonly GridRow[]): void {
    const last = rows.at(-1);
    if (this.grid.format !== 'csv' || !last) return;
    for (const { field, index, header, column } of this.figures) {
      const isAmount = this.match.kind.figures[field]?.unit === 'amount';
      if (!isAmount || typeof column.read(last.cells[index] ?? '') !== 'number') continue;
      const fault = cutFault(rows, index);
      if (fault !== null) this.add(finding('bad-amount', fault, this.place(last, header)));
    }
  }

  /** Words in most columns, below rows and above others, are the header of another table. */
  private isUnderWords(): boolean {
    if (!this.wordsBelow) return false;
    const message =
      'words stand here as in a header, between rows of figures; save the tables as separate files';
    this.add(finding('second-header', message, this.place(this.wordsBelow)));
    this.wordsBelow = null;
    return true;
  }

  /** A quotation mark that never should have been there joins two rows into one. */
  private spansLines(row: GridRow): boolean {
    const joined = row.cells.find(
      (cell) => this.grid.format === 'csv' && cell.includes('\n') && holdsRow(cell, this.match.kind),
    );
    if (joined === undefined) return false;
    const message = `a cell holds several lines, a row among them ("${joined.trim().slice(0, 100)}"); a quotation mark may stand there that belongs to no other`;
    this.add(finding('malformed-csv', message, this.place(row)));
    return true;
  }

  private keepTotal(row: GridRow): void {
    const rowsAboveBefore = this.totals.at(-1)?.rowsAbove ?? 0;
    this.totals.push({ row, rowsAbove: this.rows.length, rowsAboveBefore });
  }

  /** A total must be the sum of its whole column, or, as a subtotal, of the rows above it since the last total. */
  private checkTotal({ row, rowsAbove, rowsAboveBefore }: Total, columns: ColumnSums): void {
    for (const place of this.figures) {
      const { field, header } = place;
      if (this.match.kind.figures[field]?.unit !== 'amount') continue;
      const printed = this.value(row, { ...place, column: TOTAL_COLUMN });
      if (printed === null || printed === undefined) continue;
      const whole = columns.between(field, 0, this.rows.length);
      const above = columns.between(field, 0, rowsAbove);
      const sums = [whole, above, columns.between(field, rowsAboveBefore, rowsAbove)];
      if (sums.includes(printed)) continue;
      const message = `the total printed is ${formatMoney(printed)}, the rows add up to ${formatMoney(whole)}; compare with the source, rows may be missing`;
      this.add(finding('control-total', message, this.place(row, header)));
    }
  }

  private cell(row: GridRow, field: string): string {
    return (row.cells[this.match.columns.get(field) ?? -1] ?? '').trim();
  }

  private note(row: GridRow, code: 'note-row' | 'repeated-header', message: string): void {
    this.add(finding(code, message, this.place(row)));
  }

  private place(row: GridRow, column: string | null = null): Place {
    return { sheet: this.grid.sheet, row: row.number, column };
  }
}

function noValues(columns: Readonly<Record<string, unknown>>): Record<string, null> {
  return Object.fromEntries(Object.keys(columns).map((field) => [field, null]));
}
