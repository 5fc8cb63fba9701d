import type { MonthTotal, StateOverview } from '../../../client/generated/types.gen.ts';
import type { Parameters } from '../../address/address.ts';
import { Chart } from '../../chart/chart.tsx';
import { FaultNotice, Waiting } from '../../parts/fault-notice.tsx';
import { totalsQuestion } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import type { TableColumn } from '../../table/columns.ts';
import { FigureTable } from '../../table/figure-table.tsx';
import type { Measure } from '../../words/figures.ts';
import { longMonth, type MonthDate, shortMonth } from '../../words/months.ts';
import { creditOf } from '../../words/sources.ts';
import { CHART_TITLES, type ChartName, monthSlots } from '../jurisdiction/charts.ts';
import type { CompareChoice } from './choice.ts';
import { type Compared, compare, indexOf } from './compared-series.ts';
import { CHART_SUMS, MissingMembers } from './missing-members.tsx';

interface GroupLinesProps {
  state: StateOverview;
  one: Compared;
  choice: CompareChoice;
  /** The parameters that choose the members of the group. */
  filter: Parameters;
  name: string;
}

type SumFigure = NonNullable<(typeof CHART_SUMS)[keyof typeof CHART_SUMS]>[0];

/** A jurisdiction and the sum of its group, month by month: changes, or both with one month as 100. */
export function GroupLines({ state, one, choice, filter, name }: GroupLinesProps) {
  const { field, series } = one;
  const { measure } = choice;
  const [figure] = (field.unit === 'amount' && CHART_SUMS[measure]) || [null];
  const { value, fault, again } = useAnswer(
    figure
      ? totalsQuestion(state.state, {
          ...filter,
          field: field.name,
          fiscal_year_start: series.fiscalYearStart,
        })
      : null,
  );
  if (figure === null)
    return <p class="notice">Groups have months and years of amounts. Choose another figure to see them.</p>;
  if (fault) return <FaultNotice fault={fault} again={again} />;
  if (!value) return <Waiting />;
  return (
    <BothLines state={state} one={one} choice={choice} name={name} figure={figure} totals={value.data} />
  );
}

interface BothLinesProps extends Pick<GroupLinesProps, 'state' | 'one' | 'choice' | 'name'> {
  figure: SumFigure;
  totals: readonly MonthTotal[];
}

function BothLines({ state, one, choice, name, figure, totals: listed }: BothLinesProps) {
  const { field } = one;
  const { measure } = choice;
  const { months, places } = compare([one], { ...choice, scale: 'figures' }, longMonth);
  const own = places[0]?.figures ?? [];
  const totals = new Map(listed.map((total) => [total.allocation_period, total]));
  const sums = months.map((month) => totals.get(month)?.[figure] ?? null);
  const base = measure === 'change' ? -1 : firstOfBoth(own, sums);
  const what = `${field.label}: ${CHART_TITLES[measure].toLowerCase()}`;
  const baseMonth = months[base];
  const fileName = `${one.place.slug}-and-its-group-${measure}`;
  const line = (id: string, label: string, tone: string, values: readonly (number | null)[]) => ({
    id,
    label,
    shape: 'line' as const,
    tone,
    values: baseMonth ? indexOf(values, values[base] ?? 1) : values,
    isExpected: places[0]?.isExpected ?? [],
  });
  return (
    <>
      <Chart
        key={`${measure} ${name}`}
        data={{
          title: `${what}. ${one.place.name} and ${name}${baseMonth ? `, ${longMonth(baseMonth)} = 100` : ''}`,
          measure: baseMonth ? 'index' : measure === 'change' ? 'change' : field.unit,
          slots: monthSlots(months),
          isOfEquals: true,
          series: [line('place', one.place.name, '1', own), line('group', name, '2', sums)],
        }}
        fileName={fileName}
        credit={creditOf([state])}
        fromZero={!baseMonth}
      />
      <MissingMembers name={name} measure={measure} totals={listed} months={months} />
      <details>
        <summary>Figures of this chart</summary>
        <FigureTable
          caption={`${what}. ${one.place.name} and ${name}`}
          columns={lineColumns(one.place.name, name, measure, field.unit)}
          rows={rowsOf(months, own, sums, totals)}
          keyOf={({ month }) => month}
          fileName={fileName}
        />
      </details>
    </>
  );
}

interface MonthOfBoth {
  month: MonthDate;
  own: number | null;
  sum: number | null;
  total: MonthTotal | null;
}

/** The rows of the table under the chart, newest first. */
function rowsOf(
  months: readonly MonthDate[],
  own: readonly (number | null)[],
  sums: readonly (number | null)[],
  totals: ReadonlyMap<string, MonthTotal>,
): MonthOfBoth[] {
  return months
    .map((month, at) => ({
      month,
      own: own[at] ?? null,
      sum: sums[at] ?? null,
      total: totals.get(month) ?? null,
    }))
    .reverse();
}

function lineColumns(
  place: string,
  group: string,
  measure: ChartName,
  unit: Measure,
): TableColumn<MonthOfBoth>[] {
  const shown = measure === 'change' ? measure : unit;
  const [, lacking = 'missing'] = CHART_SUMS[measure] ?? [];
  const count = (id: 'members' | typeof lacking, head: string): TableColumn<MonthOfBoth> => ({
    ...{ id, head, measure: 'count' },
    value: ({ total }) => total?.[id] ?? null,
  });
  return [
    {
      id: 'allocation_period',
      head: 'Month',
      value: ({ month }) => month,
      show: ({ month }) => shortMonth(month),
    },
    { id: 'place', head: place, measure: shown, value: ({ own }) => own, isExpected: () => false },
    { id: 'group', head: group, measure: shown, value: ({ sum }) => sum, isExpected: () => false },
    count('members', 'Jurisdictions'),
    count(lacking, measure === 'change' ? 'Left out' : 'Missing payments'),
  ];
}

function firstOfBoth(own: readonly (number | null)[], sums: readonly (number | null)[]): number {
  return own.findIndex((figure, at) => (figure ?? 0) > 0 && (sums[at] ?? 0) > 0);
}
