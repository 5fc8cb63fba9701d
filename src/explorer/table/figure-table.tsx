import { type ComponentChildren, options } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { goTo, linkHere, readParameter } from '../address/navigation.ts';
import { Popover } from '../parts/popover.tsx';
import { useMeasured } from '../parts/use-measured.ts';
import { useOverview } from '../service/overview.ts';
import { countOf, isFigure } from '../words/figures.ts';
import { fullHeadOf, type TableColumn } from './columns.ts';
import { saveFile, useOffer, useSavedName } from './offers.tsx';
import type { TableOrder } from './order.ts';
import { TableHead, TableRow } from './table-row.tsx';

/** How many columns a table shows before the reader chooses. */
const MOST_COLUMNS = 6;
/** The parameter of the address that has the chosen columns, of all tables of the view. */
const PARAMETER = 'columns';
/** How many months a table shows at first. */
export const MONTHS_SHOWN = 24;
/** How many rows a table of more than twice as many draws before the reader asks for all. */
const FIRST_DRAWN = 50;
/** A table with so few columns is never narrow. */
const FEW_COLUMNS = 2;
/** How many columns there is room for, by the width in letters. */
const ROOMS = [
  [56, MOST_COLUMNS],
  [36, 4],
  [0, FEW_COLUMNS],
] as const;

const ROOMY = { most: MOST_COLUMNS, isWide: false };

interface TableProps<Row> {
  /** What the table has, for people who hear it, and in the menu that saves it. */
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
  /** Shown above the table. */
  children?: ComponentChildren;
}

/**
 * A table of figures that line up. Its head stays in the window while the page scrolls. On a phone, it has two columns,
 * and rows that open.
 */
export function FigureTable<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, keyOf, marked, order, children } = props;
  const { first = rows.length > 2 * FIRST_DRAWN ? FIRST_DRAWN : rows.length } = props;
  useTableOffer(props);
  const [frame, { most, isWide }] = useMeasured(ROOMY, roomOf);
  // a sort begins with the first rows again: to draw thousands anew takes seconds
  const sorting = order ? `${order.column} ${order.isDescending}` : '';
  const [wholeSorting, setWholeSorting] = useState<string | null>(() =>
    rows.findIndex((row) => keyOf(row) === marked) >= first ? sorting : null,
  );
  const isWhole = wholeSorting === sorting;
  const setWhole = (isAsked: boolean) => setWholeSorting(isAsked ? sorting : null);
  useOnPrint(() => setWhole(true));
  const visible = columns.filter(({ isHidden }) => !isHidden);
  const isNarrow = most === FEW_COLUMNS && visible.length > FEW_COLUMNS;
  const narrow = isNarrow ? narrowColumns(visible, order) : null;
  const shown = narrow?.shown ?? shownColumns(columns, most);
  return (
    <section
      ref={frame}
      class={isWide ? 'table wide' : 'table'}
      // a wide table is scrolled by keyboard too
      tabIndex={isWide ? 0 : undefined}
      aria-label={caption}
    >
      <div class="actions">
        {children}
        {!narrow && columns.length > shown.length && <ColumnMenu columns={columns} />}
      </div>
      <table class={narrow ? 'narrow' : undefined}>
        <caption class="unseen">{caption}</caption>
        <TableHead columns={shown} order={order} narrow={narrow} />
        <tbody>
          {(isWhole ? rows : rows.slice(0, first)).map((row) => (
            <TableRow
              key={keyOf(row)}
              id={keyOf(row)}
              isMarked={keyOf(row) === marked}
              row={row}
              columns={shown}
              narrow={narrow}
            />
          ))}
        </tbody>
      </table>
      {rows.length > first && (
        <p class="actions">
          <button type="button" onClick={() => setWhole(!isWhole)}>
            {isWhole ? `Show the first ${first} rows` : `Show all ${countOf(rows.length, 'row')}`}
          </button>
        </p>
      )}
    </section>
  );
}

/** Offers a table as CSV, and as a workbook that says where its figures come from. */
function useTableOffer<Row>({ caption, columns, rows, fileName }: TableProps<Row>): void {
  const overview = useOverview();
  const savedName = useSavedName(fileName);
  // the writers are loaded when a reader asks for a file
  const save = (ending: 'csv' | 'xlsx') => async () => {
    const { tableFile } = await import('./saved-table.ts');
    saveFile(`${savedName}.${ending}`, await tableFile(ending, { caption, columns, rows }, overview));
  };
  const offer = { kind: 'table', name: caption, size: countOf(rows.length, 'row') };
  useOffer(fileName === undefined ? null : { ...offer, ways: { CSV: save('csv'), XLSX: save('xlsx') } });
}

/** For how many columns a table has room, and whether it is wider than the window nevertheless. */
function roomOf({ clientWidth, scrollWidth }: HTMLElement) {
  const letter = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const most: number = ROOMS.find(([letters]) => clientWidth >= letters * letter)?.[1] ?? FEW_COLUMNS;
  return { most, isWide: scrollWidth > clientWidth + 1 };
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

function askedColumns(): string[] {
  return readParameter(PARAMETER)?.split(',') ?? [];
}

/** The columns that a table shows: those that the reader chose, or the first ones. The first column is always there. */
function shownColumns<Row>(columns: readonly TableColumn<Row>[], most = MOST_COLUMNS): TableColumn<Row>[] {
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
function narrowColumns<Row>(columns: readonly TableColumn<Row>[], order: TableOrder | undefined) {
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
function ColumnMenu<Row>({ columns }: { columns: readonly TableColumn<Row>[] }) {
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
