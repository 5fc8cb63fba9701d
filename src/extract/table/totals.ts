import { type Facts, type Finding, finding } from '../../domain/findings/finding.ts';
import { type Figure, parseTotal } from '../../domain/money.ts';
import type { Month } from '../../domain/month.ts';
import type { GridRow } from '../formats/grid.ts';
import { cellFault } from '../layouts/cell-fault.ts';
import type { TableColumns } from './columns.ts';

const WITHOUT_NAME = {
  what: 'This row has figures but no code, name and month.',
  advice: 'If it is a total, write "Total" before the figures. Otherwise remove the row.',
};
const NAME_OR_TOTAL =
  'If it is a jurisdiction, correct its name. If it is a total, rows are missing: download the report again.';

/** A line of totals, with what stood above it. */
interface Total {
  row: GridRow;
  /** The number of lines above it. */
  above: number;
  /** The number of totals above it. */
  totalsBefore: number;
}

/** Compares the printed totals of a table with its lines. */
export class PrintedTotals {
  private readonly columns: TableColumns;
  private readonly sheet: string | null;
  private readonly totals: Total[] = [];
  /** The month of each line; `null` if its figures are of several. */
  private readonly months: (Month | null)[] = [];
  /** By column of figures, the running sums of its lines. */
  private readonly sums: number[][];

  constructor(columns: TableColumns, sheet: string | null) {
    this.columns = columns;
    this.sheet = sheet;
    this.sums = columns.figures.map(() => [0]);
  }

  /** Adds a line. A blank counts as zero. */
  add(figures: readonly (Figure | null)[], month: Month | null): void {
    this.months.push(month);
    for (const [at, sums] of this.sums.entries()) sums.push((sums.at(-1) ?? 0) + (figures[at] ?? 0));
  }

  keep(row: GridRow): void {
    this.totals.push({ row, above: this.months.length, totalsBefore: this.totals.length });
  }

  /** Whether any total has an amount that is not zero in this column of figures. */
  hasAmount(at: number): boolean {
    const place = this.columns.figures[at];
    return this.totals.some(({ row }) => (parseTotal(this.columns.text(row, place)) ?? 0) !== 0);
  }

  check(): Finding[] {
    return this.totals.flatMap((total) => this.checkTotal(total));
  }

  private checkTotal(total: Total): Finding[] {
    const { row, above } = total;
    const place = { sheet: this.sheet, row: row.number };
    const findings: Finding[] = [];
    let isProved = false;
    this.columns.figures.forEach((figure, at) => {
      if (figure.column.holds !== 'amount') return;
      const text = this.columns.text(row, figure);
      const printed = parseTotal(text);
      const column = figure.header;
      if (printed === undefined) {
        const facts = cellFault(text, 'an amount like 1,234.56 or nothing');
        findings.push(finding('unreadable-cell', facts, { ...place, column }));
      }
      if (typeof printed !== 'number') return;
      const fault = this.faultOf(printed, at, total);
      if (fault) findings.push(finding('control-total', fault, { ...place, column }));
      else if (printed !== 0) isProved = true;
    });
    // without a name it is a total only if it ends the table and adds up; else it is a row that lost its name
    if (this.columns.hasOnlyFigures(row) && !(isProved && above === this.months.length))
      return [finding('unread-row', WITHOUT_NAME, place)];
    if (isProved || findings.length === 0 || !this.columns.hasCode(row) || !this.columns.hasPeriod(row))
      return findings;
    const text = this.columns.text(row, this.columns.name).trim().slice(0, 200);
    const what = `"${text}" is the name of a total, but the row has a code and a month, and none of its figures is the sum of the rows.`;
    return [finding('unread-row', { what, advice: NAME_OR_TOTAL }, place)];
  }

  /**
   * Why a total is wrong; `null` if it is right: the sum of the rows above it, of all rows, of those since any total
   * above it, or of its month.
   */
  private faultOf(printed: number, at: number, total: Total): Facts<'control-total'> | null {
    const sums = this.sums[at] ?? [];
    const sumFrom = (line: number) => (sums[total.above] ?? 0) - (sums[line] ?? 0);
    const whole = sums.at(-1) ?? 0;
    if (printed === whole || printed === sumFrom(0)) return null;
    for (let before = total.totalsBefore - 1; before >= 0; before -= 1)
      if (printed === sumFrom(this.totals[before]?.above ?? 0)) return null;
    const month = this.columns.period?.column.read(this.columns.text(total.row, this.columns.period));
    if (month && printed === this.sumOf(month, sums)) return null;
    const since = this.totals[total.totalsBefore - 1]?.above ?? 0;
    const isOfAll = since === total.above || total.above === this.months.length;
    return { printed, sum: isOfAll ? whole : sumFrom(since) };
  }

  private sumOf(month: Month, sums: readonly number[]): number {
    return this.months.reduce(
      (sum, each, line) => (each === month ? sum + (sums[line + 1] ?? 0) - (sums[line] ?? 0) : sum),
      0,
    );
  }
}
