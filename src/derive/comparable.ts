/** The change of payments with a change of tax taken out. */

import type { FigureSeries } from '../domain/allocation.ts';
import type { MethodChange } from '../domain/jurisdiction.ts';
import { type Month, monthAt, monthIndex } from '../domain/month.ts';
import { lengthOf, monthsIn, type Span, SpanSums, spanTo } from './span.ts';

/** A tax that has figures in some months of two periods only, or a rate that changed between them. */
export type TaxChange =
  | { kind: 'began' | 'ended' | 'paused'; tax: string; month: Month }
  /**
   * Rates are in millionths of the price. `month` is the first that may have the later rate, `latest` the first that is
   * known to have it, if rates between are not known.
   */
  | { kind: 'rate'; from: number; to: number; month: Month; latest?: Month }
  | ({ kind: 'method' } & MethodChange);

/**
 * The payments of two periods as far as the same tax was paid in both: now, at the rate of then. `null` if that is not
 * known. `changes` is empty if the tax is the same in all months of both.
 */
interface ComparablePair {
  now: number | null;
  before: number | null;
  changes: readonly TaxChange[];
  /** The months of payment whose tax is not known. */
  unknown?: readonly Month[];
}

/** Finds the comparable payments of one jurisdiction in two periods of the same length. */
export type Comparable = (now: Span, then: Span) => ComparablePair;

const UNKNOWN: ComparablePair = { now: null, before: null, changes: [] };

/**
 * The payments of a span as they would be with the tax of its last month. A month has none if it cannot be compared with
 * that one.
 */
export function atTaxOfLast(payments: SpanSums, comparable: Comparable, span: Span): SpanSums {
  const last = spanTo(span.last, 1);
  const slots = monthsIn(span).map((month) => {
    const then = spanTo(month, 1);
    const { now, before, changes } = comparable(last, then);
    if (now === null || before === null || now <= 0) return null;
    return changes.length === 0 ? payments.sum(then) : (before * payments.sum(last)) / now;
  });
  return new SpanSums({ first: span.first, slots });
}

/** For a jurisdiction whose tax never changes, such as its share of a rate that is the same everywhere. */
export function comparableAsPaid(payments: FigureSeries): Comparable {
  const sums = new SpanSums(payments);
  return (now, then) =>
    sums.fills(now) && sums.fills(then)
      ? { now: sums.sum(now), before: sums.sum(then), changes: [] }
      : UNKNOWN;
}

/** For a jurisdiction whose tax is not known. */
export const unknownTax: Comparable = () => UNKNOWN;

/**
 * For reports with a figure for each tax. The taxes that have a figure other than 0 in every month of both periods are
 * compared; the others began, ended or paused. A tax without a figure in any of these months does not matter.
 */
export function comparableByTaxes(
  payments: FigureSeries,
  taxes: readonly { name: string; series: FigureSeries }[],
): Comparable {
  const paid = new SpanSums(payments);
  const all = taxes.map(({ name, series }) => ({ name, series, sums: new SpanSums(series, isPaid) }));
  return (now, then) => {
    if (!paid.fills(now) || !paid.fills(then)) return UNKNOWN;
    const present = all.filter(({ sums }) => sums.paid(now) + sums.paid(then) > 0);
    const [whole, partial] = [present.filter(fillsBoth), present.filter((tax) => !fillsBoth(tax))];
    const changes = partial.map(({ name, series }) => taxChange(name, series, now, then));
    if (whole.length === 0) return { ...UNKNOWN, changes };
    // without a change the payment itself counts, because a correction may concern it alone
    const counted = changes.length === 0 ? [paid] : whole.map(({ sums }) => sums);
    return { now: add(counted, now), before: add(counted, then), changes };

    function fillsBoth({ sums }: { sums: SpanSums }): boolean {
      return sums.fills(now) && sums.fills(then);
    }
  };
}

/**
 * For a jurisdiction whose rate is known by month, in millionths of the price. Each payment counts at the rate of the
 * month that it is compared with: payment × old rate ÷ new rate. Months are `lag` months before the payment.
 */
