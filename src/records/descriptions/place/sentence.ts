import type { Month } from '../../../domain/month.ts';
import { column, describe } from '../../description.ts';
import { BASIS, FIGURE_META, FISCAL_YEAR_START, OF_PLACE } from '../../filters/shared-filters.ts';
import { type CodedPlace, jurisdictionInFiles } from '../coded-place.ts';
import { ALLOCATION_PERIOD, SALES_PERIOD } from '../shared-columns.ts';
import { MONTH_OF_PLACE, MONTH_OF_PLACE_META } from './place-month.ts';

/** What a sentence is about, in the order of a paragraph. */
export const TOPICS = [
  'payment',
  'sales',
  'parts',
  'fiscal_year',
  'projection',
  'comparable',
  'doubt',
] as const;

const CAUTIONS = ['doubtful', 'missing', 'tax_changed'] as const;

/** A sentence or two about the payment of a month. */
export interface Sentence {
  topic: (typeof TOPICS)[number];
  text: string;
  /** Whether a figure that it names is doubted or cannot be relied on, or one is missing; `null` if neither. */
  caution: (typeof CAUTIONS)[number] | null;
}

export interface PlaceSentence extends Sentence {
  jurisdiction: CodedPlace;
  month: Month;
  salesMonth: Month | null;
}

export const sentenceRecord = describe<PlaceSentence>()({
  name: 'sentences',
  one: 'sentence',
  address: '/api/jurisdictions/:id/sentences',
  tag: 'analysis',
  title: 'Tell in sentences how a payment compares',
  notes:
    'One record for each topic, in the order of a paragraph. Dollars are rounded: three digits from a million on, whole dollars below. Percentages have one digit after the point. `parts` names the parts that made at least half of the difference, two at most. It is left out if no two parts did. What is doubtful or missing is said.',
  filters: {
    ...OF_PLACE,
    month: MONTH_OF_PLACE,
    fiscal_year_start: FISCAL_YEAR_START,
    basis: BASIS,
  },
  paging: { largest: 1000, usual: 1000 },
  meta: {
    ...MONTH_OF_PLACE_META,
    fiscal_year_start: FIGURE_META.fiscal_year_start,
    basis: FIGURE_META.basis,
  },
  members: [
    ...jurisdictionInFiles<PlaceSentence>(({ jurisdiction }) => jurisdiction),
    { ...ALLOCATION_PERIOD, isForFiles: true },
    { ...SALES_PERIOD, isForFiles: true },
    column('topic', 'choice', 'Topic', 'What the sentences are about', { choices: TOPICS }),
    column('text', 'text', 'Text', 'One to three sentences', {
      example: '$1.59 M in October 2026, up 9.5% (+$137,471) on October 2025.',
    }),
    column(
      'caution',
      'choice?',
      'Caution',
      'doubtful: the checks doubt a payment that the figures use. missing: a figure is not known. tax_changed: the tax changed, and the estimate cannot count that. null if none of these',
      { choices: CAUTIONS },
    ),
  ],
  lineOf: ({ text }) => text,
  examples: ['"Alder Creek"', '"Alder Creek" --month 2026-08 --fiscal-year-start 1'],
});
