import { type Facts, type Finding, type FindingCode, finding } from '../../domain/findings/finding.ts';
import type { ReportRow } from '../../domain/report.ts';
import { hasSeparators } from '../formats/formats.ts';
import type { Grid, GridRow } from '../formats/grid.ts';
import type { HeaderMatch } from '../layouts/header.ts';
import { isLikeHeader } from '../layouts/later-header.ts';
import { CHANGED_MONTHS, cellHint } from './cell-hint.ts';
import { type FieldColumn, TableColumns } from './columns.ts';
import { tellsFailure } from './failure-words.ts';
import { doubtNotes } from './known-notes.ts';
import { printedTotals, repeatedLines, withoutFigures } from './repeated-lines.ts';
import { isRowAbove, rowKind } from './row-kind.ts';
import { holdsRow, saysThousands } from './row-likeness.ts';
import { cutFault, widthFault } from './row-width.ts';
import { ColumnSums, TOTAL_COLUMN, type Total, totalFault } from './totals.ts';

/** Reading stops after this many errors: more of them fill the memory and help nobody. */
const MOST_ERRORS = 10_000;

/** The typed rows of one sheet, in order, and the findings. */
export interface Table {
  rows: ReportRow[];
  /** The rows that repeat an earlier line and are payments of their own, because the totals count them. */
  counted: readonly ReportRow[];
  findings: Finding[];
}

/** Reads the rows under a complete header. */
export function extractTable(grid: Grid, match: HeaderMatch): Table {
  return new TableReader(grid, match).read();
}

class TableReader {
  private readonly columns: TableColumns;
  /** Values of a row without any label or figure. */
  private readonly noLabels: Readonly<Record<string, null>>;
  private readonly noFigures: Readonly<Record<string, null>>;
  private readonly findings: Finding[] = [];
  private errors = 0;
  private hasChangedMonths = false;
  private readonly rows: ReportRow[] = [];
  private readonly totals: Total[] = [];
  /** A row of words below rows of figures. It may begin another table. */
  private wordsBelow: GridRow | null = null;
  /** The texts of the notes so far. */
  private readonly notes = new Set<string>();
  private readonly grid: Grid;
  private readonly match: HeaderMatch;
  /** Whether every cell has blanks around it. Then a dash between blanks is not a zero. */
  private readonly isPadded: boolean;

  constructor(grid: Grid, match: HeaderMatch) {
    this.grid = grid;
    this.match = match;
    this.columns = new TableColumns(grid, match);
    this.noLabels = noValues(match.kind.labels);
    this.noFigures = noValues(match.kind.figures);
    const between = grid.rows[match.rowIndex]?.cells.slice(1, -1) ?? [];
    this.isPadded = between.length > 0 && between.every((cell) => /^\s.*\s$/.test(cell));
  }

  read(): Table {
    for (const row of this.grid.rows.slice(0, this.match.rowIndex)) this.checkRowAbove(row);
    const rows = this.grid.rows.slice(this.match.rowIndex + 1);
    for (const row of rows) {
      // the report is refused already
      if (this.errors >= MOST_ERRORS) break;
      this.readRow(row);
    }
    this.checkEnd(rows);
    const counting = this.match.kind.formerCodes?.(this.rows);
    for (const row of this.rows) row.code = counting?.get(row.code) ?? row.code;
    const amounts = this.columns.figures.filter(({ field }) => this.columns.isAmount(field));
    const printed = printedTotals(this.totals, amounts);
    const { counted, leftOut } = repeatedLines(this.rows, printed, this.match.kind);
    const sums = new ColumnSums(withoutFigures(this.rows, leftOut));
    for (const total of this.totals) this.checkTotal(total, sums);
    return { rows: this.rows, counted, findings: doubtNotes(this.findings, this.rows.at(-1)) };
  }

  private say<Code extends FindingCode>(
    row: GridRow,
    code: Code,
    facts: Facts<Code>,
    column: string | null = null,
  ): void {
    const found = finding(code, facts, { sheet: this.grid.sheet, row: row.number, column });
    this.findings.push(found);
    if (found.severity === 'error') this.errors += 1;
  }

  private readRow(row: GridRow): void {
    const kind = rowKind(row, this.columns, this.match, this.grid.sheet !== null);
    if (kind === 'data') this.readDataRow(row);
    else if (kind === 'total') this.keepTotal(row);
    else if (kind === 'note') this.readNote(row);
    else if (kind === 'column-numbers') this.say(row, 'note-row', { text: null });
    else if (kind === 'repeated-header') {
      this.wordsBelow = null;
      this.say(row, 'repeated-header', {});
    } else if (kind === 'other-header') this.say(row, 'several-tables', { tables: 'headers' });
    else if (kind === 'unread') {
      this.checkUnit(row);
      this.say(row, 'unread-row', { sign: 'unlike', text: shownOf(row) });
    }
  }

  private readNote(row: GridRow): void {
    this.checkUnit(row);
    const text = row.cells.join('\n');
    if (tellsFailure(text)) {
      this.say(row, 'partial-export', { sign: 'failure', text: shownOf(row) });
      return;
    }
    const isNew = this.rows.length > 0 && !this.notes.has(text);
    if (isNew && isLikeHeader(row.cells, this.columns.isHeaded.length)) this.wordsBelow = row;
    this.notes.add(text);
    this.say(row, 'note-row', { text: shownOf(row) });
  }

