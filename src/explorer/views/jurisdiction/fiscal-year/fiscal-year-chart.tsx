import { useRef } from 'preact/hooks';
import type { Projection } from '../../../../client/generated/types.gen.ts';
import { roundedDollars } from '../../../../domain/text/rounded.ts';
import { monthsInWords, toSentence } from '../../../../domain/text/wording.ts';
import { Chart } from '../../../chart/chart.tsx';
import { type ChartData, type ChartSeries, type DatedEvent, eventsOn } from '../../../chart/chart-data.ts';
import { FaultNotice, Waiting } from '../../../parts/loaded.tsx';
import { groupOfId } from '../../../selection.ts';
import { questionAbout } from '../../../service/questions.ts';
import { useAnswer } from '../../../service/use-answer.ts';
import type { TableColumn } from '../../../table/columns.ts';
import { FigureTable } from '../../../table/figure-table.tsx';
import { labelOfYear } from '../../../words/months.ts';
import { countedMonth, paidIn } from '../../../words/sales.ts';
import { slotsOf } from '../charts.ts';
import { linkAtSlot } from '../months-chart.tsx';
import { lacksFigure, type ViewedPlace } from '../series.tsx';
import { BudgetField, BudgetSentence, type TypedBudget, typedBudget } from './budget.tsx';
import { type FiscalYear, toFiscalYear, toTheCent, type YearMonth } from './fiscal-year.ts';

/** How far the fiscal year is from its budget or from the last year, month by month, and where it may end. */
export function FiscalYearChart(props: ViewedPlace & { events: readonly DatedEvent[] }) {
  const { place, state, series, credit } = props;
  const { field, basis } = series;
  const newest = countedMonth(series, state.newest?.allocation_period ?? '');
  const typed = typedBudget(place.id, labelOfYear(newest, series.fiscalYearStart));
  const { projection, budget, isReady } = useExpected({ place, state, series }, typed);
  const wasReady = useRef(false);
  wasReady.current ||= isReady;
  // later answers come into the chart that is there: whoever types a budget stays in its field
  if (!wasReady.current) return <Waiting />;
  const [found] = projectionsIn(budget.value ?? projection.value);
  // a text that is no budget does not count, nor does the registered one that it replaces
  const isUnreadable = typed.text !== null && typed.dollars === null;
  const expected = found && isUnreadable ? { ...found, budget: null } : found;
  const year = toFiscalYear(series, newest, expected);
  const isOfSales = basis === 'sales';
  const of = `fiscal year ${year.year}${isOfSales ? ' of sales' : ''}`;
  const title = `${place.name}: ${field.label.toLowerCase()}, ${of} less ${year.hasBudget ? 'its budget' : year.lastYear}`;
  const fileName = `${props.fileName}-fiscal-year`;
  const isProjected = expected?.year === year.year && expected.method !== 'actual';
  return (
    <div aria-busy={!isReady}>
      {year.isCurrent && field.name === state.headline && groupOfId(place.id) === null && (
        <BudgetField place={place.id} year={year.year} typed={typed} />
      )}
      <Chart
        data={chartOf(year, props, title)}
        fileName={fileName}
        credit={credit}
        about={linkAtSlot(props, 'fiscal-year')}
      />
      {isProjected && projection.value && (
        <p class="estimate">
          <ProjectedYear projection={expected} />
        </p>
      )}
      {projection.value?.data.length === 0 && (
        <p class="estimate">
          There is no estimate: {place.name} has no payment in the newest month of {state.name} or in the 24
          months before it.
        </p>
      )}
      {budget.fault && <FaultNotice fault={budget.fault} again={budget.again} />}
      {year.hasBudget && expected && (
        <BudgetSentence
          year={year}
          budget={expected}
          registered={projectionsIn(projection.value)[0]}
          isTyped={typed.text !== null}
        />
      )}
      <FigureTable
        caption={title}
        columns={columnsOf(year, isOfSales)}
        rows={year.months}
        keyOf={({ counted }) => counted}
        fileName={fileName}
      />
    </div>
  );
}

/** Bars of the difference of each month, and below them the difference to date and where it may end. */
function chartOf(
  year: FiscalYear,
  { series, events }: ViewedPlace & { events: readonly DatedEvent[] },
  title: string,
): ChartData {
  const { months, known } = year;
  const found = months.map(({ counted }) => series.months.find((month) => month.counted === counted));
  const slots = slotsOf(
    months.map(({ counted }, at) => ({
      ...{ counted, month: paidIn(series, counted) },
      isLoaded: found[at]?.isLoaded ?? true,
    })),
    series,
  );
  const valuesOf = (read: (month: YearMonth, at: number) => number | null) => months.map(read);
  const line = (id: string, label: string, values: (number | null)[], others: Partial<ChartSeries> = {}) => ({
    ...{ id, label, values, shape: 'line' as const, tone: 'main', isOfSums: true, isDifference: true },
    isExpected: values.map((value, at) => value !== null || (id === 'difference' && at < known)),
    ...others,
  });
  const projected = valuesOf(({ difference, projected }) => (projected === null ? null : difference));
  const last = months.at(-1);
  const start =
    last && last.difference !== null ? (last.projected ?? last.thisYear ?? 0) - last.difference : 0;
  const atEnd = (value: number | null | undefined) =>
    valuesOf((month) => (month === last && typeof value === 'number' ? toTheCent(value - start) : null));
  const end = last?.difference ?? months.flatMap(({ difference }) => difference ?? []).at(-1) ?? null;
  const number = end === null ? '' : showEnd(end);
  const against = year.hasBudget ? 'the budget' : year.lastYear;
  const isOpen = projected.some((value) => value !== null);
  const paid = valuesOf(({ paidLess }) => paidLess);
  const expected = valuesOf(({ expectedLess }, at) => (at < known ? null : expectedLess));
  return {
    ...{ title, measure: 'amount', slots, events: eventsOn(slots, events) },
    missing: found.map((month) => (month ? lacksFigure(month) : null)),
    series: [
      {
        ...{ id: 'paidLess', label: `Paid less ${against}`, shape: 'bars', tone: 'main', values: paid },
        isExpected: paid.map((value, at) => value !== null || at < known),
        doubtful: months.map(({ isMonthDoubtful }) => isMonthDoubtful),
        isDifference: true,
      },
      {
        ...{ id: 'expectedLess', label: 'Expected', shape: 'bars', tone: 'main dotted', values: expected },
        ...{ isExpected: expected.map((value) => value !== null), isEstimate: true, isDifference: true },
      },
    ],
    below: {
      measure: 'amount',
      series: [
        line(
          'difference',
          'To date',
          valuesOf(({ difference, projected }) => (projected === null ? difference : null)),
          { doubtful: months.map(({ isDoubtful }) => isDoubtful), ...(!isOpen && { end: number }) },
        ),
        ...(isOpen
          ? [
              line('projected', 'Projected', projected, {
                ...{ tone: 'main dotted', continues: true, isEstimate: true, end: number },
              }),
            ]
          : []),
        ...(last?.low !== null && last?.high !== null
          ? [
              line('low', 'Range at the end', atEnd(last?.low), {
                ...{ shape: 'band', upper: atEnd(last?.high), isEstimate: true },
              }),
            ]
          : []),
      ],
    },
  };
}

