/** Calendar months, quarters and dates: no clock, no time zone. */

declare const form: unique symbol;

/** A calendar month, `YYYY-MM`. Text order is time order. */
export type Month = string & { readonly [form]: 'month' };

/** A day of the calendar, `YYYY-MM-DD`. Text order is time order. */
export type Day = string & { readonly [form]: 'day' };

const NAMES = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const FULL_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const EARLIEST_YEAR = 1980;
const LATEST_YEAR = 2099;
/** Reports have no later year: with two digits, 80 to 99 may be of the last century. */
const LATEST_PRINTED_YEAR = 2079;

/** Months since January of year 0: consecutive months differ by one. */
export function monthIndex(month: Month): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
}

export function monthAt(index: number): Month {
  const year = Math.floor(index / 12);
  return `${String(year).padStart(4, '0')}-${String(index - year * 12 + 1).padStart(2, '0')}` as Month;
}

/** The month `count` months later; earlier if negative. */
export function addMonths(month: Month, count: number): Month {
  return monthAt(monthIndex(month) + count);
}

export function firstDay(month: Month): Day {
  return `${month}-01` as Day;
}

/** The month of a day, or of a time in ISO 8601. */
export function monthOfDate(date: string): Month {
  return date.slice(0, 7) as Month;
}

/** Calendar month of the year, 1 to 12. */
export function monthOfYear(month: Month): number {
  return Number(month.slice(5, 7));
}

/** All months from `first` to `last`, both included; empty if `last` is earlier. */
export function monthsBetween(first: Month, last: Month): Month[] {
  const start = monthIndex(first);
  const count = Math.max(0, monthIndex(last) - start + 1);
  return Array.from({ length: count }, (_, offset) => monthAt(start + offset));
}

/** The calendar quarter a month belongs to, as `2023Q3`. */
export function quarterName(month: Month): string {
  return `${month.slice(0, 4)}Q${Math.ceil(monthOfYear(month) / 3)}`;
}

/** Writes a month for people: `October 2022`. */
export function formatMonth(month: Month): string {
  return `${FULL_NAMES[monthOfYear(month) - 1]} ${month.slice(0, 4)}`;
}

/** Reads `YYYY-MM`; `undefined` if the text is not a month. */
export function parseMonth(text: string): Month | undefined {
  const parts = /^(\d{4})-(\d{2})$/.exec(text);
  return parts ? monthOf(Number(parts[1]), Number(parts[2]), LATEST_YEAR) : undefined;
}

/**
 * Reads a printed month: `Oct-22`, `October 2022`, `October, 2022`, `2022-10`, `2022/10`, `10/2022`, or its first or last
 * day. A two-digit year follows a hyphen and is of this century (`Oct 22` may be a day). `undefined` for any other text.
 * Other days are refused, because spreadsheets turn `Oct-22` into October 22 of the current year.
 */
export function parsePrintedMonth(text: string): Month | undefined {
  const printed = text.trim();
  const named = /^([a-z]{3,9})\.?(?:,?[ -]+(\d{4})|-(\d{2}))$/i.exec(printed);
  if (named) return monthOf(fullYear(named[2] ?? `${named[3]}`), monthNumber(`${named[1]}`));
  const date = parsePrintedDate(printed);
  if (date !== undefined) return monthOfEndDay(date);
  const numbered = /^(?:(\d{1,2})\/(\d{4})|(\d{4})(?:\/(\d{1,2})|-(\d{2})))$/.exec(printed);
  if (!numbered) return monthOfShortDate(printed);
  const [, monthBefore, yearBehind, yearBefore, ...monthBehind] = numbered;
  return monthOf(Number(yearBehind ?? yearBefore), Number(monthBefore ?? monthBehind.find(Boolean)));
}

/** The month of a date; `undefined` if the date is neither its first nor its last day. */
function monthOfEndDay(date: Day): Month | undefined {
  const month = monthOfDate(date);
  const day = Number(date.slice(8));
  return day === 1 || day === daysIn(Number(date.slice(0, 4)), monthOfYear(month)) ? month : undefined;
}

/**
 * The month of a first or last day like `01-Oct-22`. Some programs print the year first, so `01-Oct-31` may be
 * 2001 or 2031: it gives `undefined`.
 */
