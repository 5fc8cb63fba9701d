import { joinNames } from '../../../records/files/source.ts';
import { figureNamed, figureOf, PAYMENT, partIn } from '../../figures.ts';
import type { PlaceOrGroup } from '../../selection.ts';
import { everyMonth, longMonth, type MonthDate, monthBeside, monthNumber } from '../../words/months.ts';
import { namePeriod } from '../../words/periods.ts';
import { paidIn, paidMonth, salesMonthOf, soldMonth } from '../../words/sales.ts';
import { countDoubted } from '../jurisdiction/figure-links.ts';
import { type FieldSeries, figureIn, type MonthOfSeries } from '../jurisdiction/series.tsx';
import { type CompareChoice, monthsOfBase } from './choice.ts';

/** One compared jurisdiction or group with its months. */
export interface Compared {
  place: PlaceOrGroup;
  stateName: string;
  series: FieldSeries;
  /** The last month in which it should have a figure, as all months here by the basis of the comparison. */
  lastMonth: MonthDate;
}

const MONTHS_OF_YEAR = 12;

/** The figures of one jurisdiction, one for each month of the comparison. */
export interface PlacedFigures extends Compared {
  /** As the service gives them. */
  figures: readonly (number | null)[];
  /** Whether a month between the first and the last record should have one. */
  isExpected: readonly boolean[];
  /** Whether the checks doubt a payment of the figure. */
  doubtful: readonly boolean[];
  /** What is known of the months; undefined before its first and after its last. */
  known: readonly (MonthOfSeries | undefined)[];
  /** Relative to the base; `null` without an index. */
  index: readonly (number | null)[] | null;
}

export interface ComparedPlaces {
  months: readonly MonthDate[];
  places: readonly PlacedFigures[];
  /** The month that counts as 100; `null` without an index. */
  base: MonthDate | null;
  /** What to say about the base. */
  baseNote: string | null;
}

/** Puts jurisdictions side by side, month by month. */
export function compare(all: readonly Compared[], choice: CompareChoice): ComparedPlaces {
  const months = fromFirstFigure(all, choice, sharedMonths(all, choice));
  const places = all.map((one) => ({ ...one, ...figuresOf(one, choice, months), index: null }));
  const length = monthsOfBase(choice);
  if (length === null) return { months, places, base: null, baseNote: null };
  return indexed(months, places, choice.base, length);
}

/** Whether payments come as many months after the sales everywhere. */
export function haveOneLag(all: readonly Compared[]): boolean {
  return all.every(({ series }) => series.lag === all[0]?.series.lag);
}

/** The month of the sales of a month of payment, or the other way round. */
export function otherMonth({ series }: Compared, counted: MonthDate): MonthDate | null {
  return series.basis === 'sales' ? paidIn(series, counted) : salesMonthOf(counted, series.lag);
}

/**
 * `October 2026, for sales of August`, or `Sales of March 2020, paid in June (Illinois) and May (North Carolina)`.
 */
export function nameCounted(all: readonly Compared[], counted: MonthDate): string {
  const [first] = all.map(({ series }) => series);
  if (!first) return longMonth(counted);
  const isOfSales = first.basis === 'sales';
  const month = paidIn(first, counted);
  if (haveOneLag(all)) return isOfSales ? soldMonth(month, first.lag) : paidMonth(month, first.lag);
  const others = all.flatMap((one) => {
    const other = otherMonth(one, counted);
    return other === null ? [] : [`${monthBeside(other, counted)} (${one.stateName})`];
  });
  return `${isOfSales ? 'Sales of ' : ''}${longMonth(counted)}, ${isOfSales ? 'paid in' : 'for sales of'} ${joinNames([...new Set(others)])}`;
}

/** Every month from the first to the last that any of them has, or the last years of these. */
function sharedMonths(all: readonly Compared[], { years }: CompareChoice): MonthDate[] {
  const ends = all.flatMap(({ series: { months } }) => [months[0]?.counted, months.at(-1)?.counted]);
  const known = ends.filter((month) => month !== undefined).sort();
  const [first, last] = [known.at(0), known.at(-1)];
  if (first === undefined || last === undefined) return [];
  const every = everyMonth(first, last);
  const shown = years === 'all' ? every : every.slice(-Number(years) * MONTHS_OF_YEAR);
  return shown;
}

