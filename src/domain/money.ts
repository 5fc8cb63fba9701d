/**
 * Amounts and percentages as the reports print them, read into integers.
 * Nothing here does float arithmetic: digits are joined as text and become one integer.
 */

declare const unit: unique symbol;

/** An amount of money, a whole number of US cents. */
export type Cents = number & { readonly [unit]: 'cents' };

/** A percentage, a whole number of millionths of a percent: 12.5 % is 12,500,000. */
export type Micropercent = number & { readonly [unit]: 'micropercent' };

/** One printed figure. */
export type Figure = Cents | Micropercent;

/**
 * The largest amount read from a report, in cents: 90 billion dollars. Sums and ratios of amounts up to it
 * stay exact in a JavaScript number.
 */
export const LARGEST_AMOUNT = 9_000_000_000_000;

/** Zero in Excel's accounting formats as they are saved: a dash with room for the digits, or behind the dollar sign. */
const ACCOUNTING_ZERO = /^ - {3}$|^\s*\$\s*-\s*$/;
const MISSING = new Set(['', '-', '.', 'N/A', 'n/a']);
/** Opening parenthesis, minus, dollars, cents, closing parenthesis, trailing minus. */
const MONEY = /^(\()?(-)?(?:\$\s*)?(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d{1,2}))?(\))?(-)?$/;
const DOLLAR_OUTSIDE = /^\$\s*\(/;
const PERCENT = /^(?<minus>-)?(?<whole>\d{0,6})(?:\.(?<fraction>\d+))?%?$/;

/** Whether a cell prints no figure: blank, `-`, `.` or `N/A`. */
export function isMissing(text: string): boolean {
  return MISSING.has(text.trim());
}

/**
 * Reads a printed amount: `1234.5`, `1,234.56`, `$1,234.56`, `(1,234.56)`, `$(1,234.56)`, `1,234.56-`, `-1,234.56`, and
 * `$-` as zero.
 * Returns cents, `null` where the cell prints no figure, and `undefined` where the text is not an amount, or one
 * beyond `largest` cents.
 */
export function parseMoney(text: string, largest = LARGEST_AMOUNT): Cents | null | undefined {
  if (ACCOUNTING_ZERO.test(text)) return 0 as Cents;
  const printed = text.trim();
  if (MISSING.has(printed)) return null;
  const parts = MONEY.exec(printed.replace(DOLLAR_OUTSIDE, '('));
  if (!parts) return undefined;
  const [, open, minus, dollars = '', fraction, close, trailing] = parts;
  if (dollars === '' && fraction === undefined) return undefined;
  if ((open === undefined) !== (close === undefined)) return undefined;
  const signs = Number(open !== undefined) + Number(minus !== undefined) + Number(trailing !== undefined);
  if (signs > 1) return undefined;
  const cents = Number(dollars.replaceAll(',', '') + (fraction ?? '').padEnd(2, '0'));
  if (cents > largest) return undefined;
  return (signs === 1 && cents !== 0 ? -cents : cents) as Cents;
}

/**
 * Reads a printed percentage: `12.5%` or `12.5`; more than six decimals are rounded half away from zero.
 * Returns millionths of a percent, `null` where the cell prints no figure, and `undefined` where the text is
 * not a percentage, or a million percent and more.
 */
export function parsePercent(text: string): Micropercent | null | undefined {
  const printed = text.trim();
  if (MISSING.has(printed)) return null;
  const parts = PERCENT.exec(printed)?.groups;
  if (!parts || (parts.whole === '' && parts.fraction === undefined)) return undefined;
  const fraction = (parts.fraction ?? '').padEnd(7, '0');
  const kept = Number(`${parts.whole}${fraction.slice(0, 6)}`) + (fraction.charAt(6) >= '5' ? 1 : 0);
  return (parts.minus !== undefined && kept !== 0 ? -kept : kept) as Micropercent;
}

/** Writes an integer scaled by 10^decimals as a decimal: `formatScaled(-5, 2)` is `-0.05`. */
export function formatScaled(value: number, decimals: number): string {
  const digits = String(Math.abs(value)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  return `${value < 0 ? '-' : ''}${whole}.${digits.slice(digits.length - decimals)}`;
}

/** Writes a count with thousands separators: 1234 is `1,234`. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Writes cents as dollars with thousands separators: 123456 is `1,234.56`. */
export function formatMoney(cents: number): string {
  return formatScaled(cents, 2).replace(/\B(?=(?:\d{3})+\.)/g, ',');
}
