import { type Finding, finding } from '../../domain/findings/finding.ts';
import { isMissing, parseTotal } from '../../domain/money.ts';
import { addMonths, type Month, monthOfYear, parsePrintedMonth } from '../../domain/month.ts';
import type { ReportKindName } from '../../domain/report.ts';
import { type Grid, type GridRow, LARGEST_LINE_COUNT, type Unfolded } from '../formats/grid.ts';
import { widthFault } from '../table/row-width.ts';
import { headerRowAt, normalizeHeader } from './header.ts';
import { type ReportFact, type ReportParts, readFact } from './report-fact.ts';
import { speaksOfTotal } from './total-words.ts';

/** Headers of the two columns that replace the columns of months. */
export const UNFOLDED = { month: 'Month', amount: 'Amount' } as const;

const ANY_MONTH = '2000-01' as Month;

/** Describes sheets with a column for each month. */
export interface MonthsAcross {
  kind: ReportKindName;
  /** Headers that the row with the names of the months must have. */
  headers: readonly string[];
  firstMonth: ReportFact<Month>;
  /** The header of the column with the sum of the months, if there is one. It is checked and left out. */
  total?: string;
}

interface MonthColumn {
  index: number;
  header: string;
  month: Month;
}

/**
 * Gives each month of each row a row of its own: the other columns, the month and its amount. Leaves out months without
 * any amount, and months of zeros at the end, which are still to come. `null` if no row names months beside the headers.
 */
export function unfoldMonths(sheet: Grid, form: MonthsAcross, report: ReportParts): Unfolded | null {
  const at = headerRowAt(sheet, form.headers);
  const header = sheet.rows[at];
  if (!header) return null;
  if (!header.cells.some(isMonthName)) return withoutMonths(sheet, header, form);
  const first = readFact(form.firstMonth, sheet, sheet.rows.slice(0, at), report);
  if (typeof first === 'string') return new Unfolding(sheet, header, first, form).unfold(at);
  const { grid } = new Unfolding(sheet, header, ANY_MONTH, form).unfold(at);
  return { grid: { ...sheet, rows: grid.rows.slice(at, at + 1) }, findings: [first] };
}

/** The columns of the months are missing: no other column stands for them. `null` if the sheet has a row for each month. */
function withoutMonths(sheet: Grid, header: GridRow, { kind, headers }: MonthsAcross): Unfolded | null {
  const unfolded = Object.values(UNFOLDED);
  if (header.cells.some((cell) => unfolded.map(normalizeHeader).includes(normalizeHeader(cell)))) return null;
  const place = { sheet: sheet.sheet, row: header.number, column: 'July' };
  return {
    grid: { ...sheet, rows: [{ ...header, cells: [...headers, ...unfolded] }] },
    findings: [finding('missing-column', { kind, header: 'July', nearest: null }, place)],
  };
}

/** Whether a header is a month, with or without its year. */
function isMonthName(header: string): boolean {
  return monthOfHeader(header, ANY_MONTH) !== undefined;
}

/** The month of a header. Without a year, the first month of this name from `first` on. */
function monthOfHeader(header: string, first: Month): Month | undefined {
  const dated = parsePrintedMonth(header);
  if (dated) return dated;
  const named = parsePrintedMonth(`${header.trim()} 2000`);
  return named && addMonths(first, (monthOfYear(named) - monthOfYear(first) + 12) % 12);
}

class Unfolding {
  private readonly sheet: Grid;
  private readonly header: GridRow;
  private readonly months: readonly MonthColumn[];
  private readonly totalAt: number;
  /** The columns that every unfolded row keeps. */
  private readonly kept: readonly number[];
  private readonly findings: Finding[] = [];

