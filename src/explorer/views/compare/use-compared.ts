import type { MonthTotal, StateOverview } from '../../../client/generated/types.gen.ts';
import {
  analysisQuestion,
  jurisdictionQuestion,
  overviewQuestion,
  totalsQuestion,
} from '../../service/questions.ts';
import type { Fault } from '../../service/request.ts';
import { type LoadedAnswer, useAnswer, useAnswers } from '../../service/use-answer.ts';
import type { CompareChoice } from './choice.ts';
import { type Compared, type ComparedPlace, toCompared } from './compared-series.ts';
import { asPlace, asRecords, filterOfGroup, groupOfId } from './group.ts';

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
  totals: readonly MonthTotal[];
}

/** The places and groups of a comparison, in the order of their ids, once the overview is there. */
export function useCompared(choice: CompareChoice) {
  const { ids, field, fiscalYearStart } = choice;
  const overview = useAnswer(overviewQuestion());
  const states = overview.value?.data.states ?? [];
  const ofPlaces = ids.filter((id) => groupOfId(id) === null);
  const ofGroups = ids.filter((id) => canAddUp(id, choice, states));
  const asked = { field, fiscal_year_start: fiscalYearStart };
  const places = useAnswers(ofPlaces.map(jurisdictionQuestion));
  const analyses = useAnswers(ofPlaces.map((id) => analysisQuestion(id, asked)));
  const sums = useAnswers(
    ofGroups.map((id) => {
      const { state, ...group } = groupOfId(id) ?? { state: '', type: null, county: null };
      return totalsQuestion(state, { ...filterOfGroup({ state, ...group }), ...asked });
    }),
  );
  const chosen = ids.map((id): ChosenId => {
    const at = ofPlaces.indexOf(id);
    return at < 0
      ? readGroup(id, sums[ofGroups.indexOf(id)], states)
      : readPlace(id, places[at], analyses[at], states);
  });
  return { overview, chosen };
}

/** The service adds up amounts only. */
function canAddUp(id: string, { field }: CompareChoice, states: readonly StateOverview[]): boolean {
  const group = groupOfId(id);
  const state = states.find((known) => known.state === group?.state);
  return state !== undefined && unitIn(state, field) !== 'percent';
}

export function unitIn({ fields, headline }: StateOverview, field: string | null) {
  return fields.find(({ name }) => name === (field ?? headline))?.unit;
}

type PlaceAnswer = ReturnType<typeof useAnswers<{ data: ComparedPlace }>>[number];
type Figures = { data: Compared['records']; meta: { field: string; fiscal_year_start: number } };

function readPlace(
  id: string,
  place: PlaceAnswer | undefined,
  analysis: LoadedAnswer<Figures> | undefined,
  states: readonly StateOverview[],
): ChosenId {
  const known = place?.value?.data ?? null;
  const fault = place?.fault ?? null;
  return {
    ...{ id, place: known, fault, totals: [] },
    compared: known && withFigures(known, analysis?.value ?? null, states),
    refusal: analysis?.fault && !fault ? analysis : null,
    isWaiting: [place, analysis].some((one) => one && !one.value && !one.fault),
  };
}

function readGroup(
  id: string,
  sums: LoadedAnswer<{ data: readonly MonthTotal[]; meta: Figures['meta'] }> | undefined,
  states: readonly StateOverview[],
): ChosenId {
  const group = groupOfId(id);
  const state = states.find((known) => known.state === group?.state);
  const place = group && state ? asPlace(group, state) : null;
  const found = sums?.value ?? null;
  const figures = found && { data: asRecords(found.data), meta: found.meta };
  return {
    ...{ id, place, fault: null, totals: found?.data ?? [] },
    compared: place && withFigures(place, figures, states),
    refusal: sums?.fault ? sums : null,
    isWaiting: sums !== undefined && !sums.value && !sums.fault,
  };
}

function withFigures(
  place: ComparedPlace,
  figures: Figures | null,
  states: readonly StateOverview[],
): Compared | null {
  const state = states.find((known) => known.state === place.state);
  const field = state?.fields.find(({ name }) => name === figures?.meta.field);
  return state && field && figures
    ? toCompared(place, field, figures.data, figures.meta.fiscal_year_start, state)
    : null;
}
