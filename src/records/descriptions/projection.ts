import type { UsualError } from '../../derive/error-bands.ts';
import type { Measured } from '../../derive/figure.ts';
import { type NoProjection, type PlaceProjection, PROJECTION_METHODS } from '../../derive/projection.ts';
import { exactGrowth } from '../../derive/slots.ts';
import { inSpans } from '../../derive/span.ts';
import { RATIO_SCALE } from '../../domain/allocation.ts';
import { firstDay, type Month } from '../../domain/month.ts';
import { column, describe, figure, part, type RecordColumn, WIDE_PAGES } from '../description.ts';
import type { Filters } from '../filters/filter.ts';
import { BASIS, FISCAL_YEAR_START, SELECTION, THROUGH } from '../filters/shared-filters.ts';
import { lastChanged } from '../reasons.ts';
import { PLACE_COLUMNS, type ShownPlace } from './shared-columns.ts';

/** A year of a state, and how many of its months are known. */
interface KnownYear {
  /** `2024-25`, or `2024` if it starts in January. */
  year: string;
  knownMonths: number;
}

/** A budget beside the payments of a year. Amounts in cents. */
export interface PlaceBudget {
  whole: number;
  toDate: number;
  note: string | null;
}

/** The year of one place as far as it is known, and how it may end. */
export interface ProjectedPlace extends Omit<PlaceProjection, 'counted' | 'toDate'>, KnownYear {
  subject: ShownPlace;
  through: Month;
  /** The known months, against the same months a year before. */
  toDate: Measured;
  usual: UsualError | null;
  budget: PlaceBudget | null;
  /** The used months that the checks doubt, as text. */
  doubtfulMonths: string | null;
  /** The months to come in cents; null without a projection, and for many places. */
  rest: readonly { month: Month; amount: number }[] | null;
}

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

const OF_YEAR: readonly RecordColumn<KnownYear>[] = [
  column('year', 'text', 'Year', 'The fiscal year; the calendar year with fiscal_year_start=1', {
    example: '2024-25',
  }),
  column('known_months', 'number', 'Known months', 'How many months of the year are known', {
    read: ({ knownMonths }) => knownMonths,
  }),
];

/** What a change of tax means for an estimate; `null` without either. */
export function cautionText({
  projected,
  taxChanges,
  isReliable,
}: Pick<PlaceProjection, 'projected' | 'taxChanges' | 'isReliable'>): string | null {
  const when = lastChanged(taxChanges);
  if (projected === null || when === null) return null;
  const what = isReliable
    ? 'the estimate counts earlier months at the new tax'
    : 'this estimate cannot be relied on';
  return `The tax changed ${when}: ${what}`;
}

const REST = [
  column<{ month: Month }>('month', 'month', 'Month', 'The month', { read: ({ month }) => firstDay(month) }),
  column<{ amount: number }>('amount', 'amount', 'Amount', 'The projected payment'),
];

const ofErrors = (
  name: string,
  heading: string,
  meaning: string,
  read: (errors: YearErrors) => number | null,
): RecordColumn<YearErrors> =>
  column(name, 'ratio?', heading, meaning, {
    read: (errors) => {
      const share = read(errors);
      return share === null ? null : share * RATIO_SCALE;
    },
  });

/** The columns of a record with `check`. */
export const ERROR_COLUMNS: readonly RecordColumn<YearErrors>[] = [
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
  ofErrors(
    'inside',
    'Inside the range',
    'The share of these ranges that had the actual sum in them. null without ranges: they need three earlier years',
    ({ inside }) => inside,
  ),
];

