import { type Finding, finding } from '../../domain/findings/finding.ts';
import { isMissing } from '../../domain/money.ts';
import { type Month, parseMonth, parsePrintedMonth } from '../../domain/month.ts';
import { headerRowAt, normalizeHeader } from '../../extract/layouts/header.ts';
import type { Grid, GridRow, Layout, Unfold } from '../../extract/layouts/report-kind.ts';
import { isOwnRate, LEAST_RATE, MOST_RATE, rateColumn } from './listed-rate.ts';

/** The header of the column that replaces the month and the year. Messages quote the two printed headers. */
export const PERIOD_HEADER = 'Report Month, Report Year';

const [MONTH, YEAR, PERIOD_TYPE, RATE] = ['reportmonth', 'reportyear', 'reportperiodtype', 'currentrate'];
const { read: readRate } = rateColumn();

/** Periods of rows that are not months. Their figures are sums of several payments. */
const OTHER_PERIODS = /^(?:q|y|a|s|w)$|^(?:quarter|year|annual|semi|half|fiscal|calendar|week|ytd)/;

/** Rewrites a comparison sheet: month and year become one column; months without amounts are left out. */
export function unfoldComparison(
  named: string,
  amounts: readonly string[],
  headers: Layout['headers'],
): Unfold {
  const amountHeaders = new Set(amounts.flatMap((field) => headers[field] ?? []).map(normalizeHeader));
  return (sheet) => {
    const at = headerRowAt(sheet, [named, MONTH, YEAR]);
    const header = sheet.rows[at];
    return header ? new ComparisonGrid(sheet, header, amountHeaders, named).unfold(at) : null;
  };
}

class ComparisonGrid {
  private readonly sheet: Grid;
  private readonly header: GridRow;
  private readonly monthAt: number;
  private readonly yearAt: number;
  private readonly typeAt: number;
  private readonly rateAt: number;
  private readonly nameAt: number;
  private readonly amountsAt: readonly number[];

  constructor(sheet: Grid, header: GridRow, amounts: ReadonlySet<string>, named: string) {
    const printed = header.cells.map(normalizeHeader);
    this.sheet = sheet;
    this.header = header;
    [this.monthAt = -1, this.yearAt = -1, this.typeAt = -1, this.rateAt = -1, this.nameAt = -1] = [
      ...[MONTH, YEAR, PERIOD_TYPE, RATE, named],
    ].map((name) => printed.indexOf(`${name}`));
    this.amountsAt = printed.flatMap((name, at) => (amounts.has(name) ? [at] : []));
  }

  unfold(headerAt: number) {
    const above = this.sheet.rows.slice(0, headerAt);
    const below = this.sheet.rows.slice(headerAt + 1);
    const monthly = below.filter((row) => !this.isOtherPeriod(row));
    const begun = new Set(monthly.filter((row) => this.hasAmount(row)).map((row) => this.periodOf(row)));
    const isToCome = (row: GridRow) => {
      const period = this.periodOf(row);
      return parseMonth(period) !== undefined && !begun.has(period);
    };
    const loaded = monthly.filter((row) => !isToCome(row));
    const body = loaded.map((row) => this.joined(row));
    return {
      grid: { ...this.sheet, rows: [...above, this.joined(this.header), ...body] },
      findings: [...this.leftOut(below), ...this.unusualRates(loaded)],
    };
  }

  private isOtherPeriod({ cells }: GridRow): boolean {
    return OTHER_PERIODS.test((cells[this.typeAt] ?? '').trim().toLowerCase());
  }

  private hasAmount({ cells }: GridRow): boolean {
    return this.amountsAt.some((at) => !isMissing(cells[at] ?? ''));
  }

  /** The month as `2023-05`; the printed texts if they are not one. */
  private periodOf({ cells }: GridRow): string {
    const [month, year] = [cells[this.monthAt] ?? '', cells[this.yearAt] ?? ''].map((cell) => cell.trim());
    return readPeriod(`${month}`, `${year}`) ?? `${month} ${year}`.trim();
  }

  /** The row with its period in place of the month. The column of the year stays, without a header. */
  private joined(row: GridRow): GridRow {
    const isHeader = normalizeHeader(row.cells[this.monthAt] ?? '') === MONTH;
    const period = isHeader ? this.printedPeriod() : this.periodOf(row);
    const cells = row.cells.map((cell, at) =>
      at === this.monthAt ? period : at === this.yearAt ? '' : cell,
    );
    return { ...row, cells };
  }

  /** The headers of month and year: like `PERIOD_HEADER`, as the report prints them. */
  private printedPeriod(): string {
    return [this.monthAt, this.yearAt].map((at) => `${this.header.cells[at]}`.trim()).join(', ');
  }

  /** One finding for all rates that no single authority has. */
  private unusualRates(rows: readonly GridRow[]): Finding[] {
    const unusual = rows.filter(({ cells }) => {
      const rate = readRate(cells[this.rateAt] ?? '');
      return typeof rate === 'number' && !isOwnRate(rate);
    });
    const [first] = unusual;
    if (!first) return [];
    const [name, printed] = [this.nameAt, this.rateAt].map((at) => `${first.cells[at]}`.trim().slice(0, 100));
    const facts = { name: `${name}`, printed: `${printed}`, least: LEAST_RATE, most: MOST_RATE };
    const place = {
      sheet: this.sheet.sheet,
      row: first.number,
      column: `${this.header.cells[this.rateAt]}`.trim(),
    };
    return [finding('unusual-rate', { ...facts, more: unusual.length - 1 }, place)];
  }

  private leftOut(rows: readonly GridRow[]): Finding[] {
    const others = rows.filter((row) => this.isOtherPeriod(row));
    const [first] = others;
    if (!first) return [];
    const printed = (first.cells[this.typeAt] ?? '').trim().slice(0, 100);
    const column = `${this.header.cells[this.typeAt]}`.trim();
    const place = { sheet: this.sheet.sheet, row: first.number, column };
    return [finding('other-period', { printed, more: others.length - 1 }, place)];
  }
}

/** Reads `5`, `05`, `May` or a date in May, with a year like `2023`. */
function readPeriod(month: string, year: string): Month | undefined {
  const [, digits] = /^(\d{4})(?:\.0+)?$/.exec(year.replace(/^(\d),(\d{3})$/, '$1$2')) ?? [];
  if (digits === undefined) return undefined;
  const [, number] = /^(\d{1,2})(?:\.0+)?$/.exec(month) ?? [];
  if (number !== undefined) return parsePrintedMonth(`${digits}-${number.padStart(2, '0')}`);
  const named = parsePrintedMonth(`${month} ${digits}`);
  if (named) return named;
  // a date is of the same year, or one of the two columns is wrong
  const dated = parsePrintedMonth(month);
  return dated?.startsWith(digits) ? dated : undefined;
}
