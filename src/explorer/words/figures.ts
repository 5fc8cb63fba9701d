/**
 * What a figure measures: dollars, percent as printed by the state, a fraction (0.05 is +5 %), a whole number, or a
 * figure relative to one that counts as 100.
 */
export type Measure = 'amount' | 'percent' | 'change' | 'share' | 'count' | 'index';

/** Shown in place of a missing figure. */
export const MISSING = 'missing';

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const ROUGH_DOLLARS = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 2,
});
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
const ROUGH_PERCENT = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });

const EXACT: Readonly<Record<Measure, (value: number) => string>> = {
  amount: (value) => DOLLARS.format(value),
  percent: (value) => `${PERCENT.format(value)}%`,
  change: (value) => CHANGE.format(value),
  share: (value) => SHARE.format(value),
  count: (value) => COUNT.format(value),
  index: (value) => INDEX.format(value),
};

const ROUGH: Readonly<Record<Measure, (value: number) => string>> = {
  amount: (value) => ROUGH_DOLLARS.format(value),
  percent: (value) => `${PERCENT.format(value)}%`,
  change: (value) => ROUGH_PERCENT.format(value),
  share: (value) => ROUGH_PERCENT.format(value),
  count: (value) => COUNT.format(value),
  index: (value) => COUNT.format(value),
};

/** A figure for tables and texts: dollars to the cent, changes to a tenth of a percent. */
export function showFigure(value: number | null, measure: Measure): string {
  return value === null ? MISSING : withMinus(EXACT[measure](value));
}

/** A figure for the axis of a chart. */
export function showRoughly(value: number, measure: Measure): string {
  return withMinus(ROUGH[measure](value));
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
  return type === null ? 'type unknown' : type.replaceAll('_', ' ');
}

const PLURALS: Readonly<Record<string, string>> = {
  city: 'Cities',
  county: 'Counties',
  transit: 'Transit authorities',
  special_district: 'Special districts',
};

/** The jurisdictions of a type: `Cities`. */
export function showTypes(type: string): string {
  return PLURALS[type] ?? type.replaceAll('_', ' ');
}

/** A share of tax as a percentage: 0.0775 as 7.75%. */
export function showRate(rate: number): string {
  return `${PERCENT.format(Number((rate * 100).toFixed(4)))}%`;
}

/** A time of the service, to the minute: `2026-11-22 17:24 UTC`. */
export function showTime(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
}