/** `+$271,000`. */
function showEnd(dollars: number): string {
  return `${dollars > 0 ? '+' : ''}${roundedDollars(dollars)}`;
}

/** What the service expects of the year. Only the payment has projections and budgets. */
function useExpected(
  { place, state, series }: Pick<ViewedPlace, 'place' | 'state' | 'series'>,
  { text, dollars }: TypedBudget,
) {
  const { field, fiscalYearStart: fiscal_year_start, basis } = series;
  // the list has no estimate of a group
  const isOfOne = field.name === state.headline && groupOfId(place.id) === null;
  const asked = isOfOne ? { fiscal_year_start, basis } : null;
  const projection = useAnswer(asked && questionAbout(place, 'projections', asked));
  const ofAddress = useAnswer(
    asked && dollars !== null ? questionAbout(place, 'projections', { ...asked, amount: dollars }) : null,
  );
  return {
    ...{ projection, budget: text === null ? projection : ofAddress },
    isReady: [projection, ofAddress].every(({ isWaiting, isOld }) => !isWaiting && !isOld),
  };
}

/** The projections of an answer, which without `check` has nothing else. */
export function projectionsIn(page: { data: readonly object[] } | null): Projection[] {
  return (page?.data ?? []) as Projection[];
}

type Amount = Exclude<keyof YearMonth, 'counted' | 'isDoubtful' | 'isMonthDoubtful' | 'differenceShare'>;

/** The amounts of which something is known. */
function columnsOf(
  { year, lastYear, hasBudget, months }: FiscalYear,
  isOfSales: boolean,
): TableColumn<YearMonth>[] {
  const against = hasBudget ? 'the budget' : lastYear;
  const all: [id: Amount, head: string, others?: Partial<TableColumn<YearMonth>>][] = [
    ['paidLess', `Month less ${against}`, { isSigned: true }],
    ['expectedLess', 'Expected', { isSigned: true }],
    ['thisYear', `${year} to date`],
    ['lastYear', `${lastYear} to date`],
    ['projected', 'Projected'],
    ['low', 'Range at the end', { isHidden: true }],
    ['high', 'Range at the end, upper end', { isHidden: true }],
    ['budget', 'Budget to date'],
    [
      'difference',
      'Difference to date',
      {
        meaning: `The payments, or what is projected, less ${against} to the month`,
        isSigned: true,
      },
    ],
  ];
  return [
    {
      ...{ id: 'month', head: isOfSales ? 'Sales of' : 'Month', content: 'month' },
      value: ({ counted }) => counted,
    },
    ...all
      .filter(([id]) => id === 'thisYear' || months.some((month) => month[id] !== null))
      .map(([id, head, others = {}]) => ({
        ...{ id, head, content: 'amount' as const, value: (month: YearMonth) => month[id] },
        ...others,
      })),
    {
      ...{ id: 'differenceShare', head: 'Difference %', content: 'change' },
      value: ({ differenceShare }) => differenceShare,
    },
  ];
}

/** Where a fiscal year may end, and how good such estimates were. */
function ProjectedYear({ projection }: { projection: Projection }) {
  const { year, projected, low, high, reason, caution, usual_error, doubtful_months } = projection;
  if (projected === null)
    return (
      <>
        Where fiscal year {year} may end is not known: {monthsInWords(reason ?? '')}.
      </>
    );
  const range = low !== null && high !== null ? ` (${roundedDollars(low)} to ${roundedDollars(high)})` : '';
  return (
    <>
      Fiscal year {year} may end at <b data-figure="projected">{roundedDollars(projected)}</b>
      {range}. {caution !== null && `${caution}. `}
      <span class="hint">
        {usual_error !== null &&
          `In past years, half of such estimates were off by ${showShare(usual_error)} or less at this point. `}
        {range === ''
          ? reason !== null && `${toSentence(reason)} `
          : 'A shock to the whole state is outside the range. '}
        {doubtful_months !== null &&
          `Of the payments that this uses, the checks doubt ${monthsInWords(doubtful_months)}.`}
      </span>
    </>
  );
}

/** A share to a tenth of a percent. */
function showShare(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}
