import type { SentencePage } from '../../../client/generated/types.gen.ts';
import { linkHere } from '../../address/navigation.ts';
import { FISCAL_YEAR_TO_DATE } from '../../figures.ts';
import { BasisChoice, chosenPeriod } from '../../parts/basis-choice.tsx';
import { Choice } from '../../parts/choice.tsx';
import { CALENDAR_MONTHS } from './charts.ts';
import type { ViewedPlace } from './series.tsx';

type Sentences = SentencePage['data'];
type Topic = Sentences[number]['topic'];

/** What the lead tells: the amount and why, then the end of the year. Of a period, what is behind its change. */
const TOLD: readonly (readonly Topic[])[] = [
  ['payment', 'parts'],
  ['fiscal_year', 'projection'],
];
const TOLD_OF_PERIOD = (isGroup: boolean): typeof TOLD => [
  ['payment', 'parts'],
  [isGroup ? 'movers' : 'comparable'],
];
/** The charts that show what sentences say. */
const CHARTS: Partial<Record<Topic, string>> = { parts: 'parts', projection: FISCAL_YEAR_TO_DATE.id };

/** The sentences of each line. An estimate of a year stands for what was paid so far, which a card has. */
function linesOf(sentences: Sentences): Sentences[] {
  const first = (topic: Topic) => sentences.find((one) => one.topic === topic);
  const projection = first('projection');
  const hasEnd = projection !== undefined && projection.caution !== 'missing';
  return (chosenPeriod() ? TOLD_OF_PERIOD(first('movers') !== undefined) : TOLD)
    .map((topics) =>
      topics.filter((topic) => topic !== 'fiscal_year' || !hasEnd).flatMap((topic) => first(topic) ?? []),
    )
    .filter(({ length }) => length > 0);
}

/** What happened, in two lines. Sentences about the parts and the year’s end lead to their charts. */
export function Lead({ sentences }: { sentences: Sentences }) {
  return (
    <>
      {linesOf(sentences).map((line) => (
        <p key={line[0]?.topic} class="words">
          {line.map(({ topic, text }) => (
            <span key={text} data-topic={topic}>
              {CHARTS[topic] && topic !== 'payment' ? (
                <a href={linkHere({ chart: CHARTS[topic] })}>{text}</a>
              ) : (
                unbroken(line.length > 1 && topic === 'payment' ? text.replace(/\.$/, ':') : text)
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
export function Counting({ state, sentences }: Pick<ViewedPlace, 'state'> & { sentences: Sentences }) {
  const told = linesOf(sentences).flat();
  return (
    <details class="counted">
      <summary>How this is counted</summary>
      {sentences
        .filter((one) => !told.includes(one))
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
        {!chosenPeriod() && <BasisChoice states={[state]} />}
      </div>
    </details>
  );
}
