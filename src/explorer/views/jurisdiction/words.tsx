import type { SentencePage } from '../../../client/generated/types.gen.ts';
import { type Address, linkWith } from '../../address/address.ts';
import { FISCAL_YEAR_TO_DATE } from './series.tsx';

/** A difference in brackets, whose sign and dollars belong together. */
const DIFFERENCE = /(\([+−]\$[^)]*\))/;

/** What happened, in plain words. The sentence of the year's end leads to its chart. */
export function Words({ sentences, address }: { sentences: SentencePage['data']; address: Address }) {
  return (
    <p class="words">
      {sentences.map(({ topic, text, caution }) => (
        <span key={topic} data-topic={topic} class={caution === null ? '' : 'caution'}>
          {topic === 'projection' && caution === null ? (
            <a href={linkWith(address, { chart: FISCAL_YEAR_TO_DATE.id })}>{text}</a>
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
    </p>
  );
}
