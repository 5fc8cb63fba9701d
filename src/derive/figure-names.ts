import type { ComparedFigures, YearOverYear } from './analysis.ts';
import type { GroupFigure, GroupTotal } from './group-sum.ts';

type Part = keyof ComparedFigures;

/** What a figure counts: the field's unit, a change in millionths, or a number of payments or jurisdictions. */
export type FigureMeasure = 'unit' | 'change' | 'count';

/** A figure of a payment or of a sum, under its name in JSON and tables. */
export interface NamedFigure<Kind = keyof YearOverYear> {
  name: string;
  measure: FigureMeasure;
  /** The payment, or the sum that it belongs to. */
  part: Part;
  kind: Kind;
}

const SUMS: Readonly<Record<Exclude<Part, 'payment'>, string>> = {
  yearToDate: 'year_to_date',
  fiscalYearToDate: 'fiscal_year_to_date',
  rollingYear: 'rolling_year',
};
/** The payment and its sums, in the order of records. */
export const PARTS = ['payment', 'yearToDate', 'fiscalYearToDate', 'rollingYear'] as const;

/** The name of a figure of the month, and what stands behind the name of a sum. */
type Spelling<Kind> = readonly [Kind, ofMonth: string, ofSum: string, FigureMeasure];

function namesOf<Kind>(spellings: readonly Spelling<Kind>[]): NamedFigure<Kind>[] {
  return PARTS.flatMap((part) =>
    spellings.map(([kind, ofMonth, ofSum, measure]) => {
      const name = part === 'payment' ? ofMonth : `${SUMS[part]}${ofSum}`;
      return { name, measure, part, kind };
    }),
  );
}

/** The compared figures in the order of records. */
export const COMPARED_FIGURES = namesOf<keyof YearOverYear>([
  ['value', 'value', '', 'unit'],
  ['yearAgo', 'year_ago', '_ago', 'unit'],
  ['change', 'change', '_change', 'change'],
]);

/** What a group has besides these and `missing`, in the order of records. */
export const GROUP_FIGURES = namesOf<Exclude<keyof GroupFigure, keyof YearOverYear>>([
  ['missing', 'missing', '_missing', 'count'],
  ['missingAgo', 'missing_ago', '_missing_ago', 'count'],
  ['difference', 'difference', '_difference', 'unit'],
  ['likeForLike', 'like_for_like', '_like_for_like', 'unit'],
  ['likeForLikeAgo', 'like_for_like_ago', '_like_for_like_ago', 'unit'],
  ['leftOut', 'left_out', '_left_out', 'count'],
]).filter(({ name }) => name !== 'missing');

/** How a figure becomes the value of a record. */
type Shown<Value> = (value: number | null, measure: FigureMeasure) => Value;

/** Names the compared figures. */
export function nameFigures<Value>(figures: ComparedFigures, shown: Shown<Value>): Record<string, Value> {
  return Object.fromEntries(
    COMPARED_FIGURES.map(({ name, measure, part, kind }) => [name, shown(figures[part][kind], measure)]),
  );
}

/** Names all figures of a group. */
export function nameGroupFigures<Value>(group: GroupTotal, shown: Shown<Value>): Record<string, Value> {
  const further = GROUP_FIGURES.map(({ name, measure, part, kind }) => [
    name,
    shown(group[part][kind], measure),
  ]);
  return { ...nameFigures(group, shown), ...Object.fromEntries(further) };
}
