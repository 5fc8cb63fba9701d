import { type ComponentChildren, options } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { About } from '../../records/files/workbook-content.ts';
import { useOverview } from '../service/overview.ts';
import { countOf } from '../words/figures.ts';
import { citationOf } from '../words/sources.ts';
import { fullHeadOf, type TableColumn } from './columns.ts';
import { useOffer } from './offers.tsx';
import type { TableOrder } from './order.ts';
import { saveCsv, saveWorkbook, useSavedName } from './save-file.ts';
import { narrowColumns, shownColumns } from './shown-columns.ts';
import { TableFrame } from './table-frame.tsx';
import { ColumnMenu, SortMenu, TableHead } from './table-head.tsx';
import { TableRow } from './table-row.tsx';

/** How many months a table shows at first. */
export const MONTHS_SHOWN = 24;
/** How many rows a table draws before the reader asks for all. */
const MOST_DRAWN = 100;
/** A table with so few columns is never narrow. */
const FEW_COLUMNS = 2;

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

/** A table of figures that line up. Its head stays in the window while the page scrolls. */
export function FigureTable<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, keyOf, marked, order, fileName, children, first = MOST_DRAWN } = props;
  useTableOffer({ caption, columns, rows, fileName });
  // a sort begins with the first rows again: to draw thousands anew takes seconds
  const sorting = order ? `${order.column} ${order.isDescending}` : '';
  const [wholeSorting, setWholeSorting] = useState<string | null>(() =>
    rows.findIndex((row) => keyOf(row) === marked) >= first ? sorting : null,
  );
  const isWhole = wholeSorting === sorting;
  const setWhole = (isAsked: boolean) => setWholeSorting(isAsked ? sorting : null);
  useOnPrint(() => setWhole(true));
  const visible = columns.filter(({ isHidden }) => !isHidden);
  return (
    <TableFrame caption={caption}>
      {(most) => {
        const shown = shownColumns(columns, most);
        const isNarrow = most === 2 && visible.length > FEW_COLUMNS;
        const { name, ...narrow } = narrowColumns(visible, order);
        const { telling, beside, below } = narrow;
        const others = visible.filter((one) => ![name, telling, beside, below].includes(one));
        return (
          <>
            <div class="actions">
              {children}
              {isNarrow
                ? order && <SortMenu columns={visible} order={order} />
                : columns.length > shown.length && <ColumnMenu columns={columns} />}
            </div>
            <table class={isNarrow ? 'narrow' : undefined}>
              <caption class="unseen">{caption}</caption>
              <TableHead
                columns={
                  isNarrow ? [name, telling, beside].flatMap((one) => (one ? ungrouped(one) : [])) : shown
                }
                order={order}
                opens={isNarrow}
              />
              <tbody>
                {(isWhole ? rows : rows.slice(0, first)).map((row) => (
                  <TableRow
                    key={keyOf(row)}
                    id={keyOf(row)}
                    isMarked={keyOf(row) === marked}
                    row={row}
                    columns={shown}
                    narrow={isNarrow ? { ...narrow, others } : null}
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
          </>
        );
      }}
    </TableFrame>
  );
}

/** A column that says its group itself. */
function ungrouped<Row>(column: TableColumn<Row>): TableColumn<Row>[] {
  const { group: _, ...alone } = column;
  return [{ ...alone, head: fullHeadOf(column) }];
}

/** Offers a table as CSV, and as a workbook that says where its figures come from. Without a file name, it offers nothing. */
export function useTableOffer<Row>({
  caption,
  columns,
  rows,
  fileName,
}: Pick<TableProps<Row>, 'caption' | 'columns' | 'rows' | 'fileName'>): void {
  const overview = useOverview();
  const savedName = useSavedName(fileName);
  const about = (): About => ({
    title: caption,
    facts: [['Source', citationOf(overview, location.href)]],
  });
  useOffer(
    fileName === undefined
      ? null
      : {
          kind: 'table',
          name: caption,
          size: countOf(rows.length, 'row'),
          ways: {
            CSV: () => saveCsv(savedName, { columns, rows }, overview),
            XLSX: () => saveWorkbook(savedName, { columns, rows }, about()),
          },
        },
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
