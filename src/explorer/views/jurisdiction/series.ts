import type { AnalyzedMonth } from '../../../client/generated/types.gen.ts';
import type { FieldOverview } from '../../service/questions.ts';
import type { TableColumn } from '../../table/columns.ts';
import type { Measure } from '../../words/figures.ts';
import { comparedMeaning } from '../../words/meanings.ts';
import { calendarMonth, everyMonth, type MonthDate } from '../../words/months.ts';

/** The months of one field of a jurisdiction, from the first to the last; a month without a record is there too. */
export interface FieldSeries {
  field: FieldOverview;
  fiscalYearStart: number;
  /** Oldest first. */
  months: readonly MonthOfSeries[];
}

export interface MonthOfSeries {
  month: MonthDate;
  /** `null` if the dataset has no record of the month. */
  record: AnalyzedMonth | null;
  /** Whether the field has a figure in such a month: some fields have one at quarter ends only. */
  isExpected: boolean;
  settlesQuarter: boolean;
}

/** Puts the records of an analysis, newest first, into a series without holes. */
export function toSeries(
  records: readonly AnalyzedMonth[],
  field: FieldOverview,
  { fiscalYearStart, quarterEnds }: { fiscalYearStart: number; quarterEnds: readonly number[] },
): FieldSeries {
  const [newest, oldest] = [records[0], records.at(-1)];
  if (!newest || !oldest) return { field, fiscalYearStart, months: [] };
  const byMonth = new Map(records.map((record) => [record.allocation_period, record]));
  const months = everyMonth(oldest.allocation_period, newest.allocation_period).map((month) => {
    const settlesQuarter = quarterEnds.includes(calendarMonth(month));
    const isExpected = settlesQuarter || !field.quarter_end_only;
    return { month, record: byMonth.get(month) ?? null, isExpected, settlesQuarter };
  });
  return { field, fiscalYearStart, months };
}

/** The figure of a month; `null` if it is missing, or if the field has none in such a month. */
export function figureIn({ record, isExpected }: MonthOfSeries): number | null {
  return isExpected ? (record?.value ?? null) : null;
}

/** The newest month in which a field should have a figure: some have one at quarter ends only. */
export function newestWith(
  { quarter_end_only }: FieldOverview,
  records: readonly AnalyzedMonth[],
  quarterEnds: readonly number[],
): AnalyzedMonth | undefined {
  return records.find(
    ({ allocation_period }) => !quarter_end_only || quarterEnds.includes(calendarMonth(allocation_period)),
  );
}

/** Months between the first and the last that should have a figure and have none. */
export function missingMonths({ months }: FieldSeries): MonthDate[] {
  return months.filter((each) => each.isExpected && figureIn(each) === null).map(({ month }) => month);
}

/** A figure with the one a year before: the names that the API has for the three. */
export interface ComparedFigure {
  id: string;
  /** `Year to date`. */
  name: string;
  /** The head of its column, below the name. */
  head: string;
  value: FigureName;
  before: FigureName;
  change: FigureName;
}

type FigureName = {
  [Name in keyof AnalyzedMonth]: AnalyzedMonth[Name] extends number | null ? Name : never;
}[keyof AnalyzedMonth];

function sum<Sum extends string>(id: string, name: string, head: string, value: Sum) {
  return { id, name, head, value, before: `${value}_ago`, change: `${value}_change` } as const;
}

export const PAYMENT = {
  ...{ id: 'payments', name: 'Month', head: 'Figure' },
  ...({ value: 'value', before: 'year_ago', change: 'change' } as const),
};
export const YEAR_TO_DATE = sum('year-to-date', 'Year to date', 'To date', 'year_to_date');
export const FISCAL_YEAR_TO_DATE = sum(
  'fiscal-year',
  'Fiscal year to date',
  'To date',
  'fiscal_year_to_date',
);
export const ROLLING_YEAR = sum('rolling-year', 'Rolling year', 'Total', 'rolling_year');
export const QUARTER: ComparedFigure = sum('quarters', 'Quarter', 'Total', 'quarter_total');

/** The figures that are made of several months. */
export const SUMS: readonly ComparedFigure[] = [YEAR_TO_DATE, FISCAL_YEAR_TO_DATE, ROLLING_YEAR, QUARTER];

/** The figures that groups have too. */
export const SHARED = [PAYMENT, YEAR_TO_DATE, FISCAL_YEAR_TO_DATE, ROLLING_YEAR] as const;
type SharedFigure = (typeof SHARED)[number];
export type SharedName = SharedFigure['value' | 'before' | 'change'];

/** The columns of a figure: itself, that of the year before, and the change. */
export function comparedColumns<Row>(
  { name, head, value, before, change }: SharedFigure,
  unit: Measure,
  read: (row: Row, id: SharedName) => number | null,
): TableColumn<Row>[] {
  const column = (id: SharedName, text: string, measure: Measure): TableColumn<Row> => ({
    ...{ id, head: text, group: name, measure, meaning: comparedMeaning(id) },
    value: (row) => read(row, id),
    // null where there is nothing to compare with, or where a month of the sum is missing
    isExpected: () => id === PAYMENT.value,
    // too much for a page of usual width
    isHidden: id === before && id !== PAYMENT.before,
  });
  return [column(value, head, unit), column(before, 'Year before', unit), column(change, 'Change', 'change')];
}
