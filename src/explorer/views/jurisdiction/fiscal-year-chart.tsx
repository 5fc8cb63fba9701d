import type { Projection } from '../../../client/generated/types.gen.ts';
import { type FiscalYear, toFiscalYear, type YearMonth } from '../../../derive/fiscal-year.ts';
import { roundedDollars } from '../../../domain/text/rounded.ts';
import { goTo, linkHere, readParameter } from '../../address/navigation.ts';
import { Chart } from '../../chart/chart.tsx';
import { type ChartData, type ChartSeries, type DatedEvent, eventsOn } from '../../chart/chart-data.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import type { TableColumn } from '../../table/columns.ts';
import { FigureTable } from '../../table/figure-table.tsx';
import { calendarMonth, calendarMonthName, labelOfYear } from '../../words/months.ts';
import { countedMonth, paidIn } from '../../words/sales.ts';
import { slotsOf } from './charts.ts';
import { linkAtSlot } from './months-chart.tsx';
import type { ViewedPlace } from './series.tsx';

/** What is known of the end of a year. */
export type Expected = Pick<
  Projection,
  'year' | 'method' | 'projected' | 'low' | 'high' | 'usual_error' | 'rest' | 'budget' | 'budget_note'
>;

/** The month up to which a year is known: the newest of the state, by which sums count it. */
function newestOf({ state, series }: ViewedPlace): string {
  return countedMonth(series, state.newest?.allocation_period ?? '');
}

function newestYear(view: ViewedPlace): string {
  return labelOfYear(newestOf(view), view.series.fiscalYearStart);
}

/** The budget that the address has for the newest year, as `2026-27:20100000`; `null` without one. */
export function typedBudget(view: ViewedPlace): number | null {
  const [year, text] = (readParameter('budget') ?? '').split(':');
  const dollars = Math.round(Number(text));
  return year === newestYear(view) && dollars > 0 ? dollars : null;
}

export function BudgetField(view: ViewedPlace) {
  const year = newestYear(view);
  return (
    <AmountField
      label={`Budget of ${year}`}
      value={typedBudget(view)}
      onChoose={(dollars) => goTo(linkHere({ budget: dollars && `${year}:${dollars}` }))}
    />
  );
}

interface FiscalYearProps extends ViewedPlace {
  events: readonly DatedEvent[];
  /** What is expected of the year, and its budget. Only a payment has one. */
  expected: Expected | undefined;
}

/** How far the fiscal year is from its budget or from the last year, month by month, and where it may end. */
export function FiscalYearChart(props: FiscalYearProps) {
  const { place, series, credit, expected } = props;
  const year = toFiscalYear(series, newestOf(props), expected);
  const of = `fiscal year ${year.year}${series.basis === 'sales' ? ' of sales' : ''}`;
  const title = `${place.name}: ${series.field.inTitle}, ${of} compared with ${year.hasBudget ? 'its budget' : year.lastYear}`;
  const fileName = `${props.fileName}-fiscal-year`;
  // a place that ended has an earlier year
  const error = expected?.year === year.year ? expected.usual_error : null;
  return (
    <>
      {year.hasBudget && expected && (
        <BudgetSentence {...{ year, expected }} isTyped={typedBudget(props) !== null} />
      )}
      <Chart
        data={{ title, ...chartOf(year, props) }}
        fileName={fileName}
        credit={credit}
        about={linkAtSlot(props, 'fiscal-year')}
      />
      {error !== null && (
        <p class="hint estimate">
          In past years, half of such estimates were off by {(error * 100).toFixed(1)}% or less at this point.
          A shock to the whole state is outside the shaded range.
        </p>
      )}
      <FigureTable
        caption={title}
        columns={columnsOf(year, series.basis === 'sales')}
        rows={year.months}
        keyOf={({ counted }) => counted}
        fileName={fileName}
      />
    </>
  );
}

