import type { AnalyzedMonth, MonthTotal, StateOverview } from '../../../client/generated/types.gen.ts';
import { useOverview } from '../../service/overview.ts';
import { jurisdictionQuestion, questionOfPlace, questionOfState } from '../../service/questions.ts';
import type { Fault, Inquiry } from '../../service/request.ts';
import { type LoadedAnswer, useAnswers, usePrepared } from '../../service/use-answer.ts';
import { type MonthDate, monthNumber } from '../../words/months.ts';
import { countedMonth, salesLagOf } from '../../words/sales.ts';
import { toSeries } from '../jurisdiction/series.tsx';
import type { CompareChoice } from './choice.ts';
import type { Compared, ComparedPlace } from './compared-series.ts';
import { asPlace, asRecord, filterOfGroup, groupOfId } from './group.ts';

/** What is known of one id of a comparison. */
export interface ChosenId {
  id: string;
  place: ComparedPlace | null;
  compared: Compared | null;
  /** Why there is no such place. */
  fault: Fault | null;
  /** Why the place has no such figures. */
  refusal: LoadedAnswer<unknown> | null;
  isWaiting: boolean;
  /** The sums of a group; empty for a place. */
  totals: readonly CountedTotal[];
}

/** The sums of a month, with the month by which they count. */
export type CountedTotal = MonthTotal & { counted: MonthDate };

/** The months of a place, or the sums of a group. */
interface FigurePage {
  data: readonly (AnalyzedMonth | MonthTotal)[];
  meta: { field: string; fiscal_year_start: number; basis: string };
}

/** The places and groups of a comparison, in the order of their ids. */
export function useCompared(choice: CompareChoice): ChosenId[] {
  const { states } = useOverview();
  const { ids } = choice;
  const places = useAnswers(ids.map((id) => (groupOfId(id) ? null : jurisdictionQuestion(id))));
  const figures = useAnswers(ids.map((id) => figuresQuestion(id, choice, states)));
  const ofPlaces = ids.flatMap((id) => (groupOfId(id) ? [] : questionOfPlace(id, 'analysis', {})));
  usePrepared(
    figures.some(({ value }) => value !== null),
    ...ofPlaces,
  );
  return ids.map((id, at) => {
    const [place, found] = [places[at], figures[at]];
    const group = groupOfId(id);
    const state = states.find((known) => known.state === (group ?? place?.value?.data)?.state);
    const known = group ? state && asPlace(group, state) : place?.value?.data;
    const fault = place?.fault ?? null;
    return {
      ...{ id, fault, place: known ?? null },
      compared: known && state && found?.value ? withFigures(known, found.value, state) : null,
      refusal: found?.fault && !fault ? found : null,
      isWaiting: Boolean(place?.isWaiting || found?.isWaiting),
      totals: totalsOf(found?.value ?? null, state),
    };
  });
}

function totalsOf(page: FigurePage | null, state: StateOverview | undefined): CountedTotal[] {
  if (!page || !state) return [];
  const counting = { lag: salesLagOf(state), basis: page.meta.basis };
  return page.data
    .filter(isTotal)
    .map((total) => ({ ...total, counted: countedMonth(counting, total.allocation_period) }));
}

function isTotal(record: AnalyzedMonth | MonthTotal): record is MonthTotal {
  return 'members' in record;
}

/** Asks for the figures of a place or group. The service adds up amounts only: `null` for a group without sums. */
function figuresQuestion(
  id: string,
  { field, fiscalYearStart, basis }: CompareChoice,
  states: readonly StateOverview[],
): Inquiry<FigurePage> | null {
  const group = groupOfId(id);
  const asked = { field, fiscal_year_start: fiscalYearStart, basis: basis === 'payment' ? null : basis };
  if (!group) return questionOfPlace(id, 'analysis', asked);
  const state = states.find((known) => known.state === group.state);
  const canAddUp = state && unitIn(state, field) !== 'percent';
  return canAddUp ? questionOfState(group.state, 'totals', { ...filterOfGroup(group), ...asked }) : null;
}

export function unitIn({ fields, headline }: StateOverview, field: string | null) {
  return fields.find(({ name }) => name === (field ?? headline))?.unit;
}

function withFigures(
  place: ComparedPlace,
  { data, meta }: FigurePage,
  state: StateOverview,
): Compared | null {
  const field = state.fields.find(({ name }) => name === meta.field);
  if (!field) return null;
  const records = data.map((record) => (isTotal(record) ? asRecord(record) : record));
  const series = toSeries(records, field, meta, state);
  const { last_period: newest } = state;
  const own = records[0]?.allocation_period ?? '';
  // as the service counts it: without a record for more than twelve months, a jurisdiction has ended
  const isCurrent = newest !== null && monthNumber(newest) - monthNumber(own) <= 12;
  return { place, stateName: state.name, series, lastMonth: countedMonth(series, isCurrent ? newest : own) };
}
