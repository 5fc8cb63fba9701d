import type { Jurisdiction } from '../../../client/generated/types.gen.ts';
import type { Address } from '../../address/address.ts';
import type { FieldOverview } from '../../service/questions.ts';
import type { TableColumn } from '../../table/columns.ts';
import { FigureTable } from '../../table/figure-table.tsx';
import { shortMonth } from '../../words/months.ts';
import { figureLink, monthsOfSum, type ShownFigure } from './figure-links.ts';
import { type FieldSeries, figureIn, type MonthOfSeries } from './series.ts';

interface SumMonthsProps {
  address: Address;
  place: Jurisdiction;
  series: FieldSeries;
  figure: ShownFigure;
}

/** The months behind a sum; each leads to its own reports. */
export function SumMonths({ address, place, series, figure }: SumMonthsProps) {
  const { field } = series;
  const { month, comparison } = figure;
  const months = monthsOfSum(series, figure);
  const what = field.unit === 'percent' ? 'The mean of these months' : 'The sum of these months';
  return (
    <section>
      <h3>{what}</h3>
      <FigureTable
        caption={`${what}, newest first`}
        columns={sumColumns(field, address)}
        rows={months}
        keyOf={(each) => each.month}
        fileName={`${place.slug}-${comparison.id}-to-${month.slice(0, 7)}`}
      />
      <p class="hint onward">Choose a figure to see its report, row and hash.</p>
    </section>
  );
}

function sumColumns({ label, unit }: FieldOverview, address: Address): TableColumn<MonthOfSeries>[] {
  return [
    {
      id: 'allocation_period',
      head: 'Month',
      value: ({ month }) => month,
      show: ({ month }) => shortMonth(month),
    },
    {
      id: 'value',
      head: label,
      measure: unit,
      value: figureIn,
      show: ({ month }, text) => <a href={figureLink(address, month)}>{text}</a>,
    },
  ];
}
