import { goTo, linkHere, readParameter } from '../address/navigation.ts';
import { Popover } from '../parts/popover.tsx';
import { isFigure } from '../words/figures.ts';
import { fullHeadOf, type TableColumn } from './columns.ts';
import type { TableOrder } from './order.ts';

/** How many columns a table shows before the reader chooses. */
export const MOST_COLUMNS = 6;

/** The parameter of the address that has the chosen columns, of all tables of the view. */
const PARAMETER = 'columns';

function askedColumns(): string[] {
  return readParameter(PARAMETER)?.split(',') ?? [];
}

/** The columns that a table shows: those that the reader chose, or the first ones. The first column is always there. */
export function shownColumns<Row>(
  columns: readonly TableColumn<Row>[],
  most = MOST_COLUMNS,
): TableColumn<Row>[] {
  const asked = askedColumns();
  const chosen = columns.filter(({ id }, at) => at === 0 || asked.includes(id));
  return chosen.length > 1 ? chosen : columns.filter(({ isHidden }) => !isHidden).slice(0, most);
}

/** Shows a column that is hidden, or hides one. The choices of other tables stay. */
function toggleColumn<Row>(columns: readonly TableColumn<Row>[], id: string): void {
  const isOwn = (one: string) => columns.some((column) => column.id === one);
  const shown = shownColumns(columns).map((column) => column.id);
  const next = shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id];
  const named = [...askedColumns().filter((one) => !isOwn(one)), ...next.slice(1)];
  goTo(linkHere({ [PARAMETER]: named.join(',') }), { replaces: true });
}

/**
 * The columns of a narrow table: the name of the row, what tells most, and what stands beside or below it. A figure has its
 * change below it, and a change its figure.
 */
export function narrowColumns<Row>(columns: readonly TableColumn<Row>[], order: TableOrder | undefined) {
  const figures = columns.slice(1).filter(({ content = 'text' }) => isFigure(content));
  const [first, second] = columns.filter(({ isTelling }) => isTelling);
  const telling = figures.find(({ id }) => id === order?.column) ?? first ?? figures[0] ?? columns[1];
  const beside = telling === first ? second : undefined;
  const isChange = telling?.content === 'change';
  const below = beside
    ? undefined
    : figures.find((one) => one !== telling && (one.content === 'change') !== isChange);
  const shown = columns.filter((one, at) => at === 0 || one === telling || one === beside);
  return { shown, below, others: columns.filter((one) => one !== below && !shown.includes(one)) };
}

/** A menu of the columns that a table can show. */
export function ColumnMenu<Row>({ columns }: { columns: readonly TableColumn<Row>[] }) {
  const shown = shownColumns(columns);
  return (
    <Popover kind="menu" label="Columns" name="Columns of the table">
      {columns.slice(1).map((column) => (
        <label key={column.id}>
          <input
            type="checkbox"
            checked={shown.includes(column)}
            // without one of them, the table would have its usual columns again
            disabled={shown.length === 2 && shown.includes(column)}
            onChange={() => toggleColumn(columns, column.id)}
          />{' '}
          {fullHeadOf(column)}
        </label>
      ))}
    </Popover>
  );
}
