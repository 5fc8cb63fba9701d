import * as z from 'zod';
import type { PlacedMonth, StateLine } from '../../analyses/analyses.ts';
import type { ComparedFigures } from '../../derive/analysis.ts';
import {
  ANALYSIS_FIGURES,
  COMPARED_FIGURES,
  type FigureMeasure,
  GROUP_FIGURES,
  nameFigures,
  SUM_FIGURES,
} from '../../derive/figure-names.ts';
import type { GroupFigure, MonthTotal } from '../../derive/group-sum.ts';
import { RATIO_SCALE, UNIT_SCALES, type Unit } from '../../domain/allocation.ts';
import { JURISDICTION_TYPES } from '../../domain/jurisdiction.ts';
import { firstDay } from '../../domain/month.ts';
import type { PaymentDoubt } from '../../store/query/finding-list.ts';
import { EXAMPLE } from './jurisdiction.ts';

const PARTS: Readonly<Record<keyof ComparedFigures, string>> = {
  payment: 'the figure of the month',
  yearToDate: 'the sum of the calendar year so far',
  fiscalYearToDate: 'the sum of the fiscal year so far',
  rollingYear: 'the sum of the twelve months that end here',
};
const KINDS: Readonly<Record<keyof GroupFigure, (part: string) => string>> = {
  value: (part) => capitalized(part),
  yearAgo: (part) => `${capitalized(part)}, a year before`,
  change: (part) =>
    `Change of ${part} from the year before, as a fraction: 0.05 is +5 %. Of a group: like for like`,
  missing: (part) => `Payments that are missing in ${part}`,
  missingAgo: (part) => `Payments that are missing in ${part}, a year before`,
  difference: (part) => `Difference of ${part} and the one a year before, with all members`,
  likeForLike: (part) => `${capitalized(part)}, of the members that have every payment now and a year before`,
  likeForLikeAgo: (part) => `The like-for-like sum for ${part}, a year before`,
  leftOut: (part) =>
    `Members that the change of ${part} leaves out, because they lack one of its payments. null if one of the two sums is`,
};

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

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

const groupShape = Object.fromEntries(
  SUM_FIGURES.map(({ name, part, kind }) => {
    const description = KINDS[kind](PARTS[part]);
    const isAlwaysKnown = kind === 'missing' || kind === 'missingAgo';
    return [name, isAlwaysKnown ? z.int().meta({ description }) : number(description)];
  }),
);

const monthShape = {
  allocation_period: monthSchema('Month in which the money was released'),
  fiscal_year: z
    .string()
    .meta({ description: 'The fiscal year of the allocation period', examples: ['2023-24', '2024'] }),
};

const doubt = z
  .object({
    allocation_period: monthSchema('The month of the doubted payment: this one, or the one a year before'),
    code: z.string().meta({ description: 'The code of the finding', examples: ['unusual-payment'] }),
    text: z.string().meta({ description: 'What the checks found' }),
  })
  .nullable()
  .meta({ description: 'Why `change` is doubtful: the checks doubt one of its two payments. null if not' });

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
    doubt,
  })
  .meta({ id: 'AnalyzedMonth' });

/** The further members of `meta` in an analysis. */
export const analysisMeta = {
  field: z.string().meta({ description: 'The analyzed field' }),
  fiscal_year_start: z.int().meta({ description: 'Calendar month in which the fiscal year starts' }),
};

/** The record of a month. */
export function toAnalyzedMonth(one: PlacedMonth, unit: Unit) {
  return {
    allocation_period: firstDay(one.month),
    fiscal_year: one.fiscalYear,
    ...nameFigures(ANALYSIS_FIGURES, one, shownIn(unit)),
    doubt: toDoubt(one.doubt),
  };
}

const membersShape = {
  members: z.int().meta({
    description: 'Jurisdictions with a datapoint in the month or in one of the 24 months before it',
  }),
  missing: z.int().meta({
    description:
      'Members without a value in the month. A jurisdiction without a datapoint in the newest thirteen months of the state has ended with its last one. It is not missing after that',
  }),
};

/** One month of the sums of several jurisdictions. */
export const monthTotal = z
  .object({ ...monthShape, ...membersShape, ...comparedShape, ...groupShape })
  .meta({ id: 'MonthTotal' });

/** The record of a month's sums. */
export function toMonthTotal(total: MonthTotal) {
  return {
    allocation_period: firstDay(total.month),
    fiscal_year: total.fiscalYear,
    ...{ members: total.members, missing: total.missing },
    ...nameFigures(GROUP_FIGURES, total, shownIn('amount')),
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
    doubt,
    ...z.object(groupShape).partial().shape,
  })
  .meta({ id: 'ComparisonLine' });

/** The further members of `meta` in a comparison. */
export const comparisonMeta = {
  allocation_period: monthSchema('The compared month. null if the state has no datapoints').nullable(),
  fiscal_year_start: analysisMeta.fiscal_year_start,
  group: z.string().meta({ description: 'What a record is' }),
  doubtful: z
    .int()
    .meta({ description: 'Records whose change is doubtful. A sort by change has them after the others' }),
};

/** The members that a line has for a group only. */
const OF_GROUPS = Object.keys(groupShape);
/** The members of a line for a jurisdiction. */
export const JURISDICTION_LINE: ReadonlySet<string> = new Set(
  Object.keys(comparisonLine.shape).filter((name) => !OF_GROUPS.includes(name)),
);

/** The record of a line. */
export function toComparisonLine(line: StateLine, unit: Unit) {
  const { rank, subject, group, members, missing } = line;
  const shown = shownIn(unit);
  return {
    rank,
    jurisdiction: subject && {
      id: subject.id,
      name: subject.name,
      type: subject.type,
      county: subject.county,
    },
    ...{ group, members, missing },
    ...(line.subject === null
      ? nameFigures(GROUP_FIGURES, line, shown)
      : nameFigures(COMPARED_FIGURES, line, shown)),
    doubt: toDoubt(line.doubt),
  };
}

function toDoubt(given: PaymentDoubt | null): z.output<typeof doubt> {
  return given && { allocation_period: firstDay(given.month), code: given.code, text: given.text };
}

function shownIn(unit: Unit) {
  const scales: Readonly<Record<FigureMeasure, number>> = {
    unit: UNIT_SCALES[unit],
    change: RATIO_SCALE,
    count: 1,
  };
  return (value: number | null, measure: FigureMeasure) => (value === null ? null : value / scales[measure]);
}
