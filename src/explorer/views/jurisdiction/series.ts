import type { AnalyzedMonth } from '../../../client/generated/types.gen.ts';
import { COMPARED_PARTS, QUARTER_PART } from '../../../records/descriptions/compared/compared-figures.ts';
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
  /** Its chart, and how an address names it. */
  id: string;
  /** `Year to date`. */
  name: string;
  value: FigureName;
  before: FigureName;
  change: FigureName;
}

type FigureName = {
  [Name in keyof AnalyzedMonth]: AnalyzedMonth[Name] extends number | null ? Name : never;
}[keyof AnalyzedMonth];

function sum<Sum extends string>(id: string, name: string, value: Sum) {
  return {
    id,
    name,
    value,
    before: `${value}_ago`,
    change: `${value}_change`,
    missing: `${value}_missing`,
  } as const;
}

export const PAYMENT = {
  ...{ id: 'payments', name: 'Month' },
  ...({ value: 'value', before: 'year_ago', change: 'change', missing: 'missing' } as const),
};
const { yearToDate, fiscalYearToDate, rollingYear } = COMPARED_PARTS;
export const YEAR_TO_DATE = sum('year-to-date', yearToDate.heading, 'year_to_date');
export const FISCAL_YEAR_TO_DATE = sum('fiscal-year', fiscalYearToDate.heading, 'fiscal_year_to_date');
export const ROLLING_YEAR = sum('rolling-year', rollingYear.heading, 'rolling_year');
export const QUARTER: ComparedFigure = sum('quarters', QUARTER_PART.heading, 'quarter_total');

/** The figures that groups have too. */
export const SHARED = [PAYMENT, YEAR_TO_DATE, FISCAL_YEAR_TO_DATE, ROLLING_YEAR] as const;
export type SharedFigure = (typeof SHARED)[number];
export type SharedName = SharedFigure['value' | 'before' | 'change'];

/** The figures that are made of several months. */
export const SUMS: readonly ComparedFigure[] = [YEAR_TO_DATE, FISCAL_YEAR_TO_DATE, ROLLING_YEAR, QUARTER];

/** The figure of a chart or of an address: the payment of the month if it is none of the sums. */
export function figureNamed(id: string | null): ComparedFigure {
  return SUMS.find((known) => known.id === id) ?? PAYMENT;
}

/** The columns of a figure: itself, that of the year before, and the change. */
export function comparedColumns<Row, Figure extends ComparedFigure>(
  figure: Figure,
  unit: Measure,
  read: (row: Row, id: Figure['value' | 'before' | 'change']) => number | null,
  group: string | null = figure.name,
): [TableColumn<Row>, TableColumn<Row>, TableColumn<Row>] {
  const { value, before, change } = figure;
  const isPayment = figure.id === PAYMENT.id;
  const column = (id: typeof value | typeof before, head: string, content: Measure): TableColumn<Row> => ({
    ...{ id, head, content, meaning: comparedMeaning(id) },
    ...(group !== null && { group }),
    value: (row) => read(row, id),
    // null where there is nothing to compare with, or where a month of the sum is missing
    isExpected: () => isPayment && id === value,
    // too much for a page of usual width
    isHidden: id === before && !isPayment,
  });
  return [
    column(value, isPayment ? 'Figure' : 'Total', unit),
    column(before, 'Year before', unit),
    column(change, 'Change', 'change'),
  ];
}
