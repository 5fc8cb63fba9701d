import { useRef } from 'preact/hooks';
import type { Projection } from '../../../../client/generated/types.gen.ts';
import { roundedDollars } from '../../../../domain/text/rounded.ts';
import { monthsInWords, toSentence } from '../../../../domain/text/wording.ts';
import { Chart } from '../../../chart/chart.tsx';
import type { ChartSeries } from '../../../chart/chart-data.ts';
import { FaultNotice, Waiting } from '../../../parts/loaded.tsx';
import { questionOfState } from '../../../service/questions.ts';
import { useAnswer } from '../../../service/use-answer.ts';
import type { TableColumn } from '../../../table/columns.ts';
import { FigureTable } from '../../../table/figure-table.tsx';
import { labelOfYear } from '../../../words/months.ts';
import { countedMonth } from '../../../words/sales.ts';
import { slotsOfYear } from '../charts.ts';
import { linkAtSlot } from '../months-chart.tsx';
import { lacksFigure, type ViewedPlace } from '../series.tsx';
import { BudgetField, BudgetSentence, type TypedBudget, typedBudget } from './budget.tsx';
import { type FiscalYear, toFiscalYear, type YearMonth } from './fiscal-year.ts';

/** The fiscal year so far and as it may end, beside earlier years and the budget. */
export function FiscalYearChart(props: ViewedPlace) {
  const { place, state, series, credit } = props;
  const { field, basis } = series;
  const newest = countedMonth(series, state.newest?.allocation_period ?? '');
  const typed = typedBudget(labelOfYear(newest, series.fiscalYearStart));
  const { projection, budget, isReady } = useExpected({ place, state, series }, typed);
  const wasReady = useRef(false);
  wasReady.current ||= isReady;
  // later answers come into the chart that is there: whoever types a budget stays in its field
  if (!wasReady.current) return <Waiting />;
  const [found] = projectionsIn(budget.value ?? projection.value);
  // a text that is no budget does not count, nor does the registered one that it replaces
  const hasBudget = typed.text === null || typed.dollars !== null;
  const expected = found && !hasBudget ? { ...found, budget: null, budget_to_date: null } : found;
  const year = toFiscalYear(series, newest, expected);
  const isOfSales = basis === 'sales';
  const title = `${place.name}: ${field.label.toLowerCase()}, fiscal year ${year.year}${isOfSales ? ' of sales' : ''} to each month`;
  const fileName = `${props.fileName}-fiscal-year`;
  const sums = sumsOf(year);
  const months = year.months.map(({ counted }) => series.months.find((month) => month.counted === counted));
  const slots = slotsOfYear(series, series.fiscalYearStart).map((slot, at) => ({
    ...slot,
    isLoaded: months[at]?.isLoaded ?? true,
  }));
  const isUnreadable = typed.text !== null && typed.dollars === null;
  const isProjected = expected?.year === year.year && expected.method !== 'actual';
  return (
    <div aria-busy={!isReady}>
      <Chart
        data={{
          ...{ title, measure: 'amount', slots },
          series: sums.map((sum) => seriesOf(year, sum)),
          missing: months.map((month) => (month ? lacksFigure(month) : null)),
        }}
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
      {year.isCurrent && field.name === state.headline && <BudgetField year={year.year} typed={typed} />}
      {budget.fault && <FaultNotice fault={budget.fault} again={budget.again} />}
      {expected?.year === year.year && expected.budget !== null && !isUnreadable && (
        <BudgetSentence
          year={year}
          budget={expected}
          registered={projectionsIn(projection.value)[0]}
          isTyped={typed.text !== null}
        />
      )}
      <FigureTable
        caption={title}
        columns={columnsOf(sums, isOfSales)}
        rows={year.months}
        keyOf={({ counted }) => counted}
        fileName={fileName}
      />
    </div>
  );
}

/** What the service expects of the year. Only the payment has projections and budgets. */
function useExpected(
  { place, state, series }: Pick<ViewedPlace, 'place' | 'state' | 'series'>,
  { text, dollars }: TypedBudget,
) {
  const { field, fiscalYearStart: fiscal_year_start, basis } = series;
  const asked = field.name === state.headline ? { jurisdictions: place.id, fiscal_year_start, basis } : null;
  const projection = useAnswer(asked && questionOfState(state.state, 'projections', asked));
  const ofAddress = useAnswer(
    asked && dollars !== null
      ? questionOfState(state.state, 'projections', { ...asked, amount: dollars })
      : null,
  );
  return {
    ...{ projection, budget: text === null ? projection : ofAddress },
    isReady: [projection, ofAddress].every(({ isWaiting, isOld }) => !isWaiting && !isOld),
  };
}

/** The projections of an answer, which without `check` has nothing else. */
function projectionsIn(page: { data: readonly object[] } | null): Projection[] {
  return (page?.data ?? []) as Projection[];
}

type Amount = Exclude<keyof YearMonth, 'counted' | 'doubtful'>;

/** A line of the chart and column of the table; with `upper`, a band. */
interface Sum {
  id: Amount;
  upper?: Amount;
  label: string;
  tone: string;
}

/** The sums of which something is known. */
function sumsOf({ year, lastYear, wholeYears, months }: FiscalYear): Sum[] {
  const all: Sum[] = [
    { id: 'thisYear', label: year, tone: 'main' },
    { id: 'lastYear', label: lastYear, tone: 'before' },
    { id: 'projected', label: 'Projected', tone: 'main dotted' },
    { id: 'low', upper: 'high', label: 'Range at the end', tone: 'main' },
    { id: 'budget', label: 'Budget', tone: '3 dashed' },
    {
      ...{ id: 'least', upper: 'most', tone: 'faint' },
      label: `Lowest to highest of ${wholeYears} years before`,
    },
  ];
  return all.filter(({ id }) => id === 'thisYear' || months.some((month) => month[id] !== null));
}

function seriesOf({ months, known }: FiscalYear, { id, upper, label, tone }: Sum): ChartSeries {
  const valuesOf = (of: Amount) => months.map((month) => month[of]);
  return {
    ...{ id, label, tone, values: valuesOf(id), continues: id === 'projected' },
    isOfSums: true,
    isEstimate: id === 'projected' || id === 'low',
    ...(upper ? { shape: 'band', upper: valuesOf(upper) } : { shape: 'line', end: label }),
    isExpected: months.map((month, at) => month[id] !== null || (id === 'thisYear' && at < known)),
    doubtful: months.map(({ doubtful }) => doubtful[id] ?? false),
  };
}

function columnsOf(sums: readonly Sum[], isOfSales: boolean): TableColumn<YearMonth>[] {
  const column = (id: Amount, head: string, others: Partial<TableColumn<YearMonth>> = {}) => ({
    ...{ id, head, content: 'amount' as const },
    value: (month: YearMonth) => month[id],
    ...others,
  });
  return [
    {
      ...{ id: 'month', head: isOfSales ? 'Sales to' : 'To', content: 'month' },
      value: ({ counted }) => counted,
    },
    ...sums.flatMap(({ id, upper, label }) => [
      column(id, label, { isHidden: upper !== undefined }),
      ...(upper ? [column(upper, `${label}, upper end`, { isHidden: true })] : []),
    ]),
    ...(sums.some(({ id }) => id === 'budget')
      ? [
          column('difference', 'Difference', {
            meaning: 'The payments, or what is projected, less the budget to the month',
            isSigned: true,
          }),
          column('differenceShare', 'Difference %', { content: 'change' }),
        ]
      : []),
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
