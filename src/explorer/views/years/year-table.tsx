import type { Projection, StateOverview, Year } from '../../../client/generated/types.gen.ts';
import { yearRecord } from '../../../records/descriptions/years.ts';
import { choiceOf } from '../../address/navigation.ts';
import { Chart } from '../../chart/chart.tsx';
import { type ChartData, type DatedEvent, eventsOn } from '../../chart/chart-data.ts';
import { PAYMENT } from '../../figures.ts';
import { describeDoubts } from '../../parts/change.tsx';
import { Choice } from '../../parts/choice.tsx';
import { lastDue } from '../../service/overview.ts';
import { describedColumns, type TableColumn } from '../../table/columns.ts';
import { FigureTable } from '../../table/figure-table.tsx';
import type { Measure } from '../../words/figures.ts';
import { calendarMonth, dateOfMonth, type MonthDate, monthNumber } from '../../words/months.ts';
import { countedMonth, salesLagOf } from '../../words/sales.ts';
import { yearBefore } from '../jurisdiction/figure-links.ts';
import { toTheCent } from '../jurisdiction/fiscal-year/fiscal-year.ts';
import { comparedColumns, markDoubts } from '../jurisdiction/series.tsx';

const YEAR_KINDS = [
  ['fiscal', 'Fiscal years'],
  ['calendar', 'Calendar years'],
] as const;
type YearKind = (typeof YEAR_KINDS)[number][0];

interface YearTableProps extends YearsOfState {
  /** What the years are of: `Alder Creek: net payment`. */
  title: string;
  years: readonly ShownYear[];
  events: readonly DatedEvent[];
  unit: Measure;
  fileName: string;
  credit: string;
  /** Where the running year may end, if something is known of it. */
  projection?: Pick<Projection, 'year' | 'projected'> | undefined;
  /** Where the months of a year are shown, by its last month. */
  linkOf(kind: YearKind, month: MonthDate): string;
}

/** Fiscal or calendar years as bars and as a table, with the change from the same months of the year before. */
export function YearTable(props: YearTableProps) {
  const { title, years, basis, fileName, credit } = props;
  const kind = choiceOf('kind', YEAR_KINDS);
  const rows = years.filter((year) => year.years === kind);
  const full = `${title} by ${kind} year${basis === 'sales' ? ' of sales' : ''}`;
  return (
    <>
      <div class="choices">
        <Choice label="Years" parameter="kind" options={YEAR_KINDS} isBare />
      </div>
      <Chart
        key={kind}
        data={barsOf(rows, props, full)}
        fileName={`${fileName}-${kind}-years`}
        credit={credit}
      />
      <FigureTable
        caption={full}
        columns={yearColumns(props, kind)}
        rows={rows}
        keyOf={({ year }) => year}
        fileName={`${fileName}-${kind}-years`}
      />
    </>
  );
}

/** One bar for each year, with its change above. What is expected of the running year is dotted. */
function barsOf(
  years: readonly ShownYear[],
  { unit, projection, events, ...of }: Pick<YearTableProps, 'unit' | 'projection' | 'events'> & YearsOfState,
  title: string,
): ChartData {
  // a year that lacks months has no sum: it is a gap between others, and no part of the chart at its ends
  // the sum of a group can lack the payments of a month
  const isWhole = (year: ShownYear) => year.sum.missing === 0 || year.closed === 'yes' || !isOver(year, of);
  const known = years.flatMap((year, at) => (year.sum.value !== null && isWhole(year) ? [at] : []));
  const shown = years.slice(known[0] ?? 0, (known.at(-1) ?? -1) + 1).reverse();
  const values = shown.map((year) => (isWhole(year) ? year.sum.value : null));
  const rest = shown.map(({ year, years: kind, sum }) => {
    const isOpen = kind === 'fiscal' && year === projection?.year;
    const { projected = null } = (isOpen && projection) || {};
    return projected === null || sum.value === null ? null : toTheCent(projected - sum.value);
  });
  const hasRest = rest.some((value) => value !== null);
  const slots = shown.map((year) => ({
    key: year.year,
    name: `${year.year}, ${monthsOf(year, of)}`,
    tick: year.year,
  }));
  return {
    ...{ title, measure: unit, slotKind: 'year', slots },
    events: eventsOn(slots, inYears(events, shown, of)),
    series: [
      {
        ...{
          id: 'sum_value',
          label: unit === 'percent' ? 'Mean' : 'Total',
          shape: 'bars',
          tone: 'main',
          values,
        },
        doubtful: shown.map(({ sum }) => sum.doubtful > 0),
      },
      ...(hasRest
        ? [
            {
              ...({
                id: 'rest',
                label: 'Expected until its end',
                shape: 'bars',
                tone: 'main dotted',
              } as const),
              ...{ values: rest, from: values.map((value) => value ?? 0), isEstimate: true },
              isExpected: rest.map((value) => value !== null),
            },
          ]
        : []),
    ],
  };
}

