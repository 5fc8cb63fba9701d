import { placeLink } from '../../address/navigation.ts';
import { type FigureOfRecord, figureOf, PAYMENT, SHARED } from '../../figures.ts';
import type { TableColumn } from '../../table/columns.ts';
import type { Measure } from '../../words/figures.ts';
import type { MonthDate } from '../../words/months.ts';
import { paidIn } from '../../words/sales.ts';
import { describeDoubt } from '../jurisdiction/figure-links.ts';
import { MONTH_COLUMN, monthOf } from '../jurisdiction/month-columns.tsx';
import { comparedColumns, markDoubts } from '../jurisdiction/series.tsx';
import { type Compared, type Comparison, haveOneLag } from './comparison.ts';

/** A row of the table of months: a month by its place in the comparison. */
export interface ComparedMonth {
  month: MonthDate;
  at: number;
}

/** One column for each place: what the chart shows, and in files always the figures too. */
export function monthColumnsOf({ lines }: Comparison, figures: Measure): TableColumn<ComparedMonth>[] {
  const ofPlaces = lines.flatMap(({ place, series, drawn, index }, position) => {
    const { field } = series;
    const linkOf = (month: MonthDate) =>
      placeLink(place.id, {
        ...{ field: field.name, fiscal_year_start: series.fiscalYearStart },
        figure: paidIn(series, month),
      });
    const column = (
      values: readonly (number | null)[],
      id: string,
      content: Measure,
    ): TableColumn<ComparedMonth> => ({
      ...{ id: `${id} ${place.name} ${place.id}`, head: place.name, content },
      value: ({ at }) => values[at] ?? null,
      isExpected: ({ at }) => drawn.isExpected?.[at] ?? false,
      // a phone has room for two places
      isTelling: position < 2,
      show: ({ month }, text) => <a href={linkOf(month)}>{text}</a>,
    });
    const plain = column(drawn.values, field.name, figures);
    if (index === null) return [plain];
    const hidden = { ...plain, head: `${place.name}, ${field.label}`, isHidden: true };
    return [column(index, 'index', 'index'), hidden];
  });
  return [...monthsOf(lines), ...ofPlaces];
}

/** The month of payment and that of the sales; only that which counts if they are not as far apart everywhere. */
function monthsOf(all: readonly Compared[]): TableColumn<ComparedMonth>[] {
  const [first] = all.map(({ series }) => series);
  if (first && haveOneLag(all)) return monthOf<ComparedMonth>(first, ({ month }) => paidIn(first, month));
  return [first?.basis === 'sales' ? { ...MONTH_COLUMN, id: 'sales_month', head: 'Sales of' } : MONTH_COLUMN];
}

type OfPlace = Pick<Compared, 'place'>;

const NAME: readonly TableColumn<OfPlace>[] = [
  {
    ...{ id: 'name', head: 'Place', value: ({ place }) => place.name },
    show: ({ place }, name) => <a href={placeLink(place.id)}>{name}</a>,
  },
  { id: 'id', head: 'Id', value: ({ place }) => String(place.id), isHidden: true },
];

/** The sum of each place in some months. */
export const SUM_COLUMNS: readonly TableColumn<OfPlace & { sum: FigureOfRecord }>[] = [
  ...NAME,
  ...comparedColumns<OfPlace & { sum: FigureOfRecord }>(
    { ...PAYMENT, of: 'sum' },
    'amount',
    ({ sum }) => sum,
    null,
  ),
];

/** The figures of each place in its newest month, which `isSame` says is one month for all. */
export function figureColumns(unit: Measure, isSame: boolean): TableColumn<Compared>[] {
  const recordOf = ({ series }: Compared) => series.months.at(-1)?.record ?? null;
  // the heading names a month that is the same for all
  const month = { content: 'month', isHidden: isSame } as const;
  return [
    ...NAME,
    { ...month, id: 'month', head: 'Month', value: (one) => recordOf(one)?.month ?? null },
    { ...month, id: 'sales_month', head: 'Sales of', value: (one) => recordOf(one)?.sales_month ?? null },
    ...SHARED.flatMap((figure) => {
      const [value, before, change, ...others] = comparedColumns<Compared>(figure, unit, (one) =>
        figureOf(recordOf(one), figure),
      );
      const doubtIn = (one: Compared) => {
        const shown = recordOf(one)?.month;
        return shown ? describeDoubt(one.series, { month: shown, comparison: figure }) : null;
      };
      return [value, before, markDoubts(change, doubtIn), ...others];
    }),
  ];
}
