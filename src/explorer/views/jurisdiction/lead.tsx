import type { SentencePage } from '../../../client/generated/types.gen.ts';
import { linkHere } from '../../address/navigation.ts';
import { FISCAL_YEAR_TO_DATE } from '../../figures.ts';
import { chosenPeriod } from '../../parts/basis-choice.tsx';
import { Choice } from '../../parts/choice.tsx';
import { CALENDAR_MONTHS } from './charts.ts';
import type { ViewedPlace } from './series.tsx';

type Sentences = SentencePage['data'];
type Topic = Sentences[number]['topic'];

/** The charts that show what sentences say. */
const CHARTS: Partial<Record<Topic, string>> = { parts: 'parts', projection: FISCAL_YEAR_TO_DATE.id };

interface LeadProps {
  sentences: Sentences;
  isOfPlace: boolean;
}

/**
 * The sentences of each line: the amount and why, and the end of the year. A change of tax explains more than parts do, and
 * an estimate of a year stands for what was paid so far, which a card has. Of a period, there is the first line.
 */
function linesOf({ sentences, isOfPlace }: LeadProps): Sentences[] {
  const first = (topic: Topic) => sentences.find((one) => one.topic === topic);
  const [projection, comparable] = [first('projection'), first('comparable')];
  const isOfTax = isOfPlace && comparable?.caution === 'tax_changed';
  const hasEnd = projection !== undefined && projection.caution !== 'missing';
  const isKnown = isOfPlace || first('fiscal_year')?.caution !== 'missing';
  const lines: (readonly Topic[])[] = [
    ['payment', isOfTax ? 'comparable' : 'parts'],
    chosenPeriod() ? [] : hasEnd ? ['projection'] : isKnown ? ['fiscal_year'] : [],
  ];
  return lines
    .map((topics) => topics.flatMap((topic) => first(topic) ?? []))
    .filter(({ length }) => length > 0);
}

/** What happened, in two lines. Sentences about the parts and the year’s end lead to their charts. */
export function Lead({ sentences, isOfPlace }: LeadProps) {
  return (
    <div class="lead-lines">
      {linesOf({ sentences, isOfPlace }).map((line) => (
        <p key={line[0]?.topic} class="words">
          {line.map(({ topic, text }) => {
            const whole = topic === 'payment' && line[1] ? text.replace(/\.$/, ':') : text;
            // one sentence, with its reason behind the colon
            const said = topic === 'comparable' ? whole.replace(/^W/, 'w') : whole;
            return (
              <span key={text} data-topic={topic}>
                {CHARTS[topic] ? <a href={linkHere({ chart: CHARTS[topic] })}>{said}</a> : said}{' '}
              </span>
            );
          })}
        </p>
      ))}
    </div>
  );
}

/** What the lead leaves out, and how years and months count. */
export function Counting({ state, ...of }: Pick<ViewedPlace, 'state'> & LeadProps) {
  const { sentences } = of;
  const told = linesOf(of).flat();
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
      </div>
    </details>
  );
}