/** A line of the difference to date and to where it may end, with its range, and below it bars of each month. */
function chartOf(year: FiscalYear, { series, events }: FiscalYearProps): Omit<ChartData, 'title'> {
  const { months, known } = year;
  const found = months.map(({ counted }) => series.months.find((month) => month.counted === counted));
  const slots = slotsOf(
    months.map(({ counted }, at) => ({
      ...{ counted, month: paidIn(series, counted) },
      isLoaded: found[at]?.isLoaded ?? true,
    })),
    series,
  );
  const seriesOf = (
    read: (month: YearMonth, at: number) => number | null,
    shown: Pick<ChartSeries, 'id' | 'label' | 'shape'> & Partial<ChartSeries>,
  ): ChartSeries => {
    const values = months.map(read);
    const isExpected = values.map((value, at) => value !== null || (!shown.isEstimate && at < known));
    return { tone: 'main', isDifference: true, values, isExpected, ...shown };
  };
  const isOpen = months.some(({ projected }) => projected !== null);
  const last = months.flatMap(({ difference }) => difference ?? []).at(-1);
  const { low = null, high = null } = months.at(-1) ?? {};
  const end = last === undefined ? '' : showGain(last);
  const estimate = { tone: 'main dotted', isEstimate: true };
  const line = { shape: 'line', isOfSums: true } as const;
  const toDate = [
    seriesOf(({ projected, difference }) => (projected === null ? difference : null), {
      ...{ ...line, id: 'difference', label: `To date, less ${againstOf(year)}`, ...(!isOpen && { end }) },
      doubtful: months.map(({ isDoubtful }) => isDoubtful),
    }),
    seriesOf(({ projected, difference }) => (projected === null ? null : difference), {
      ...{ ...line, ...estimate, id: 'projected', label: 'Expected', continues: true, end },
    }),
    seriesOf((month) => month.low, {
      ...{ id: 'low', label: 'Range at the end', shape: 'band', isOfSums: true, isEstimate: true },
      upper: months.map((month) => month.high),
      ...(low !== null && high !== null && { end: showGain(low), upperEnd: showGain(high) }),
    }),
  ];
  return {
    ...{ measure: 'amount', slots, events: eventsOn(slots, events) },
    missing: found.map((month) => month?.isMissing ?? null),
    series: toDate.filter(({ isEstimate, values }) => !isEstimate || values.some((one) => one !== null)),
    below: {
      measure: 'amount',
      series: [
        seriesOf(({ paidLess }) => paidLess, {
          ...{ id: 'paidLess', label: 'The month', shape: 'bars', tone: 'change' },
          doubtful: months.map(({ isMonthDoubtful }) => isMonthDoubtful),
        }),
        seriesOf(({ expectedLess }, at) => (at < known ? null : expectedLess), {
          ...{ ...estimate, id: 'expectedLess', label: 'The month, expected', shape: 'bars' },
          tone: 'change dotted',
        }),
      ],
    },
  };
}

/** `+$1.20 million`. */
function showGain(dollars: number): string {
  return `${dollars > 0 ? '+' : ''}${roundedDollars(dollars)}`;
}

/** `the budget`, or `2025-26`. */
function againstOf({ hasBudget, lastYear }: FiscalYear): string {
  return hasBudget ? 'the budget' : lastYear;
}

type Figure = Exclude<keyof YearMonth, 'counted' | 'isDoubtful' | 'isMonthDoubtful'>;

/** The figures of which something is known. */
function columnsOf(year: FiscalYear, isOfSales: boolean): TableColumn<YearMonth>[] {
  const against = againstOf(year);
  const signed = { isSigned: true };
  const all: [id: Figure, head: string, others?: Partial<TableColumn<YearMonth>>][] = [
    ['paidLess', `Month less ${against}`, signed],
    ['expectedLess', 'Expected difference', signed],
    ['thisYear', `${year.year} to date`],
    ['lastYear', `${year.lastYear} to date`, { isHidden: year.hasBudget }],
    ['projected', 'Projected'],
    ['low', `Range at the end, less ${against}`, { ...signed, isHidden: true }],
    ['high', `Range at the end, upper end, less ${against}`, { ...signed, isHidden: true }],
    ['budget', 'Budget to date'],
    ['difference', 'Difference to date', { ...signed, isTelling: true }],
    ['differenceShare', 'Difference %', { content: 'change' }],
  ];
  return [
    {
      ...{ id: 'month', head: isOfSales ? 'Sales of' : 'Month', content: 'month' },
      value: ({ counted }) => counted,
      note: ({ projected }) => projected !== null && <span class="hint"> expected</span>,
    },
    ...all
      .filter(([id]) => id === 'thisYear' || year.months.some((month) => month[id] !== null))
      .map(([id, head, others]) => ({
        ...{ id, head, content: 'amount' as const, value: (month: YearMonth) => month[id] },
        ...others,
      })),
  ];
}

interface BudgetSentenceProps {
  year: FiscalYear;
  expected: Expected;
  isTyped: boolean;
}

/** What the budget is to date, what was paid, and where the year may end. */
function BudgetSentence({ year, expected, isTyped }: BudgetSentenceProps) {
  const { months, known } = year;
  const [now, end] = [months[known - 1], months.at(-1)];
  if (!now || !end || now.budget === null) return null;
  const month = calendarMonthName(calendarMonth(now.counted), 'long');
  const paid =
    now.difference === null
      ? 'not known, because a month is missing'
      : `${showDistance(now.difference)} the budget of these months`;
  const texts = [
    `Through ${month}, the payments are ${paid} (${roundedDollars(now.budget)}).`,
    now !== end &&
      end.difference !== null &&
      `The year may end ${showDistance(end.difference)} the budget of ${roundedDollars(expected.budget ?? 0)}.`,
    !isTyped && `The budget is from the register${expected.budget_note ? `: ${expected.budget_note}` : ''}.`,
  ];
  return <p class="outlook">{texts.filter(Boolean).join(' ')}</p>;
}

/** `$174K above`. */
function showDistance(dollars: number): string {
  return `${roundedDollars(Math.abs(dollars))} ${dollars < 0 ? 'below' : 'above'}`;
}
