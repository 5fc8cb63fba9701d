import { useState } from 'preact/hooks';
import { Meaning } from '../parts/popover.tsx';
import { directionOf, isFigure, showContent, showFigure } from '../words/figures.ts';
import { fullHeadOf, type TableColumn } from './columns.ts';
import type { TableOrder } from './order.ts';

interface HeadProps<Row> {
  columns: readonly TableColumn<Row>[];
  order?: TableOrder | undefined;
  /** In a narrow table: what stands below the figure. */
  narrow: { below: TableColumn<Row> | undefined } | null;
}

export function TableHead<Row>({ columns, order, narrow }: HeadProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map((column, at) => (
          <HeadCell
            key={column.id}
            {...{ column, order }}
            below={at > 0 && narrow?.below ? fullHeadOf(narrow.below) : ''}
          />
        ))}
        {narrow && <td />}
      </tr>
    </thead>
  );
}

interface HeadCellProps<Row> extends Pick<HeadProps<Row>, 'order'> {
  column: TableColumn<Row>;
  /** The head of what stands below the figure, if anything does. */
  below: string;
}

/** A word that opens its meaning, and an arrow that sorts. Without a meaning, the word sorts too. */
function HeadCell<Row>({ column, order, below }: HeadCellProps<Row>) {
  const { id, content = 'text', meaning, isOfPage } = column;
  const head = fullHeadOf(column);
  const isSorted = order?.column === id;
  const direction = order?.isDescending ? 'descending' : 'ascending';
  const arrow = isSorted ? (order.isDescending ? '▼' : '▲') : '↕';
  const word = meaning === undefined ? head : <Meaning word={head} text={meaning} />;
  return (
    <th
      scope="col"
      class={isFigure(content) ? 'figure' : 'text'}
      aria-sort={isSorted ? direction : undefined}
      data-column={id}
    >
      {(meaning !== undefined || !order || isOfPage) && word}
      {order && !isOfPage && (
        <a
          href={order.linkFor(id)}
          class="sort"
          aria-label={meaning === undefined ? undefined : `Sort by ${head}`}
        >
          {meaning === undefined && head} <span aria-hidden="true">{arrow}</span>
        </a>
      )}
      {below && <small>{below}</small>}
    </th>
  );
}

interface RowProps<Row> {
  row: Row;
  id: string;
  isMarked: boolean;
  columns: readonly TableColumn<Row>[];
  /** In a narrow table: what stands below the figure, and what an open row shows. */
  narrow: { below: TableColumn<Row> | undefined; others: readonly TableColumn<Row>[] } | null;
}

/** A row with a cell for each column. In a narrow table it opens. */
export function TableRow<Row>({ row, id, isMarked, columns, narrow }: RowProps<Row>) {
  const [isOpen, setOpen] = useState(false);
  const [name, ...cells] = columns;
  const figures = [...columns, ...(narrow?.below ? [narrow.below] : [])].filter(({ content = 'text' }) =>
    isFigure(content),
  );
  const isEmpty = figures.length > 0 && figures.every(({ value }) => value(row) === null);
  const kinds = [isMarked && 'marked', isEmpty && 'empty', narrow && 'opens'].filter(Boolean).join(' ');
  const toggle = ({ target }: Event) => {
    if (target instanceof Element && !target.closest('a, .word, [popover]')) setOpen(!isOpen);
  };
  return (
    <>
      <tr data-row={id} class={kinds || undefined} onClick={narrow ? toggle : undefined}>
        {name && (
          <th scope="row" data-column={name.id} data-value={name.value(row) ?? ''}>
            {shownIn(name, row)}
          </th>
        )}
        {cells.map((column) => (
          <td key={column.id} data-value={column.value(row) ?? ''} {...describedIn(column, row)}>
            {shownIn(column, row)}
            {narrow?.below && <small {...describedIn(narrow.below, row)}>{shownIn(narrow.below, row)}</small>}
          </td>
        ))}
        {narrow && (
          <td class="opener">
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={`More of ${name ? textIn(name, row) : id}`}
            >
              <span aria-hidden="true">{isOpen ? '▴' : '▾'}</span>
            </button>
          </td>
        )}
      </tr>
      {narrow && isOpen && (
        <tr class="opened">
          <td colSpan={columns.length + 1}>
            <dl>
              {narrow.others.map((column) => (
                <div key={column.id}>
                  <dt>{fullHeadOf(column)}</dt>
                  <dd {...describedIn(column, row)}>{shownIn(column, row)}</dd>
                </div>
              ))}
            </dl>
          </td>
        </tr>
      )}
    </>
  );
}

function textIn<Row>(column: TableColumn<Row>, row: Row): string {
  const value = column.value(row);
  if (value === null && !column.isExpected?.(row)) return '–';
  const text = showContent(value, column.content ?? 'text');
  return column.isSigned && Number(value) > 0 ? `+${text}` : text;
}

/** What a cell shows, with what stands beside it. */
function shownIn<Row>(column: TableColumn<Row>, row: Row) {
  const text = textIn(column, row);
  return (
    <>
      {column.value(row) === null || !column.show ? text : column.show(row, text)}
      {column.note?.(row)}
    </>
  );
}

/** The column, the kinds and, as the title, the cents of a figure. */
function describedIn<Row>(column: TableColumn<Row>, row: Row) {
  const { id, content = 'text', isDoubtful, isLate } = column;
  const value = column.value(row);
  const isColored = content === 'change' && value !== null && !isDoubtful?.(row) && !isLate?.(row);
  const kinds = [
    isFigure(content) ? 'figure' : 'text',
    value === null && 'none',
    isColored && directionOf(Number(column.sortBy?.(row) ?? value)),
  ];
  const title = content === 'amount' && typeof value === 'number' ? showFigure(value, content) : undefined;
  return { class: kinds.filter(Boolean).join(' '), title, 'data-column': id };
}
