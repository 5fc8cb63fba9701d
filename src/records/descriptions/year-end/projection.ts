import type { ComparableFigure } from '../../../derive/analysis.ts';
import type { UsualError } from '../../../derive/error-bands.ts';
import { type NoProjection, type PlaceProjection, PROJECTION_METHODS } from '../../../derive/projection.ts';
import { growthOf } from '../../../derive/slots.ts';
import { inSpans } from '../../../derive/span.ts';
import { RATIO_SCALE } from '../../../domain/allocation.ts';
import { firstDay, type Month } from '../../../domain/month.ts';
import {
  column,
  completeMembers,
  describe,
  type WrittenColumn,
  type WrittenMember,
  within,
} from '../../description.ts';
import { BASIS, FIGURE_META, FISCAL_YEAR_START, OF_STATE } from '../../filters/shared-filters.ts';
import { jsonWriter } from '../../json-record.ts';
import { type ComparedPart, comparableColumns } from '../compared/compared-figures.ts';
import { lastChanged } from '../compared/tax-changes.ts';
import { PLACE_COLUMNS, type ShownPlace } from '../shared-columns.ts';

/** A year of a state, and how many of its months are known. */
export interface KnownYear {
  /** `2024-25`, or `2024` if it starts in January. */
  year: string;
  knownMonths: number;
}

/** The year of one jurisdiction as far as it is known, and how it may end. */
export interface ProjectedPlace extends Omit<PlaceProjection, 'counted'>, KnownYear {
  subject: ShownPlace;
  usual: UsualError | null;
  /** The known months, against the same months a year before. */
  soFar: ComparableFigure;
  /** The used months that the checks doubt, as text. */
  doubtfulMonths: string | null;
  /** The months to come in cents; null without a projection. */
  rest: readonly { month: Month; amount: number }[] | null;
}

export const OF_YEAR: readonly WrittenColumn<KnownYear>[] = [
  column('year', 'text', 'Year', 'The fiscal year; the calendar year with fiscal_year_start=1', {
    example: '2024-25',
  }),
  column('known_months', 'number', 'Known months', 'How many months of the year are known'),
];

/** The jurisdiction of a line. Flat files name its columns without a prefix, but for its id. */
export function placeOfLine<Line extends { subject: ShownPlace }>(): WrittenMember<Line> {
  const columns = PLACE_COLUMNS.map((one) => ({
    ...one,
    flatName: one.name === 'id' ? 'jurisdiction_id' : one.name,
  }));
  return { group: 'jurisdiction', columns: within(({ subject }: Line) => subject, columns) };
}

/** An estimate of the year's end, of a place whose tax may have changed. */
type Estimate = Pick<PlaceProjection, 'projected' | 'taxChanges' | 'isReliable'>;

/** What a change of tax means for an estimate; `null` without either. */
export function cautionText({ projected, taxChanges, isReliable }: Estimate): string | null {
  const when = lastChanged(taxChanges);
  if (projected === null || when === null) return null;
  const what = isReliable ? 'the estimate counts earlier months at the new tax' : UNRELIABLE;
  return `The tax changed ${when}: ${what}`;
}

const UNRELIABLE = 'this estimate cannot be relied on';

export const CAUTION = column<Estimate>(
  'caution',
  'text?',
  'Caution',
  'What a change of tax means for the estimate, if it moves the known months by five points or more. Without a range, the estimate cannot be relied on. null otherwise',
  { read: cautionText },
);

/** Filters of what is asked of the years of a state. */
export const OF_STATE_YEARS = {
  state: { kind: 'state', meaning: 'The state', isArgument: true, isRequired: true },
  through: {
    kind: 'month',
    meaning:
      'The last known month: of payment, or of sales with basis=sales. No later month is used. Default: the newest month of the state',
  },
  fiscal_year_start: FISCAL_YEAR_START,
  basis: BASIS,
  ...OF_STATE,
} as const;

const TO_DATE: ComparedPart = {
  name: 'to_date',
  heading: 'To date',
  meaning: 'the payments of the known months',
};

/** Where what is known ends. */
export const THROUGH = {
  through: {
    type: 'month',
    meaning: 'The last known month',
    isNullable: true,
    example: '2024-12-01',
    isInLines: true,
  },
  sales_through: {
    type: 'month',
    meaning: 'The month of the sales behind the last known payment. null if no source states it',
    isNullable: true,
    isInLines: true,
    example: '2024-10-01',
  },
} as const;

const REST = completeMembers<NonNullable<ProjectedPlace['rest']>[number]>([
  column('month', 'month', 'Month', 'The month', { read: ({ month }) => firstDay(month) }),
  column('amount', 'amount', 'Amount', 'The projected payment'),
]);
const toRest = jsonWriter(REST);

