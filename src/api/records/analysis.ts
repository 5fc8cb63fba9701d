import * as z from 'zod';
import type { PlacedMonth } from '../../analyses/analyses.ts';
import type { ComparisonLine } from '../../derive/comparison.ts';
import { COMPARED_FIGURES, type NamedFigure, nameFigures } from '../../derive/figure-names.ts';
import type { MonthTotal } from '../../derive/totals.ts';
import { RATIO_SCALE, UNIT_SCALES, type Unit } from '../../domain/allocation.ts';
import { JURISDICTION_TYPES } from '../../domain/jurisdiction.ts';
import { firstDay } from '../../domain/month.ts';
import type { StoredJurisdiction } from '../../store/query/jurisdictions.ts';
import { EXAMPLE } from './jurisdiction.ts';

const PARTS: Readonly<Record<NamedFigure['part'], string>> = {
  payment: 'the figure of the month',
  yearToDate: 'the sum of the calendar year so far',
  fiscalYearToDate: 'the sum of the fiscal year so far',
  rollingYear: 'the sum of the twelve months that end here',
};
const KINDS: Readonly<Record<NamedFigure['kind'], (part: string) => string>> = {
  value: (part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`,
  yearAgo: (part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}, a year before`,
  change: (part) => `Change of ${part} from the year before, as a fraction: 0.05 is +5 %`,
};

function number(description: string) {
  return z.number().nullable().meta({ description });
}

function monthSchema(description: string) {
  return z.string().meta({ format: 'date', description, examples: ['2024-05-01'] });
}

const comparedShape = Object.fromEntries(
  COMPARED_FIGURES.map(({ name, part, kind }) => [
    name,
    number(`${KINDS[kind](PARTS[part])}. null if unknown`),
  ]),
);

const monthShape = {
  allocation_period: monthSchema('Month in which the money was released'),
  fiscal_year: z
    .string()
    .meta({ description: 'The fiscal year of the allocation period', examples: ['2023-24', '2024'] }),
};

/** One month of an analysis. */
export const analyzedMonth = z
  .object({
    ...monthShape,
    ...comparedShape,
    share_of_county: number(
      'Share of the sum of all jurisdictions of the same type in the county, as a fraction. null for percentages, or if the county is unknown',
    ),
    share_of_state: number(
      'Share of the sum of all jurisdictions of the same type in the state, as a fraction. null for percentages',
    ),
    rank: z.int().nullable().meta({
      description: 'Rank by this figure in the state and type: 1 is the largest. null for percentages',
    }),
    ranked: z
      .int()
      .nullable()
      .meta({ description: 'How many jurisdictions of the type have the figure in this month' }),
    quarter_total: number('The sum of the quarter that this month settles. null in other months'),
    quarter_total_ago: number('The sum of that quarter a year before'),
    quarter_total_change: number('Change of the sum of the quarter, as a fraction'),
  })
  .meta({ id: 'AnalyzedMonth' });

/** The further members of `meta` in an analysis. */
export const analysisMeta = {
  field: z.string().meta({ description: 'The analyzed field' }),
  fiscal_year_start: z.int().meta({ description: 'Calendar month in which the fiscal year starts' }),
};

/** The record of a month. */
export function toAnalyzedMonth(one: PlacedMonth, unit: Unit): z.output<typeof analyzedMonth> {
  const shown = shownIn(unit);
  const { quarter } = one;
  return {
    allocation_period: firstDay(one.month),
    fiscal_year: one.fiscalYear,
    ...nameFigures(one, shown),
    share_of_county: shown(one.shareOfCounty, true),
    share_of_state: shown(one.shareOfState, true),
    rank: one.rank,
    ranked: one.ranked,
    quarter_total: shown(quarter?.value ?? null, false),
    quarter_total_ago: shown(quarter?.yearAgo ?? null, false),
    quarter_total_change: shown(quarter?.change ?? null, true),
  };
}

const membersShape = {
  members: z.int().meta({
    description: 'Jurisdictions with a datapoint in the month or in one of the 24 months before it',
  }),
  missing: z.int().meta({
    description:
      'Members without a value in the month. A jurisdiction without a datapoint for more than twelve months has ended and is not missing',
  }),
};

/** One month of the sums of several jurisdictions. */
export const monthTotal = z
  .object({ ...monthShape, ...membersShape, ...comparedShape })
  .meta({ id: 'MonthTotal' });

/** The record of a month's sums. */
export function toMonthTotal({ month, fiscalYear, members, missing, ...figures }: MonthTotal) {
  return {
    allocation_period: firstDay(month),
    fiscal_year: fiscalYear,
    members,
    missing,
    ...nameFigures(figures, shownIn('amount')),
  };
}

/** One line of a comparison. */
export const comparisonLine = z
  .object({
    rank: z
      .int()
      .nullable()
      .meta({ description: 'Rank by value among all records of the comparison: 1 is the largest' }),
    jurisdiction: z
      .object({
        id: z.int().meta({ examples: [EXAMPLE.id] }),
        name: z.string().meta({ examples: [EXAMPLE.name] }),
        type: z.enum(JURISDICTION_TYPES).nullable(),
        county: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'null for a group' }),
    group: z.string().nullable().meta({
      description:
        'The county, type or state of a group. null for a jurisdiction, and for the group of those whose county or type is unknown',
    }),
    ...membersShape,
    ...comparedShape,
  })
  .meta({ id: 'ComparisonLine' });

/** The further members of `meta` in a comparison. */
export const comparisonMeta = {
  allocation_period: monthSchema('The compared month. null if the state has no datapoints').nullable(),
  fiscal_year_start: analysisMeta.fiscal_year_start,
  group: z.string().meta({ description: 'What a record is' }),
};

/** The record of a line. */
export function toComparisonLine(line: ComparisonLine<StoredJurisdiction>, unit: Unit) {
  const { rank, subject, group, members, missing } = line;
  return {
    rank,
    jurisdiction: subject && {
      id: subject.id,
      name: subject.name,
      type: subject.type,
      county: subject.county,
    },
    group,
    members,
    missing,
    ...nameFigures(line, shownIn(unit)),
  };
}

function shownIn(unit: Unit) {
  const scale = UNIT_SCALES[unit];
  return (value: number | null, isRatio: boolean) =>
    value === null ? null : value / (isRatio ? RATIO_SCALE : scale);
}
