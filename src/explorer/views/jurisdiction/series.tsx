import type { AnalyzedMonth, Jurisdiction, StateOverview } from '../../../client/generated/types.gen.ts';
import { COMPARED_PARTS, QUARTER_PART } from '../../../records/descriptions/compared/compared-figures.ts';
import type { CountedBy } from '../../parts/basis-choice.tsx';
import { DoubtSign, WithoutTaxChanges } from '../../parts/change.tsx';
import type { FieldOverview } from '../../service/questions.ts';
import type { TableColumn } from '../../table/columns.ts';
import { type Content, type Measure, showFigure, unroundedChange } from '../../words/figures.ts';
import { comparedMeaning } from '../../words/meanings.ts';
import { calendarMonth, everyMonth, type MonthDate, monthNumber } from '../../words/months.ts';
import { countedMonth, type SalesLag, salesLagOf } from '../../words/sales.ts';

const MONTHS_OF_YEAR = 12;

/** The months of one field of a jurisdiction, from the first to the last; a month without a record is there too. */
export interface FieldSeries {
  field: FieldOverview;
  fiscalYearStart: number;
  /** How many months a payment comes after its sales. */
  lag: SalesLag;
  basis: CountedBy;
  /** Oldest first. */
  months: readonly MonthOfSeries[];
}

/** What the parts of a place's view show. */
export interface ViewedPlace {
  place: Jurisdiction;
  state: StateOverview;
  series: FieldSeries;
  /** The newest month in which the field should have a figure. */
  record: AnalyzedMonth;
  /** The start of the names of saved files. */
  fileName: string;
  /** What saved pictures say of their source. */
  credit: string;
}

export interface MonthOfSeries {
  month: MonthDate;
  /** The month by which sums count it: the same, or that of the sales. */
  counted: MonthDate;
  /** `null` if the dataset has no record of the month. */
  record: AnalyzedMonth | null;
  /** Whether the field has a figure in such a month: some fields have one at quarter ends only. */
  isExpected: boolean;
  settlesQuarter: boolean;
  /** How many payments of the month the checks doubt: one at most, except of a group. */
  doubted: number;
}

/** Puts the records of an analysis, newest first, into a series without holes. */
export function toSeries(
  records: readonly AnalyzedMonth[],
  field: FieldOverview,
  meta: { fiscal_year_start: number; basis: string },
  state: Pick<StateOverview, 'quarter_ends' | 'newest'>,
): FieldSeries {
  const [newest, oldest] = [records[0], records.at(-1)];
  const lag = salesLagOf(state);
  const basis = meta.basis === 'sales' ? 'sales' : 'payment';
  const of = { field, fiscalYearStart: meta.fiscal_year_start, lag, basis } as const;
  if (!newest || !oldest) return { ...of, months: [] };
  const byMonth = new Map(records.map((record) => [record.allocation_period, record]));
  const doubted = new Map<number, number>();
  const months = everyMonth(oldest.allocation_period, newest.allocation_period).map((month) => {
    const settlesQuarter = state.quarter_ends.includes(calendarMonth(month));
    const isExpected = settlesQuarter || !field.quarter_end_only;
    const record = byMonth.get(month) ?? null;
    const number = monthNumber(month);
    const isOfYearBefore = record?.doubt && record.doubt.allocation_period !== month;
    // the service counts those of the month and of the year before
    const both = record && !isOfYearBefore ? record.doubtful : 0;
    const own = Math.max(0, both - (doubted.get(number - MONTHS_OF_YEAR) ?? 0));
    doubted.set(number, own);
    return {
      ...{ month, record, isExpected, settlesQuarter },
      counted: countedMonth(of, month),
      doubted: own,
    };
  });
  return { ...of, months };
}

/** The record of a month; `null` if the dataset has none. */
export function recordIn({ months }: FieldSeries, month: MonthDate): AnalyzedMonth | null {
  return months.find((each) => each.month === month)?.record ?? null;
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
  /** The change without changes of tax, and why it differs. */
  comparable: FigureName;
  reason: Named<string>;
}

/** The members of a record with such values. */
export type Named<Value> = {
  [Name in keyof AnalyzedMonth]: AnalyzedMonth[Name] extends Value | null ? Name : never;
}[keyof AnalyzedMonth];
type FigureName = Named<number>;

