import { getTableName } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { FigureSeries } from '../../../domain/allocation.ts';
import type { State } from '../../../states/state.ts';
import { allocationTableOf } from '../../schema.ts';
import type { StoredJurisdiction } from '../jurisdictions.ts';
import { type DatasetView, perContent, perContentAndKey } from '../view.ts';

/** Memory for the columns of all states. A column of Texas since 2018 takes 1.5 MiB. */
const BYTES_KEPT = 64 * 1024 * 1024;

/** The datapoints of one state without their figures. Rows are numbered from 0, newest first, then by jurisdiction. */
export interface StateRows {
  /** The `rowid` of each row. */
  rowids: Uint32Array;
  /** The rows in the order of the table. */
  inTable: Uint32Array;
  /** The `monthIndex` of each row. */
  months: Uint16Array;
  /** The ids of the jurisdictions with datapoints, ascending, each with its number from 0. */
  numberOfId: ReadonlyMap<number, number>;
  /** The number of each row's jurisdiction. */
  numbers: Uint16Array;
  /** The rows of each jurisdiction, by its number. */
  byNumber: readonly (readonly number[])[];
}

/** The rows of a state. Read once for each version of the dataset. */
export const stateRows = perContentAndKey(readStateRows, ({ code }) => code);

/** SQLite returns a column as one JSON text: eight times as fast as row by row. */
function readStateRows({ dataset: { sqlite } }: DatasetView, state: State): StateRows {
  const read = sqlite
    .prepare<[], { rowids: string; months: string; ids: string }>(
      `SELECT json_group_array(rowid) AS rowids, json_group_array(month) AS months, json_group_array(id) AS ids
       FROM (SELECT rowid, jurisdiction_id AS id,
           substr(allocation_period, 1, 4) * 12 + substr(allocation_period, 6, 2) - 1 AS month
         FROM ${getTableName(allocationTableOf(state))} ORDER BY allocation_period DESC, jurisdiction_id)`,
    )
    .get();
  const rowids = Uint32Array.from(readNumbers(read?.rowids));
  const idOfRow = readNumbers(read?.ids);
  const ids = [...new Set(idOfRow)].sort((a, b) => a - b);
  const numberOfId = new Map(ids.map((id, number) => [id, number]));
  const numbers = Uint16Array.from(idOfRow, (id) => numberOfId.get(id) ?? 0);
  const byNumber = ids.map((): number[] => []);
  for (const [row, number] of numbers.entries()) byNumber[number]?.push(row);
  const months = Uint16Array.from(readNumbers(read?.months));
  const inTable = Uint32Array.from(rowids.keys()).sort((a, b) => (rowids[a] ?? 0) - (rowids[b] ?? 0));
  return { rowids, inTable, months, numberOfId, numbers, byNumber };
}

function readNumbers(json: string | undefined): number[] {
  return json === undefined ? [] : JSON.parse(json);
}

const columns = perContent(
  () =>
    new LRUCache<string, Float64Array>({
      maxSize: BYTES_KEPT,
      sizeCalculation: ({ byteLength }) => byteLength + 1,
    }),
);

/** One column of all rows, with NaN for null. Kept until the dataset changes, or until newer ones need its memory. */
export function figuresOf(view: DatasetView, state: State, column: string): Float64Array {
  const key = `${state.code} ${column}`;
  const read = columns(view).get(key) ?? readColumn(view, state, column);
  columns(view).set(key, read);
  return read;
}

function readColumn(view: DatasetView, state: State, column: string): Float64Array {
  const table = getTableName(allocationTableOf(state));
  const found = view.dataset.sqlite
    .prepare<[], string>(
      `SELECT json_group_array(value) FROM (SELECT ${column} AS value FROM ${table} NOT INDEXED ORDER BY rowid)`,
    )
    .pluck()
    .get();
  const values = readNumbers(found);
  const { inTable } = stateRows(view, state);
  if (values.length !== inTable.length)
    throw new Error(
      `${table} has ${values.length} rows, not ${inTable.length}: it changed without a new version`,
    );
  const figures = new Float64Array(values.length);
  for (const [at, row] of inTable.entries()) figures[row] = values[at] ?? Number.NaN;
  return figures;
}

/** One field of one jurisdiction, month by month. */
export interface JurisdictionFigures {
  subject: StoredJurisdiction;
  series: FigureSeries;
}

/** One field of all jurisdictions of a state. */
export class StateFigures {
  /** The `monthIndex` of each month that any jurisdiction has. */
  readonly months: ReadonlySet<number>;
  private readonly view: DatasetView;
  private readonly rows: StateRows;
  private readonly figures: Float64Array;

  constructor(view: DatasetView, state: State, field: string) {
    if (!state.fields.some(({ name }) => name === field))
      throw new Error(`${state.code} has no field ${field}`);
    this.view = view;
    this.rows = stateRows(view, state);
    this.figures = figuresOf(view, state, field);
    this.months = new Set(this.rows.months);
  }

  /** The newest month of any jurisdiction, as `monthIndex`; `null` without datapoints. */
  get newest(): number | null {
    return this.rows.months[0] ?? null;
  }

  /** The figures of the jurisdictions that fit, by id. Jurisdictions without datapoints are left out. */
  *within(fits: (subject: StoredJurisdiction) => boolean): Generator<JurisdictionFigures> {
    for (const id of this.rows.numberOfId.keys()) {
      const subject = this.view.jurisdictions.get(id);
      if (subject && fits(subject)) yield { subject, series: this.of(id) };
    }
  }

  /** The figures of one jurisdiction; without slots if it has no datapoints. */
  of(id: number): FigureSeries {
    const { numberOfId, byNumber, months } = this.rows;
    const newestFirst = byNumber[numberOfId.get(id) ?? -1] ?? [];
    const first = months[newestFirst.at(-1) ?? 0] ?? 0;
    const slots: (number | null | undefined)[] = [];
    for (const row of newestFirst.toReversed()) {
      const slot = (months[row] ?? 0) - first;
      while (slots.length < slot) slots.push(undefined);
      const figure = this.figures[row] ?? Number.NaN;
      slots.push(Number.isNaN(figure) ? null : figure);
    }
    return newestFirst.length === 0 ? { first: 0, slots: [] } : { first, slots };
  }
}

/** The figures of one field of a state. Made once for each version of the dataset. */
export const stateFigures = perContentAndKey(
  (view, state: State, field: string) => new StateFigures(view, state, field),
  (state, field) => `${state.code} ${field}`,
);
