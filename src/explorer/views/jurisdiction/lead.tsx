import type { SentencePage } from '../../../client/generated/types.gen.ts';
import { linkHere } from '../../address/navigation.ts';
import { FISCAL_YEAR_TO_DATE } from '../../figures.ts';
import { BasisChoice } from '../../parts/basis-choice.tsx';
import { Choice } from '../../parts/choice.tsx';
import { groupOfId } from '../../selection.ts';
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

/** The charts that show what sentences say. */
const CHARTS: Partial<Record<Topic, string>> = { parts: 'parts', projection: FISCAL_YEAR_TO_DATE.id };

interface LeadProps extends Pick<ViewedPlace, 'place' | 'state'> {
  sentences: Sentences;
}

/** What happened, in two lines. Sentences about the parts and the year’s end lead to their charts. */
export function Lead({ place, sentences }: Omit<LeadProps, 'state'>) {
  return (
    <>
      {topicsOf(place).map((topics) => (
        <p key={topics[0]} class="words">
          {topics
            .flatMap((one) => sentences.find(({ topic }) => topic === one) ?? [])
            .map(({ topic, text, caution }) => (
              <span key={text} data-topic={topic} class={caution === null ? '' : 'caution'}>
                {caution === null && CHARTS[topic] ? (
                  <a href={linkHere({ chart: CHARTS[topic] })}>{text}</a>
                ) : (
                  unbroken(text)
                )}{' '}
              </span>
            ))}
        </p>
      ))}
    </>
  );
}

/** A difference in brackets stays on one line: its sign and dollars belong together. */
function unbroken(text: string) {
  const parts = text.split(/(\([+−]\$[^)]*\))/);
  return parts.map((part, at) => (at % 2 === 0 ? part : <span class="one-line">{part}</span>));
}

/** What the lead leaves out, and how years and months count. */
export function Counting({ place, state, sentences }: LeadProps) {
  const told = topicsOf(place).flat();
  return (
    <details class="counted">
      <summary>How this is counted</summary>
      {sentences
        .filter(
          (one) => !told.includes(one.topic) || one !== sentences.find(({ topic }) => topic === one.topic),
        )
        .map(({ topic, text }) => (
          <p key={text} data-topic={topic}>
            {text}
          </p>
        ))}
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
