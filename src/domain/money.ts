/** Reads printed amounts and percentages into integers, without floating-point arithmetic. */

declare const unit: unique symbol;

/** An amount of money, a whole number of US cents. */
export type Cents = number & { readonly [unit]: 'cents' };

/** A percentage, a whole number of millionths of a percent: 12.5 % is 12,500,000. */
export type Micropercent = number & { readonly [unit]: 'micropercent' };

export type Figure = Cents | Micropercent;

/** Zero dollars and zero percent. */
export const ZERO_FIGURE = 0 as Figure;

/** The sum of figures of one unit. */
export function addFigures(figures: readonly Figure[]): Figure {
  return figures.reduce((sum: number, next) => sum + next, 0) as Figure;
}

/** The figure with the opposite sign. */
export function negated(figure: Figure): Figure {
  return (figure === 0 ? 0 : -figure) as Figure;
}

/** The largest amount of a report, in cents: 90 billion dollars. Sums and ratios of such amounts are exact numbers. */
const LARGEST_AMOUNT = 9_000_000_000_000;

/** Zero in Excel's accounting formats: a dash between blanks, or after a dollar sign. People type a dash without blanks. */
const ACCOUNTING_ZERO = /^ - {1,3}$|^\s*\$\s*-\s*$/;
const MISSING = new Set(['', '-', '.', 'N/A', 'n/a']);
const DOLLAR = String.raw`(?:\$\s*)?`;
/** Servers print cents and further zeros. Three decimals are refused: the point may separate thousands. */
const DECIMALS = String.raw`\.\d(?:\d(?:00+)?)?`;
const DIGITS = String.raw`(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:${DECIMALS})?|${DECIMALS})`;
/** One minus before or after the digits, or parentheses. */
const MONEY = new RegExp(
  String.raw`^(?:-?${DOLLAR}${DIGITS}|${DOLLAR}${DIGITS}-|${DOLLAR}\(${DOLLAR}${DIGITS}\))$`,
);
const [ZERO, NINE] = ['0'.charCodeAt(0), '9'.charCodeAt(0)];
/** Decimals of a dollar amount. */
const PLACES = 2;
const PERCENT = /^(?<minus>-)?(?<whole>\d{0,6})(?:\.(?<fraction>\d+))?(?:\s?%)?$/;

/** Whether a cell prints no figure: blank, `-`, `.` or `N/A`. */
export function isMissing(text: string): boolean {
  return MISSING.has(text.trim());
}

/**
 * Reads a printed amount: `1234.5`, `1,234.56`, `$1,234.56`, `(1,234.56)`, `$(1,234.56)`, `1,234.56-`, `-1,234.56`,
 * `1234.5600`, and `$-` and ` - ` as zero.
 * Returns cents, `null` where the cell prints no figure, and `undefined` where the text is not an amount, or one
 * beyond `largest` cents.
 */
export function parseMoney(text: string, largest = LARGEST_AMOUNT): Cents | null | undefined {
  const printed = text.trim();
  if (!MONEY.test(printed)) {
    if (ACCOUNTING_ZERO.test(text)) return 0 as Cents;
    return MISSING.has(printed) ? null : undefined;
  }
  const cents = hundredthsOf(printed);
  if (cents > largest) return undefined;
  const isNegative = cents !== 0 && (printed.includes('-') || printed.includes('('));
  return (isNegative ? -cents : cents) as Cents;
}

/** Reads a sum of amounts, which may be larger than any single one. A cell that does not exist prints nothing. */
export function parseTotal(text = ''): Cents | null | undefined {
  return parseMoney(text, Number.MAX_SAFE_INTEGER);
}

/** A decimal in hundredths. Its decimals after the second are zeros. */
function hundredthsOf(decimal: string): number {
  const point = decimal.indexOf('.');
  let digits = 0;
  let places = 0;
  // a plain loop, because every figure of every report comes here
  for (let at = 0; at < decimal.length; at += 1) {
    const character = decimal.charCodeAt(at);
    if (character < ZERO || character > NINE) continue;
    digits = digits * 10 + (character - ZERO);
    if (point < 0 || at < point) continue;
    places += 1;
    if (places === PLACES) break;
  }
  return digits * 10 ** (PLACES - places);
}

/**
 * Reads a printed percentage: `12.5%`, `12.5 %` or `12.5`; more than six decimals are rounded half away from zero.
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

/** Writes what `formatScaled` does with thousands separators: `formatGrouped(12345678, 4)` is `1,234.5678`. */
export function formatGrouped(value: number, decimals: number): string {
  return formatScaled(value, decimals).replace(/\B(?=(?:\d{3})+\.)/g, ',');
}

/** Writes cents as dollars with thousands separators: 123456 is `1,234.56`. */
export function formatMoney(cents: number): string {
  return formatGrouped(cents, 2);
}
