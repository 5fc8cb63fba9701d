import type { Budget, OwnEvent, Population, PriceIndex, Unit } from '../domain/allocation.ts';
import type { FigureReading } from '../domain/reading/figure-reading.ts';
import type { Window } from '../domain/reading/window.ts';
import { compareText } from '../domain/text/compare-text.ts';
import { type Description, flatColumns, type Member, type RecordColumn, type Value } from './description.ts';
import type { Asked, DateSpan, Filters, FilterValue } from './filters/filter.ts';

/** The records of a list that match a request. */
export interface FoundIn<Row, View> {
  /** Records in the whole list. */
  total: number;
  length: number;
  /** Reads the records of the window from `start` to before `end`, from a view of the same rows. */
  read(view: View, start: number, end: number): readonly Row[];
  /** What the JSON of a command says besides the records. */
  meta?: Readonly<Record<string, unknown>>;
  /** What a reader of the list must know, because the list does not show it. */
  warning?: string;
  /** The members of these records. Default: all of the description. */
  members?: readonly Member<Row>[];
  /** The unit of every `figure`. Default: each row has its own. */
  unit?: Unit;
  /** What a table for people says below the records. */
  note?: string | undefined;
  /** How figures are converted, in words. Default: they are as paid. */
  converted?: string | undefined;
}

/** What a list of figures depends on besides the dataset. */
export interface FiguresBeside {
  /** Reads the budgets of the registers. Default: there are none. */
  budgets?(): readonly Budget[];
  /** Reads the events of the registers. Default: there are none. */
  events?(): readonly OwnEvent[];
  /** Reads the index of consumer prices. Default: there is none. */
  prices?(): readonly PriceIndex[];
  /** Reads the populations of places. Default: there are none. */
  population?(): readonly Population[];
}

/** How a list finds its records. */
export interface Query<Row, Given extends Filters, View, Beside> {
  find(view: View, asked: Asked<Given>, window: Window, beside?: Beside): FoundIn<Row, View>;
  /** The record of an id, if the description has an `item`. */
  findOne?(view: View, id: number): Row | undefined;
  /** Whether the list can be asked about a jurisdiction. Default: it is in the dataset. */
  isKnown?(view: View, id: number): boolean;
}

/** A described list that reads nothing but figures: a browser can find its records too. */
export interface FigureList<Row = unknown, Given extends Filters = Filters>
  extends Query<Row, Given, FigureReading, FiguresBeside> {
  description: Description<Row, Given>;
}

/** A list of figures. */
export function listOfFigures<Row, Given extends Filters>(
  description: Description<Row, Given>,
  query: Query<Row, Given, FigureReading, FiguresBeside>,
): FigureList<Row, Given> {
  return { description, ...query };
}

export const EVERYTHING: Window = { offset: 0, limit: Number.MAX_SAFE_INTEGER };

/** The window of rows in memory, after the filters that are named as columns, and the sort. */
export function findAmong<Row>(
  { members }: Pick<Description<Row>, 'members'>,
  all: readonly Row[],
  asked: Asked<Filters>,
  window: Window,
): FoundIn<Row, unknown> {
  const columns = flatColumns(members);
  const conditions = columns.flatMap((column) => {
    const wanted = asked[column.flatName];
    return wanted === undefined ? [] : [(row: Row) => isWanted(column.read(row), wanted)];
  });
  const matching = all.filter((row) => conditions.every((holds) => holds(row)));
  return foundRows(sortRows(matching, columns, asked.sort), window);
}

export function foundRows<Row>(all: readonly Row[], { offset, limit }: Window): FoundIn<Row, unknown> {
  const rows = all.slice(offset, offset + limit);
  return { total: all.length, length: rows.length, read: (_, start, end) => rows.slice(start, end) };
}

function isWanted(value: Value, wanted: FilterValue): boolean {
  if (!isSpan(wanted)) return value === wanted;
  const { from, to } = wanted;
  return typeof value === 'string' && (from === null || value >= from) && (to === null || value <= to);
}

function isSpan(wanted: FilterValue): wanted is DateSpan {
  return typeof wanted === 'object' && 'from' in wanted;
}

/** Sorts by a column, nulls last in both directions. Equal rows keep their order. */
function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly RecordColumn<Row>[],
  sort: FilterValue | undefined,
): readonly Row[] {
  if (typeof sort !== 'object' || !('column' in sort)) return rows;
  const by = columns.find(({ flatName }) => flatName === sort.column);
  if (!by) return rows;
  const sign = sort.descending ? -1 : 1;
  return [...rows].sort((one, other) => {
    const [a, b] = [by.read(one), by.read(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return typeof a === 'string' ? sign * compareText(a, String(b)) : sign * (Number(a) - Number(b));
  });
}
