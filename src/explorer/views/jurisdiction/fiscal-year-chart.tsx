import type { ComponentChildren } from 'preact';
import type { Jurisdiction, StateOverview } from '../../../client/generated/types.gen.ts';
import type { Address } from '../../address/address.ts';
import { Chart } from '../../chart/chart.tsx';
import type { AxisSlot, ChartData, ChartSeries } from '../../chart/chart-data.ts';
import { FaultNotice } from '../../parts/loaded.tsx';
import { budgetQuestion, projectionQuestion } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import type { TableColumn } from '../../table/columns.ts';
import { FigureTable } from '../../table/figure-table.tsx';
import { showSigned } from '../../words/figures.ts';
import { longMonth } from '../../words/months.ts';
import { countedMonth } from '../../words/sales.ts';
import { BudgetField, BudgetSentence, type TypedBudget, typedBudget } from './budget.tsx';
import { slotsOfYear } from './charts.ts';
import { type FiscalYear, toFiscalYear, type YearMonth } from './fiscal-year.ts';
import { type FieldSeries, yearAsked } from './series.tsx';

interface FiscalYearChartProps {
  address: Address;
  place: Jurisdiction;
  state: StateOverview;
  series: FieldSeries;
  fileName: string;
  credit: string;
  about(key: string): ComponentChildren;
}

/** The fiscal year so far and as it may end, beside earlier years and the budget. */
export function FiscalYearChart({ address, place, state, series, ...shown }: FiscalYearChartProps) {
  const { field, basis } = series;
  const typed = typedBudget(address);
  const { projection, registered, budget, isReady } = useExpected({ place, state, series }, typed);
  const newest = countedMonth(series, state.newest?.allocation_period ?? '');
  const year = toFiscalYear(series, newest, {
    projection: projection.value?.data[0],
    budget: budget.value?.data,
  });
  const isOfSales = basis === 'sales';
  const title = `${place.name}: ${field.label.toLowerCase()}, fiscal year ${year.year}${isOfSales ? ' of sales' : ''} to each month`;
  const fileName = `${shown.fileName}-fiscal-year`;
  const [ofBudget] = budget.value?.data ?? [];
  return (
    <div aria-busy={!isReady}>
      <Chart
        {...shown}
        data={chartOf(year, title, slotsOfYear(series, series.fiscalYearStart))}
        fileName={fileName}
      />
      {year.wholeYears < 2 && (
        <p class="hint">
          A band of earlier years needs two whole ones of the five before. The dataset has {year.wholeYears}.
        </p>
      )}
      {year.doubtful.length > 0 && (
        <p class="hint">⚠ The checks doubt the payments of {year.doubtful.map(longMonth).join(', ')}.</p>
      )}
      {field.name === state.headline && <BudgetField address={address} year={year.year} typed={typed} />}
      {budget.fault && <FaultNotice fault={budget.fault} again={budget.again} />}
      {ofBudget?.year === year.year && (
        <BudgetSentence
          year={year}
          budget={ofBudget}
          registered={registered.value?.data[0]}
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

/** What the service expects of the year. Only the payment has projections and budgets. */
function useExpected(
  { place, state, series }: Pick<FiscalYearChartProps, 'place' | 'state' | 'series'>,
  { text, dollars }: TypedBudget,
) {
  const asked = series.field.name === state.headline ? yearAsked(place, series) : null;
  const projection = useAnswer(asked && projectionQuestion(state.state, asked));
  const registered = useAnswer(asked && budgetQuestion(state.state, asked));
  const ofAddress = useAnswer(
    asked && dollars !== null ? budgetQuestion(state.state, { ...asked, amount: dollars }) : null,
  );
  const waited = dollars === null ? [projection, registered] : [projection, registered, ofAddress];
  return {
    ...{ projection, registered, budget: text === null ? registered : ofAddress },
    isReady: !asked || waited.every(({ value, fault, isOld }) => fault || (value && !isOld)),
  };
}

type Amount = Exclude<keyof YearMonth, 'counted' | 'doubtful'>;

function chartOf(year: FiscalYear, title: string, slots: AxisSlot[]): ChartData {
  const { months, known, wholeYears } = year;
  const doubtful = (id: 'thisYear' | 'lastYear') => ({ doubtful: months.map((month) => month.doubtful[id]) });
  const valuesOf = (id: Amount) => months.map((month) => month[id]);
  const series = (id: Amount, label: string, tone: string, others: Partial<ChartSeries>): ChartSeries => {
    const values = valuesOf(id);
    return {
      ...{ id, label, tone, values, shape: 'line' },
      isExpected: values.map((value, at) => value !== null || (id === 'thisYear' && at < known)),
      ...others,
    };
  };
  const line = (id: Amount, label: string, tone: string) =>
    series(id, label, tone, { end: label, continues: id === 'projected' });
  const band = (id: Amount, upper: Amount, label: string, tone: string) =>
    series(id, label, tone, { shape: 'band', upper: valuesOf(upper) });
  const drawn = [
    { ...line('thisYear', year.year, 'main'), ...doubtful('thisYear') },
    { ...line('lastYear', year.lastYear, 'before'), ...doubtful('lastYear') },
    line('projected', 'Projected', 'main dotted'),
    band('low', 'high', 'Range at the end', 'main'),
    line('budget', 'Budget', '3 dashed'),
    band('least', 'most', `Lowest to highest of ${wholeYears} years before`, 'faint'),
  ];
  const isKnown = ({ id, values }: ChartSeries) =>
    id === 'thisYear' || values.some((value) => value !== null);
  return { title, measure: 'amount', slots, series: drawn.filter(isKnown) };
}

function columnsOf({ year, lastYear, months }: FiscalYear, isOfSales: boolean): TableColumn<YearMonth>[] {
  const column = (id: Amount, head: string, others: Partial<TableColumn<YearMonth>> = {}) => ({
    ...{ id, head, content: 'amount' as const },
    value: (month: YearMonth) => month[id],
    isHidden: months.every((month) => month[id] === null),
    ...others,
  });
  const hidden = { isHidden: true };
  return [
    {
      ...{ id: 'month', head: isOfSales ? 'Sales to' : 'To', content: 'month' },
      value: ({ counted }) => counted,
    },
    column('thisYear', year),
    column('lastYear', lastYear),
    column('projected', 'Projected'),
    column('budget', 'Budget', { meaning: 'The budget to the month, by the usual shares of the months' }),
    column('difference', 'Difference', {
      meaning: 'The payments, or what is projected, less the budget',
      show: ({ difference }) => showSigned(difference, 'amount'),
    }),
    column('differenceShare', 'Difference %', { content: 'change' }),
    column('low', 'Low', hidden),
    column('high', 'High', hidden),
    column('least', 'Lowest before', hidden),
    column('most', 'Highest before', hidden),
  ];
}
