import { unitAsked } from '../../parts/unit-choice.tsx';
import { groupNamed, groupOfId, type PlaceOrGroup } from '../../selection.ts';
import { useOverview } from '../../service/overview.ts';
import { jurisdictionQuestion, questionAbout } from '../../service/questions.ts';
import { type LoadedAnswer, useAnswers } from '../../service/use-answer.ts';
import { toSeries } from '../jurisdiction/series.tsx';
import type { CompareChoice } from './compare-choices.tsx';
import type { Compared } from './comparison.ts';

/** What is known of one id of a comparison. */
export interface ChosenId {
  id: string;
  place: PlaceOrGroup | null;
  compared: Compared | null;
  /** Whether the dataset has no such place or group. */
  isUnknown: boolean;
  /** The answer that did not come, as that of a group about a percentage. */
  failed: LoadedAnswer<unknown> | undefined;
  isWaiting: boolean;
}

/** The places and groups of a comparison, in the order of their ids. */
export function useCompared(
  ids: readonly string[],
  { field, fiscalYearStart, basis }: CompareChoice,
): ChosenId[] {
  const { states } = useOverview();
  const places = useAnswers(ids.map((id) => (groupOfId(id) ? null : jurisdictionQuestion(id))));
  const known = ids.map((id, at) => groupNamed(id, states) ?? places[at]?.value?.data ?? null);
  const shown = known.map((place) => {
    const state = states.find((one) => one.state === place?.state);
    const named = state?.fields.find(({ name }) => name === (field ?? state.headline));
    return place && state ? { place, state, field: named } : null;
  });
  const counted = { field, fiscal_year_start: fiscalYearStart, basis };
  const months = useAnswers(
    shown.map(
      (one) => one && questionAbout(one.place, 'months', { ...counted, ...unitAsked(one.field ?? NO_UNIT) }),
    ),
  );
  return ids.map((id, at) => {
    const [one, asked, found] = [shown[at], places[at], months[at]];
    const start = fiscalYearStart ?? one?.state.fiscal_year_start ?? 1;
    const isUnknown = groupOfId(id) ? !one : /not-found|refused/.test(asked?.fault?.kind ?? '');
    return {
      ...{ id, place: one?.place ?? null, isUnknown },
      failed: isUnknown ? undefined : [asked, found].find((answer) => answer?.fault),
      isWaiting: Boolean(asked?.isWaiting || found?.isWaiting),
      compared:
        one?.field && found?.value
          ? {
              ...{ place: one.place, state: one.state },
              series: toSeries(found.value.data, one.field, { fiscalYearStart: start, basis }, one.state),
            }
          : null,
    };
  });
}

/** A field that a state does not have is refused in any unit. */
const NO_UNIT = { unit: 'percent' } as const;
