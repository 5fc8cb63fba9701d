import type { TableColumn } from '../../table/columns.ts';

/** A record of a state's list. Its fields differ from state to state, and some are groups of others. */
export interface StateRecord {
  [name: string]: string | number | null | StateRecord;
}

/** One column for each figure of a record: `net_payment`, `deltas.net_payment`. All records of a state have the same. */
export function recordColumns([first]: readonly StateRecord[]): TableColumn<StateRecord>[] {
  return first
    ? pathsOf(first).map((path) => ({ id: path.join('.'), head: path.join('.'), value: reading(path) }))
    : [];
}

function pathsOf(record: StateRecord): string[][] {
  return Object.entries(record).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null ? pathsOf(value).map((path) => [name, ...path]) : [[name]],
  );
}

function reading(path: readonly string[]) {
  return (record: StateRecord): string | number | null => {
    let value: StateRecord[string] = record;
    for (const name of path)
      value = typeof value === 'object' && value !== null ? (value[name] ?? null) : null;
    return typeof value === 'object' ? null : value;
  };
}
