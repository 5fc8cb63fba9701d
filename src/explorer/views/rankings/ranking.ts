import type { ComparisonLine, StateOverview } from '../../../client/generated/types.gen.ts';
import { sortLines } from '../../../derive/comparison.ts';
import { parametersNamed, readParameter } from '../../address/navigation.ts';
import { basisOf, type CountedBy } from '../../parts/basis-choice.tsx';
import { readOrder, type TableOrder } from '../../table/order.ts';
import type { MonthDate } from '../../words/months.ts';
import { PAYMENT, SHARED, type SharedName } from '../jurisdiction/series.tsx';
import { readNameFilter } from './name-filter.tsx';

/** The month of a ranking that is always the newest one. */
export const NEWEST = 'newest';

/** The columns that a ranking can be sorted by: the figures of the comparison, and what describes a place. */
type SortColumn = SharedName | 'difference' | 'name' | 'type' | 'county';
const [PAID = PAYMENT.value, ...FIGURES] = SHARED.flatMap(({ value, before, change }): SortColumn[] => [
  value,
  before,
  change,
]);

/** How the address sorts a ranking. */
export function readRankingOrder(): TableOrder<SortColumn> {
  return readOrder([PAID, ...FIGURES, 'difference'], ['name', 'type', 'county']);
}

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

/** The month in the path: `2026-10`, a full date, or `newest`; `null` if the state has no such month. */
export function monthInPath(text: string, { months }: StateOverview): MonthDate | null {
  if (text === NEWEST) return months[0]?.allocation_period ?? null;
  return (
    months.find(({ allocation_period }) => allocation_period.startsWith(text))?.allocation_period ?? null
  );
}

/** The path of the ranking of a month. */
export function rankingPath(state: string, month: MonthDate): string {
  return `/rankings/${state}/${month.slice(0, 7)}`;
}

/** The lines that the choice leaves, in the order of the API. */
export function arrange(
  lines: readonly ComparisonLine[],
  { least }: RankingChoice,
  order: TableOrder<SortColumn>,
): RankedLine[] {
  const chosen = lines
    .flatMap(({ jurisdiction, ...line }) =>
      jurisdiction ? [{ ...line, jurisdiction, position: line.rank }] : [],
    )
    .filter(({ year_ago }) => least === null || (year_ago !== null && year_ago >= least))
    .sort((one, other) => one.jurisdiction.id - other.jurisdiction.id);
  const sorted = sortLines(chosen, {
    keyOf: (line) => keyOf(line, order.column),
    // a doubtful change is never among the largest
    isLate: (line) => isDoubtful(line, order.column),
    descending: order.isDescending,
  });
  const numbered = isByPayment(order) ? sorted : sorted.map((line, at) => ({ ...line, position: at + 1 }));
  const isAsked = readNameFilter();
  return numbered.filter(({ jurisdiction }) => isAsked(jurisdiction.name));
}

function isDoubtful(line: RankedLine, sort: SortColumn): boolean {
  const figure = sort === 'difference' ? PAYMENT : SHARED.find(({ change }) => change === sort);
  return figure !== undefined && line[figure.doubtful] > 0;
}

function keyOf({ jurisdiction, ...line }: RankedLine, column: SortColumn): string | number | null {
  if (column === 'difference') return line.difference ?? null;
  if (column === 'name' || column === 'type' || column === 'county')
    return jurisdiction[column]?.toLowerCase() ?? null;
  return line[column];
}
