import { LRUCache } from 'lru-cache';
import { perContent } from '../domain/reading/once.ts';
import type { Window } from '../domain/reading/window.ts';
import { FIGURE_LISTS } from '../records/figure-lists.ts';
import type { Asked, Filters } from '../records/filters/filter.ts';
import { type Beside, EVERYTHING, type FoundRows, type RecordList } from '../records/list.ts';
import type { DatasetView } from '../store/query/view.ts';

const ROWS_KEPT = 100_000;
const COMPUTED: ReadonlySet<RecordList> = new Set(
  FIGURE_LISTS.filter(({ description }) => !description.usesBudgets),
);

const keptOf = perContent(
  (_: DatasetView) =>
    new LRUCache<string, FoundRows<unknown>>({
      maxSize: ROWS_KEPT,
      sizeCalculation: ({ length }) => length + 1,
    }),
);

/** Finds the records of a request. Those of analyses stay in memory, so that the next page computes nothing. */
export function findRows(
  list: RecordList,
  view: DatasetView,
  asked: Asked<Filters>,
  window: Window,
  beside: Beside,
): FoundRows<unknown> {
  if (!COMPUTED.has(list)) return list.find(view, asked, window, beside);
  const kept = keptOf(view);
  const question = JSON.stringify([list.description.name, asked]);
  const all = kept.get(question) ?? list.find(view, asked, EVERYTHING, beside);
  kept.set(question, all);
  const offset = Math.min(window.offset, all.length);
  return {
    ...all,
    length: Math.min(window.limit, all.length - offset),
    read: (held, start, end) => all.read(held, offset + start, offset + end),
  };
}