function monthOfShortDate(printed: string): Month | undefined {
  const [, day = '', name = '', year = ''] = /^(\d{1,2})-([a-z]{3,9})-(\d{2})$/i.exec(printed) ?? [];
  const month = monthOfDayNamed(day, name, year);
  const exchanged = day.length === 2 ? monthOfDayNamed(year, name, day) : month;
  return exchanged === undefined || exchanged === month ? month : undefined;
}

function monthOfDayNamed(day: string, name: string, year: string): Month | undefined {
  const date = dateOf(fullYear(year), monthNumber(name), Number(day));
  return date === undefined ? undefined : monthOfEndDay(date);
}

/** Reads a printed quarter (`3Q-23`, `3Q 2023`, `Q3 2023`, `2023-Q3`) as its last month; else `undefined`. */
export function parsePrintedQuarter(text: string): Month | undefined {
  const printed = text.trim().toUpperCase();
  const leading = /^(?:([1-4])Q|Q([1-4]))[ -]?(\d{4}|\d{2})$/.exec(printed);
  if (leading) return monthOf(fullYear(`${leading[3]}`), Number(leading[1] ?? leading[2]) * 3);
  const trailing = /^(\d{4})[ -]?(?:Q([1-4])|([1-4])Q)$/.exec(printed);
  return trailing ? monthOf(Number(trailing[1]), Number(trailing[2] ?? trailing[3]) * 3) : undefined;
}

/**
 * Reads a printed date: `10/11/2022` (month first), `2022-10-11`, `2022/10/11`,
 * `2022-10-11T00:00:00.000`, `October 11, 2022`, `11-Oct-2022`.
 * `undefined` if the text is not a date of the calendar.
 */
export function parsePrintedDate(text: string): Day | undefined {
  const printed = text.trim();
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]00:00(?::00(?:\.0+)?)?(?:Z|\+00:00)?)?$/.exec(printed);
  if (iso) return dateOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?: 0?0:00(?::00)?| 12:00(?::00)? AM)?$/i.exec(
    printed,
  );
  if (american) return dateOf(fullYear(`${american[3]}`), Number(american[1]), Number(american[2]));
  const yearFirst = /^(\d{4})\/(\d{1,2})\/(\d{1,2})(?: 0?0:00(?::00)?)?$/.exec(printed);
  if (yearFirst) return dateOf(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]));
  return parseNamedDate(printed);
}

/** A date with its month in letters and its year in full: `October 11, 2022`, `Oct 11 2022`, `11-Oct-2022`, `11 October 2022`. */
function parseNamedDate(printed: string): Day | undefined {
  const named = /^(?:([a-z]{3,9})\.? (\d{1,2}),? (\d{4})|(\d{1,2})[- ]([a-z]{3,9})\.?[- ](\d{4}))$/i.exec(
    printed,
  );
  if (!named) return undefined;
  const [, monthBefore, dayBehind, yearBehind, day, month, year] = named;
  return dateOf(Number(yearBehind ?? year), monthNumber(monthBefore ?? `${month}`), Number(dayBehind ?? day));
}

function monthOf(year: number, month: number, latestYear = LATEST_PRINTED_YEAR): Month | undefined {
  if (month < 1 || month > 12 || year < EARLIEST_YEAR || year > latestYear) return undefined;
  return monthAt(year * 12 + month - 1);
}

function dateOf(year: number, month: number, day: number): Day | undefined {
  const printed = monthOf(year, month);
  if (!printed || day < 1 || day > daysIn(year, month)) return undefined;
  return `${printed}-${String(day).padStart(2, '0')}` as Day;
}

/** The number of days of a month, 1 to 12. */
function daysIn(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return isLeap ? 29 : 28;
}

function monthNumber(name: string): number {
  const lower = name.toLowerCase();
  const index = NAMES.indexOf(lower.slice(0, 3));
  const full = FULL_NAMES[index]?.toLowerCase();
  return lower.length === 3 || lower === full || lower === 'sept' ? index + 1 : 0;
}

function fullYear(digits: string): number {
  return digits.length === 2 ? 2000 + Number(digits) : Number(digits);
}
