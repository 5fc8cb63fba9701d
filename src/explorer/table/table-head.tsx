import { Meaning, Popover } from '../parts/popover.tsx';
import { isFigure } from '../words/figures.ts';
import { fullHeadOf, type TableColumn } from './columns.ts';
import type { TableOrder } from './order.ts';
import { shownColumns, toggleColumn } from './shown-columns.ts';

interface HeadProps<Row> {
  columns: readonly TableColumn<Row>[];
  order?: TableOrder | undefined;
  /** Whether each row ends with a button that opens it. */
  opens: boolean;
}

export function TableHead<Row>({ columns, order, opens }: HeadProps<Row>) {
  const groups = groupsOf(columns);
  const hasGroups = groups.some(({ name }) => name !== undefined);
  return (
    <thead>
      {hasGroups && (
        <tr class="groups">
          {groups.map(({ name, start, span }) =>
            name === undefined ? (
              <td key={start} colSpan={span} />
            ) : (
              <th key={start} scope="colgroup" colSpan={span}>
                {name}
              </th>
            ),
          )}
          {opens && <td />}
        </tr>
      )}
      <tr>
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} order={order} />
        ))}
        {opens && <td />}
      </tr>
    </thead>
  );
}

/** A word that opens its meaning, and an arrow that sorts. Without a meaning, the word sorts too. */
function HeadCell<Row>({ column, order }: { column: TableColumn<Row>; order: TableOrder | undefined }) {
  const { id, head, content = 'text', meaning, isOfPage } = column;
  const isSorted = order?.column === id;
  const direction = order?.isDescending ? 'descending' : 'ascending';
  const arrow = isSorted ? (order.isDescending ? '▼' : '▲') : '↕';
  return (
    <th
      scope="col"
      class={isFigure(content) ? 'figure' : 'text'}
      aria-sort={isSorted ? direction : undefined}
      data-column={id}
    >
      {meaning !== undefined && <Meaning word={head} name={fullHeadOf(column)} text={meaning} />}
      {order && !isOfPage ? (
        <a
          href={order.linkFor(id)}
          class="sort"
          aria-label={meaning === undefined ? undefined : `Sort by ${fullHeadOf(column)}`}
        >
          {meaning === undefined && head} <span aria-hidden="true">{arrow}</span>
        </a>
      ) : (
        meaning === undefined && head
      )}
    </th>
  );
}

/** Columns of one group that stand side by side. */
function groupsOf<Row>(columns: readonly TableColumn<Row>[]) {
  const groups: { name: string | undefined; start: string; span: number }[] = [];
  for (const { id, group } of columns) {
    const last = groups.at(-1);
    if (last && last.name === group) last.span += 1;
    else groups.push({ name: group, start: id, span: 1 });
  }
  return groups;
}

/** A menu of the columns that a table can show. */
export function ColumnMenu<Row>({ columns }: { columns: readonly TableColumn<Row>[] }) {
  const shown = new Set(shownColumns(columns).map(({ id }) => id));
  return (
    <Popover kind="menu" label="Columns" name="Columns of the table">
      {columns.slice(1).map((column) => (
        <label key={column.id}>
          <input
            type="checkbox"
            checked={shown.has(column.id)}
            // without one of them, the table would have its usual columns again
            disabled={shown.size === 2 && shown.has(column.id)}
            onChange={() => toggleColumn(columns, column.id)}
          />{' '}
          {fullHeadOf(column)}
        </label>
      ))}
    </Popover>
  );
}

/** A menu that sorts a narrow table, which shows few heads. */
export function SortMenu<Row>({
  columns,
  order,
}: {
  columns: readonly TableColumn<Row>[];
  order: TableOrder;
}) {
  return (
    <Popover kind="menu" label="Sort" name="Sort the table">
      {columns
        .filter(({ isOfPage }) => !isOfPage)
        .map((column) => (
          <a key={column.id} href={order.linkFor(column.id)} aria-current={column.id === order.column}>
            {fullHeadOf(column)}
          </a>
        ))}
    </Popover>
  );
}
