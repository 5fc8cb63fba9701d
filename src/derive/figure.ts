/** What a question about payments is answered with: a figure of a group over a span, set against another span. */

import type { FigureSeries, Unit } from '../domain/allocation.ts';
import type { Month } from '../domain/month.ts';
import { divideScaled } from '../domain/ratio.ts';
import type { Comparable, TaxChange } from './comparable.ts';
import { type Conversion, type ConversionReason, type Growth, unitsOf } from './conversion.ts';
import { exactGrowth } from './slots.ts';
import { knownFrom, lengthOf, monthsIn, oneMonth, type Span, SpanSums, YEAR } from './span.ts';

/** Why a change is missing or compares less than all, and what makes the comparable change differ. */
export type Reason =
  /** The payments of the other span are not all there; they are from this month on. */
  | { code: 'missing-before'; from: Month }
  /** The change leaves out members that lack a payment of one of the two spans. */
  | { code: 'left-out'; members: number; compared: number }
  /** `place` is given for a member of a group. */
  | { code: 'tax-changed'; change: TaxChange; place?: string }
  /** Further members with a change of tax. */
  | { code: 'further-taxes'; members: number }
  /** The comparable change leaves out members whose tax is not known. */
  | { code: 'tax-left-out'; members: number }
  /** The tax is not known in these months of payment. Whether sheets of the state would name it. */
  | { code: 'tax-unknown'; months: readonly Month[]; hasSheets: boolean }
  | ConversionReason;

export const REASON_CODES = [
  'missing-before',
  'left-out',
  'tax-changed',
  'further-taxes',
  'tax-left-out',
  'tax-unknown',
  'no-price-index',
  'no-population',
  'shared-people',
] as const satisfies readonly Reason['code'][];

/** A figure. Amounts in cents, changes in millionths and not rounded; `null` is not known. */
export interface Measured {
  value: number | null;
  ago: number | null;
  difference: number | null;
  change: number | null;
  /** The change with a change of tax taken out. */
  comparableChange: number | null;
  reasons: readonly Reason[];
  /** Payments that the span should have and lacks. */
  missing: number;
  /** Payments of both spans that the checks doubt. */
  doubtful: number;
}

/** A place with one field of it. */
export interface GroupMember {
  id: number;
  name: string;
  series: FigureSeries;
  /** The figures of the series, added up. */
  sums: SpanSums;
  /** The last month in which it should have a payment. */
  end: number;
  /** Given for payments. */
  comparable?: Comparable | undefined;
}

/** The members of a selection, and what their figures depend on. */
export interface Group {
  members: readonly GroupMember[];
  /** Whether the question is about one place: then a sum that lacks a payment has no value. */
  isPlace: boolean;
  /** The first and the newest month of the state. */
  months: Span;
  unit: Unit;
  isQuarterEnd(month: number): boolean;
  /** Whether the state publishes sheets with rates. */
  hasSheets: boolean;
  /** Counts the payments of a place that the checks doubt in spans. */
  doubtsOf(id: number, ...spans: readonly Span[]): number;
  /** How its figures are converted. Default: they are as paid. */
  conversion?: Conversion | undefined;
}

/** A place belongs to a group if it has a datapoint in the month, or in as many months before. */
const MONTHS_OF_MEMBERS = 2 * YEAR;
/** A sum of a year or more that misses a larger share of its payments has no value. */
const LARGEST_GAP = 0.01;
/** Changed members that a figure names. */
const MOST_NAMED = 3;

export function memberOf(
  { id, name }: Pick<GroupMember, 'id' | 'name'>,
  series: FigureSeries,
  newest: number,
  comparable?: Comparable,
): GroupMember {
  return { id, name, series, sums: new SpanSums(series), end: endOfLife(series, newest), comparable };
}

/** Whether a place belongs to the groups of a month. */
export function isMember({ first, slots }: FigureSeries, month: number): boolean {
  const from = Math.max(0, month - MONTHS_OF_MEMBERS - first);
  for (let at = from; at <= month - first && at < slots.length; at += 1)
    if (slots[at] !== undefined) return true;
  return false;
}

/** The last month in which a place should have a payment; endless if it has not ended: a year without datapoints ends it. */
function endOfLife({ first, slots }: FigureSeries, newest: number): number {
  const last = first + slots.length - 1;
  return last < newest - YEAR ? last : Number.POSITIVE_INFINITY;
}