/** The events with the years in which they begin and end, in place of their months. */
function inYears(
  events: readonly DatedEvent[],
  years: readonly ShownYear[],
  of: YearsOfState,
): readonly DatedEvent[] {
  const ends = years.map((year) => ({ year: year.year, end: endOf(year, of) }));
  const yearOf = (month: MonthDate) => (ends.find(({ end }) => end >= month) ?? ends.at(-1))?.year ?? '';
  const start = ends[0] ? dateOfMonth(monthNumber(ends[0].end) - MONTHS_OF_YEAR + 1) : '';
  return events
    .filter(({ to }) => to >= start)
    .map(({ from, to, text }) => ({ from: yearOf(from), to: yearOf(to), text }));
}

function yearColumns(props: YearTableProps, kind: YearKind): TableColumn<ShownYear>[] {
  const { unit, state, linkOf } = props;
  const [value, before, change, difference, ...others] = comparedColumns<ShownYear>(
    { ...PAYMENT, of: 'sum' },
    unit,
    ({ sum }) => sum,
    null,
  );
  const ofYear = describedColumns<ShownYear>(yearRecord.members, { year: {} });
  const ofMonths = describedColumns<ShownYear>(yearRecord.members, {
    months: { head: 'Months counted', show: (one) => monthsOf(one, props) },
    closed: { show: (one, text) => (text === 'no' && isOver(one, props) ? 'no: months not loaded' : text) },
    last_month: { isHidden: true },
    last_sales_month: { isHidden: true },
  });
  return [
    ...ofYear,
    {
      ...value,
      ...{ head: unit === 'percent' ? 'Mean' : 'Total', meaning: 'The sum of the months of the year so far' },
      show: (one, text) => <a href={linkOf(kind, one.last_month)}>{text}</a>,
      isExpected: () => false,
    },
    {
      ...before,
      meaning: 'The sum of the same months a year before',
      show: (one, text) => <a href={linkOf(kind, yearBefore(one.last_month))}>{text}</a>,
    },
    {
      ...difference,
      isHidden: false,
      meaning: 'The total less that of a year before',
      isSigned: true,
    },
    {
      ...markDoubts(change, ({ sum }) => describeDoubts(sum.doubtful), state.state),
      meaning: 'Change from the same months a year before',
    },
    ...others,
    ...ofMonths,
  ];
}

const MONTHS_OF_YEAR = 12;

/** A year of a place, or of the sum of several. */
type ShownYear = Year;

/** What tells where a year ends, and whether that month could be there. */
interface YearsOfState {
  state: Pick<StateOverview, 'state' | 'first_period' | 'newest' | 'expected'>;
  fiscalYearStart: number;
  /** By which month the years count a payment: `payment` or `sales`. */
  basis: string;
}

/** `4 of 12 months so far`, `1 of 12 months loaded` of a year that is over, or `12 months`. */
function monthsOf(year: ShownYear, of: YearsOfState): string {
  const { months, closed } = year;
  const { state } = of;
  if (months === MONTHS_OF_YEAR) return `${months} months`;
  const counted = `${months} of ${MONTHS_OF_YEAR} months`;
  if (closed === 'no') return `${counted} ${isOver(year, of) ? 'loaded' : 'so far'}`;
  const first = dateOfMonth(monthNumber(endOf(year, of)) - MONTHS_OF_YEAR + 1);
  return first < (state.first_period ?? '') ? `${counted} loaded` : counted;
}

/** Whether all months of a year are due, whether or not they are loaded. */
function isOver(year: ShownYear, of: YearsOfState): boolean {
  return endOf(year, of) <= lastDue(of.state);
}

/** The month that pays for the last month of a year. */
function endOf({ years, last_month: month }: ShownYear, of: YearsOfState): MonthDate {
  const counted = countedMonth({ lag: salesLagOf(of.state), basis: of.basis }, month);
  const start = years === 'calendar' ? 1 : of.fiscalYearStart;
  const left = (start - 1 - calendarMonth(counted) + MONTHS_OF_YEAR) % MONTHS_OF_YEAR;
  return dateOfMonth(monthNumber(month) + left);
}