  constructor(sheet: Grid, header: GridRow, first: Month, { total }: MonthsAcross) {
    this.sheet = sheet;
    this.header = header;
    const named = header.cells.flatMap((text, index) => {
      const month = monthOfHeader(text, first);
      return month ? [{ index, header: text.trim(), month }] : [];
    });
    const isTotal = (text: string) => total !== undefined && normalizeHeader(text) === normalizeHeader(total);
    this.totalAt = header.cells.findIndex(isTotal);
    const taken = new Set([this.totalAt, ...named.map(({ index }) => index)]);
    this.kept = header.cells.map((_, index) => index).filter((index) => !taken.has(index));
    const begun = named.filter(({ index }) => this.hasBegun(index));
    const newestPaid = begun
      .filter(({ index }) => this.isPaid(index))
      .reduce<Month | ''>((newest, { month }) => (month > newest ? month : newest), '');
    this.months = begun.filter(({ month }) => month <= newestPaid);
    this.tellMonthsToCome(begun.filter(({ month }) => month > newestPaid));
  }

  unfold(headerAt: number): Unfolded {
    const above = this.sheet.rows.slice(0, headerAt);
    const below = this.sheet.rows.slice(headerAt + 1);
    const isRead = this.months.length > 0 && this.isBounded(below.length);
    const body = isRead ? below.flatMap((row) => this.unfoldRow(row)) : [];
    const { number } = this.header;
    const header = { number, cells: [...this.keptOf(this.header), UNFOLDED.month, UNFOLDED.amount] };
    return { grid: { ...this.sheet, rows: [...above, header, ...body] }, findings: this.findings };
  }

  /** Whether the unfolded rows stay within the limit of a text. */
  private isBounded(rows: number): boolean {
    const found = rows * this.months.length;
    if (found <= LARGEST_LINE_COUNT) return true;
    const facts = { limit: 'lines', most: LARGEST_LINE_COUNT, found } as const;
    this.findings.push(finding('file-too-large', facts, { sheet: this.sheet.sheet }));
    return false;
  }

  /** Whether any jurisdiction has an amount in the column. A total there proves nothing. */
  private hasBegun(index: number): boolean {
    return this.below().some((row) => {
      const words = this.keptOf(row).filter((cell) => cell.trim() !== '');
      return words.length > 0 && !words.some(speaksOfTotal) && !isMissing(row.cells[index] ?? '');
    });
  }

  /** Whether the column holds anything but zeros and blanks. An amount of the row of totals counts too. */
  private isPaid(index: number): boolean {
    const header = this.header.cells[index];
    return this.below().some(({ cells }) => {
      const amount = parseTotal(cells[index]);
      return cells[index] !== header && amount !== 0 && amount !== null;
    });
  }

  private tellMonthsToCome(columns: readonly MonthColumn[]): void {
    if (columns.length === 0) return;
    const facts = { months: columns.map(({ month }) => month) };
    const place = { sheet: this.sheet.sheet, row: this.header.number };
    this.findings.push(finding('months-to-come', facts, place));
  }

  private below(): readonly GridRow[] {
    return this.sheet.rows.slice(this.sheet.rows.indexOf(this.header) + 1);
  }

  private unfoldRow(row: GridRow): GridRow[] {
    const { number, cells } = row;
    if (this.months.every(({ index }) => (cells[index] ?? '').trim() === '')) return [row];
    const isHeaded = this.header.cells.map(() => true);
    const fault = widthFault(cells, isHeaded, isHeaded.length - 1, this.sheet.format);
    if (fault !== null) {
      this.findings.push(finding('row-width', fault, { sheet: this.sheet.sheet, row: number }));
      return [];
    }
    this.checkTotal(row);
    const kept = this.keptOf(row);
    const headers = this.keptOf(this.header);
    return this.months.map(({ index, header, month }) => ({
      number,
      cells: [...kept, month, cells[index] ?? ''],
      headers: [...headers, header, header],
    }));
  }

  private checkTotal({ number, cells }: GridRow): void {
    const total = parseTotal(cells[this.totalAt]);
    const amounts = this.months.map(({ index }) => parseTotal(cells[index]));
    // a text that is not an amount is an error of its own
    if (typeof total !== 'number' || amounts.includes(undefined)) return;
    const sum = amounts.reduce<number>((all, amount) => all + (amount ?? 0), 0);
    if (sum === total) return;
    const column = `${this.header.cells[this.totalAt]}`.trim();
    const place = { sheet: this.sheet.sheet, row: number, column };
    this.findings.push(finding('control-total', { printed: total, sum }, place));
  }

  private keptOf({ cells }: GridRow): string[] {
    return this.kept.map((index) => cells[index] ?? '');
  }
}
