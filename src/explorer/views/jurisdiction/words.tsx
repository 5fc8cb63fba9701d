import type { SentencePage, StateOverview } from '../../../client/generated/types.gen.ts';
import { linkHere } from '../../address/navigation.ts';
import { lastDue } from '../../service/overview.ts';
import { longMonth, type MonthDate, monthNumber } from '../../words/months.ts';
import { FISCAL_YEAR_TO_DATE } from './series.tsx';

/** A difference in brackets, whose sign and dollars belong together. */
const DIFFERENCE = /(\([+−]\$[^)]*\))/;

/** The charts that show what sentences say. */
const CHARTS: Readonly<Record<string, string>> = { parts: 'parts', projection: FISCAL_YEAR_TO_DATE.id };

const MONTHS_OF_YEAR = 12;

interface WordsProps {
  sentences: SentencePage['data'];
  state: StateOverview;
  /** The newest month of the place. */
  month: MonthDate;
}

/** What happened, in plain words. Sentences about the parts and the year's end lead to their charts. */
export function Words({ sentences, state, month }: WordsProps) {
  return (
    <p class="words">
      {sentences.map(({ topic, text, caution }) => (
        <span key={topic} data-topic={topic} class={caution === null ? '' : 'caution'}>
          {caution === null && CHARTS[topic] ? (
            <a href={linkHere({ chart: CHARTS[topic] })}>{text}</a>
          ) : (
            text.split(DIFFERENCE).map((part, at) =>
              at % 2 === 1 ? (
                <span key={part} class="one-line">
                  {part}
                </span>
              ) : (
                part
              ),
            )
          )}{' '}
        </span>
      ))}
      {isOld(state, month) && (
        <span data-topic="newest">Newest payment here: {longMonth(month)}. Later months are not loaded.</span>
      )}
    </p>
  );
}

/** Whether a year or more of the state is due after its newest month. A place that ended before has nothing to come. */
function isOld(state: StateOverview, month: MonthDate): boolean {
  const due = monthNumber(lastDue(state));
  return month === state.newest?.allocation_period && due - monthNumber(month) >= MONTHS_OF_YEAR;
}