export const projectionRecord = describe<ProjectedPlace>()({
  name: 'projections',
  one: 'projection',
  address: '/api/:state/sales-tax/projections',
  tag: 'analysis',
  title: 'Project where the year of each jurisdiction will end',
  notes:
    "One record for each jurisdiction with a datapoint in the last known month or in one of the 24 months before it, the largest projection first. The year is the one of the last known month. A projection is the known months and the mean of three estimates of the rest: last year's rest, last year's rest with half of the growth so far, and the rest that follows from the usual share of the known months in a year. If the tax changed, these count earlier months at the tax of the last known one. A range needs errors of three earlier years. A budget is spread over the months by their usual shares. With check=true, past years are projected once more with the months known then, and a record tells how far off the projections of a year were.",
  uses: 'budgets',
  filters: {
    ...SELECTION,
    through: THROUGH,
    fiscal_year_start: FISCAL_YEAR_START,
    basis: BASIS,
    amount: {
      kind: 'count',
      meaning: 'A budget in dollars for each chosen jurisdiction, in place of that of the register',
      example: 20_100_000,
      most: 9_000_000_000,
    },
    minimum: {
      kind: 'count',
      meaning: 'With check: only jurisdictions with at least this many dollars in the year before',
      example: 100_000,
      most: 1_000_000_000,
    },
    check: { kind: 'choice', meaning: 'Tell how good projections of past years were', choices: ['true'] },
    known_months: {
      kind: 'count',
      meaning: 'With check: only projections with so many known months',
      example: 6,
      most: 11,
    },
    sort: {
      kind: 'sort',
      meaning: 'The column to sort by',
      choices: ['to_date_value', 'projected', 'low', 'high', 'last_year', 'change', 'usual_error'],
      usual: '-projected',
    },
  } as const satisfies Filters,
  paging: WIDE_PAGES,
  shown: [
    ...['jurisdiction_name', 'to_date', 'projected', 'low', 'high', 'caution', 'last_year', 'change'],
    ...['usual_error', 'budget', 'budget_difference', 'reason', 'doubtful_months'],
  ],
  members: [
    part('jurisdiction', 'The place', ({ subject }) => subject, PLACE_COLUMNS),
    ...OF_YEAR,
    column('through', 'month', 'Through', 'The last known month: of payment, or of sales with basis=sales', {
      read: ({ through }) => firstDay(through),
    }),
    figure('to_date', 'To date', 'The payments of the known months', ({ toDate }) => toDate),
    column(
      'projected',
      'amount?',
      'Projected',
      'What the year will probably add up to: the known months and the mean of three estimates of the rest, which are the rest of last year, the same with half of the growth so far, and the rest that follows from the usual share of these months in a year. null if there is no estimate: see the reason',
    ),
    column(
      'low',
      'amount?',
      'Low',
      'The lower end of the range. Its ends are the 10th and the 90th percentile of the errors that this method had in earlier years, with as many known months, for the fifth of the jurisdictions with the most similar size. null if the year is closed, with errors of fewer than three years, and if the tax changed in a way that the estimate cannot count',
      { read: ({ usual }) => usual?.range?.low ?? null },
    ),
    column('high', 'amount?', 'High', 'The upper end of the range', {
      read: ({ usual }) => usual?.range?.high ?? null,
    }),
    column(
      'caution',
      'text?',
      'Caution',
      'What a change of tax means for the estimate, if it moves the known months by five points or more. Without a range, the estimate cannot be relied on. null otherwise',
      { read: cautionText },
    ),
    column('reason', 'text?', 'Reason', 'Why there is no projection, or no range. null if there are both', {
      read: reasonOf,
    }),
    column(
      'method',
      'choice?',
      'Method',
      'two_years: all three estimates. one_year: without the usual share, because the year before the last lacks a month, or it or the same months of it add up to 0 or less. actual: the year is closed',
      { choices: PROJECTION_METHODS },
    ),
    column(
      'last_year',
      'amount?',
      'Year before',
      'The sum of the year before. null if a month of it is missing',
      {
        read: ({ lastYear }) => lastYear,
      },
    ),
    column('change', 'ratio?', 'Change', 'Change of the projection from the year before, as a fraction', {
      read: ({ projected, lastYear }) => exactGrowth(projected, lastYear),
    }),
    column(
      'usual_error',
      'ratio?',
      'Usual error',
      'In earlier years, half of the projections for jurisdictions of like size were off by this share of the actual sum or less. null with fewer than ten of them',
      { read: ({ usual }) => usual && usual.median * RATIO_SCALE },
    ),
    column(
      'doubtful_months',
      'text?',
      'Doubtful months',
      'The used months with a payment that the checks doubt. null if there are none',
      { read: ({ doubtfulMonths }) => doubtfulMonths },
    ),
    column('budget', 'amount?', 'Budget', 'The whole budget of the year. null without one', {
      read: ({ budget }) => budget?.whole ?? null,
    }),
    column('budget_to_date', 'amount?', 'Budget to date', 'The part of the budget for the known months', {
      read: ({ budget }) => budget?.toDate ?? null,
    }),
    column(
      'budget_difference',
      'amount?',
      'To date less budget',
      'The payments to date less the budget to date',
      {
        read: ({ budget, toDate: { value } }) =>
          budget === null || value === null ? null : value - budget.toDate,
      },
    ),
    column(
      'projected_difference',
      'amount?',
      'Projected less budget',
      'The projection less the whole budget: the difference at the end of the year',
      {
        read: ({ budget, projected }) =>
          budget === null || projected === null ? null : projected - budget.whole,
      },
    ),
    column('budget_note', 'text?', 'Note', 'The note of the register', {
      read: ({ budget }) => budget?.note ?? null,
    }),
    column(
      'rest',
      'facts?',
      'Rest',
      'The projected months to come, which follow the usual shares. null without a projection, and if the request names no jurisdictions',
      {
        shape: { list: REST },
        read: ({ rest }) =>
          rest?.map(({ month, amount }) => ({ month: firstDay(month), amount: amount / 100 })) ?? null,
      },
    ),
  ],
  others: ERROR_COLUMNS,
  published: {
    meaning:
      'Where the fiscal year of one jurisdiction will probably end, after the newest month of its state',
    key: ['jurisdiction_id'],
  },
  examples: [
    'tx --type city',
    'ca --jurisdiction "Alder Creek" --amount 20100000',
    'ca --check --known-months 6',
  ],
});

const REASONS = {
  'no-known-month': 'no month of the year is known',
  'no-base': 'the same months of the year before, or that whole year, add up to nothing or less',
  unlike: 'the year so far is more than three times, or less than a third, of the same months a year before',
  'below-zero': 'the estimate is not above zero',
} as const;

/** Why a projection has no range, in every face. */
export const NO_RANGE =
  'the range of the estimate is not known: that needs the errors of ten past estimates, from three earlier years';

/** Why there is no projection, or no range. What a change of tax means for the range is the caution. */
function reasonOf({ reason, method, isReliable, usual }: ProjectedPlace): string | null {
  if (reason) return noProjectionText(reason);
  return method === 'actual' || !isReliable || usual?.range ? null : NO_RANGE;
}

/** Why there is no projection, with months as `2019-03`. */
export function noProjectionText(reason: NoProjection): string {
  if (reason.kind === 'missing') return `no payment in ${inSpans(reason.months)}`;
  if (reason.kind === 'missing-before') return `the year before has no payment in ${inSpans(reason.months)}`;
  return REASONS[reason.kind];
}
