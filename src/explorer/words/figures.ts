import { capitalized, pluralOf, typeInWords } from '../../domain/text/wording.ts';
import { longDay, shortMonth } from './months.ts';

/**
 * What a figure measures: dollars, dollars per head, percent as printed by the state, a fraction (0.05 is +5%), a whole number, or a
 * figure relative to one that counts as 100.
 */
export type Measure = 'amount' | 'per_head' | 'percent' | 'change' | 'share' | 'count' | 'index';

/** What a value is: a figure, the first day of a month, a time in UTC, or text. */
export type Content = Measure | 'month' | 'time' | 'text';

/** Shown in place of a missing figure. */
export const MISSING = 'missing';

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const COUNT = new Intl.NumberFormat('en-US');
/** Enough for every printed percentage. */
const PERCENT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
const CHANGE = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});
const SHARE = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const INDEX = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const EXACT: Readonly<Record<Measure, (value: number) => string>> = {
  amount: (value) => DOLLARS.format(value),
  per_head: (value) => DOLLARS.format(value),
  percent: (value) => `${PERCENT.format(value)}%`,
  change: (value) => CHANGE.format(value),
  share: (value) => SHARE.format(value),
  count: (value) => COUNT.format(value),
  index: (value) => INDEX.format(value),
};

const TICKS: Readonly<Record<Measure, Intl.NumberFormatOptions>> = {
  amount: { style: 'currency', currency: 'USD', notation: 'compact' },
  per_head: { style: 'currency', currency: 'USD' },
  percent: {},
  change: { style: 'percent' },
  share: { style: 'percent' },
  count: {},
  index: {},
};

/** A figure for tables and texts: dollars to the cent, changes to a tenth of a percent. */
export function showFigure(value: number | null, measure: Measure): string {
  return value === null ? MISSING : withMinus(EXACT[measure](value));
}

const WHOLE_DOLLARS = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
/** From so many dollars on, cents say nothing beside a chart. */
const WITHOUT_CENTS = 1000;

/** A figure beside a chart or in a sentence: whole dollars. A table has the cents. */
export function showWhole(value: number | null, measure: Measure): string {
  if (value === null || measure !== 'amount' || Math.abs(value) < WITHOUT_CENTS)
    return showFigure(value, measure);
  return withMinus(WHOLE_DOLLARS.format(value));
}

/** A difference, with a plus if it is above zero. */
export function showSigned(value: number | null, measure: Measure): string {
  const text = showFigure(value, measure);
  return value !== null && value > 0 && measure !== 'change' ? `+${text}` : text;
}

/** Whether values line up at their ends. */
export function isFigure(content: Content): content is Measure {
  return content in EXACT;
}

/** A value as a cell of a table shows it: whole dollars. */
export function showContent(value: string | number | null, content: Content): string {
  if (typeof value === 'string')
    return content === 'month' ? shortMonth(value) : content === 'time' ? showTime(value) : value;
  if (content === 'amount' && value !== null) return withMinus(WHOLE_DOLLARS.format(value));
  return showFigure(value, isFigure(content) ? content : 'count');
}

/** What a chart of a measure counts, for saved pictures. */
export const UNITS: Readonly<Record<Measure, string>> = {
  amount: 'Dollars',
  per_head: 'Dollars per head',
  percent: 'Percent',
  change: 'Change in percent',
  share: 'Percent',
  count: 'Number',
  index: 'Index',
};

const MILLIONTH = 1e-6;

/** A change from the figures that it compares: answers round it to millionths, and what is shown is rounded again. */
export function unroundedChange(change: number | null, now: number | null, before: number | null) {
  if (change === null || now === null || before === null || before <= 0) return change;
  const exact = Number(((now - before) / before).toPrecision(12));
  // the change of a group compares fewer places than its sums
  return Math.abs(exact - change) < MILLIONTH ? exact : change;
}

/** `up` or `down`, for the color of a change; nothing for what is shown as 0.0%. */
export function directionOf(change: number): 'up' | 'down' | '' {
  if (showFigure(change, 'change') === showFigure(0, 'change')) return '';
  return change > 0 ? 'up' : 'down';
}

const MOST_DIGITS = 6;

/** The figures of an axis, with as many digits as tell them apart. */
export function showTicks(ticks: readonly number[], measure: Measure): string[] {
  const largest = Math.max(1, ...ticks.map(Math.abs));
  const thousands = Math.floor(Math.log10(largest) / 3);
  const unit = measure === 'amount' ? 1000 ** thousands : TICKS[measure].style === 'percent' ? 0.01 : 1;
  const isExact = (digits: number) =>
    ticks.every((tick) => {
      const shown = (tick / unit) * 10 ** digits;
      return Math.abs(shown - Math.round(shown)) < 1e-6;
    });
  let digits = 0;
  while (digits < MOST_DIGITS && !isExact(digits)) digits++;
  const { format } = new Intl.NumberFormat('en-US', { ...TICKS[measure], maximumFractionDigits: digits });
  return ticks.map((tick) => withMinus(`${format(tick)}${measure === 'percent' ? '%' : ''}`));
}

/** A minus is as wide as a plus, so that signs line up; a hyphen is not. */
function withMinus(text: string): string {
  return text.replace('-', '−');
}

/** `1 row`, `2,000 rows`. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${COUNT.format(count)} ${count === 1 ? noun : plural}`;
}

/** `special_district` as `special district`. */
export function showType(type: string | null): string {
  return type === null ? 'type unknown' : typeInWords(type);
}

/** The places of a type: `Cities`. */
export function showTypes(type: string): string {
  return capitalized(pluralOf(typeInWords(type)));
}

/** A share of tax as a percentage: 0.0775 as 7.75%. */
export function showRate(rate: number): string {
  return `${PERCENT.format(Number((rate * 100).toFixed(4)))}%`;
}

/** A time of the service, to the minute: `November 22, 2026, 17:24 UTC`. */
export function showTime(time: string): string {
  return `${longDay(time)}, ${time.slice(11, 16)} UTC`;
}
