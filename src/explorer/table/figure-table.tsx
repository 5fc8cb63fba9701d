import { type ComponentChildren, options } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { About } from '../../records/files/workbook-content.ts';
import { Meaning, MeaningSign } from '../parts/meaning.tsx';
import { useOverview } from '../service/overview.ts';
import { countOf, directionOf, isFigure, showContent } from '../words/figures.ts';
import { citationOf } from '../words/sources.ts';
import { fullHeadOf, type TableColumn } from './columns.ts';
import type { TableOrder } from './order.ts';
import { saveCsv, saveWorkbook, useSavedName } from './save-file.ts';
import { TableFrame } from './table-frame.tsx';

/** How many months a table shows at first. */
export const MONTHS_SHOWN = 24;
/** How many rows a table draws before the reader asks for all. */
const MOST_DRAWN = 100;

interface TableProps<Row> {
  /** What the table has, for people who hear it. */
  caption: string;
  /** The first column names the row. */
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
  /** The row to mark. */
  marked?: string | null;
  order?: TableOrder;
  /** The name of the saved files, without the ending; without it the table offers none. */
  fileName?: string | undefined;
  /** How many rows to show before the reader asks for all. */
  first?: number;
  /** Shown beside the buttons that save. */
  children?: ComponentChildren;
}

/** A table of figures that line up, with its CSV. */
export function FigureTable<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, keyOf, marked, order, fileName, children } = props;
  const { first = MOST_DRAWN } = props;
  const shown = columns.filter(({ isHidden }) => !isHidden);
  // a sort begins with the first rows again: to draw thousands anew takes seconds
  const sorting = order ? `${order.column} ${order.isDescending}` : '';
  const [wholeSorting, setWholeSorting] = useState<string | null>(null);
  const isWhole = wholeSorting === sorting;
  const setWhole = (isAsked: boolean) => setWholeSorting(isAsked ? sorting : null);
  useOnPrint(() => setWhole(true));
  // a table of months is not long: its other rows are drawn, and found by the search of the browser
  const drawn = isWhole || props.first !== undefined ? rows : rows.slice(0, MOST_DRAWN);
  const [explained, explain] = useState<string | null>(null);
  const explainedColumn = shown.find(({ id }) => id === explained);
  return (
    <>
      {fileName !== undefined && (
        <p class="actions">
          <SaveTable {...{ caption, columns, rows, fileName }} />
          {children}
        </p>
      )}
      {explainedColumn && (
        <Meaning
          name={fullHeadOf(explainedColumn)}
          text={explainedColumn.meaning ?? ''}
          onClose={() => explain(null)}
        />
      )}
      <TableFrame caption={caption} first={isWhole || drawn.length <= first ? null : first} onFind={setWhole}>
        <table>
          <caption class="unseen">{caption}</caption>
          <Head columns={shown} order={order} explained={explained} explain={explain} />
          <tbody>
            {drawn.map((row) => (
              <tr key={keyOf(row)} data-row={keyOf(row)} class={keyOf(row) === marked ? 'marked' : undefined}>
                {shown.map((column, at) => (
                  <Cell key={column.id} column={column} row={row} isHead={at === 0} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      {rows.length > first && (
        <p class="actions">
          <button type="button" onClick={() => setWhole(!isWhole)}>
            {isWhole ? `Show the first ${first} rows` : `Show all ${countOf(rows.length, 'row')}`}
          </button>
        </p>
      )}
    </>
  );
}

/** Buttons that save a table: as CSV, and as a workbook that says where its figures come from. */
export function SaveTable<Row>({
  caption,
  columns,
  rows,
  fileName,
}: Required<Pick<TableProps<Row>, 'caption' | 'columns' | 'rows' | 'fileName'>>) {
  const overview = useOverview();
  const savedName = useSavedName(fileName);
  const about = (): About => ({
    title: caption,
    facts: [['Source', citationOf(overview, location.href)]],
  });
  return (
    <>
      <button type="button" onClick={() => saveCsv(savedName, { columns, rows }, overview)}>
        Save table as CSV ({countOf(rows.length, 'row')})
      </button>
      <button
        type="button"
        aria-label="Save table as XLSX"
        onClick={() => saveWorkbook(savedName, { columns, rows }, about())}
      >
        XLSX
      </button>
    </>
  );
}

/** Acts before the browser prints, and draws what comes of it at once: paper has every row. */
function useOnPrint(act: () => void): void {
  useEffect(() => {
    const onPrint = () => {
      const { debounceRendering } = options;
      options.debounceRendering = (draw) => draw();
      act();
      options.debounceRendering = debounceRendering;
    };
    addEventListener('beforeprint', onPrint);
    return () => removeEventListener('beforeprint', onPrint);
  });
}

function Cell<Row>({ column, row, isHead }: { column: TableColumn<Row>; row: Row; isHead: boolean }) {
  const { id, content = 'text', show } = column;
  const value = column.value(row);
  const text = value === null && !column.isExpected?.(row) ? '–' : showContent(value, content);
  const shown = value === null || !show ? text : show(row, text);
  if (isHead)
    return (
      <th scope="row" data-column={id} data-value={value ?? ''}>
        {shown}
      </th>
    );
  const isColored = content === 'change' && value !== null && !column.isDoubtful?.(row);
  const kinds = [
    isFigure(content) ? 'figure' : 'text',
    value === null && 'none',
    isColored && directionOf(Number(value)),
  ];
  return (
    <td class={kinds.filter(Boolean).join(' ')} data-column={id} data-value={value ?? ''}>
      {shown}
      {column.note?.(row)}
    </td>
  );
}

interface HeadProps {
  order?: TableOrder | undefined;
  /** The column whose meaning is open. */
  explained: string | null;
  explain(column: string | null): void;
}

function Head<Row>({ columns, ...props }: HeadProps & { columns: readonly TableColumn<Row>[] }) {
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
        </tr>
      )}
      <tr>
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} {...props} />
        ))}
      </tr>
    </thead>
  );
}

function HeadCell<Row>({ column, order, explained, explain }: HeadProps & { column: TableColumn<Row> }) {
  const { id, head, content = 'text', meaning, isOfPage } = column;
  const isOpen = explained === id;
  const isSorted = order?.column === id;
  const direction = order?.isDescending ? 'descending' : 'ascending';
  return (
    <th
      scope="col"
      class={isFigure(content) ? 'figure' : 'text'}
      aria-sort={isSorted ? direction : undefined}
      data-column={id}
    >
      {order && !isOfPage ? (
        <a href={order.linkFor(id)}>
          {head}
          <span aria-hidden="true">{isSorted ? (order.isDescending ? ' ▼' : ' ▲') : ''}</span>
        </a>
      ) : (
        head
      )}
      {meaning !== undefined && (
        <MeaningSign name={fullHeadOf(column)} isOpen={isOpen} onClick={() => explain(isOpen ? null : id)} />
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
