import { placeLink } from '../../address/navigation.ts';
import { figureNamed, SHARED } from '../../figures.ts';
import type { TableColumn } from '../../table/columns.ts';
import type { Measure } from '../../words/figures.ts';
import type { MonthDate } from '../../words/months.ts';
import { paidIn } from '../../words/sales.ts';
import type { ChartName } from '../jurisdiction/charts.ts';
import { describeDoubt } from '../jurisdiction/figure-links.ts';
import { MONTH_COLUMN, monthOf } from '../jurisdiction/month-columns.tsx';
import { markDoubts, monthFigureColumns } from '../jurisdiction/series.tsx';
import {
  type Compared,
  type ComparedPlaces,
  haveOneLag,
  otherMonth,
  type PlacedFigures,
} from './compared-series.ts';
import type { CountedTotal } from './use-compared.ts';

/** A row of the table of months: a month by its place in the comparison. */
export interface ComparedMonth {
  month: MonthDate;
  at: number;
}

/** One column for each jurisdiction: what the chart shows, and in the CSV always the figures too. */
export function monthColumnsOf(
  { places, base }: ComparedPlaces,
  measure: Measure,
  figures: Measure,
): TableColumn<ComparedMonth>[] {
  return [
    ...monthsOfAll(places),
    ...places.flatMap((place): TableColumn<ComparedMonth>[] => {
      const column = (values: readonly (number | null)[], id: string, unit: Measure) => ({
        id: `${id} ${place.place.name} ${place.place.id}`,
        head: place.place.name,
        content: unit,
        value: ({ at }: ComparedMonth) => values[at] ?? null,
        isExpected: ({ at }: ComparedMonth) => place.isExpected[at] ?? false,
        show: ({ month }: ComparedMonth, text: string) => <a href={figureOf(place, month)}>{text}</a>,
      });
      const { index } = place;
      const { field } = place.series;
      if (index === null || base === null) return [column(place.figures, field.name, measure)];
      return [
        column(index, 'index', 'index'),
        {
          ...column(place.figures, field.name, figures),
          head: `${place.place.name}, ${field.label}`,
          isHidden: true,
        },
      ];
    }),
  ];
}

/** The month of payment and that of the sales; of each state if they are not as far apart everywhere. */
function monthsOfAll(places: readonly PlacedFigures[]): TableColumn<ComparedMonth>[] {
  const [first] = places.map(({ series }) => series);
  if (!first) return [];
  if (haveOneLag(places)) return monthOf<ComparedMonth>(first, ({ month }) => paidIn(first, month));
  const isOfSales = first.basis === 'sales';
  const [id, head] = isOfSales ? ['month', 'Paid in'] : ['sales_month', 'Sales of'];
  const ofStates = new Map(places.map((place) => [place.stateName, place]));
  return [
    isOfSales ? { ...MONTH_COLUMN, id: 'sales_month', head: 'Sales of' } : MONTH_COLUMN,
    ...[...ofStates].map(
      ([state, place]): TableColumn<ComparedMonth> => ({
        ...{ id: `${id} ${state}`, head: `${head}, ${state}`, content: 'month' },
        value: ({ month }) => otherMonth(place, month),
      }),
    ),
  ];
}

/** Where a figure comes from. */
function figureOf({ place, series }: PlacedFigures, counted: MonthDate): string {
  return placeLink(place.id, {
    field: series.field.name,
    fiscal_year_start: series.fiscalYearStart,
    figure: paidIn(series, counted),
  });
}

/** How many members the sums of a group have, and how many payments they lack. */
export function sumColumnsOfGroup(
  totals: readonly CountedTotal[],
  measure: ChartName,
): TableColumn<ComparedMonth>[] {
  const byMonth = new Map(totals.map((total) => [total.counted, total]));
  const figure = figureNamed(measure);
  return [
    {
      ...{ id: 'members', head: 'Jurisdictions', content: 'count' },
      value: ({ month }) => byMonth.get(month)?.members ?? null,
    },
    {
      ...{ id: 'missing', head: 'Missing payments', content: 'count' },
      value: ({ month }) => byMonth.get(month)?.[figure.of]?.missing ?? null,
    },
  ];
}

/** The figures of each jurisdiction in a month; by default in its newest, which `isSame` says is one month for all. */
export function figureColumns(unit: Measure, month?: MonthDate, isSame = false): TableColumn<Compared>[] {
  const recordOf = ({ series: { months } }: Compared) =>
    (month === undefined ? months.at(-1) : months.find((each) => each.month === month))?.record;
  return [
    {
      id: 'name',
      head: 'Place',
      value: ({ place }) => place.name,
      show: (one, name) => <a href={placeLink(one.place.id)}>{name}</a>,
    },
    { id: 'id', head: 'Id', value: ({ place }) => String(place.id), isHidden: true },
    {
      id: 'month',
      head: 'Month',
      content: 'month',
      value: (one) => recordOf(one)?.month ?? null,
      // the reader chose the month, or the heading names it
      isHidden: month !== undefined || isSame,
    },
    {
      ...{ id: 'sales_month', head: 'Sales of', content: 'month' },
      value: (one) => recordOf(one)?.sales_month ?? null,
      isHidden: month !== undefined || isSame,
    },
    ...SHARED.flatMap((figure) => {
      const [value, before, change, ...others] = monthFigureColumns<Compared>(
        figure,
        unit,
        (one) => recordOf(one) ?? null,
      );
      const doubtIn = (one: Compared) => {
        const shown = recordOf(one)?.month;
        return shown ? describeDoubt(one.series, { month: shown, comparison: figure }) : null;
      };
      return [value, before, markDoubts(change, doubtIn), ...others];
    }),
  ];
}
