import type { Budget, Unit } from '../domain/allocation.ts';
import { compareText } from '../domain/text/compare-text.ts';
import type { Window } from '../store/query/allocations.ts';
import type { Schedule } from '../store/query/completeness.ts';
import type { DatasetView } from '../store/query/view.ts';
import { type Description, flatColumns, type Member, type RecordColumn, type Value } from './description.ts';
import type { Asked, DateSpan, Filters, FilterValues } from './filters/filter.ts';

/** The records of a list that match a request. */
export interface FoundRows<Row> {
  /** Records in the whole list. */
  total: number;
  /** Records in the window. */
  length: number;
  /** Reads the records of the window from `start` to before `end`, from a view of the same rows. */
  read(view: DatasetView, start: number, end: number): readonly Row[];
  /** The values of the description's `meta`. */
  meta?: Readonly<Record<string, unknown>>;
  /** What a reader of the list must know, because the list does not show it. */
  warning?: string;
  /** The members of these records. Default: all of the description. */
  members?: readonly Member<Row>[];
  /** The unit of every `figure`. Default: each row has its own. */
  unit?: Unit;
}

/** What a list depends on besides the dataset. */
export interface Beside {
  /** Decides which reports are due. Default: by the rule of each report kind. */
  schedule?: Schedule;
  /** Reads the budgets of the registers. Default: there are none. */
  budgets?(): readonly Budget[];
}

/** How a list finds its records. */
interface Query<Row, Given extends Filters> {
  find(view: DatasetView, asked: Asked<Given>, window: Window, beside?: Beside): FoundRows<Row>;
  /** The record of an id, if the description has an `item`. */
  findOne?(view: DatasetView, id: number): Row | undefined;
  /** Whether the list can be asked about a jurisdiction. Default: it is in the dataset. */
  isKnown?(view: DatasetView, id: number): boolean;
}

/** A described list and its query. */
export interface RecordList<Row = unknown, Given extends Filters = Filters> extends Query<Row, Given> {
  description: Description<Row, Given>;
}

export function listOf<Row, Given extends Filters>(
  description: Description<Row, Given>,
  query: Query<Row, Given>,
): RecordList<Row, Given> {
  return { description, ...query };
}

export const EVERYTHING: Window = { offset: 0, limit: Number.MAX_SAFE_INTEGER };

/** The window of rows in memory, after the filters that are named as columns, and the sort. */
export function findAmong<Row>(
  { members }: Pick<Description<Row>, 'members'>,
  all: readonly Row[],
  asked: Asked<Filters>,
  window: Window,
): FoundRows<Row> {
  const columns = flatColumns(members);
  const conditions = columns.flatMap((column) => {
    const wanted = asked[column.flatName];
    return wanted === undefined ? [] : [(row: Row) => isWanted(column.read(row), wanted)];
  });
  const matching = all.filter((row) => conditions.every((holds) => holds(row)));
  return foundRows(sortRows(matching, columns, asked.sort), window);
}

/** The window of rows in memory. */
export function foundRows<Row>(all: readonly Row[], { offset, limit }: Window): FoundRows<Row> {
  const rows = all.slice(offset, offset + limit);
  return { total: all.length, length: rows.length, read: (_, start, end) => rows.slice(start, end) };
}

function isWanted(value: Value, wanted: FilterValues[keyof FilterValues]): boolean {
  if (!isSpan(wanted)) return value === wanted;
  const { from, to } = wanted;
  return typeof value === 'string' && (from === null || value >= from) && (to === null || value <= to);
}

function isSpan(wanted: FilterValues[keyof FilterValues]): wanted is DateSpan {
  return typeof wanted === 'object' && 'from' in wanted;
}

/** Sorts by a column, nulls last in both directions. Equal rows keep their order. */
function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly RecordColumn<Row>[],
  sort: FilterValues[keyof FilterValues] | undefined,
): readonly Row[] {
  if (typeof sort !== 'object' || !('column' in sort)) return rows;
  const by = columns.find(({ flatName }) => flatName === sort.column);
  if (!by) return rows;
  const sign = sort.descending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [by.read(one), by.read(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return typeof a === 'string' ? sign * compareText(a, String(b)) : sign * (Number(a) - Number(b));
  });
}
