import { namedAllocationRows } from '../../../src/publish/warehouse/published-tables.ts';
import { stateOf } from '../../../src/states/index.ts';
import type { DatapointFilter } from '../../../src/store/query/datapoints.ts';
import { readView } from '../datasets/read-view.ts';

/** Some columns of a state's datapoints, as an export has them. */
export function exportedRows(
  database: string,
  state: string,
  filter: Partial<DatapointFilter>,
  names: readonly string[],
) {
  return readView(database, (view) => {
    const everything = { jurisdictionIds: null, type: null, from: null, to: null };
    const { columns, rows } = namedAllocationRows(view, stateOf(state), { ...everything, ...filter });
    const shown = names.map((name) => columns.findIndex((column) => column.name === name));
    return Array.from(rows(), (row) => shown.map((at) => row[at]));
  });
}
