/**
 * Possible meanings of a printed text, read independently of the program: amounts in cents, percentages in millionths
 * of a percent, codes, and months as `YYYY-MM`.
 */
export interface Readings {
  amounts: Set<number>;
  percentages: Set<number>;
  codes: Set<string>;
  months: Set<string>;
}

/** A cell of the file: a text, or a spreadsheet's number. */
export type Print = { text: string } | { number: string };

/** Possible meanings of the cells of one row. */
export function readingsOf(prints: Iterable<Print>, hasDaysFrom1904 = false): Readings {
  const readings: Readings = {
    amounts: new Set(),
    percentages: new Set(),
    codes: new Set(),
    months: new Set(),
  };
  for (const print of prints) {
    if ('text' in print && isDashForZero(print.text)) readings.amounts.add(0);
    if ('text' in print) readText(print.text.trim(), readings);
    else readNumber(print.number.trim(), readings, hasDaysFrom1904);
  }
  return readings;
}

/** How the accounting and comma formats of spreadsheets show zero. */
function isDashForZero(text: string): boolean {
  return [' - ', ' -  ', ' -   '].includes(text) || text.replace(/\s/g, '') === '$-';
}

/** Length of the longest code, month or figure. */
const LONGEST = 400;

function readText(text: string, readings: Readings): void {
  if (text.length > LONGEST) return;
  const figure = signed(text);
  if (figure) {
    addExact(readings.amounts, figure, 2);
    addRounded(readings.percentages, figure, 6);
  }
  if (/^\d+$/.test(text)) addCode(text, readings);
  if (/^(?:00|0(?=.*[a-z]))?[\da-z]{3}$/i.test(text)) readings.codes.add(text.slice(-3).toUpperCase());
  for (const month of monthsIn(text)) readings.months.add(month);
}

interface Decimal {
  isNegative: boolean;
  whole: string;
  fraction: string;
}

/** Reads a decimal with at most one negative sign, with or without dollar, percent and thousands. */
function signed(text: string): Decimal | null {
  // accounting formats print the dollar before the parenthesis, followed by blanks
  let body = text.replace('\u2212', '-').replace(/^\$\s*(?=\()/, '');
  const signs = [/^\((.*)\)$/, /^-(.*)$/, /^(.*)-$/].filter((sign) => sign.test(body));
  if (signs.length > 1) return null;
  const [sign] = signs;
  if (sign) body = body.replace(sign, '$1');
  body = body.replace(/^\$\s*/, '').replace(/\s*%$/, '');
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(body)) body = body.replaceAll(',', '');
  const parts = /^(\d*)(?:\.(\d*))?$/.exec(body);
  const [whole = '', fraction = ''] = parts?.slice(1) ?? [];
  return whole + fraction === '' ? null : { isNegative: sign !== undefined, whole, fraction };
}

function scaled({ isNegative, whole }: Decimal, fraction: string): number {
  const value = Number(whole + fraction);
  return isNegative && value !== 0 ? -value : value;
}

/** Adds a decimal if it has no more digits than the unit. */
function addExact(values: Set<number>, decimal: Decimal, decimals: number): void {
  const kept = decimal.fraction.slice(0, decimals).padEnd(decimals, '0');
  if (/^0*$/.test(decimal.fraction.slice(decimals))) values.add(scaled(decimal, kept));
}

/** Adds a decimal rounded to the unit, half away from zero. */
function addRounded(values: Set<number>, decimal: Decimal, decimals: number): void {
  const kept = scaled(decimal, decimal.fraction.slice(0, decimals).padEnd(decimals, '0'));
  const isUp = (decimal.fraction[decimals] ?? '0') >= '5';
  values.add(isUp ? kept + (decimal.isNegative ? -1 : 1) : kept);
}

/** Spreadsheets lose leading zeros of codes of three and five digits. */
function addCode(digits: string, { codes }: Readings): void {
  codes.add(digits);
  codes.add(digits.padStart(3, '0'));
  codes.add(digits.padStart(5, '0'));
}

