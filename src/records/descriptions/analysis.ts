import type { ComparableFigure, MonthAnalysis } from '../../derive/analysis.ts';
import { YEAR } from '../../derive/slots.ts';
import type { Unit } from '../../domain/allocation.ts';
import type { Month } from '../../domain/month.ts';
import { divideScaled } from '../../domain/ratio.ts';
import type { Standing } from '../../domain/reading/ready-made.ts';
import type { FigureSource } from '../../domain/report.ts';
import { column, describe, type WrittenColumn } from '../description.ts';
import { BASIS, FIGURE_META, FISCAL_YEAR_START, MONTHS, OF_PLACE } from '../filters/shared-filters.ts';
import { type CodedPlace, jurisdictionInFiles } from './coded-place.ts';
import {
  allCompared,
  COMPARED_PARTS,
  type ComparedPart,
  comparableColumns,
  type Doubted,
  doubtfulColumn,
  doubtfulColumns,
  QUARTER_PART,
  shownFigures,
} from './compared/compared-figures.ts';
import { DOUBTED_SUMS, type DoubtedSums } from './compared/judged-payment.ts';
import { SHOWN_OF_YEAR, YEAR_COLUMNS, YEAR_SO_FAR, type Year } from './compared/years.ts';
import {
  ALLOCATION_PERIOD,
  doubtGroup,
  FISCAL_YEAR,
  SALES_PERIOD,
  type ShownDoubt,
} from './shared-columns.ts';

export interface AnalyzedField {
  jurisdiction: CodedPlace;
  field: string;
  unit: Unit;
}

/** A month of an analysis, where its figure stands among those of the same type, and why its change is doubtful. */
export interface AnalyzedMonth extends AnalyzedField, MonthAnalysis, Standing {
  /** The month of the sales; `null` if no source states it. */
  salesMonth: Month | null;
  doubt: ShownDoubt | null;
  /** Of the quarter that the month settles, too: 0 in other months. */
  doubtful: Doubted['doubtful'] & { quarter: number };
}

const unitOf = ({ unit }: AnalyzedField) => unit;
const UNIT = { type: 'figure', unitOf } as const;

const OF_ROW = jurisdictionInFiles<AnalyzedField>(({ jurisdiction }) => jurisdiction);
const FIELD = column<AnalyzedField>('field', 'text', 'Field', 'The analyzed field', { isForFiles: true });

const STANDING: readonly WrittenColumn<AnalyzedMonth>[] = [
  column(
    'share_of_county',
    'ratio?',
    'Share of county',
    'Share of the sum of all jurisdictions of the same type in the county. null for percentages, or if the county is unknown',
  ),
  column(
    'share_of_state',
    'ratio?',
    'Share of state',
    'Share of the sum of all jurisdictions of the same type in the state. null for percentages',
  ),
  column(
    'rank',
    'number?',
    'Rank',
    'Rank by this figure in the state and type: 1 is the largest. null for percentages',
  ),
  column('ranked', 'number?', 'Ranked', 'How many jurisdictions of the type have the figure in this month'),
];

/** What the command `show` takes. */
const FILTERS = {
  ...OF_PLACE,
  field: {
    kind: 'text',
    meaning: 'The field to analyze. Default: the payment',
    example: 'net_payment',
  },
  fiscal_year_start: FISCAL_YEAR_START,
  basis: BASIS,
  ...MONTHS,
} as const;

const ONE_LINE = {
  address: null,
  command: null,
  tag: 'analysis',
  filters: FILTERS,
  meta: FIGURE_META,
} as const;

export const analysisRecord = describe<AnalyzedMonth>()({
  name: 'analysis',
  one: 'analyzed_month',
  address: '/api/jurisdictions/:id/analysis',
  command: null,
  tag: 'analysis',
  title: 'Compare each month of a jurisdiction with the year before, newest month first',
  notes:
    'One record for each datapoint. A sum is null if one of its months is missing. Percentages have means of their quarter ends instead of sums.',
  filters: FILTERS,
  paging: { largest: 1000, usual: 1000 },
  meta: FIGURE_META,
  shown: [
    ...['allocation_period', 'sales_period'],
    ...shownFigures('payment', 'rollingYear', 'yearToDate', 'fiscalYearToDate'),
    ...['share_of_county', 'share_of_state', 'rank', 'ranked'],
  ],
  members: [
    ...OF_ROW,
    ALLOCATION_PERIOD,
    SALES_PERIOD,
    FISCAL_YEAR,
    FIELD,
    ...allCompared<AnalyzedMonth>(UNIT),
    ...STANDING,
    ...comparableColumns<AnalyzedMonth>(QUARTER_PART, UNIT, ({ quarter }) => quarter),
    doubtGroup(({ doubt }) => doubt),
    ...doubtfulColumns<AnalyzedMonth>(),
    ...doubtfulColumn<AnalyzedMonth>(QUARTER_PART, ({ doubtful }) => doubtful.quarter),
  ],
});

