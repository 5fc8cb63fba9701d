import { STATES } from '../../states/index.ts';
import type { Dataset } from '../../store/dataset.ts';
import { columnsOfState, DATAPOINT_KEY } from '../warehouse/allocation-columns.ts';
import type { PublishedColumn } from '../warehouse/published-column.ts';
import {
  type PublishedRows,
  readAllocationRows,
  type Totals,
  totalsOf,
} from '../warehouse/published-rows.ts';
import type { RecordTable } from '../warehouse/record-tables.ts';

/** A table of a version in PostgreSQL. */
export interface LoadedTable {
  name: string;
  /** A sentence without its full stop. */
  meaning: string;
  columns: readonly PublishedColumn[];
  key: readonly string[];
  /** The columns of each further index. */
  indexes: readonly (readonly string[])[];
  rows(dataset: Dataset): PublishedRows;
  /** What the dataset has. `null` if the table has no counterpart to count. */
  totals(dataset: Dataset): Totals | null;
}

/** What `sales_tax.dataset` says about a version. */
export interface VersionFacts {
  dataset_version: string;
  schema_name: string;
  schema_sha256: string;
  program_version: string;
  published_at: string;
}

const FACTS: Readonly<Record<keyof VersionFacts, string>> = {
  dataset_version: 'The version of the dataset. It changes with every run that changes a figure',
  schema_name: 'The schema with the tables of this version',
  schema_sha256: 'Changes with the tables and columns',
  program_version: 'The program that published it',
  published_at: 'When it was published',
};

/** The name of the table of a state's datapoints. */
export function allocationTableName(code: string): string {
  return `${code}_allocation`;
}

/** The tables of one version. */
export function loadedTables(facts: VersionFacts, tables: readonly RecordTable[]): LoadedTable[] {
  const allocations = STATES.map((state): LoadedTable => {
    const columns = columnsOfState(state);
    return {
      name: allocationTableName(state.code),
      meaning: `Datapoints of ${state.name}: one jurisdiction in one month`,
      columns,
      key: DATAPOINT_KEY,
      indexes: [[...DATAPOINT_KEY].reverse()],
      rows: (dataset) => readAllocationRows(dataset, state, columns),
      totals: (dataset) => totalsOf(dataset, state),
    };
  });
  const records = tables.map(
    (table): LoadedTable => ({ ...table, totals: (dataset) => ({ rows: table.count(dataset), sums: {} }) }),
  );
  return [...records, ...allocations, datasetTable(facts)];
}

/** One row that says which version it is. */
function datasetTable(facts: VersionFacts): LoadedTable {
  const columns = Object.entries(FACTS).map(([name, meaning]) => ({
    name,
    content: name === 'published_at' ? ('time' as const) : ('text' as const),
    isRequired: true,
    meaning,
  }));
  const values = [
    facts.dataset_version,
    facts.schema_name,
    facts.schema_sha256,
    facts.program_version,
    facts.published_at,
  ];
  return {
    name: 'dataset',
    meaning: 'The version in service. One row',
    columns,
    key: ['dataset_version'],
    indexes: [],
    rows: () => [values].values(),
    totals: () => null,
  };
}