const DECIMAL_NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;

/** Also adds whole units within the rounding error of binary fractions. */
function addBinary(values: Set<number>, value: number): void {
  const nearest = Math.round(value);
  if (Math.abs(value - nearest) <= 1e-9 + 1e-14 * Math.abs(value)) values.add(nearest === 0 ? 0 : nearest);
}

function addBinaryRounded(values: Set<number>, value: number): void {
  for (const near of [value * (1 - 1e-14), value, value * (1 + 1e-14)]) {
    const rounded = Math.sign(near) * Math.round(Math.abs(near));
    values.add(rounded === 0 ? 0 : rounded);
  }
}

function readNumber(text: string, readings: Readings, hasDaysFrom1904: boolean): void {
  if (!DECIMAL_NUMBER.test(text)) return;
  const value = Number(text);
  if (!Number.isFinite(value)) return;
  addBinary(readings.amounts, value * 100);
  // a cell in percent shows a hundred times its value
  addBinaryRounded(readings.percentages, value * 1e6);
  addBinaryRounded(readings.percentages, value * 1e8);
  const whole = new Set<number>();
  addBinary(whole, value);
  for (const code of whole) if (code >= 0 && Number.isSafeInteger(code)) addCode(String(code), readings);
  for (const day of [Math.floor(value), Math.round(value)]) addDay(day, readings, hasDaysFrom1904);
}

/** Spreadsheets count days from the end of 1899 or the start of 1904. */
function addDay(day: number, { months }: Readings, hasDaysFrom1904: boolean): void {
  for (const firstDay of hasDaysFrom1904 ? [25_569, 24_107] : [25_569]) {
    const time = (day - firstDay) * 86_400_000;
    if (Math.abs(time) < 8e15) months.add(new Date(time).toISOString().slice(0, 7));
  }
}

const MONTH_NAMES = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Adds the months that a text may name. A quarter names the month that settles it, two months after its end. */
function monthsIn(text: string): string[] {
  const months: string[] = [];
  const add = (year: string, month: number) => {
    const fullYear = year.length === 2 ? `20${year}` : year;
    const [carried, kept] = month > 12 ? [1, month - 12] : [0, month];
    months.push(`${String(Number(fullYear) + carried).padStart(4, '0')}-${String(kept).padStart(2, '0')}`);
  };
  const iso = /^(\d{4})-(\d{2})(?!\d)/.exec(text);
  if (iso) add(`${iso[1]}`, Number(iso[2]));
  const american = /^(\d{1,2})\/\d{1,2}\/(\d{4}|\d{2})(?!\d)/.exec(text);
  if (american) add(`${american[2]}`, Number(american[1]));
  const yearSlash = /^(\d{4})\/(\d{1,2})(?!\d)/.exec(text);
  if (yearSlash) add(`${yearSlash[1]}`, Number(yearSlash[2]));
  const slashYear = /^(\d{1,2})\/(\d{4})$/.exec(text);
  if (slashYear) add(`${slashYear[2]}`, Number(slashYear[1]));
  // a day may come before or after the name; a year of two digits comes last
  const named = /^(?:\d{1,2}[ -])?([a-z]{3})[a-z]*\.?(?: \d{1,2})?,?[ -]+(\d{4}|\d{2})$/i.exec(text);
  const name = MONTH_NAMES.indexOf(`${named?.[1]}`.toLowerCase());
  if (named && name >= 0) add(`${named[2]}`, name + 1);
  const quarter = /^(?:(\d)Q|Q(\d))[ -]?(\d{4}|\d{2})$/i.exec(text);
  if (quarter) add(`${quarter[3]}`, Number(quarter[1] ?? quarter[2]) * 3 + 2);
  const yearFirst = /^(\d{4})[ -]?(?:Q(\d)|(\d)Q)$/i.exec(text);
  if (yearFirst) add(`${yearFirst[1]}`, Number(yearFirst[2] ?? yearFirst[3]) * 3 + 2);
  return months;
}
