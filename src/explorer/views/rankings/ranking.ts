import type { ComparisonLine, StateOverview } from '../../../client/generated/types.gen.ts';
import { parametersNamed, readParameter } from '../../address/navigation.ts';
import { basisOf, type CountedBy } from '../../parts/basis-choice.tsx';
import type { TableColumn } from '../../table/columns.ts';
import { sortRows, type TableOrder } from '../../table/order.ts';
import type { MonthDate } from '../../words/months.ts';
import { countedMonth, salesLagOf } from '../../words/sales.ts';
import { PAYMENT } from '../jurisdiction/series.tsx';
import { readNameFilter } from './name-filter.tsx';

/** The month of a ranking that is always the newest one. */
export const NEWEST = 'newest';

/** A line of a ranking: always one jurisdiction. */
export type RankedLine = ComparisonLine & {
  jurisdiction: NonNullable<ComparisonLine['jurisdiction']>;
  /** Its rank by payment; in another order its position, whatever name the reader looks for. */
  position: number | null;
};

/** What the parts of a ranking show. */
export interface ViewedRanking {
  state: StateOverview;
  /** The month of payment. */
  month: MonthDate;
  choice: RankingChoice;
}

/** What a ranking shows of a month, all of it in the address. */
export interface RankingChoice {
  type: string | null;
  county: string | null;
  /** The least payment a year before, in dollars: changes in percent of less say little. */
  least: number | null;
  basis: CountedBy;
  fiscalYearStart: string | null;
}

export function readChoice(): RankingChoice {
  const least = Number(readParameter('least') ?? Number.NaN);
  return {
    ...parametersNamed('type', 'county'),
    least: Number.isFinite(least) ? least : null,
    basis: basisOf(),
    fiscalYearStart: readParameter('fiscal_year_start'),
  };
}

/** Whether the largest payment comes first, so that the positions are the ranks of the service. */
export function isByPayment({ column, isDescending }: TableOrder): boolean {
  return column === PAYMENT.value && isDescending;
}

/** The month of payment that the path names, by sale as a month of sales; `null` if the state has no such month. */
export function monthInPath(text: string, state: StateOverview, basis: CountedBy): MonthDate | null {
  const months = state.months.map(({ allocation_period }) => allocation_period);
  const counting = { lag: salesLagOf(state), basis };
  return months.find((month) => text === NEWEST || countedMonth(counting, month).startsWith(text)) ?? null;
}

/** The path of the ranking of a month: of payment, or of sales for an address that counts by them. */
export function rankingPath(state: string, month: MonthDate): string {
  return `/rankings/${state}/${month.slice(0, 7)}`;
}

/** The lines that the choice leaves, in the order of their table. Equal ones are sorted by id. */
export function arrange(
  lines: readonly ComparisonLine[],
  { least }: RankingChoice,
  columns: readonly TableColumn<RankedLine>[],
  order: TableOrder,
): RankedLine[] {
  const chosen = lines
    .flatMap(({ jurisdiction, ...line }) =>
      jurisdiction ? [{ ...line, jurisdiction, position: line.rank }] : [],
    )
    .filter(({ year_ago }) => least === null || (year_ago !== null && year_ago >= least))
    .sort((one, other) => one.jurisdiction.id - other.jurisdiction.id);
  const sorted = sortRows(chosen, columns, order);
  const numbered = isByPayment(order) ? sorted : sorted.map((line, at) => ({ ...line, position: at + 1 }));
  const isAsked = readNameFilter();
  return numbered.filter(({ jurisdiction }) => isAsked(jurisdiction.name));
}
