import { useState } from 'preact/hooks';
import { directionOf, isFigure, showContent, showFigure } from '../words/figures.ts';
import { fullHeadOf, type TableColumn } from './columns.ts';

/** The columns of a row in a narrow table, and those that it shows once it is open. */
export interface NarrowRow<Row> {
  telling: TableColumn<Row> | undefined;
  beside: TableColumn<Row> | undefined;
  below: TableColumn<Row> | undefined;
  others: readonly TableColumn<Row>[];
}

interface RowProps<Row> {
  row: Row;
  id: string;
  isMarked: boolean;
  columns: readonly TableColumn<Row>[];
  narrow: NarrowRow<Row> | null;
}

/** A row with a cell for each column. In a narrow table it has two, and opens. */
export function TableRow<Row>({ row, id, isMarked, columns, narrow }: RowProps<Row>) {
  const [isOpen, setOpen] = useState(false);
  const [name] = columns;
  const figures = columns.filter(({ content = 'text' }) => isFigure(content));
  const isEmpty = figures.length > 0 && figures.every(({ value }) => value(row) === null);
  const kinds = [isMarked && 'marked', isEmpty && 'empty', narrow && 'opens'].filter(Boolean).join(' ');
  const toggle = ({ target }: Event) => {
    if (narrow && target instanceof Element && !target.closest('a, summary, [popover]')) setOpen(!isOpen);
  };
  return (
    <>
      <tr data-row={id} class={kinds || undefined} onClick={narrow ? toggle : undefined}>
        {(narrow ? columns.slice(0, 1) : columns).map((column, at) => (
          <Cell key={column.id} column={column} row={row} isHead={at === 0} />
        ))}
        {narrow?.telling && <Cell column={narrow.telling} row={row} isHead={false} below={narrow.below} />}
        {narrow?.beside && <Cell column={narrow.beside} row={row} isHead={false} />}
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
          <td colSpan={narrow.beside ? 4 : 3}>
            <dl>
              {narrow.others.map((column) => (
                <div key={column.id}>
                  <dt>{fullHeadOf(column)}</dt>
                  <dd class={kindsOf(column, row)} data-column={column.id} title={titleIn(column, row)}>
                    {shownIn(column, row)}
                  </dd>
                </div>
              ))}
            </dl>
          </td>
        </tr>
      )}
    </>
  );
}

interface CellProps<Row> {
  column: TableColumn<Row>;
  row: Row;
  isHead: boolean;
  /** What stands below the figure. */
  below?: TableColumn<Row> | undefined;
}

function Cell<Row>({ column, row, isHead, below }: CellProps<Row>) {
  const given = { 'data-column': column.id, 'data-value': column.value(row) ?? '' };
  if (isHead)
    return (
      <th scope="row" {...given}>
        {shownIn(column, row)}
      </th>
    );
  return (
    <td class={kindsOf(column, row)} title={titleIn(column, row)} {...given}>
      {shownIn(column, row)}
      {below && (
        <small class={kindsOf(below, row)} title={titleIn(below, row)} data-column={below.id}>
          {shownIn(below, row)}
        </small>
      )}
    </td>
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

/** The cents, which a cell leaves out. */
function titleIn<Row>({ content, value }: TableColumn<Row>, row: Row): string | undefined {
  const amount = value(row);
  return content === 'amount' && typeof amount === 'number' ? showFigure(amount, content) : undefined;
}

function kindsOf<Row>({ content = 'text', value: valueIn, isDoubtful }: TableColumn<Row>, row: Row): string {
  const value = valueIn(row);
  const isColored = content === 'change' && value !== null && !isDoubtful?.(row);
  const kinds = [
    isFigure(content) ? 'figure' : 'text',
    value === null && 'none',
    isColored && directionOf(Number(value)),
  ];
  return kinds.filter(Boolean).join(' ');
}
