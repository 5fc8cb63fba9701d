import { hash } from 'node:crypto';
import { STATES } from '../../states/index.ts';
import { columnsOfStates } from './allocation-columns.ts';
import { DECIMALS, PRECISION, type PublishedColumn, UNIT_NAMES } from './published-column.ts';
import { STANDING_TABLES } from './standing-tables.ts';

/** A column as a manifest and the documents describe it. */
export interface DescribedColumn {
  name: string;
  /** SQL type. */
  type: string;
  /** `null` if the values need none. */
  unit: string | null;
  meaning: string;
}

/** The SQL types of contents, as PostgreSQL names them. */
export function sqlType(content: PublishedColumn['content']): string {
  const places = DECIMALS[content];
  if (places !== undefined) return `numeric(${PRECISION},${places})`;
  if (content === 'month') return 'date';
  if (content === 'time') return 'timestamptz';
  return content === 'number' ? 'bigint' : 'text';
}

export function describeColumns(columns: readonly PublishedColumn[]): DescribedColumn[] {
  return columns.map(({ name, content, meaning }) => ({
    name,
    type: sqlType(content),
    unit: UNIT_NAMES[content],
    meaning,
  }));
}

/** The columns of every published table, by table. */
export function describeSchema(): Record<string, DescribedColumn[]> {
  return {
    allocation: describeColumns(columnsOfStates()),
    ...Object.fromEntries(STANDING_TABLES.map(({ name, columns }) => [name, describeColumns(columns)])),
  };
}

/** Changes when a state, a table or a column of the published schema changes. */
export function schemaFingerprint(): string {
  return hash('sha256', JSON.stringify([STATES.map(({ code }) => code), describeSchema()]));
}
