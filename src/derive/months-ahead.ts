/** The next twelve months of a place: the mean of three forecasts of the logarithms of its payments. */

import { isUnlike } from './projection.ts';
import { YEAR } from './slots.ts';
import { type SpanSums, spanTo } from './span.ts';

/** Why a place has no forecast. */
export type NoForecast = 'too-short' | 'unlike';

/** What is known of one place. The amounts are cents, and not rounded. */
export interface MonthsAhead {
  /** Of the twelve months after the last known one. `null` without a forecast. */
  amounts: readonly number[] | null;
  reason: NoForecast | null;
}

/** How fast level, trend and season follow the newest months, and how much of the trend is left after each month. */
export interface Smoothing {
  alpha: number;
  beta: number;
  gamma: number;
  phi: number;
}

/** What a series is made of after a month. */
export interface SmoothState {
  level: number;
  trend: number;
  /** Of the next months, in order: one cycle. */
  seasons: readonly number[];
}

/** Older months say little of the next ones. */
const LONGEST = 8 * YEAR;
const SHORTEST = 2 * YEAR;

/** Candidates, of which each series gets those with the smallest squares of one-month errors. */
const ALPHAS = [0.05, 0.1, 0.2, 0.35, 0.5];
const SMOOTHINGS: readonly Smoothing[] = ALPHAS.flatMap((alpha) =>
  [0, alpha / 10].flatMap((beta) =>
    [0.02, 0.1, 0.25].flatMap((gamma) => [0.9, 0.98].map((phi) => ({ alpha, beta, gamma, phi }))),
  ),
);

/**
 * Forecasts the twelve months after `last`, from the months with payments above zero right before: damped Holt-Winters,
 * Theta, and the month a year before with half of the year's growth. Uses no month after `last`.
 */
export function monthsAhead(payments: SpanSums, last: number): MonthsAhead {
  const months: number[] = [];
  for (let ago = 0; ago < LONGEST; ago += 1) {
    const amount = payments.sum(spanTo(last - ago, 1));
    if (amount <= 0) break;
    months.push(Math.log(amount));
  }
  if (months.length < SHORTEST) return { amounts: null, reason: 'too-short' };
  const [year, before] = [payments.sum(spanTo(last, YEAR)), payments.sum(spanTo(last - YEAR, YEAR))];
  if (isUnlike(year, before)) return { amounts: null, reason: 'unlike' };
  const series = months.reverse();
  const parts = partsOf(series);
  const forecasts = [
    holtWinters(series, parts),
    theta(series, parts),
    series.slice(-YEAR).map((amount) => amount + Math.log(year / before) / 2),
  ];
  return {
    amounts: Array.from({ length: YEAR }, (_, at) =>
      Math.exp(forecasts.reduce((sum, one) => sum + (one[at] ?? 0), 0) / forecasts.length),
    ),
    reason: null,
  };
}

/** The forecast of the candidate that would have fitted best. */
function holtWinters(series: readonly number[], { start, slope, seasons }: Parts) {
  const first = { level: start - slope, trend: slope, seasons };
  let best = { squares: Number.POSITIVE_INFINITY, state: first as SmoothState, phi: 1 };
  for (const smoothing of SMOOTHINGS) {
    const better = smooth(series, smoothing, first, best.squares);
    if (better) best = { ...better, phi: smoothing.phi };
  }
  return dampedAhead(best.state, best.phi, YEAR);
}

/**
 * Walks through a series by the equations of Holt and Winters with additive season and damped trend. Returns null if the
 * squares of the errors reach `most`: another candidate is as good.
 */
export function smooth(
  series: readonly number[],
  { alpha, beta, gamma, phi }: Smoothing,
  first: SmoothState,
  most = Number.POSITIVE_INFINITY,
): { squares: number; state: SmoothState } | null {
  let { level, trend } = first;
  const seasons = [...first.seasons];
  let [squares, next] = [0, 0];
  for (const amount of series) {
    const season = seasons[next] ?? 0;
    const damped = phi * trend;
    const error = amount - (level + damped + season);
    squares += error * error;
    if (squares >= most) return null;
    level += damped + alpha * error;
    trend = damped + beta * error;
    seasons[next] = season + gamma * error;
    next = next + 1 === seasons.length ? 0 : next + 1;
  }
  return { squares, state: { level, trend, seasons: [...seasons.slice(next), ...seasons.slice(0, next)] } };
}

/** The months after a state: each adds a smaller part of the trend. */
export function dampedAhead({ level, trend, seasons }: SmoothState, phi: number, count: number): number[] {
  let [value, part] = [level, 1];
  return Array.from({ length: count }, (_, at) => {
    part *= phi;
    value += part * trend;
    return value + (seasons[at % seasons.length] ?? 0);
  });
}

/** Half of the slope of the whole series, from a smoothed level. */
function theta(series: readonly number[], { seasons }: Parts): number[] {
  const adjusted = series.map((amount, at) => amount - (seasons[at % YEAR] ?? 0));
  let best = { squares: Number.POSITIVE_INFINITY, level: 0, alpha: 0 };
  for (const alpha of ALPHAS) {
    const flat = { alpha, beta: 0, gamma: 0, phi: 1 };
    const first = { level: meanOf(adjusted.slice(0, YEAR)), trend: 0, seasons: [0] };
    const better = smooth(adjusted, flat, first, best.squares);
    if (better) best = { squares: better.squares, level: better.state.level, alpha };
  }
  return thetaAhead(adjusted, best.level, best.alpha, YEAR).map((amount, at) => {
    return amount + (seasons[(series.length + at) % YEAR] ?? 0);
  });
}

/** The Theta forecast of a series without season, from the level that simple smoothing with `alpha` ends at. */
export function thetaAhead(series: readonly number[], level: number, alpha: number, count: number): number[] {
  const drift = slopeOf(series) / 2;
  const begun = (1 - (1 - alpha) ** series.length) / alpha;
  return Array.from({ length: count }, (_, at) => level + drift * (at + begun));
}

/** The slope of the straight line with the smallest squares. */
function slopeOf(series: readonly number[]): number {
  const middle = (series.length - 1) / 2;
  let [above, squares] = [0, 0];
  series.forEach((amount, at) => {
    above += (at - middle) * amount;
    squares += (at - middle) ** 2;
  });
  return above / squares;
}

interface Parts {
  /** Of the first month, without its season. */
  start: number;
  slope: number;
  /** In the order of the series. They add up to 0. */
  seasons: number[];
}

/** A straight line and a season: the slope is the mean growth of a month on the same month of the year before. */
function partsOf(series: readonly number[]): Parts {
  const growths = series.slice(YEAR).map((amount, at) => amount - (series[at] ?? 0));
  const slope = meanOf(growths) / YEAR;
  const [sums, counts] = [new Array<number>(YEAR).fill(0), new Array<number>(YEAR).fill(0)];
  for (const [at, amount] of series.entries()) {
    const month = at % YEAR;
    sums[month] = (sums[month] ?? 0) + (amount - slope * at);
    counts[month] = (counts[month] ?? 0) + 1;
  }
  const means = sums.map((sum, month) => sum / (counts[month] ?? 1));
  const start = meanOf(means);
  return { start, slope, seasons: means.map((mean) => mean - start) };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