/** Without the months at the start in which no place has a figure yet, as no sum of twelve months is there in the first year. */
function fromFirstFigure(
  all: readonly Compared[],
  choice: CompareChoice,
  months: readonly MonthDate[],
): readonly MonthDate[] {
  const firsts = all.map((one) =>
    figuresOf(one, choice, months).figures.findIndex((figure) => figure !== null),
  );
  const known = firsts.filter((at) => at >= 0);
  return known.length === 0 ? months : months.slice(Math.min(...known));
}

function figuresOf(
  { series, lastMonth }: Compared,
  { measure }: CompareChoice,
  months: readonly MonthDate[],
) {
  const byMonth = new Map(series.months.map((one) => [one.counted, one]));
  const comparison = figureNamed(measure);
  const part = measure === 'change' ? 'change' : 'value';
  const isMonthly = measure === 'payments' || measure === 'change';
  const known = months.map((month) => byMonth.get(month));
  const figures = known.map((one) => {
    if (!one) return null;
    if (comparison === PAYMENT && part === 'value') return figureIn(one);
    return isMonthly && !one.isExpected ? null : partIn(figureOf(one.record, comparison), part);
  });
  const isLate = (month: MonthDate) =>
    !series.field.quarter_end_only && month > (series.months.at(-1)?.counted ?? '') && month <= lastMonth;
  const isExpected = isMonthly
    ? months.map((month) => byMonth.get(month)?.isExpected ?? isLate(month))
    : betweenEnds(figures);
  const doubtful = months.map((counted) => {
    const month = paidIn(series, counted);
    return countDoubted(series, { month, comparison }, part) > 0;
  });
  return { figures, isExpected, doubtful, known };
}

/** A sum begins when all its months are there; from then on it is expected. */
function betweenEnds(figures: readonly (number | null)[]): boolean[] {
  const present = figures.flatMap((figure, at) => (figure === null ? [] : [at]));
  const [first = figures.length, last = -1] = [present[0], present.at(-1)];
  return figures.map((_, at) => at >= first && at <= last);
}

/** Why the base is another one than that which was asked for. */
function lackOfBase(length: number, month: string): string {
  return length === 1
    ? `In ${month} there is no figure above zero`
    : `Of the ${length} months from ${month} on, there are not all figures above zero`;
}

/**
 * Divides by the mean of the figures of some months: from the wanted one on, or from the next in which all of them have
 * figures above zero.
 */
function indexed(
  months: readonly MonthDate[],
  places: readonly PlacedFigures[],
  wanted: MonthDate | null,
  length: number,
): ComparedPlaces {
  const baseAt = ({ figures }: PlacedFigures, at: number) => {
    const ofBase = figures.slice(at, at + length).map((figure) => figure ?? 0);
    const isWhole = ofBase.length === length && ofBase.every((figure) => figure > 0);
    return isWhole ? ofBase.reduce((sum, figure) => sum + figure, 0) / length : null;
  };
  const hasBase = (at: number) => places.every((place) => baseAt(place, at) !== null);
  const from = Math.max(
    0,
    wanted === null ? 0 : months.findIndex((month) => monthNumber(month) >= monthNumber(wanted)),
  );
  const at = months.findIndex((_, index) => index >= from && hasBase(index));
  const base = months[at];
  const asked = months[from];
  if (base === undefined)
    return {
      months,
      places,
      base: null,
      baseNote: `There is no index: from ${asked ? longMonth(asked) : 'there'} on, no month has a figure above zero of every place. The chart shows the figures themselves.`,
    };
  const lacking = places.filter((place) => baseAt(place, from) === null).map(({ place }) => place.name);
  const moved =
    base === asked || !asked ? '' : ` ${lackOfBase(length, longMonth(asked))} of ${lacking.join(', ')}.`;
  return {
    months,
    places: places.map((place) => {
      const one = baseAt(place, at) ?? 1;
      return { ...place, index: place.figures.map((figure) => figure && (figure / one) * 100) };
    }),
    base,
    baseNote: `100 is ${
      length === 1
        ? nameCounted(places, base)
        : `the mean of ${namePeriod({ first: base, last: months[at + length - 1] ?? base })}`
    }.${moved}`,
  };
}