export function comparableByRates(
  payments: FigureSeries,
  rateIn: (month: number) => number | null,
  lag = 0,
): Comparable {
  const sums = new SpanSums(payments);
  return (now, then) => {
    if (!sums.fills(now) || !sums.fills(then) || lengthOf(now) !== lengthOf(then)) return UNKNOWN;
    const lacking = [...monthsIn(then), ...monthsIn(now)].filter((month) => !rateIn(month));
    if (lacking.length > 0) return { ...UNKNOWN, unknown: lacking.map((month) => monthAt(month + lag)) };
    const changes = new Map<string, TaxChange>();
    let atOldRate = 0;
    for (let month = now.first; month <= now.last; month += 1) {
      const before = then.first + month - now.first;
      const [rate, rateThen] = [rateIn(month) ?? 0, rateIn(before) ?? 0];
      if (rate !== rateThen) {
        const change = rateChange(rateIn, before, month);
        changes.set(change.month, change);
      }
      atOldRate += (sums.sum({ first: month, last: month }) * rateThen) / rate;
    }
    return {
      now: changes.size === 0 ? sums.sum(now) : atOldRate,
      before: sums.sum(then),
      changes: [...changes.values()],
    };
  };
}

/**
 * For a place whose county divides its tax in another way since a month: a month is not compared with one of another
 * method. `changes` are those of its counties, oldest first.
 */
export function comparableByMethod(comparable: Comparable, changes: readonly MethodChange[]): Comparable {
  if (changes.length === 0) return comparable;
  const counties = Array.from(new Set(changes.map(({ county }) => county)), (name) =>
    changes.filter(({ county }) => county === name),
  );
  return (now, then) => {
    const between = monthsIn(now).flatMap((month) => {
      const before = then.first + month - now.first;
      return counties.flatMap((ofCounty) => methodChange(ofCounty, before, month) ?? []);
    });
    if (between.length === 0) return comparable(now, then);
    return { ...UNKNOWN, changes: Array.from(new Set(between), (change) => ({ kind: 'method', ...change })) };
  };
}

/** The last change of a county's method up to a month, if the method is another one than in the month before. */
function methodChange(changes: readonly MethodChange[], before: number, month: number): MethodChange | null {
  const since = (limit: number) => changes.filter((change) => monthIndex(change.month) <= limit).at(-1);
  const [then, last] = [since(before), since(month)];
  return !last || last.now === (then?.now ?? changes[0]?.before) ? null : last;
}

function isPaid(figure: number): boolean {
  return figure !== 0;
}

function add(all: readonly SpanSums[], span: Span): number {
  return all.reduce((sum, one) => sum + one.sum(span), 0);
}

/** How a tax differs between two periods: it began after the months that lack it, ended before them, or neither. */
function taxChange(tax: string, { first, slots }: FigureSeries, now: Span, then: Span): TaxChange {
  const paid = Array.from(slots, (figure, at) => (isPaid(figure ?? 0) ? first + at : [])).flat();
  const [earliest = first, latest = first] = [paid[0], paid.at(-1)];
  const lacking = [...monthsIn(then), ...monthsIn(now)].filter((month) => !isPaid(slots[month - first] ?? 0));
  if (lacking.every((month) => month < earliest)) return { kind: 'began', tax, month: monthAt(earliest) };
  if (lacking.every((month) => month > latest)) return { kind: 'ended', tax, month: monthAt(latest) };
  return { kind: 'paused', tax, month: monthAt(Math.min(...lacking)) };
}

/** The last change of a rate after one month and up to another. Months without a known rate are skipped. */
function rateChange(rateIn: (month: number) => number | null, from: number, to: number): TaxChange {
  const last = rateIn(to) ?? 0;
  let month = to;
  while (month - 1 > from && (rateIn(month - 1) ?? last) === last) month -= 1;
  let latest = month;
  while (latest < to && rateIn(latest) === null) latest += 1;
  const uncertain = latest > month && { latest: monthAt(latest) };
  return { kind: 'rate', from: rateIn(month - 1) ?? last, to: last, month: monthAt(month), ...uncertain };
}
