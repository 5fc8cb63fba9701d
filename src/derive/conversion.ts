/** Figures per head and in the dollars of one month. */

import type { JurisdictionType } from '../domain/jurisdiction.ts';
import { type Month, monthAt } from '../domain/month.ts';
import { exactGrowth } from './slots.ts';
import { monthsIn, oneMonth, type Span, type SpanSums, YEAR } from './span.ts';

/** Why a figure is not known in the asked unit. */
export type ConversionReason =
  /** Payments of these months have no value in the dollars of another month. */
  | { code: 'no-price-index'; months: readonly Month[] }
  /** So many places, one of which is named, have no population that counts for these years. */
  | { code: 'no-population'; years: readonly number[]; members: number; place: string }
  /** The people of the places would count twice. */
  | { code: 'shared-people' };

/** How the figures of a group are converted. `null` is not asked for. */
export interface Conversion {
  /** The sums of the members are divided by the index of each month already: times `factor`, they are dollars of one month. */
  prices: { hasIndex(month: number): boolean; factor: number } | null;
  people: People | null;
}

/** Who lives in a place. */
export interface People {
  /** `null` without a population that counts for the year. */
  of(id: number, year: number): number | null;
  typeOf(id: number): JurisdictionType | null;
}

/** A place whose payments are added up. */
interface PaidMember {
  id: number;
  name: string;
  sums: SpanSums;
}

/** The change of some members between their sums in two spans. */
export type Growth = (
  members: readonly PaidMember[],
  now: number | null,
  before: number | null,
) => number | null;

/** Writes the sums of two spans in the asked unit. */
interface Units {
  reasons: readonly ConversionReason[];
  value(sum: number | null): number | null;
  ago(sum: number | null): number | null;
  growth: Growth;
}

const AS_PAID: Units = {
  reasons: [],
  value: (sum) => sum,
  ago: (sum) => sum,
  growth: (_, now, before) => exactGrowth(now, before),
};

/** A population counts for its own year and so many later ones. */
const YEARS_OF_POPULATION = 5;

/** The population of the newest year that is not after a year and at most five years before it. */
export function newestPopulation(
  byYear: ReadonlyMap<number, number> | undefined,
  year: number,
): number | null {
  for (let back = 0; back <= YEARS_OF_POPULATION; back += 1) {
    const people = byYear?.get(year - back);
    if (people !== undefined) return people;
  }
  return null;
}

/** The unit of a group's figures in a span and in the one that it is set against. */
export function unitsOf(
  { members, conversion }: { members: readonly PaidMember[]; conversion?: Conversion | undefined },
  span: Span,
  against: Span,
): Units {
  if (!conversion) return AS_PAID;
  const { prices, people } = conversion;
  const headsIn = ({ last }: Span, some: readonly PaidMember[]) =>
    people ? some.reduce((sum, { id }) => sum + (people.of(id, yearOf(last)) ?? 0), 0) : 1;
  const open = (one: Span) => {
    const paid = members.filter(({ sums }) => sums.paid(one) > 0);
    const reasons = reasonsOf(paid, one, conversion);
    const convert = (sum: number | null) =>
      sum === null || reasons.length > 0
        ? null
        : Math.round((sum * (prices?.factor ?? 1)) / headsIn(one, paid));
    return { reasons, convert };
  };
  const [now, then] = [open(span), open(against)];
  const reasons = merged([...now.reasons, ...then.reasons]);
  return {
    ...{ reasons, value: now.convert, ago: then.convert },
    growth: (compared, sum, before) =>
      sum === null || before === null || reasons.length > 0
        ? null
        : exactGrowth(sum / headsIn(span, compared), before / headsIn(against, compared)),
  };
}

/** The year in which people are counted: that of the last month. */
function yearOf(month: number): number {
  return Math.trunc(month / YEAR);
}

/** Places of these types do not share people with others of their type. */
const APART: readonly (JurisdictionType | null)[] = ['city', 'county'];

function reasonsOf(
  paid: readonly PaidMember[],
  span: Span,
  { prices, people }: Conversion,
): ConversionReason[] {
  const reasons: ConversionReason[] = [];
  const months = monthsIn(span)
    .filter((month) => prices && !prices.hasIndex(month))
    .filter((month) => paid.some(({ sums }) => sums.paid(oneMonth(month)) > 0));
  if (months.length > 0) reasons.push({ code: 'no-price-index', months: months.map(monthAt) });
  if (!people) return reasons;
  const [type = null, ...others] = new Set(paid.map(({ id }) => people.typeOf(id)));
  if (paid.length > 1 && (others.length > 0 || !APART.includes(type)))
    return [...reasons, { code: 'shared-people' }];
  const year = yearOf(span.last);
  const lacking = paid.filter(({ id }) => people.of(id, year) === null);
  const [first] = lacking;
  if (first)
    reasons.push({ code: 'no-population', years: [year], members: lacking.length, place: first.name });
  return reasons;
}

/** The reasons of two spans, each once. */
function merged(reasons: readonly ConversionReason[]): ConversionReason[] {
  const byCode = new Map<string, ConversionReason>();
  for (const one of reasons) {
    const known = byCode.get(one.code);
    byCode.set(one.code, known ? both(known, one) : one);
  }
  return [...byCode.values()];
}

function both(one: ConversionReason, other: ConversionReason): ConversionReason {
  if (one.code === 'no-price-index' && other.code === one.code)
    return { ...one, months: [...new Set([...one.months, ...other.months])].sort() };
  if (one.code === 'no-population' && other.code === one.code)
    return {
      ...(other.members > one.members ? other : one),
      years: [...new Set([...one.years, ...other.years])].sort(),
    };
  return one;
}
