import type { AnalyzedMonth, Jurisdiction, StateOverview } from '../../../client/generated/types.gen.ts';
import { countOf, showFigure, showTypes } from '../../words/figures.ts';
import { longMonth, type MonthDate } from '../../words/months.ts';

interface RankLineProps {
  record: AnalyzedMonth;
  place: Jurisdiction;
  state: StateOverview;
}

/** How large the figure is among those of the same type that the dataset has. */
export function RankLine({ record, place, state }: RankLineProps) {
  const { allocation_period, value, rank, ranked, share_of_state, share_of_county } = record;
  if (!value || rank === null || ranked === null || place.type === null) return null;
  if (areAllEqual(record)) return null;
  const types = showTypes(place.type).toLowerCase();
  const shares = isClearlyIncomplete(state, allocation_period)
    ? []
    : [
        share_of_county !== null &&
          `${showFigure(share_of_county, 'share')} of the sum of ${place.county} County`,
        share_of_state !== null && `${showFigure(share_of_state, 'share')} of the sum of all`,
      ].filter(Boolean);
  return (
    <p class="standing">
      Number {rank} of the {countOf(ranked, types, types)} of {state.name} with a figure in the dataset for{' '}
      {longMonth(allocation_period)}
      {shares.length > 0 && `: ${shares.join(', ')}`}.
    </p>
  );
}

/** The first of all has the mean only if all have the same. */
function areAllEqual({ rank, ranked, share_of_state }: AnalyzedMonth): boolean {
  if (ranked === 1) return true;
  return rank === 1 && share_of_state !== null && Math.abs(share_of_state * (ranked ?? 0) - 1) < 1e-5;
}

/** A month with fewer than this part of the jurisdictions of the months before has no useful shares. */
const WHOLE = 0.9;
const MONTHS_BEFORE = 12;

function isClearlyIncomplete({ months }: StateOverview, month: MonthDate): boolean {
  const at = months.findIndex(({ allocation_period }) => allocation_period === month);
  const counts = months.slice(Math.max(0, at), at + 1 + MONTHS_BEFORE).map((one) => one.jurisdictions);
  return (counts[0] ?? 0) < WHOLE * Math.max(...counts);
}
