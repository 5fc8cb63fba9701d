import { column, describe } from '../description.ts';
import { AGAINST, BASIS, FISCAL_YEAR_START, SELECTION, THROUGH } from '../filters/shared-filters.ts';

/** What a sentence is about, in the order of a paragraph. */
export const TOPICS = [
  'payment',
  'sales',
  'parts',
  'fiscal_year',
  'projection',
  'range',
  'comparable',
  'doubt',
  'movers',
] as const;
const CAUTIONS = ['doubtful', 'missing', 'tax_changed'] as const;

/** A sentence or two about the payments of a month, or of a span. */
export interface Sentence {
  topic: (typeof TOPICS)[number];
  text: string;
  /** Whether a figure that it names is doubted or cannot be relied on, or one is missing; `null` if neither. */
  caution: (typeof CAUTIONS)[number] | null;
}

export const sentenceRecord = describe<Sentence>()({
  name: 'sentences',
  one: 'sentence',
  address: '/api/:state/sales-tax/sentences',
  tag: 'analysis',
  title: 'Tell in sentences how the payments of a selection compare',
  notes:
    'One record for each topic, in the order of a paragraph. Dollars are rounded: three digits from a million on, whole dollars below. `range` says why an estimate has none. Percentages have one digit after the point. `parts` names the parts that made at least half of the difference, two at most. It is left out if no two parts did. Of a group, it names the tax that moved most among the places that the change counts, or else a place that moved a fifth of the change or more. If changes of tax made half of the change, it says so. `projection` of a group adds up the estimates of its places. Places without one count in the same proportion; if they got more than a tenth of the payments so far, there is none. What is doubtful or missing is said. With `months` or `against`, the sentences are about the payments of these months alone.',
  filters: {
    ...SELECTION,
    months: {
      kind: 'span',
      meaning:
        'The months to tell of: of payment, or of sales with basis=sales. Default: the newest month, with its fiscal year',
    },
    against: AGAINST,
    through: THROUGH,
    fiscal_year_start: FISCAL_YEAR_START,
    basis: BASIS,
  },
  paging: { largest: 1000, usual: 1000 },
  members: [
    column('topic', 'choice', 'Topic', 'What the sentences are about', { choices: TOPICS }),
    column('text', 'text', 'Text', 'One to three sentences', {
      example: '$1.59 million in October 2026, up 9.5% from October 2025.',
    }),
    column(
      'caution',
      'choice?',
      'Caution',
      'doubtful: the checks doubt a payment that the figures use. missing: a figure is not known. tax_changed: a change of tax makes at least half of the change, or the estimate cannot count it. null if none of these',
      { choices: CAUTIONS },
    ),
  ],
  lineOf: ({ text }) => text,
  examples: ['ca --jurisdiction "Alder Creek"', 'tx --type city --months 2026-06..2026-08'],
});