export const projectionRecord = describe<ProjectedPlace>()({
  name: 'projections',
  one: 'projection',
  address: '/api/:state/sales-tax/projections',
  tag: 'analysis',
  title: 'Project where the year of each jurisdiction will end',
  notes:
    "One record for each jurisdiction with a datapoint in the last known month or in one of the 24 months before it, the largest projection first. The year is the one of the last known month. A projection is the known months and the mean of three estimates of the rest: last year's rest, last year's rest with half of the growth so far, and the rest that follows from the usual share of the known months in a year. If the tax changed, these count earlier months at the tax of the last known one.",
  filters: OF_STATE_YEARS,
  // enough for a whole state
  paging: { largest: 2000, usual: 2000 },
  meta: {
    year: {
      type: 'text',
      meaning: 'The projected year. null if the state has no datapoints',
      isNullable: true,
    },
    ...THROUGH,
    known_months: { type: 'number', meaning: 'How many months of the year are known' },
    fiscal_year_start: FIGURE_META.fiscal_year_start,
    basis: FIGURE_META.basis,
    range_held: {
      type: 'ratio',
      meaning:
        'The share of the ranges of earlier years that held, as a fraction, for all jurisdictions of the state and as many known months. null with fewer than ten such ranges',
      isNullable: true,
    },
  },
  shown: [
    ...['jurisdiction_id', 'name', 'to_date', 'to_date_comparable_change', 'projected', 'low', 'high'],
    ...['caution', 'last_year', 'change'],
    ...['usual_error', 'reason', 'doubtful_months'],
  ],
  members: [
    placeOfLine<ProjectedPlace>(),
    ...OF_YEAR,
    column('to_date', 'amount?', 'To date', 'The payments of the known months. null if one is missing', {
      sort: true,
    }),
    ...comparableColumns<ProjectedPlace>(TO_DATE, { type: 'amount' }, ({ soFar }) => soFar).filter(
      ({ name }) => name !== TO_DATE.name,
    ),
    column(
      'projected',
      'amount?',
      'Projected',
      'What the year will probably add up to. null if there is no estimate: see the reason',
      { sort: true },
    ),
    column(
      'low',
      'amount?',
      'Low',
      'The lower end of the range. Its ends are the 10th and the 90th percentile of the errors that this method had in earlier years, with as many known months, for the fifth of the jurisdictions with the most similar size. null if the year is closed, with errors of fewer than three years, and if the tax changed in a way that the estimate cannot count',
      { sort: true, read: ({ usual }) => usual?.range?.low ?? null },
    ),
    column('high', 'amount?', 'High', 'The upper end of the range', {
      sort: true,
      read: ({ usual }) => usual?.range?.high ?? null,
    }),
    CAUTION,
    column('reason', 'text?', 'Reason', 'Why there is no projection. null if there is one', {
      read: ({ reason }) => reason && noProjectionText(reason),
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
      { sort: true },
    ),
    column('change', 'ratio?', 'Change', 'Change of the projection from the year before, as a fraction', {
      sort: true,
      read: ({ projected, lastYear }) => growthOf(projected, lastYear),
    }),
    column(
      'usual_error',
      'ratio?',
      'Usual error',
      'In earlier years, half of the projections for jurisdictions of like size were off by this share of the actual sum or less. null with fewer than ten of them',
      { sort: true, read: ({ usual }) => usual && millionths(usual.median) },
    ),
    column(
      'doubtful_months',
      'text?',
      'Doubtful months',
      'The used months with a payment that the checks doubt. null if there are none',
    ),
    column(
      'rest',
      'facts',
      'Rest',
      'The projected months to come, which follow the usual shares. null without a projection. Present only if the request names jurisdictions',
      {
        ...{ shape: { list: REST }, isNullable: true, isForJson: true, isForSome: true },
        read: ({ rest }) => rest?.map(toRest) ?? null,
      },
    ),
  ],
  published: {
    meaning:
      'Where the fiscal year of one jurisdiction will probably end, after the newest month of its state',
    key: ['jurisdiction_id'],
  },
  examples: ['tx --type city', 'il --through 2025-12 --format csv', 'ca --check --known-months 6'],
});

/** A share as `ratio` columns store it. */
export function millionths(share: number): number {
  return Math.round(share * RATIO_SCALE);
}

const REASONS = {
  'no-known-month': 'no month of the year is known',
  'no-base': 'the same months of the year before, or that whole year, add up to nothing or less',
  unlike: 'the year so far is more than three times, or less than a third, of the same months a year before',
  'below-zero': 'the estimate is not above zero',
} as const;

/** Why there is no projection, with months as `2019-03`. */
export function noProjectionText(reason: NoProjection): string {
  if (reason.kind === 'missing') return `no payment in ${inSpans(reason.months)}`;
  if (reason.kind === 'missing-before') return `the year before has no payment in ${inSpans(reason.months)}`;
  return REASONS[reason.kind];
}
