import { choiceOf, readParameter } from '../../../address/navigation.ts';
import type { ChartData } from '../../../chart/chart-data.ts';
import { linear } from '../../../chart/scales.ts';
import { Choice } from '../../../parts/choice.tsx';
import type { TableColumn } from '../../../table/columns.ts';
import { FigureTable, MONTHS_SHOWN } from '../../../table/figure-table.tsx';
import { longMonth } from '../../../words/months.ts';
import { slotsOf, spanOf } from '../charts.ts';
import { MONTH_COLUMN, monthOf, valueColumn } from '../month-columns.tsx';
import { MonthsChart, type MonthsChartProps } from '../months-chart.tsx';
import { lacksFigure, type MonthOfSeries } from '../series.tsx';
import {
  comparedPayments,
  inShares,
  type PartOfMonth,
  type PartOfPlace,
  partsOfPlace,
  type Step,
  stackedParts,
  stepsTo,
} from './parts.ts';

interface PartsChartProps extends Omit<MonthsChartProps, 'makeData'> {
  rows: readonly PartOfMonth[];
}

const SHOWN = [
  ['dollars', 'dollars'],
  ['shares', 'shares of the payment'],
] as const;

/** The parts of each payment as stacked bars, the way from the year before to a month, and a table of all months. */
export function PartsChart({ rows, ...props }: PartsChartProps) {
  const { place, series, fileName } = props;
  const parts = partsOfPlace(rows);
  const areShares = choiceOf('show', SHOWN) === 'shares';
  const makeData = (months: readonly MonthOfSeries[]): ChartData => {
    const stacked = stackedParts(parts, months);
    return {
      title: `${place.name}: parts of each payment${areShares ? ' as shares' : ''}, ${spanOf(months)}`,
      measure: areShares ? 'share' : 'amount',
      slots: slotsOf(months, series),
      series: areShares ? inShares(stacked) : stacked,
      isOfEquals: true,
      missing: months.map(lacksFigure),
    };
  };
  const caption = `${place.name}: parts of each payment, newest month first`;
  return (
    <>
      <div class="choices">
        <Choice label="Shown as" parameter="show" options={SHOWN} />
      </div>
      <MonthsChart {...props} makeData={makeData} />
      <Steps rows={rows} {...props} />
      <section aria-label="All months">
        <h2>All months</h2>
        <FigureTable
          caption={caption}
          columns={[...monthOf(series, MONTH_COLUMN.value), valueColumn(series), ...parts.map(columnOf)]}
          rows={[...series.months].reverse()}
          keyOf={({ month }) => month}
          fileName={`${fileName}-parts`}
          first={MONTHS_SHOWN}
        />
      </section>
    </>
  );
}

function columnOf({ part, name, meaning, amounts }: PartOfPlace): TableColumn<MonthOfSeries> {
  return {
    ...{ id: part, head: name, meaning, content: 'amount' },
    value: ({ month }) => amounts.get(month) ?? null,
  };
}

/** How each part took the payment from that of the year before to that of a month. */
function Steps({ rows, series, place, fileName }: PartsChartProps) {
  const compared = comparedPayments(series);
  const asked = readParameter('month');
  const shown = compared.find(({ month }) => month === asked) ?? compared[0];
  if (!shown) return <p class="hint">No month has a payment a year before to compare with.</p>;
  const steps = stepsTo(
    shown,
    rows.filter(({ months }) => shown.month.startsWith(months)),
  );
  const name = longMonth(shown.month);
  return (
    <section aria-label="From the year before">
      <h2>From the year before to {name}</h2>
      <div class="choices">
        <Choice
          label="Month"
          parameter="month"
          options={compared.map(({ month }) => [month, longMonth(month)])}
        />
      </div>
      {asked !== null && asked !== shown.month && (
        <p class="notice">{`The list has no month "${asked}". This is ${name}.`}</p>
      )}
      <FigureTable
        caption={`${place.name}: parts of the payment of ${name} beside the year before`}
        columns={stepColumns(steps)}
        rows={steps}
        keyOf={({ id }) => id}
        fileName={`${fileName}-parts-${shown.month.slice(0, 7)}`}
      />
    </section>
  );
}

export function stepColumns(steps: readonly Step[]): TableColumn<Step>[] {
  const amount = (id: 'before' | 'now' | 'difference', head: string): TableColumn<Step> => ({
    ...{ id, head, content: 'amount' },
    value: (step) => step[id],
  });
  const differences = steps.map(({ difference }) => difference ?? 0);
  const position = linear([Math.min(0, ...differences), Math.max(0, ...differences)], [0, 100]);
  return [
    {
      ...{ id: 'name', head: 'Part' },
      value: ({ name }) => name,
      show: ({ meaning }, name) => (
        <>
          {name} {meaning !== null && <span class="hint what">{meaning}.</span>}
        </>
      ),
    },
    amount('before', 'Year before'),
    amount('now', 'Now'),
    { ...amount('difference', 'Difference'), isSigned: true, isTelling: true },
    {
      ...{ id: 'bar', head: 'Less or more', isOfPage: true },
      value: ({ difference }) => difference,
      show: ({ difference }) => <DifferenceBar difference={difference ?? 0} position={position} />,
    },
  ];
}

/** A bar from zero to a difference. */
function DifferenceBar({ difference, position }: { difference: number; position(value: number): number }) {
  const [from = 0, to = 0] = [position(Math.min(0, difference)), position(Math.max(0, difference))];
  return (
    <span class="steps">
      <span
        class={`step ${difference < 0 ? 'below' : 'above'}`}
        style={{ left: `${from}%`, width: `${Math.max(0.4, to - from)}%` }}
      />
    </span>
  );
}
