import type { MonthPage, StateOverview } from '../../../client/generated/types.gen.ts';
import type { MonthRecord } from '../../figures.ts';
import { unitAsked } from '../../parts/unit-choice.tsx';
import { groupNamed, groupOfId, type PlaceOrGroup } from '../../selection.ts';
import { useOverview } from '../../service/overview.ts';
import { jurisdictionQuestion, type Question, questionAbout } from '../../service/questions.ts';
import { Fault } from '../../service/request.ts';
import { type LoadedAnswer, useAnswers } from '../../service/use-answer.ts';
import { type MonthDate, monthNumber } from '../../words/months.ts';
import { countedMonth, salesLagOf } from '../../words/sales.ts';
import { toSeries } from '../jurisdiction/series.tsx';
import type { CompareChoice } from './choice.ts';
import type { Compared } from './compared-series.ts';

/** What is known of one id of a comparison. */
export interface ChosenId {
  id: string;
  place: PlaceOrGroup | null;
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
export type CountedTotal = MonthRecord & { counted: MonthDate };

/** The places and groups of a comparison, in the order of their ids. */
export function useCompared(choice: CompareChoice): ChosenId[] {
  const { states } = useOverview();
  const { ids } = choice;
  const places = useAnswers(ids.map((id) => (groupOfId(id) ? null : jurisdictionQuestion(id))));
  const known = ids.map((id, at) => groupOfId(id) ?? places[at]?.value?.data ?? null);
  const figures = useAnswers(
    known.map((one, at) => one && figuresQuestion(ids[at] ?? '', one, choice, states)),
  );
  return ids.map((id, at) => {
    const [place, found] = [places[at], figures[at]];
    const group = groupOfId(id);
    const state = states.find((known) => known.state === (group ?? place?.value?.data)?.state);
    const known = group ? groupNamed(id, states) : place?.value?.data;
    const isNoGroup = group !== null && !known;
    const fault = place?.fault ?? (isNoGroup ? new Fault('not-found', 'There is no such group.') : null);
    return {
      ...{ id, fault, place: known ?? null },
      compared: known && state && found?.value ? withFigures(known, found.value, state, choice) : null,
      refusal: found?.fault && !fault ? found : null,
      isWaiting: Boolean(place?.isWaiting || found?.isWaiting),
      totals: group ? totalsOf(found?.value ?? null, state, choice) : [],
    };
  });
}

function totalsOf(
  page: MonthPage | null,
  state: StateOverview | undefined,
  { basis }: CompareChoice,
): CountedTotal[] {
  if (!page || !state) return [];
  const counting = { lag: salesLagOf(state), basis };
  return page.data.map((total) => ({ ...total, counted: countedMonth(counting, total.month) }));
}

/** Asks for the figures of a place or group. The service adds up amounts only: `null` for a group without sums. */
function figuresQuestion(
  id: string,
  { state: code }: { state: string },
  { field, fiscalYearStart, basis }: CompareChoice,
  states: readonly StateOverview[],
): Question<MonthPage> | null {
  const group = groupOfId(id);
  const state = states.find((known) => known.state === code);
  const asked = {
    ...{ field, fiscal_year_start: fiscalYearStart, basis: basis === 'payment' ? null : basis },
    ...unitAsked({ unit: (state && unitIn(state, field)) ?? 'percent' }),
  };
  const canAddUp = !group || (state && unitIn(state, field) !== 'percent');
  return canAddUp ? questionAbout({ id, state: code }, 'months', asked) : null;
}

export function unitIn({ fields, headline }: StateOverview, field: string | null) {
  return fields.find(({ name }) => name === (field ?? headline))?.unit;
}

function withFigures(
  place: PlaceOrGroup,
  { data }: MonthPage,
  state: StateOverview,
  { field: asked, fiscalYearStart, basis }: CompareChoice,
): Compared | null {
  const field = state.fields.find(({ name }) => name === (asked ?? state.headline));
  if (!field) return null;
  const series = toSeries(
    data,
    field,
    { fiscalYearStart: fiscalYearStart ?? state.fiscal_year_start, basis },
    state,
  );
  const { last_period: newest } = state;
  const own = data[0]?.month ?? '';
  // as the service counts it: without a record for more than twelve months, a jurisdiction has ended
  const isCurrent = newest !== null && monthNumber(newest) - monthNumber(own) <= 12;
  return { place, stateName: state.name, series, lastMonth: countedMonth(series, isCurrent ? newest : own) };
}
