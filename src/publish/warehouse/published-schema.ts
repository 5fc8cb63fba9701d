import { hash } from 'node:crypto';
import { UNIT_NAMES } from '../../records/files/file-table.ts';
import { STATES } from '../../states/index.ts';
import { columnsOfStates } from './allocation-columns.ts';
import { type PublishedColumn, sqlType } from './published-column.ts';
import { type RecordTable, recordTables } from './record-tables.ts';

/** A column as a manifest and the documents describe it. */
export interface DescribedColumn {
  name: string;
  /** SQL type. */
  type: string;
  /** `null` if the values need none. */
  unit: string | null;
  meaning: string;
}

/** The columns of every published table, by table. */
export function describeSchema(
  tables: readonly RecordTable[] = recordTables(),
): Record<string, DescribedColumn[]> {
  return {
    allocation: columnsOfStates().map(describeColumn),
    ...Object.fromEntries(tables.map(({ name, columns }) => [name, columns.map(describeColumn)])),
  };
}

function describeColumn({ name, content, meaning }: PublishedColumn): DescribedColumn {
  return { name, type: sqlType(content), unit: UNIT_NAMES[content], meaning };
}

/** Changes when a state, a table or a column of the published schema changes. */
export function schemaFingerprint(tables: readonly RecordTable[] = recordTables()): string {
  return hash('sha256', JSON.stringify([STATES.map(({ code }) => code), describeSchema(tables)]));
}