  /** Reports a row that says the figures are in thousands. */
  private checkUnit(row: GridRow): void {
    const said = row.cells.find(saysThousands);
    if (said === undefined) return;
    this.say(row, 'figures-in-thousands', { said: said.trim().slice(0, 200) });
  }

  /** Reports a row of figures above the header, which would be lost, and a unit that holds for all rows. */
  private checkRowAbove(row: GridRow): void {
    this.checkUnit(row);
    if (isRowAbove(row, this.columns, this.match)) this.say(row, 'unread-row', { sign: 'above the header' });
  }

  private readDataRow(row: GridRow): void {
    if (!this.hasHeaderWidth(row) || this.isUnderWords() || this.spansLines(row)) return;
    if (['code', 'name', 'period'].every((field) => this.columns.cell(row, field) === '')) {
      this.say(row, 'missing-value', { expects: null });
      return;
    }
    const errorsBefore = this.errors;
    const printed = this.columns.code ? this.required(row, this.columns.code) : '';
    const name = this.required(row, this.columns.name);
    const month = this.required(row, this.columns.period);
    const labels = this.readColumns(row, this.columns.labels, this.noLabels);
    const figures = this.readColumns(row, this.columns.figures, this.noFigures);
    if (printed === undefined || name === undefined || month === undefined) return;
    if (this.errors > errorsBefore) return;
    const code = printed || (this.match.kind.codeOf?.({ name, labels }) ?? '');
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
    if (value === null) this.say(row, 'missing-value', { expects: place.column.expects }, place.header);
    return value ?? undefined;
  }

  private value<Value>(
    row: GridRow,
    { index, header, column }: FieldColumn<Value>,
  ): Value | null | undefined {
    const cell = row.cells[index] ?? '';
    const text = this.isPadded && cell === ' - ' ? '-' : cell;
    const value = column.read(text);
    if (value === undefined) {
      const hint = cellHint(text, column.holds);
      // all months of the file are changed: one finding says it
      if (hint === CHANGED_MONTHS && this.hasChangedMonths) return undefined;
      this.hasChangedMonths ||= hint === CHANGED_MONTHS;
      const facts = { text: text.slice(0, 200), expects: column.expects, hint };
      this.say(row, 'unreadable-cell', facts, row.headers?.[index] ?? header);
    }
    return value;
  }

  private hasHeaderWidth(row: GridRow): boolean {
    const fault = widthFault(row.cells, this.columns.isHeaded, this.columns.last, this.grid.format);
    if (fault !== null) this.say(row, 'row-width', fault);
    return fault === null;
  }

  /** A file that ends within its last figure may have lost digits. */
  private checkEnd(rows: readonly GridRow[]): void {
    const last = rows.at(-1);
    if (!hasSeparators(this.grid.format) || !last) return;
    const amounts = this.columns.figures.filter(({ field }) => this.columns.isAmount(field));
    const places = amounts.map(({ index }) => index);
    for (const { index, header, column } of amounts) {
      if (typeof column.read(last.cells[index] ?? '') !== 'number') continue;
      const fault = cutFault(rows, index, places);
      if (fault !== null) this.say(last, 'cut-figure', fault, header);
    }
  }

  /** Words in most columns, between rows of figures, are the header of another table. */
  private isUnderWords(): boolean {
    if (!this.wordsBelow) return false;
    this.say(this.wordsBelow, 'several-tables', { tables: 'words' });
    this.wordsBelow = null;
    return true;
  }

  /** A stray quotation mark joins two rows into one. */
  private spansLines(row: GridRow): boolean {
    const joined = row.cells.find(
      (cell) => hasSeparators(this.grid.format) && cell.includes('\n') && holdsRow(cell, this.match.kind),
    );
    if (joined === undefined) return false;
    this.say(row, 'malformed-file', { fault: 'several lines', text: joined.trim().slice(0, 100) });
    return true;
  }

  private keepTotal(row: GridRow): void {
    const rowsAboveBefore = this.totals.at(-1)?.rowsAbove ?? 0;
    const month = this.match.kind.period.read(this.columns.cell(row, 'period')) ?? null;
    this.totals.push({ row, month, rowsAbove: this.rows.length, rowsAboveBefore });
  }

  private checkTotal(total: Total, sums: ColumnSums): void {
    const { row } = total;
    const compared = this.columns.figures
      .filter(({ field }) => this.columns.isAmount(field))
      .flatMap((place) => {
        const printed = this.value(row, { ...place, column: TOTAL_COLUMN });
        if (typeof printed !== 'number') return [];
        const header = row.headers?.[place.index] ?? place.header;
        return [{ printed, fault: totalFault(printed, place.field, total, sums), header }];
      });
    const faults = compared.flatMap(({ fault, header }) => (fault === null ? [] : [{ fault, header }]));
    // zeros prove nothing
    const isNoSum = faults.length > 0 && !compared.some(({ printed, fault }) => printed !== 0 && !fault);
    if (isNoSum && this.columns.hasCode(row) && this.columns.namesJurisdictionAndPeriod(row)) {
      const name = this.columns.cell(row, 'name').slice(0, 200);
      this.say(row, 'unread-row', { sign: 'no sum', name });
    }
    for (const { fault, header } of faults) this.say(row, 'control-total', fault, header);
  }
}

/** The start of a row's first text. */
function shownOf({ cells }: GridRow): string {
  const first = cells.find((cell) => cell.trim() !== '') ?? '';
  return first.trim().slice(0, 200);
}

function noValues(columns: Readonly<Record<string, unknown>>): Record<string, null> {
  return Object.fromEntries(Object.keys(columns).map((field) => [field, null]));
}
