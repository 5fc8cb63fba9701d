import { capitalized } from '../../domain/text/wording.ts';
import { flatColumns, type Member } from '../../records/description.ts';
import { compareRecord } from '../../records/descriptions/compare.ts';
import { monthRecord } from '../../records/descriptions/months.ts';
import { projectionRecord } from '../../records/descriptions/projection.ts';
import { yearRecord } from '../../records/descriptions/years.ts';
import { usePageTitle } from '../address/navigation.ts';
import { useOverview } from '../service/overview.ts';
import { plainMeaning } from '../words/meanings.ts';

/** What only programs read: names in code, parameters and files. */
const OF_CODE = /\w_\w|=|\bcode\b|\bid\b|^(?:Meaning|Note|Before|Months)$|^Part, as/i;

type Word = readonly [word: string, meaning: string];

const TABLES: readonly (readonly Member<never>[])[] = [
  monthRecord.members,
  yearRecord.members,
  compareRecord.members,
  projectionRecord.members,
];

/** The words of tables, each once, from the descriptions of their columns. */
function wordsOfTables(): Word[] {
  const words = TABLES.flatMap(flatColumns)
    .filter(({ heading, meaning }) => !OF_CODE.test(heading) && !OF_CODE.test(meaning))
    // the parts of a figure mean the same beside every figure
    .map(({ heading, meaning }): Word => [heading.replace(/^.*, /, ''), meaning]);
  return sortOnce(words);
}

/** In the order of the alphabet. Of several meanings, the first counts. */
function sortOnce(words: readonly Word[]): Word[] {
  const known = words.map(([word, meaning]): Word => [capitalized(word), plainMeaning(meaning)]);
  return [...new Map(known.reverse())].sort(([one], [other]) => one.localeCompare(other));
}

/** What the words of the page mean: those of all tables, and the figures that each state reports. */
export function Glossary() {
  const { states } = useOverview();
  usePageTitle('Glossary');
  return (
    <>
      <h1>Glossary</h1>
      <Words title="Words of tables" words={wordsOfTables()} />
      {states.map(({ state, name, fields }) => (
        <Words
          key={state}
          title={`Figures of ${name}`}
          words={sortOnce(fields.map(({ label, meaning }) => [label, meaning]))}
        />
      ))}
    </>
  );
}

function Words({ title, words }: { title: string; words: readonly Word[] }) {
  return (
    <section>
      <h2>{title}</h2>
      <dl class="glossary">
        {words.map(([word, meaning]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{meaning}.</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
