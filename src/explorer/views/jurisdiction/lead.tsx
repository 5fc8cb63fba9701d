import type { SentencePage, StateOverview } from '../../../client/generated/types.gen.ts';
import { linkHere } from '../../address/navigation.ts';
import { FISCAL_YEAR_TO_DATE } from '../../figures.ts';
import { BasisChoice } from '../../parts/basis-choice.tsx';
import { Choice } from '../../parts/choice.tsx';
import { groupOfId } from '../../selection.ts';
import { lastDue } from '../../service/overview.ts';
import { longMonth, type MonthDate, monthNumber } from '../../words/months.ts';
import { CALENDAR_MONTHS } from './charts.ts';
import type { ViewedPlace } from './series.tsx';

type Sentences = SentencePage['data'];
type Topic = Sentences[number]['topic'];

/** What the lead tells of a place: the amount and why, then the year and its end. Of a group it has the amount alone. */
const OF_PLACE: readonly (readonly Topic[])[] = [
  ['payment', 'parts'],
  ['fiscal_year', 'projection'],
];
const OF_GROUP: readonly (readonly Topic[])[] = [['payment']];

function topicsOf({ id }: ViewedPlace['place']): readonly (readonly Topic[])[] {
  return groupOfId(id) ? OF_GROUP : OF_PLACE;
}

/** A difference in brackets, whose sign and dollars belong together. */
const DIFFERENCE = /(\([+−]\$[^)]*\))/;

/** The charts that show what sentences say. */
const CHARTS: Partial<Record<Topic, string>> = { parts: 'parts', projection: FISCAL_YEAR_TO_DATE.id };

const MONTHS_OF_YEAR = 12;

interface LeadProps extends ViewedPlace {
  sentences: Sentences;
  /** The newest month of the place. */
  month: MonthDate;
}

/** What happened, in two lines. Sentences about the parts and the year’s end lead to their charts. */
export function Lead({ place, sentences }: Pick<LeadProps, 'place' | 'sentences'>) {
  return (
    <>
      {topicsOf(place).map((topics) => (
        <p key={topics[0]} class="words">
          {sentences
            .filter(({ topic }) => topics.includes(topic))
            .map(({ topic, text, caution }) => (
              <span key={text} data-topic={topic} class={caution === null ? '' : 'caution'}>
                {caution === null && CHARTS[topic] ? (
                  <a href={linkHere({ chart: CHARTS[topic] })}>{text}</a>
                ) : (
                  <Unbroken text={text} />
                )}{' '}
              </span>
            ))}
        </p>
      ))}
    </>
  );
}

function Unbroken({ text }: { text: string }) {
  return (
    <>
      {text.split(DIFFERENCE).map((part, at) =>
        at % 2 === 1 ? (
          <span key={part} class="one-line">
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </>
  );
}

/** Whether a year or more of the state is due after its newest month. A place that ended before has nothing to come. */
function isOld(state: StateOverview, month: MonthDate): boolean {
  const due = monthNumber(lastDue(state));
  return month === state.newest?.allocation_period && due - monthNumber(month) >= MONTHS_OF_YEAR;
}

/** What the lead leaves out, and how years and months count. */
export function Counting({ place, state, sentences, month }: LeadProps) {
  const told = topicsOf(place).flat();
  return (
    <details class="counted">
      <summary>How this is counted</summary>
      {sentences
        .filter(({ topic }) => !told.includes(topic))
        .map(({ topic, text }) => (
          <p key={text} data-topic={topic}>
            {text}
          </p>
        ))}
      {isOld(state, month) && (
        <p data-topic="newest">Newest payment here: {longMonth(month)}. Later months are not loaded.</p>
      )}
      <div class="choices">
        <Choice
          label="Fiscal year starts in"
          parameter="fiscal_year_start"
          usual={String(state.fiscal_year_start)}
          options={CALENDAR_MONTHS}
        />
        <BasisChoice states={[state]} />
      </div>
    </details>
  );
}
