import type { ComparedFigures, MonthAnalysis, YearOverYear } from './analysis.ts';
import type { GroupFigure, GroupTotal } from './group-sum.ts';
import type { Standing } from './standing.ts';

type Part = keyof ComparedFigures;

/** What a figure counts: the field's unit, a change or share in millionths, or a number of payments or places. */
export type FigureMeasure = 'unit' | 'change' | 'count';

/** A figure of a month, of a line of a comparison or of a group, under its name in JSON and tables. */
export interface NamedFigure<Subject> {
  name: string;
  measure: FigureMeasure;
  read(subject: Subject): number | null;
}

/** A figure of the payment or of one of its sums. */
interface PartFigure<Kind extends keyof GroupFigure> extends NamedFigure<PartsWith<Kind>> {
  part: Part;
  kind: Kind;
}

type PartsWith<Kind extends keyof GroupFigure> = Readonly<Record<Part, Pick<GroupFigure, Kind>>>;

const SUMS: Readonly<Record<Exclude<Part, 'payment'>, string>> = {
  yearToDate: 'year_to_date',
  fiscalYearToDate: 'fiscal_year_to_date',
  rollingYear: 'rolling_year',
};
/** The payment and its sums, in the order of records. */
export const PARTS = ['payment', 'yearToDate', 'fiscalYearToDate', 'rollingYear'] as const;

/** The name of a figure of the month, and what stands behind the name of a sum. */
type Spelling<Kind> = readonly [Kind, ofMonth: string, ofSum: string, FigureMeasure];

function namesOf<Kind extends keyof GroupFigure>(spellings: readonly Spelling<Kind>[]): PartFigure<Kind>[] {
  return PARTS.flatMap((part) =>
    spellings.map(([kind, ofMonth, ofSum, measure]) => ({
      ...{ name: part === 'payment' ? ofMonth : `${SUMS[part]}${ofSum}`, measure, part, kind },
      read: (of: PartsWith<Kind>) => of[part][kind],
    })),
  );
}

/** The compared figures in the order of records. */
export const COMPARED_FIGURES = namesOf<keyof YearOverYear>([
  ['value', 'value', '', 'unit'],
  ['yearAgo', 'year_ago', '_ago', 'unit'],
  ['change', 'change', '_change', 'change'],
]);

/** What a group has besides these and `missing`, in the order of records. */
export const SUM_FIGURES = namesOf<Exclude<keyof GroupFigure, keyof YearOverYear>>([
  ['missing', 'missing', '_missing', 'count'],
  ['missingAgo', 'missing_ago', '_missing_ago', 'count'],
  ['difference', 'difference', '_difference', 'unit'],
  ['likeForLike', 'like_for_like', '_like_for_like', 'unit'],
  ['likeForLikeAgo', 'like_for_like_ago', '_like_for_like_ago', 'unit'],
  ['leftOut', 'left_out', '_left_out', 'count'],
]).filter(({ name }) => name !== 'missing');

/** All figures of a group. */
export const GROUP_FIGURES: readonly NamedFigure<GroupTotal>[] = [...COMPARED_FIGURES, ...SUM_FIGURES];

/** All figures of a month of an analysis. */
export const ANALYSIS_FIGURES: readonly NamedFigure<MonthAnalysis & Standing>[] = [
  ...COMPARED_FIGURES,
  { name: 'share_of_county', measure: 'change', read: ({ shareOfCounty }) => shareOfCounty },
  { name: 'share_of_state', measure: 'change', read: ({ shareOfState }) => shareOfState },
  { name: 'rank', measure: 'count', read: ({ rank }) => rank },
  { name: 'ranked', measure: 'count', read: ({ ranked }) => ranked },
  { name: 'quarter_total', measure: 'unit', read: ({ quarter }) => quarter?.value ?? null },
  { name: 'quarter_total_ago', measure: 'unit', read: ({ quarter }) => quarter?.yearAgo ?? null },
  { name: 'quarter_total_change', measure: 'change', read: ({ quarter }) => quarter?.change ?? null },
];

/** Names figures. `shown` makes the value of a record from the figure; by default it is the figure as stored. */
export function nameFigures<Subject>(
  figures: readonly NamedFigure<Subject>[],
  subject: Subject,
  shown: (value: number | null, measure: FigureMeasure) => number | null = (value) => value,
): Record<string, number | null> {
  return Object.fromEntries(figures.map(({ name, measure, read }) => [name, shown(read(subject), measure)]));
}
