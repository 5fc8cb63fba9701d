import { capitalized, plural, pluralOf, typeInWords } from '../../domain/text/wording.ts';
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

const format = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat('en-US', options);
const digits = (count: number) => ({ minimumFractionDigits: count, maximumFractionDigits: count });

const DOLLARS = { style: 'currency', currency: 'USD' } as const;
const EXACT_DOLLARS = format(DOLLARS);
const WHOLE_DOLLARS = format({ ...DOLLARS, maximumFractionDigits: 0 });
const WHOLE_PERCENT = { style: 'percent' } as const;

interface MeasureWords {
  /** Its figures. */
  exact: Intl.NumberFormat;
  /** Its figures on an axis. */
  tick: Intl.NumberFormatOptions;
  /** What a chart of it counts. */
  unit: string;
}

const MEASURES: Readonly<Record<Measure, MeasureWords>> = {
  amount: { exact: EXACT_DOLLARS, tick: { ...DOLLARS, notation: 'compact' }, unit: 'Dollars' },
  per_head: { exact: EXACT_DOLLARS, tick: DOLLARS, unit: 'Dollars per head' },
  // enough digits for every printed percentage
  percent: { exact: format({ maximumFractionDigits: 6 }), tick: {}, unit: 'Percent' },
  change: {
    exact: format({ ...WHOLE_PERCENT, ...digits(1), signDisplay: 'exceptZero' }),
    ...{ tick: WHOLE_PERCENT, unit: 'Change in percent' },
  },
  share: { exact: format({ ...WHOLE_PERCENT, ...digits(2) }), tick: WHOLE_PERCENT, unit: 'Percent' },
  count: { exact: format({}), tick: {}, unit: 'Number' },
  index: { exact: format(digits(1)), tick: {}, unit: 'Index' },
};

/** What a chart of a measure counts, for saved pictures. */
export function measureInWords(measure: Measure): string {
  return MEASURES[measure].unit;
}

/** A minus is as wide as a plus, so that signs line up; a hyphen is not. */
function write(value: number, numbers: Intl.NumberFormat, measure: Measure): string {
  return `${numbers.format(value).replace('-', '−')}${measure === 'percent' ? '%' : ''}`;
}

/** A figure for tables and texts: dollars to the cent, changes to a tenth of a percent. */
export function showFigure(value: number | null, measure: Measure): string {
  return value === null ? MISSING : write(value, MEASURES[measure].exact, measure);
}

/** From so many dollars on, cents say nothing beside a chart. */
const WITHOUT_CENTS = 1000;

/** A figure beside a chart or in a sentence: whole dollars. A table has the cents. */
export function showWhole(value: number | null, measure: Measure): string {
  if (value === null || measure !== 'amount' || Math.abs(value) < WITHOUT_CENTS)
    return showFigure(value, measure);
  return write(value, WHOLE_DOLLARS, measure);
}

/** A difference, with a plus if it is above zero. */
export function showSigned(value: number | null, measure: Measure): string {
  const text = showFigure(value, measure);
  return value !== null && value > 0 && measure !== 'change' ? `+${text}` : text;
}

/** Whether values line up at their ends. */
export function isFigure(content: Content): content is Measure {
  return content in MEASURES;
}

/** A value as a cell of a table shows it: whole dollars. */
export function showContent(value: string | number | null, content: Content): string {
  if (typeof value === 'string')
    return content === 'month' ? shortMonth(value) : content === 'time' ? showTime(value) : value;
  if (content === 'amount' && value !== null) return write(value, WHOLE_DOLLARS, content);
  return showFigure(value, isFigure(content) ? content : 'count');
}

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
  const { tick } = MEASURES[measure];
  const unit = measure === 'amount' ? 1000 ** thousands : tick.style === 'percent' ? 0.01 : 1;
  const isExact = (most: number) =>
    ticks.every((value) => {
      const shown = (value / unit) * 10 ** most;
      return Math.abs(shown - Math.round(shown)) < 1e-6;
    });
  let most = 0;
  while (most < MOST_DIGITS && !isExact(most)) most++;
  const numbers = format({ ...tick, maximumFractionDigits: most });
  return ticks.map((value) => write(value, numbers, measure));
}

/** `1 row`, `2,000 rows`. */
export function countOf(count: number, noun: string, nouns = `${noun}s`): string {
  return plural(count, noun, nouns);
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
  return showFigure(Number((rate * 100).toFixed(4)), 'percent');
}

/** A time of the service, to the minute: `November 22, 2026, 17:24 UTC`. */
export function showTime(time: string): string {
  return `${longDay(time)}, ${time.slice(11, 16)} UTC`;
}

/** `ca/monthly-statement` as `monthly statement`. */
export function nameKind(kind: string): string {
  return kind.replace(/^.*\//, '').replaceAll('-', ' ');
}
