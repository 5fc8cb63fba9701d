import type { DatedEvent } from '../../chart/event-marks.tsx';
import { eventsQuestion, revisionsQuestion } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import { longDay } from '../../words/months.ts';
import type { ViewedPlace } from './series.tsx';

/** What explains the figures of a place, without its gaps, which a chart finds itself, and its restated months. */
export function useEvents({ place, state, series }: ViewedPlace): readonly DatedEvent[] {
  const known = useAnswer(typeof place.id === 'number' ? eventsQuestion(place.id) : null);
  const revisions = useAnswer(typeof place.id === 'number' ? revisionsQuestion(place.id) : null);
  const isPayment = series.field.name === state.headline;
  const explaining = (known.value?.data ?? []).filter(({ kind }) =>
    isPayment ? kind !== 'not_loaded' : kind === 'own',
  );
  const restated = (revisions.value?.data ?? [])
    .filter(({ field, before, after }) => field === series.field.name && before !== null && after !== null)
    .map(({ allocation_period: month, revised_at }) => ({
      ...{ from: month, to: month },
      text: `Restated on ${longDay(revised_at)}`,
    }));
  return [...explaining, ...restated];
}