/** Measures a group in a span, against another span of as many months. */
export function measure(group: Group, span: Span, against: Span): Measured {
  const { members, unit } = group;
  const units = unitsOf(group, span, against);
  const paid = { value: valueIn(group, span), ago: agoIn(group, against) };
  const [value, ago] = [units.value(paid.value), units.ago(paid.ago)];
  const alike: GroupMember[] = [];
  let [leftOut, missing, doubtful] = [0, 0, 0];
  for (const member of members) {
    missing += missingIn(member, span);
    doubtful += group.doubtsOf(member.id, span, against);
    if (member.sums.fills(span) && member.sums.fills(against)) alike.push(member);
    else if (dueIn(member, span) + dueIn(member, against) > 0) leftOut += 1;
  }
  const change =
    unit === 'percent'
      ? exactGrowth(value, ago)
      : units.growth(alike, total(alike, span), total(alike, against));
  const hasBoth = value !== null && ago !== null;
  const taxes =
    unit === 'percent' || change === null
      ? NO_TAXES
      : withoutTaxChanges(group, alike, span, against, units.growth);
  const from =
    alike.length === 0 || group.isPlace ? knownBefore(group, { span, against, ...paid }) : undefined;
  return {
    ...{ value, ago, change, missing, doubtful },
    difference: hasBoth ? value - ago : null,
    comparableChange: taxes.change,
    reasons: [
      ...(from ? [{ code: 'missing-before', from } as const] : []),
      ...(hasBoth && leftOut > 0 && !group.isPlace
        ? [{ code: 'left-out', members: leftOut, compared: alike.length } as const]
        : []),
      ...taxes.reasons,
      ...units.reasons,
    ],
  };
}

/** Payments that a member should have in a span: from its first month on, and until it ended. */
function dueIn({ series, end }: GroupMember, { first, last }: Span): number {
  const dueTo = (month: number) => Math.max(0, Math.min(month, end) - series.first + 1);
  return dueTo(last) - dueTo(first - 1);
}

function missingIn(member: GroupMember, span: Span): number {
  return dueIn(member, span) - member.sums.paid(span);
}

function valueIn(group: Group, span: Span): number | null {
  const { members, months, isPlace, unit } = group;
  const [place] = members;
  if (isPlace) {
    // the first year of a place that was there before the dataset is not whole
    if (!place || (span.first < months.first && place.series.first === months.first)) return null;
    const from = span.isWhole ? span.first : Math.max(span.first, place.series.first);
    if (from < place.series.first || from > span.last) return null;
    if (unit === 'percent') return meanIn(group, place.series, { first: from, last: span.last });
    return place.sums.fills({ first: from, last: span.last }) ? place.sums.sum(span) : null;
  }
  if (span.first < months.first) return null;
  let [sum, paid, due] = [0, 0, 0];
  for (const member of members) {
    sum += member.sums.sum(span);
    paid += member.sums.paid(span);
    due += dueIn(member, span);
  }
  const isTooSmall = lengthOf(span) >= YEAR && due - paid > due * LARGEST_GAP;
  return paid === 0 || isTooSmall ? null : sum;
}

/** A place is compared with months that it had from the first on. */
function agoIn(group: Group, against: Span): number | null {
  const [place] = group.members;
  if (group.isPlace && place && against.first < place.series.first) return null;
  return valueIn(group, against);
}

/** The mean of the quarter ends of a span; of a single month its own figure. */
function meanIn({ isQuarterEnd }: Group, { first, slots }: FigureSeries, span: Span): number | null {
  if (lengthOf(span) === 1) return slots[span.last - first] ?? null;
  const figures = monthsIn(span).map((month) => ({ month, figure: slots[month - first] }));
  if (figures.some(({ figure }) => figure === undefined)) return null;
  const counted = figures.filter(({ month }) => isQuarterEnd(month)).map(({ figure }) => figure);
  if (counted.length === 0) return 0;
  let sum = 0;
  for (const figure of counted) {
    if (typeof figure !== 'number') return null;
    sum += figure;
  }
  return divideScaled(sum, counted.length, 1) ?? null;
}

function total(members: readonly GroupMember[], span: Span): number | null {
  return members.length === 0 ? null : members.reduce((sum, { sums }) => sum + sums.sum(span), 0);
}

