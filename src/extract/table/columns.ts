import type { Figure } from '../../domain/money.ts';
import type { Month } from '../../domain/month.ts';
import type { Grid, GridRow } from '../formats/grid.ts';
import type { HeaderMatch } from '../layouts/header.ts';
import type { Column } from '../layouts/report-kind.ts';
import { isMeantAsFigure } from './row-likeness.ts';

/** A column of the table: its index, its header, and how its cells are read. */
export interface FieldColumn<Value> {
  field: string;
  index: number;
  header: string;
  column: Column<Value>;
}

/** The columns of a table, and the cells of a row by field. */
export class TableColumns {
  readonly header: readonly string[];
  /** By column, whether it has a header. */
  readonly isHeaded: readonly boolean[];
  readonly code: FieldColumn<string> | undefined;
  readonly name: FieldColumn<string> | undefined;
  readonly period: FieldColumn<Month> | undefined;
  readonly labels: readonly FieldColumn<string>[];
  readonly figures: readonly FieldColumn<Figure>[];
  /** The last column that belongs to a field. */
  readonly last: number;
  private readonly match: HeaderMatch;

  constructor({ rows }: Grid, match: HeaderMatch) {
    this.match = match;
    this.header = rows[match.rowIndex]?.cells ?? [];
    this.isHeaded = this.header.map((text) => text.trim() !== '');
    const { code, printedName, period, labels, figures } = match.kind;
    [this.code] = this.find({ code });
    [this.name] = this.find({ name: printedName });
    [this.period] = this.find({ period });
    this.labels = this.find(labels);
    this.figures = this.find(figures);
    this.last = Math.max(...match.columns.values());
  }

  /** The text of a field; `''` if the table has no column for it. */
  cell(row: GridRow, field: string): string {
    return (row.cells[this.match.columns.get(field) ?? -1] ?? '').trim();
  }

  isAmount(field: string): boolean {
    return this.match.kind.figures[field]?.unit === 'amount';
  }

  hasCode(row: GridRow): boolean {
    const code = this.cell(row, 'code');
    if (/^\d+$/.test(code)) return true;
    if (!this.match.kind.code.read(code)) return false;
    // letters alone may also be a word of a note
    return /\d/.test(code) || this.hasFigures(row) || this.namesJurisdictionAndPeriod(row);
  }

  hasFigures(row: GridRow): boolean {
    return this.figures.some(({ index }) => isMeantAsFigure(row.cells[index] ?? ''));
  }

  namesJurisdictionAndPeriod(row: GridRow): boolean {
    return this.cell(row, 'name') !== '' && Boolean(this.match.kind.period.read(this.cell(row, 'period')));
  }

  private find<Value>(columns: Readonly<Record<string, Column<Value>>>): FieldColumn<Value>[] {
    return Object.entries(columns).flatMap(([field, column]) => {
      const index = this.match.columns.get(field);
      return index === undefined ? [] : [{ field, index, header: `${this.header[index]}`.trim(), column }];
    });
  }
}
