import type { Line, StateOverview } from '../../../client/generated/types.gen.ts';
import { linkTo } from '../../address/address.ts';
import { choiceOf, currentAddress, parametersNamed, readParameter } from '../../address/navigation.ts';
import { basisOf, type CountedBy } from '../../parts/basis-choice.tsx';
import type { TableColumn } from '../../table/columns.ts';
import { sortRows, type TableOrder } from '../../table/order.ts';
import { everyMonth, type MonthDate, monthNumber } from '../../words/months.ts';
import { type ComparedPeriod, movedBy, movedTo, readPeriod, writePeriod } from '../../words/periods.ts';
import { countedMonth, salesLagOf } from '../../words/sales.ts';

/** The span of a ranking that is always the newest month. */
export const NEWEST = 'newest';
const MONTHS_OF_YEAR = 12;

/** What a line of a ranking is. */
export const LINES = [
  ['place', 'place'],
  ['type', 'type'],
  ['county', 'county'],
] as const;

/** What the parts of a ranking show. */
export interface ViewedRanking {
  state: StateOverview;
  choice: RankingChoice;
}

/** What a ranking shows, all of it in the address. Its months count by the basis. */
export interface RankingChoice {
  period: ComparedPeriod;
  against: ComparedPeriod;
  basis: CountedBy;
  type: string | null;
  county: string | null;
  /** `head`, if figures are per head. */
  per: string | null;
  /** The month in whose dollars figures are. */
  prices: string | null;
  by: (typeof LINES)[number][0];
  /** The least that a place got in the months to set against, in whole dollars: changes in percent of less say little. */
  minimum: number | null;
}

/** A line with its number: its rank by amount; in another order its position, whatever name the reader looks for. */
export type RankedLine = Line & { position: number | null };

/** Reads the choice of an address; `null` if its path names no months. */
export function readChoice(path: string, state: StateOverview): RankingChoice | null {
  const basis = basisOf();
  const [newest] = monthsBy(state, basis);
  const month = path === NEWEST ? newest?.slice(0, 7) : path.slice(0, 7);
  const period = readPeriod(path) ?? readPeriod(`${month}..${month}`);
  if (!period) return null;
  // 0.2.0 wrote `least`
  const minimum = Number(readParameter('minimum') ?? readParameter('least') ?? Number.NaN);
  return {
    ...{ period, basis, by: choiceOf('by', LINES) },
    against: readPeriod(readParameter('against') ?? '') ?? movedBy(period, -MONTHS_OF_YEAR),
    ...parametersNamed('type', 'county', 'per', 'prices'),
    minimum: minimum > 0 ? Math.round(minimum) : null,
  };
}

/** The parameters of the question, which itself finds the year before. */
export function askedOf({ period, against, ...same }: RankingChoice) {
  const isUsual = againstParameter(period, against.first) === null;
  return { ...same, months: writePeriod(period), against: isUsual ? null : writePeriod(against) };
}

/** The path of a ranking: `/rankings/nc/2020-06`, or `/rankings/nc/2020-03..2020-06`. */
export function rankingPath(state: string, { first, last }: ComparedPeriod): string {
  return `/rankings/${state}/${first === last ? first.slice(0, 7) : writePeriod({ first, last })}`;
}

/** The link to the same ranking of other months, or by another basis. */
export function linkOfPeriod(state: string, period: ComparedPeriod, changed: Record<string, string | null>) {
  return linkTo(rankingPath(state, period), {
    ...Object.fromEntries(currentAddress().parameters),
    ...changed,
  });
}

/** The parameter for the months to set against; `null` for the same months a year before. */
export function againstParameter(period: ComparedPeriod, first: MonthDate): string | null {
  const isUsual = monthNumber(first) === monthNumber(period.first) - MONTHS_OF_YEAR;
  return isUsual ? null : writePeriod(movedTo(period, first));
}

/** The months that a state has by a basis, newest first. */
export function monthsBy(state: StateOverview, basis: CountedBy): MonthDate[] {
  const [newest, oldest] = [state.months[0], state.months.at(-1)];
  if (!newest || !oldest) return [];
  const counting = { lag: salesLagOf(state), basis };
  const countedIn = (month: { allocation_period: MonthDate }) =>
    countedMonth(counting, month.allocation_period);
  return everyMonth(countedIn(oldest), countedIn(newest)).reverse();
}

/** Whether the largest amount comes first, so that the positions are the ranks of the answer. */
export function isByAmount({ column, isDescending }: TableOrder): boolean {
  return column === 'sum_value' && isDescending;
}

/** The lines in the order of their table, those with the asked text in their name. Equal ones are sorted by id. */
export function arrange(
  lines: readonly Line[],
  columns: readonly TableColumn<RankedLine>[],
  order: TableOrder,
): RankedLine[] {
  const numbered = lines
    .map((line): RankedLine => ({ ...line, position: line.rank }))
    .sort((one, other) => (one.jurisdiction?.id ?? 0) - (other.jurisdiction?.id ?? 0));
  const sorted = sortRows(numbered, columns, order);
  const placed = isByAmount(order) ? sorted : sorted.map((line, at) => ({ ...line, position: at + 1 }));
  const asked = plain(readParameter('name') ?? '');
  return placed.filter(({ jurisdiction, group }) => plain(jurisdiction?.name ?? group ?? '').includes(asked));
}

/** In any case, and with or without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
