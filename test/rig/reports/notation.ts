import { formatMoney, formatScaled } from '../../../src/domain/money.ts';
import { formatMonth, type Month } from '../../../src/domain/month.ts';

/** Ways to print an amount, given in cents. */
export const AMOUNTS = {
  plain: (cents: number) => formatScaled(cents, 2),
  /** As the portals' APIs print them: `12.5`, `7`. */
  shortest: (cents: number) => formatScaled(cents, 2).replace(/\.?0+$/, ''),
  /** `1,234.56`, or `(1,234.56)` if negative. */
  thousands: (cents: number) => parenthesize(cents, formatMoney(Math.abs(cents))),
  dollars: (cents: number) => parenthesize(cents, `$${formatMoney(Math.abs(cents))}`),
  /** `1,234.56-` if negative. */
  trailingMinus: (cents: number) => `${formatMoney(Math.abs(cents))}${cents < 0 ? '-' : ''}`,
} as const;

/** Ways to print a percentage, given in ten-thousandths of a percent. */
export const PERCENTAGES = {
  bare: (tenThousandths: number) => formatScaled(tenThousandths, 4),
  signed: (tenThousandths: number) => `${formatScaled(tenThousandths, 4)}%`,
} as const;

export const MONTHS = {
  /** `Oct-22`, as Excel shows it. */
  short: (month: Month) => `${formatMonth(month).slice(0, 3)}-${month.slice(2, 4)}`,
  american: (month: Month) => `${month.slice(5)}/01/${month.slice(0, 4)}`,
  iso: (month: Month) => `${month}-01`,
  /** `2022-10-01T00:00:00.000` */
  midnight: (month: Month) => DATES.midnight(`${month}-01`),
} as const;

/** Ways to print a date, given as `YYYY-MM-DD`. */
export const DATES = {
  /** `3/8/2022` */
  american: (date: string) => `${Number(date.slice(5, 7))}/${Number(date.slice(8))}/${date.slice(0, 4)}`,
  iso: (date: string) => date,
  midnight: (date: string) => `${date}T00:00:00.000`,
} as const;

function parenthesize(cents: number, printed: string): string {
  return cents < 0 ? `(${printed})` : printed;
}

export function writeCsv(rows: readonly (readonly string[])[], lineEnd = '\n'): string {
  const quote = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return rows.map((cells) => cells.map(quote).join() + lineEnd).join('');
}

/** Writes rows as JSON records of texts, as a portal's API does: an empty cell has no member. */
export function writeJson(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const records = rows.map((row) =>
    Object.fromEntries(row.flatMap((cell, at) => (cell === '' ? [] : [[header[at], cell]]))),
  );
  return `[${records.map((record) => JSON.stringify(record)).join('\n,')}]\n`;
}