const QUARTER: ComparedPart = {
  name: 'value',
  heading: 'Quarter',
  meaning: 'the sum of the quarter that this month settles',
};

export const quarterRecord = describe<AnalyzedMonth>()({
  ...ONE_LINE,
  name: 'quarters',
  one: 'quarter',
  title: 'Compare each quarter of a jurisdiction with the year before, newest first',
  notes: 'One record for each month that settles a quarter.',
  shown: ['allocation_period', 'sales_period', 'value', 'year_ago', 'change', 'comparable_change'],
  members: [
    ...OF_ROW,
    { ...ALLOCATION_PERIOD, heading: 'Settled in' },
    SALES_PERIOD,
    FIELD,
    ...comparableColumns<AnalyzedMonth>(QUARTER, UNIT, ({ quarter }) => quarter),
    ...doubtfulColumn<AnalyzedMonth>(QUARTER, ({ doubtful }) => doubtful.quarter),
  ],
});

/** A year of an analysis, as far as it goes. */
export interface AnalyzedYear extends AnalyzedField, Year<ComparableFigure> {}

export const yearRecord = describe<AnalyzedYear>()({
  ...ONE_LINE,
  name: 'years',
  one: 'year',
  address: '/api/jurisdictions/:id/years',
  paging: { largest: 1000, usual: 1000 },
  title: 'Compare each year of a jurisdiction with the year before, newest first',
  shown: SHOWN_OF_YEAR,
  notes: 'The calendar years, then the fiscal years. A year is compared with the same months a year before.',
  members: [
    ...OF_ROW,
    ...YEAR_COLUMNS,
    FIELD,
    ...comparableColumns<AnalyzedYear>(YEAR_SO_FAR, UNIT, ({ sum }) => sum),
    column<AnalyzedYear>('difference', 'figure?', 'Difference', 'The sum less the one of a year before', {
      unitOf,
      read: ({ sum: { value, yearAgo } }) => (value === null || yearAgo === null ? null : value - yearAgo),
    }),
  ],
});

/** A month of an analysis, with the rows that its figure comes from. */
export interface SourcedFigure extends Omit<AnalyzedMonth, 'doubtful'>, DoubtedSums {
  /** The fields whose figure comes from the register of corrections. */
  corrected: readonly string[];
  /** Each row in words. */
  source: string;
  /** In the state's order of report kinds. */
  sources: readonly FigureSource[];
}

/** The mean of the twelve months of a sum. Of percentages, it is the mean already. */
function meanOf({ rollingYear: { value }, unit }: SourcedFigure): number | null {
  return value === null || unit === 'percent' ? value : (divideScaled(value, YEAR, 1) ?? null);
}

export const seriesRecord = describe<SourcedFigure>()({
  ...ONE_LINE,
  name: 'series',
  one: 'month',
  command: 'show',
  title: 'Show the payments of one jurisdiction and their sources',
  notes: 'One record for each datapoint, newest first.',
  shown: ['allocation_period', ...shownFigures('payment'), 'mean_of_year', 'year_to_date', 'source'],
  members: [
    ...OF_ROW,
    ALLOCATION_PERIOD,
    SALES_PERIOD,
    FIELD,
    ...comparableColumns<SourcedFigure>(COMPARED_PARTS.payment, UNIT, ({ payment }) => payment),
    column<SourcedFigure>(
      'mean_of_year',
      'figure?',
      '12-month mean',
      'The mean of the trailing twelve months. null if one is missing',
      { unitOf, read: meanOf },
    ),
    column<SourcedFigure>(
      'year_to_date',
      'figure?',
      'Year to date',
      'The sum of the calendar year so far. null if a month is missing',
      { unitOf, read: ({ yearToDate }) => yearToDate.value },
    ),
    doubtGroup(({ doubt }) => doubt),
    ...DOUBTED_SUMS,
    column('source', 'text', 'Source', 'The file and the row of each report that the figure comes from'),
    column('corrected', 'text?', 'Corrected', 'The fields whose figure comes from corrections.json instead', {
      read: ({ corrected }) => corrected.join(', ') || null,
    }),
    column('sources', 'facts', 'Sources', 'The rows with their reports and where these came from', {
      isForJson: true,
    }),
  ],
  examples: [
    '"Alder Creek" --from 2026-01',
    '"Alder Creek" --view year --fiscal-year-start 7',
    '"Alder Creek" --out alder-creek.xlsx',
  ],
});
