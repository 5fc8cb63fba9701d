// Small reports as the portals' CSV exports print them, for tests that need a few rows.
import { QUARTERLY_COLUMNS, STATEMENT_COLUMNS } from './california.ts';
import { AMOUNTS, writeCsv } from './notation.ts';
import { type Column, headersOf } from './report-table.ts';
import { NO_COLLECTIONS, PAYMENT_COLUMNS, PAYMENT_FIGURES, paymentFigures } from './texas.ts';

/** A California statement; `net` in dollars is distributed and paid. */
export function statement(
  rows: readonly {
    code: string;
    name?: string;
    type?: string;
    month: string;
    net: number;
    prior?: string;
    cost?: string;
  }[],
): string {
  const lines = rows.map(
    ({ code, name = `Place ${code}`, type = 'City', month, net, prior = '', cost = '' }) => {
      const figures = [net, 0, prior, cost, '', net];
      return [`${month}-01`, code, name, type, ...figures];
    },
  );
  return printLines(STATEMENT_COLUMNS, lines);
}

/** A California quarterly report; every figure but pool and total is zero. */
export function quarterly(
  rows: readonly { code: string; quarter: string; pool: number; total?: number }[],
): string {
  const lines = rows.map(({ code, quarter, pool, total = 0 }) => {
    const figures = [0, 0, 0, 0, 12.5, pool, 0.1, 0, '', '', 0, 0, 0, 0, 0, 0, total];
    return [quarter, code, `Place ${code}`, ...figures];
  });
  return printLines(QUARTERLY_COLUMNS, lines);
}

/** A Texas payment detail without dates; `current` in dollars is collected. Prior and current retained are equal. */
export function texasReport(
  rows: readonly { code: string; name: string; month: string; current: number }[],
): string {
  const lines = rows.map(({ code, name, month, current }) => {
    const collections = { ...NO_COLLECTIONS, current_collections: Math.round(current * 100) };
    const figures = paymentFigures(collections, (retained) => retained);
    return [
      code,
      name,
      `${month}-01`,
      ...PAYMENT_FIGURES.map((figure) => AMOUNTS.plain(figures[figure] ?? 0)),
    ];
  });
  return printLines(
    PAYMENT_COLUMNS.filter(({ holds }) => holds !== 'date'),
    lines,
  );
}

function printLines(columns: readonly Column[], lines: readonly (readonly (string | number)[])[]): string {
  return writeCsv([headersOf(columns), ...lines.map((line) => line.map(String))]);
}
