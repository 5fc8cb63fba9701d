import { linkTo } from '../../address/address.ts';
import type { TableColumn } from '../../table/columns.ts';
import type { Measure } from '../../words/figures.ts';
import { type MonthDate, shortMonth } from '../../words/months.ts';
import { comparedColumns, SHARED } from '../jurisdiction/series.ts';
import type { Compared, ComparedPlaces, PlacedFigures } from './compared-series.ts';
import { groupOfId, membersLink } from './group.ts';

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
    {
      id: 'allocation_period',
      head: 'Month',
      value: ({ month }) => month,
      show: ({ month }) => shortMonth(month),
    },
    ...places.flatMap((place): TableColumn<ComparedMonth>[] => {
      const column = (values: readonly (number | null)[], id: string, unit: Measure) => ({
        id: `${id} ${place.place.name} ${place.place.id}`,
        head: place.place.name,
        measure: unit,
        value: ({ at }: ComparedMonth) => values[at] ?? null,
        isExpected: ({ at }: ComparedMonth) => place.isExpected[at] ?? false,
        show: ({ month }: ComparedMonth, text: string) => <a href={figureOf(place, month)}>{text}</a>,
      });
      const { field, index } = place;
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

/** Where a figure comes from. */
function figureOf({ place, field, series }: PlacedFigures, month: MonthDate): string {
  const group = groupOfId(String(place.id));
  if (group) return membersLink(group, month);
  return linkTo(`/jurisdictions/${place.id}`, {
    field: field.name,
    fiscal_year_start: series.fiscalYearStart,
    figure: month,
  });
}

/** The view of a place, or the members of a group. */
function placeLink(id: number | string, month: MonthDate | undefined): string {
  const group = groupOfId(String(id));
  return group && month ? membersLink(group, month) : linkTo(`/jurisdictions/${id}`);
}

/** The newest figures of each jurisdiction. */
export function newestColumns(unit: Measure): TableColumn<Compared>[] {
  return [
    {
      id: 'name',
      head: 'Place',
      value: ({ place }) => place.name,
      show: ({ place, records: [newest] }, name) => (
        <a href={placeLink(place.id, newest?.allocation_period)}>{name}</a>
      ),
    },
    { id: 'id', head: 'Id', value: ({ place }) => String(place.id), isHidden: true },
    {
      id: 'allocation_period',
      head: 'Month',
      value: ({ records: [newest] }) => newest?.allocation_period ?? null,
      show: (_place, month) => shortMonth(month),
    },
    ...SHARED.flatMap((figure) =>
      comparedColumns<Compared>(figure, unit, ({ records: [newest] }, id) => newest?.[id] ?? null),
    ),
  ];
}
