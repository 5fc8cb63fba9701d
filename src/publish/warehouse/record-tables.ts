import { flatColumns } from '../../records/description.ts';
import { RECORDS } from '../../records/index.ts';
import { EVERYTHING, type RecordList } from '../../records/list.ts';
import { fileColumn, tableOf } from '../../records/table.ts';
import type { Dataset } from '../../store/dataset.ts';
import { openReader } from '../../store/query/view.ts';
import type { PublishedColumn } from './published-column.ts';
import type { PublishedRows } from './published-rows.ts';

/** A published table of records. */
export interface RecordTable {
  name: string;
  /** The name of its file. */
  plural: string;
  /** A sentence without its full stop. */
  meaning: string;
  columns: readonly PublishedColumn[];
  /** The columns that identify a row. */
  key: readonly string[];
  /** The columns of each further index. */
  indexes: readonly (readonly string[])[];
  rows(dataset: Dataset): PublishedRows;
  count(dataset: Dataset): number;
}

/** The tables of the records whose descriptions say that they are published. */
export function recordTables(records: readonly RecordList[] = RECORDS): RecordTable[] {
  return records.flatMap(({ description, find }) => {
    const { name, one, published } = description;
    if (!published) return [];
    const { key, meaning, indexes = [] } = published;
    const read = (dataset: Dataset) => {
      const view = openReader(dataset).read((present) => present);
      return { view, found: find(view, {}, EVERYTHING) };
    };
    // what lists can leave out is only for some requests
    const shown = flatColumns(description.members).filter(({ isLeftOut }) => !isLeftOut);
    const columns = shown.map(fileColumn);
    const names = columns.map((column) => column.name);
    return {
      ...{ name: one, plural: name, meaning, columns, key, indexes },
      rows: (dataset: Dataset) => {
        const { view, found } = read(dataset);
        return tableOf(description, view, found, names).rows();
      },
      count: (dataset: Dataset) => read(dataset).found.total,
    };
  });
}