function sum<Sum extends string>(id: string, name: string, value: Sum) {
  return {
    id,
    name,
    value,
    before: `${value}_ago`,
    change: `${value}_change`,
    comparable: `${value}_comparable_change`,
    reason: `${value}_tax_changes`,
    missing: `${value}_missing`,
    doubtful: `${value}_doubtful`,
  } as const;
}

export const PAYMENT = {
  ...{ id: 'payments', name: 'Month' },
  ...({ value: 'value', before: 'year_ago', change: 'change', missing: 'missing' } as const),
  ...({ doubtful: 'doubtful' } as const),
  ...({ comparable: 'comparable_change', reason: 'tax_changes' } as const),
};
const { yearToDate, fiscalYearToDate, rollingYear } = COMPARED_PARTS;
export const YEAR_TO_DATE = sum('year-to-date', yearToDate.heading, 'year_to_date');
export const FISCAL_YEAR_TO_DATE = sum('fiscal-year', fiscalYearToDate.heading, 'fiscal_year_to_date');
export const ROLLING_YEAR = sum('rolling-year', rollingYear.heading, 'rolling_year');
export const QUARTER: ComparedFigure = sum('quarters', QUARTER_PART.heading, 'quarter_total');

/** The figures that groups have too. */
export const SHARED = [PAYMENT, YEAR_TO_DATE, FISCAL_YEAR_TO_DATE, ROLLING_YEAR] as const;
export type SharedFigure = (typeof SHARED)[number];

/** What a record has of some figures. */
type WithFigures = { readonly [Name in FigureName]?: number | null } & {
  readonly [Name in ComparedFigure['reason']]?: string | null;
};

/** The change of a figure with what is said of changes of tax, under the names that a payment has. */
export function taxesOf(record: WithFigures, { change, comparable, reason }: ComparedFigure) {
  return {
    change: record[change] ?? null,
    comparable_change: record[comparable] ?? null,
    tax_changes: record[reason] ?? null,
    name: comparable,
  };
}

function changeIn(record: WithFigures, { value, before, change }: ComparedFigure): number | null {
  return unroundedChange(record[change] ?? null, record[value] ?? null, record[before] ?? null);
}

/** The figures that are made of several months. */
export const SUMS: readonly ComparedFigure[] = [YEAR_TO_DATE, FISCAL_YEAR_TO_DATE, ROLLING_YEAR, QUARTER];

/** The figure of a chart or of an address: the payment of the month if it is none of the sums. */
export function figureNamed(id: string | null): ComparedFigure {
  return SUMS.find((known) => known.id === id) ?? PAYMENT;
}

/**
 * The columns of a figure: itself, that of the year before, and the change, which says what it is without changes of tax.
 * Files have that as two more columns.
 */
export function comparedColumns<Row>(
  figure: ComparedFigure,
  unit: Measure,
  recordOf: (row: Row) => WithFigures | null,
  group: string | null = figure.name,
) {
  const isPayment = figure.id === PAYMENT.id;
  const column = (
    id: keyof WithFigures,
    head: string,
    content: Content,
    isHidden = false,
  ): TableColumn<Row> => ({
    ...{ id, head, content, meaning: comparedMeaning(id), isHidden },
    ...(group !== null && { group }),
    value: (row) => recordOf(row)?.[id] ?? null,
    // null where there is nothing to compare with, or where a month of the sum is missing
    isExpected: () => isPayment && id === figure.value,
  });
  return [
    column(figure.value, isPayment ? 'Figure' : 'Total', unit),
    // too much for a page of usual width
    column(figure.before, 'Year before', unit, !isPayment),
    {
      ...column(figure.change, 'Change', 'change'),
      show: (row: Row) => showFigure(changeIn(recordOf(row) ?? {}, figure), 'change'),
      note: (row: Row) => {
        const record = recordOf(row);
        return record && <WithoutTaxChanges {...taxesOf(record, figure)} isShort />;
      },
    },
    column(figure.comparable, 'Comparable change', 'change', true),
    column(figure.reason, 'Changes of tax', 'text', true),
  ] as const;
}

/** A change with a sign and without a color where it is doubtful, also where there is none. `doubtIn` says why. */
export function markDoubts<Row>(
  change: TableColumn<Row>,
  doubtIn: (row: Row) => string | null,
  state?: string,
): TableColumn<Row> {
  return {
    ...change,
    isDoubtful: (row) => doubtIn(row) !== null,
    note: (row) => (
      <>
        <DoubtSign reason={doubtIn(row)} state={state} />
        {change.note?.(row)}
      </>
    ),
  };
}
