import { perContentAndKey } from '../domain/reading/once.ts';
import type { Window } from '../domain/reading/window.ts';
import { FIGURE_LISTS } from '../records/figure-lists.ts';
import type { Asked, Filters } from '../records/filters/filter.ts';
import { type Beside, EVERYTHING, type FoundRows, type RecordList } from '../records/list.ts';
import type { DatasetView } from '../store/query/view.ts';

const BYTES_OF_ROW = 2000;
const COMPUTED: ReadonlySet<RecordList> = new Set(
  FIGURE_LISTS.filter(({ description }) => !description.usesBudgets),
);

const findAll = perContentAndKey(
  (view: DatasetView, list: RecordList, asked: Asked<Filters>, beside: Beside) =>
    list.find(view, asked, EVERYTHING, beside),
  ({ description }, asked) => JSON.stringify([description.address, asked]),
  ({ length }) => length * BYTES_OF_ROW,
);

/** Finds the records of a request. Those of analyses are found once, so that the next page computes nothing. */
export function findRows(
  list: RecordList,
  view: DatasetView,
  asked: Asked<Filters>,
  window: Window,
  beside: Beside,
): FoundRows<unknown> {
  if (!COMPUTED.has(list)) return list.find(view, asked, window, beside);
  const all = findAll(view, list, asked, beside);
  const offset = Math.min(window.offset, all.length);
  return {
    ...all,
    length: Math.min(window.limit, all.length - offset),
    read: (held, start, end) => all.read(held, offset + start, offset + end),
  };
}
