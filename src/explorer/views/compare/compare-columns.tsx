import { linkTo } from '../../address/address.ts';
import type { TableColumn } from '../../table/columns.ts';
import type { Measure } from '../../words/figures.ts';
import { type MonthDate, shortMonth } from '../../words/months.ts';
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

type NewestFigure =
  | 'value'
  | 'year_ago'
  | 'change'
  | 'year_to_date'
  | 'year_to_date_ago'
  | 'year_to_date_change'
  | 'fiscal_year_to_date'
  | 'fiscal_year_to_date_ago'
  | 'fiscal_year_to_date_change'
  | 'rolling_year'
  | 'rolling_year_change';

/** The newest figures of each jurisdiction. */
export function newestColumns(unit: Measure): TableColumn<Compared>[] {
  const figure = (id: NewestFigure, head: string, group?: string): TableColumn<Compared> => ({
    id,
    head,
    ...(group !== undefined && { group }),
    measure: id.endsWith('change') ? 'change' : unit,
    value: ({ records: [newest] }) => newest?.[id] ?? null,
    isExpected: () => id === 'value',
    isHidden: id.endsWith('_ago') && id !== 'year_ago',
  });
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
    figure('value', 'Figure', 'Month'),
    figure('year_ago', 'Year before', 'Month'),
    figure('change', 'Change', 'Month'),
    figure('year_to_date', 'To date', 'Year to date'),
    figure('year_to_date_ago', 'Year before', 'Year to date'),
    figure('year_to_date_change', 'Change', 'Year to date'),
    figure('fiscal_year_to_date', 'To date', 'Fiscal year to date'),
    figure('fiscal_year_to_date_ago', 'Year before', 'Fiscal year to date'),
    figure('fiscal_year_to_date_change', 'Change', 'Fiscal year to date'),
    figure('rolling_year', 'Total', 'Rolling year'),
    figure('rolling_year_change', 'Change', 'Rolling year'),
  ];
}
