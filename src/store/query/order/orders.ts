import { LRUCache } from 'lru-cache';
import type { State } from '../../../states/state.ts';
import { type RowIndex, readColumn } from '../columns/row-index.ts';
import { type DatasetView, perContent } from '../view.ts';
import { ORDER_BYTES_A_ROW, orderByFigure, orderByPeriod, type RowOrder } from './row-order.ts';

/** Memory for the orders of one state. All 40 of California, with 1,000 jurisdictions since 2018, take 61 MiB. */
const BYTES_KEPT = 64 * 1024 * 1024;

/**
 * The orders of one state. A request makes the order by the figure it sorts by. The order is kept until the dataset
 * changes, or until newer orders need its memory.
 */
export function openOrders(
  state: State,
  rowIndexOf: (view: DatasetView) => RowIndex,
  bytesKept = BYTES_KEPT,
) {
  const byPeriod = perContent((view) => orderByPeriod(rowIndexOf(view)));
  let asked = new Set<string>();
  const figureOrdersOf = perContent(() => {
    const askedBefore = asked;
    asked = new Set();
    return {
      askedBefore,
      kept: new LRUCache<string, RowOrder>({
        maxSize: bytesKept,
        sizeCalculation: ({ ascending }) => 1 + ascending.rowAtPlace.length * ORDER_BYTES_A_ROW,
      }),
    };
  });
  const makeOrder = (view: DatasetView, column: string): RowOrder => {
    const { kept } = figureOrdersOf(view);
    const known = kept.get(column);
    if (known) return known;
    const figures = readColumn(view, state, column, rowIndexOf(view));
    const order = orderByFigure(figures, byPeriod(view).descending.rowAtPlace);
    kept.set(column, order);
    return order;
  };
  return {
    byPeriod,

    /** The order by the figures of a column. */
    byFigure(view: DatasetView, column: string): RowOrder {
      const order = makeOrder(view, column);
      asked.add(column);
      return order;
    },

    /** Makes an order again if requests used it in the version before. */
    prepare(view: DatasetView, column: string): void {
      if (figureOrdersOf(view).askedBefore.has(column)) makeOrder(view, column);
    },
  };
}
