import { type Figure, parseTotal } from '../../domain/money.ts';
import { addMonths, type Month, monthOfYear, parsePrintedMonth } from '../../domain/month.ts';
import type { Grid, GridRow } from '../formats/grid.ts';
import { type HeaderMatch, normalizeHeader } from '../layouts/header.ts';
import type { Column, ReportKind } from '../layouts/report-kind.ts';

/** A column of the table: where its cells stand, its header, and how they are read. */
export interface FieldColumn<Value> {
  field: string;
  at: readonly number[];
  header: string;
  column: Column<Value>;
}

/** A column of figures. With months across, all its figures are of one month. */
export interface FigurePlace extends FieldColumn<Figure> {
  month: Month | null;
}

/** A line that may be printed again, by the texts of its cells from one column on. */
interface RepeatedLine {
  from: number;
  texts: readonly string[];
}

/** The mark of a header or title that is printed again on the next page. */
const CONTINUED = /\(?\bcont(?:inued|'?d|\.)?\)?\s*$/i;

/** The columns of a table, and what its lines have in them. */
export class TableColumns {
  readonly kind: ReportKind;
  readonly code: FieldColumn<string> | undefined;
  readonly name: FieldColumn<string>;
  readonly period: FieldColumn<Month> | undefined;
  readonly labels: readonly FieldColumn<string>[];
  readonly figures: readonly FigurePlace[];
  /** By column, whether it has a header. */
  readonly isHeaded: readonly boolean[];
  /** The last column that is read. */
  readonly last: number;
  private readonly header: readonly string[];
  private readonly match: HeaderMatch;
  /** The header and the lines above it, which every page may repeat. */
  private readonly repeated: readonly RepeatedLine[];
  private readonly notes: readonly string[];
  private readonly firstFigure: number;

  /** `first` is the first month across, if the kind has months across. */
  constructor({ rows }: Grid, match: HeaderMatch, first: Month | null) {
    const { code, printedName, period, labels, figures, openSections } = match.kind;
    this.match = match;
    this.kind = match.kind;
    this.header = rows[match.rowIndex]?.cells ?? [];
    this.figures = [
      ...this.find(figures).map((place) => ({ ...place, month: null })),
      ...(first ? this.monthsFrom(first) : []),
    ];
    this.firstFigure = Math.min(...this.figures.flatMap(({ at }) => at));
    [this.code] = this.find({ code });
    [this.name = { field: 'name', at: [], header: 'name', column: printedName }] = this.find({
      name: printedName,
    });
    [this.period] = this.find({ period });
    this.labels = openSections
      ? Object.entries(labels).map(([field, column]) => ({ field, at: [], header: field, column }))
      : this.find(labels);
    this.isHeaded = this.header.map(
      (text, at) => text.trim() !== '' || (openSections !== undefined && at < this.firstFigure),
    );
    this.last = Math.max(...match.columns.values(), ...match.months, match.totalAt);
    this.repeated = rows.slice(0, match.rowIndex + 1).map(({ cells }, at) => ({
      from: openSections && at === match.rowIndex ? this.firstFigure : 0,
      texts: cells.map(comparable),
    }));
    this.notes = match.layout.notes.map(normalizeHeader);
  }

  /** The text of a column; `''` if the table does not have it. */
  text({ cells }: GridRow, place: FieldColumn<unknown> | undefined): string {
    const [at = -1, ...more] = place?.at ?? [];
    if (more.length === 0) return cells[at] ?? '';
    return [at, ...more].map((index) => (cells[index] ?? '').trim()).join(' ');
  }

  /** The words of a line: its first text, or with sections all that stands left of the figures. */
  words({ cells }: GridRow): string {
    if (!this.kind.openSections) return (cells.find(isFilled) ?? '').trim();
    return cells.slice(0, this.firstFigure).join(' ').replace(/\s+/g, ' ').trim();
  }

  /** Whether a line is the header or a title, printed again. */
  isRepeated({ cells }: GridRow): boolean {
    const isSame = (cell: string | undefined, text: string | undefined) =>
      comparable(cell ?? '') === (text ?? '');
    return this.repeated.some(({ from, texts }) => {
      for (let at = from; at < Math.max(texts.length, cells.length); at += 1)
        if (!isSame(cells[at], texts[at])) return false;
      return true;
    });
  }

  /** Whether the layout knows a line as one beside the rows. */
  isKnownNote(row: GridRow): boolean {
    if (this.notes.length === 0) return false;
    const text = normalizeHeader(row.cells.find(isFilled) ?? '');
    return this.notes.some((note) => text.startsWith(note));
  }

  hasCode(row: GridRow): boolean {
    const code = this.text(row, this.code).trim();
    return /^\d+$/.test(code) || Boolean(this.code?.column.read(code));
  }

  hasFigures(row: GridRow): boolean {
    return this.figures.some((place) => {
      const text = this.text(row, place);
      return /\d/.test(text) && !/\p{L}/u.test(text);
    });
  }

  /** Whether a line has nothing but figures. */
  hasOnlyFigures(row: GridRow): boolean {
    const figures = new Set([...this.figures.flatMap(({ at }) => at), this.match.totalAt]);
    return this.hasFigures(row) && !row.cells.some((cell, at) => isFilled(cell) && !figures.has(at));
  }

  hasPeriod(row: GridRow): boolean {
    return Boolean(this.period?.column.read(this.text(row, this.period)));
  }

  /** The difference of the sum of the months to its printed total; `null` if they agree or one of them is not read. */
  sumOfMonths(row: GridRow): { printed: number; sum: number; header: string } | null {
    const { totalAt } = this.match;
    const printed = parseTotal(row.cells[totalAt]);
    const amounts = this.figures.map((place) => parseTotal(this.text(row, place)));
    // a text that is not an amount is an error of its own
    if (typeof printed !== 'number' || amounts.includes(undefined)) return null;
    const sum = amounts.reduce<number>((all, amount) => all + (amount ?? 0), 0);
    return sum === printed ? null : { printed, sum, header: `${this.header[totalAt]}`.trim() };
  }

  private monthsFrom(first: Month): FigurePlace[] {
    const { monthsAcross, figures } = this.kind;
    const field = monthsAcross?.figure ?? '';
    const column = figures[field];
    if (!column) return [];
    return this.match.months.map((index) => {
      const header = `${this.header[index]}`.trim();
      return { field, at: [index], header, column, month: monthOf(header, first) };
    });
  }

  private find<Value>(columns: Readonly<Record<string, Column<Value>>>): FieldColumn<Value>[] {
    return Object.entries(columns).flatMap(([field, column]) => {
      const index = this.match.columns.get(field);
      if (index === undefined) return [];
      const year = field === 'period' ? this.match.columns.get('year') : undefined;
      const at = year === undefined ? [index] : [index, year];
      return [{ field, at, header: at.map((each) => `${this.header[each]}`.trim()).join(', '), column }];
    });
  }
}

export function isFilled(cell: string): boolean {
  return cell.trim() !== '';
}

function comparable(cell: string): string {
  return cell === '' ? '' : normalizeHeader(cell.replace(CONTINUED, ''));
}

/** The month of a header. Without a year, the first month of this name from `first` on. */
function monthOf(header: string, first: Month): Month | null {
  const dated = parsePrintedMonth(header);
  if (dated) return dated;
  const named = parsePrintedMonth(`${header} 2000`);
  return named ? addMonths(first, (monthOfYear(named) - monthOfYear(first) + 12) % 12) : null;
}