/** The month from which on every member has the payments of the other span, if these alone are missing. */
function knownBefore(
  { members, isPlace }: Group,
  { span, against, value, ago }: { span: Span; against: Span } & Pick<Measured, 'value' | 'ago'>,
): Month | undefined {
  const isWhole = (one: Span) => members.every(({ sums }) => sums.fills(one));
  const lacksThem = isPlace ? value !== null && ago === null : value !== null && isWhole(span);
  return lacksThem ? knownFrom(against, (month) => isWhole(oneMonth(month))) : undefined;
}

const NO_TAXES = { change: null, reasons: [] as readonly Reason[] };

/** The change of the members whose tax is comparable. */
function withoutTaxChanges(
  { isPlace, hasSheets }: Group,
  alike: readonly GroupMember[],
  span: Span,
  against: Span,
  growth: Growth,
) {
  const pairs = alike.flatMap((member) => {
    const pair = comparedPair(member, span, against);
    return pair ? [{ ...pair, member, name: member.name }] : [];
  });
  if (pairs.length === 0) return NO_TAXES;
  let [now, before] = [0, 0];
  const known: GroupMember[] = [];
  for (const pair of pairs) {
    if (pair.now === null || pair.before === null) continue;
    now += pair.now;
    before += pair.before;
    known.push(pair.member);
  }
  const change = known.length === 0 ? null : growth(known, now, before);
  const unknown = pairs.filter(
    (pair) => pair.changes.length === 0 && (pair.now === null || pair.before === null),
  );
  const changed = pairs.filter(({ changes }) => changes.length > 0).sort((a, b) => b.effect - a.effect);
  const further = changed.length - MOST_NAMED;
  const reasons: Reason[] = [
    ...changed
      .slice(0, MOST_NAMED)
      .flatMap(({ name, changes }) =>
        changes.map(
          (one): Reason => ({ code: 'tax-changed', change: one, ...(!isPlace && { place: name }) }),
        ),
      ),
    ...(further > 0 ? [{ code: 'further-taxes', members: further } as const] : []),
  ];
  if (unknown.length > 0 && (isPlace || change === null))
    reasons.push({ code: 'tax-unknown', months: unknownMonths(unknown), hasSheets });
  else if (unknown.length > 0) reasons.push({ code: 'tax-left-out', members: unknown.length });
  return { change, reasons };
}

/** The payments of a member with the same tax, and by how much a change of tax moves the difference of the two sums. */
export function comparedPair({ sums, comparable }: GroupMember, span: Span, against: Span) {
  if (!comparable) return null;
  const pair = comparable(span, against);
  const other = sums.sum(span) - (pair.now ?? 0) - (sums.sum(against) - (pair.before ?? 0));
  return { ...pair, effect: Math.abs(other) };
}

function unknownMonths(pairs: readonly { unknown?: readonly Month[] | undefined }[]): Month[] {
  return [...new Set(pairs.flatMap(({ unknown = [] }) => unknown))].sort();
}

/** Orders lines by a key, in both directions those without one last, and before them those that are late. */
export function sortLines<Line>(
  lines: readonly Line[],
  keyOf: (line: Line) => number | string | null,
  isDescending: boolean,
  isLate: (line: Line) => number = () => 0,
): Line[] {
  const direction = isDescending ? -1 : 1;
  const keyed = lines.map((line) => {
    const key = keyOf(line);
    return { line, key, place: key === null ? Number.POSITIVE_INFINITY : isLate(line) };
  });
  keyed.sort((one, other) => {
    const [a, b] = [one.key, other.key];
    if (one.place !== other.place) return one.place - other.place;
    if (a === null || b === null || a === b) return 0;
    return a < b ? -direction : direction;
  });
  return keyed.map(({ line }) => line);
}

/** 1 for the largest figure; equal ones share a rank. */
export function rankBy<Line>(
  lines: readonly Line[],
  figureOf: (line: Line) => number | null,
): (line: Line) => number | null {
  const figures = lines.flatMap((line) => figureOf(line) ?? []).sort((a, b) => b - a);
  const ranks = new Map<number, number>();
  figures.forEach((figure, at) => {
    if (!ranks.has(figure)) ranks.set(figure, at + 1);
  });
  return (line) => ranks.get(figureOf(line) ?? Number.NaN) ?? null;
}
