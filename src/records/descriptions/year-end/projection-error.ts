import { column, describe, type WrittenColumn } from '../../description.ts';
import { FIGURE_META } from '../../filters/shared-filters.ts';
import { type KnownYear, millionths, OF_STATE_YEARS, OF_YEAR } from './projection.ts';

/** How good the projections of a past year were. Shares are between 0 and 1. */
export interface YearErrors extends KnownYear {
  /** Whether these are the places whose tax had changed. */
  hasOtherTax: boolean;
  places: number;
  median: number;
  ninetieth: number;
  /** How many of the places had a range. */
  ranges: number;
  /** `null` if none had. */
  inside: number | null;
}

/** A share of a figure. */
function ofErrors(
  ...[name, heading, meaning, read]: [
    ...[name: string, heading: string, meaning: string],
    read: (errors: YearErrors) => number | null,
  ]
): WrittenColumn<YearErrors> {
  return {
    ...{ name, type: 'ratio', heading, meaning },
    read: (errors) => {
      const share = read(errors);
      return share === null ? null : millionths(share);
    },
  };
}

export const projectionErrorRecord = describe<YearErrors>()({
  name: 'projection_errors',
  one: 'projection_error',
  address: '/api/:state/sales-tax/projection-errors',
  command: null,
  tag: 'analysis',
  title: 'Show how good projections of past years were',
  notes:
    'Projects each past year once more, with the months known then. One record for each year and number of known months, the newest year first. The jurisdictions whose tax changed have a record of their own. A jurisdiction counts if it has a projection and every payment of the year.',
  filters: {
    ...OF_STATE_YEARS,
    known_months: {
      kind: 'count',
      meaning: 'Only projections with so many known months',
      example: 6,
      most: 11,
    },
    minimum: {
      kind: 'count',
      meaning: 'Only jurisdictions with at least this many dollars in the year before',
      example: 100_000,
      most: 1_000_000_000,
    },
    check: { kind: 'flag', meaning: 'Show how good projections of past years were', isForCommand: true },
  },
  meta: { fiscal_year_start: FIGURE_META.fiscal_year_start, basis: FIGURE_META.basis },
  members: [
    ...OF_YEAR,
    column(
      'tax_changed',
      'choice',
      'Tax changed',
      'yes: the jurisdictions of which a change of tax moved the known months by five points or more, or by an unknown part. no: all others',
      { choices: ['no', 'yes'], read: ({ hasOtherTax }) => (hasOtherTax ? 'yes' : 'no') },
    ),
    column('places', 'number', 'Places', 'How many jurisdictions were projected'),
    ofErrors(
      'median_error',
      'Median error',
      'Half of the projections were off by this share of the actual sum or less',
      ({ median }) => median,
    ),
    ofErrors(
      'large_error',
      '90% within',
      'Nine of ten projections were off by this share of the actual sum or less',
      ({ ninetieth }) => ninetieth,
    ),
    column('ranges', 'number', 'Ranges', 'How many of these projections had a range'),
    {
      ...ofErrors(
        'inside',
        'Inside the range',
        'The share of these ranges that had the actual sum in them. null without ranges: they need three earlier years',
        ({ inside }) => inside,
      ),
      isNullable: true,
    },
  ],
});
