import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { YEAR } from '../../../derive/span.ts';
import { type ComparedFigure, type FigureOfRecord, type MonthRecord, PAYMENT } from '../../figures.ts';
import type { CountedBy } from '../../parts/basis-choice.tsx';
import {
  changeIn,
  DoubtSign,
  doubtsLink,
  isNewTax,
  reasonsOf,
  WithoutTaxChanges,
} from '../../parts/change.tsx';
import { inUnit, type ShownField } from '../../parts/unit-choice.tsx';
import type { PlaceOrGroup } from '../../selection.ts';
import type { FieldOverview } from '../../service/questions.ts';
import type { TableColumn } from '../../table/columns.ts';
import { type Content, type Measure, showFigure } from '../../words/figures.ts';
import { comparedMeaning } from '../../words/meanings.ts';
import { calendarMonth, everyMonth, type MonthDate, monthNumber } from '../../words/months.ts';
import { countedMonth, type SalesLag, salesLagOf } from '../../words/sales.ts';

/** The months of one field of a jurisdiction, from the first to the last; a month without a record is there too. */
export interface FieldSeries {
  field: ShownField;
  fiscalYearStart: number;
  /** How many months a payment comes after its sales. */
  lag: SalesLag;
  basis: CountedBy;
  /** Oldest first. */
  months: readonly MonthOfSeries[];
}

/** What the parts of a place's view show. */
export interface ViewedPlace {
  place: PlaceOrGroup;
  state: StateOverview;
  series: FieldSeries;
  /** The newest month in which the field should have a figure. */
  record: MonthRecord;
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
  record: MonthRecord | null;
  /** Whether the field has a figure in such a month: some fields have one at quarter ends only. */
  isExpected: boolean;
  settlesQuarter: boolean;
  /** Whether its figure is missing; `null` if none is expected. */
  isMissing: boolean | null;
  /** Whether the dataset has reports of the month. */
  isLoaded: boolean;
  /** How many payments of the month the checks doubt: one at most, except of a group. */
  doubted: number;
}

/** Puts the records of an analysis, newest first, into a series without holes. */
export function toSeries(
  records: readonly MonthRecord[],
  field: FieldOverview,
  counted: { fiscalYearStart: number; basis: CountedBy },
  state: Pick<StateOverview, 'quarter_ends' | 'newest' | 'months'>,
): FieldSeries {
  const [newest, oldest] = [records[0], records.at(-1)];
  const lag = salesLagOf(state);
  const of = { field: inUnit(field), lag, ...counted };
  if (!newest || !oldest) return { ...of, months: [] };
  const byMonth = new Map(records.map((record) => [record.month, record]));
  const loaded = new Set(state.months.map(({ allocation_period }) => allocation_period));
  const doubted = new Map<number, number>();
  const months = everyMonth(oldest.month, newest.month).map((month) => {
    const settlesQuarter = state.quarter_ends.includes(calendarMonth(month));
    const isExpected = settlesQuarter || !field.quarter_end_only;
    const record = byMonth.get(month) ?? null;
    const number = monthNumber(month);
    const isOfYearBefore = record?.doubt && record.doubt.month !== month;
    // the service counts those of the month and of the year before
    const both = record && !isOfYearBefore ? record.payment.doubtful : 0;
    const own = Math.max(0, both - (doubted.get(number - YEAR) ?? 0));
    doubted.set(number, own);
    return {
      ...{ month, record, isExpected, settlesQuarter, isLoaded: loaded.has(month) },
      isMissing: isExpected ? (record?.payment.value ?? null) === null : null,
      counted: countedMonth(of, month),
      doubted: own,
    };
  });
  return { ...of, months };
}

/** The record of a month; `null` if the dataset has none. */
export function recordIn({ months }: FieldSeries, month: MonthDate): MonthRecord | null {
  return months.find((each) => each.month === month)?.record ?? null;
}

/** The figure of a month; `null` if it is missing, or if the field has none in such a month. */
export function figureIn({ record, isExpected }: MonthOfSeries): number | null {
  return isExpected ? (record?.payment.value ?? null) : null;
}

/**
 * The columns of a figure: itself, that of the year before, and the change, which says what it is without changes of tax.
 * Files have all that the service has.
 */
export function comparedColumns<Row>(
  figure: Pick<ComparedFigure, 'id' | 'name'> & { of: string },
  unit: Measure,
  figureIn: (row: Row) => FigureOfRecord | null,
  group: string | null = figure.name,
) {
  const isPayment = figure.id === PAYMENT.id;
  const column = (
    part: keyof FigureOfRecord,
    head: string,
    content: Content,
    isHidden = false,
  ): TableColumn<Row> => ({
    ...{ id: `${figure.of}_${part}`, head, content, isHidden },
    meaning: comparedMeaning(`${figure.of}_${part}`) || comparedMeaning(`payment_${part}`),
    ...(group !== null && { group }),
    value: (row) => {
      const found = figureIn(row);
      return found && (part === 'reasons' ? reasonsOf(found) : found[part]);
    },
    // null where there is nothing to compare with, or where a month of the sum is missing
    isExpected: () => isPayment && part === 'value',
  });
  return [
    column('value', isPayment ? (unit === 'amount' ? 'Amount' : 'Figure') : 'Total', unit),
    // too much for a page of usual width
    column('ago', 'Year before', unit, !isPayment),
    {
      ...column('change', 'Change', 'change'),
      isLate: (row: Row) => isNewTax(figureIn(row)),
      show: (row: Row) => showFigure(changeIn(figureIn(row)), 'change'),
      note: (row: Row) => <WithoutTaxChanges figure={figureIn(row)} isShort />,
    },
    column('difference', 'Difference', unit, true),
    column('comparable_change', 'Comparable change', 'change', true),
    column('reasons', 'Reasons', 'text', true),
    column('missing', 'Missing payments', 'count', true),
    column('doubtful', 'Doubtful payments', 'count', true),
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
        <DoubtSign reason={doubtIn(row)} link={state && doubtsLink(state)} />
        {change.note?.(row)}
      </>
    ),
  };
}
