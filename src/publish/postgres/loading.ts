import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { StoredValue } from '../../records/description.ts';
import { UNIT_NAMES } from '../../records/files/file-table.ts';
import { STATES } from '../../states/index.ts';
import type { Dataset } from '../../store/dataset.ts';
import { DECIMALS, decimalText, type PublishedColumn, sqlType } from '../warehouse/published-columns.ts';
import { allocationTable, type PublishedTable, type RecordTable } from '../warehouse/published-tables.ts';
import type { PostgresClient } from './connection.ts';

const { escapeIdentifier, escapeLiteral } = pg;

const ROWS_AT_ONCE = 500;
/** Characters that mean something else in the text format of COPY. */
const SPECIAL = /[\\\n\r\t]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** What `sales_tax.dataset` says about a version. */
export interface VersionFacts {
  dataset_version: string;
  schema_name: string;
  schema_sha256: string;
  budgets_sha256: string;
  program_version: string;
  published_at: string;
}

const FACTS: Readonly<Record<keyof VersionFacts, string>> = {
  dataset_version: 'The version of the dataset. It changes with every run that changes a figure',
  schema_name: 'The schema with the tables',
  schema_sha256: 'Changes with the tables and columns',
  budgets_sha256: 'Changes with the registered budgets',
  program_version: 'The program that published it',
  published_at: 'When it was published',
};

export function loadedTables(facts: VersionFacts, records: readonly RecordTable[]): PublishedTable[] {
  return [...records, ...STATES.map((state) => allocationTable(state)), datasetTable(facts)];
}

/** One row that says which version it is. */
function datasetTable(facts: VersionFacts): PublishedTable {
  const names = Object.keys(FACTS) as (keyof VersionFacts)[];
  return {
    name: 'dataset',
    meaning: 'The version in service. One row',
    columns: names.map((name) => ({
      ...{ name, isRequired: true, meaning: FACTS[name] },
      content: name === 'published_at' ? 'time' : 'text',
    })),
    key: ['dataset_version'],
    indexes: [],
    rows: () => [names.map((name) => facts[name])].values(),
    totals: () => null,
  };
}

/** The tables in service, in their schema. */
export interface LoadedSchema {
  schema: string;
  tables: readonly PublishedTable[];
}

/** Creates the tables of a new schema, without rows. */
export async function createTables(client: PostgresClient, { schema, tables }: LoadedSchema): Promise<void> {
  await client.query(`CREATE SCHEMA ${escapeIdentifier(schema)}`);
  for (const table of tables) await client.query(definition(nameIn(schema, table), table));
}

/**
 * Replaces the rows of all tables. Readers wait for nothing: they see the rows before until the transaction ends. Throws
 * if rows or sums differ from the dataset.
 */
export async function replaceRows(
  client: PostgresClient,
  dataset: Dataset,
  { schema, tables }: LoadedSchema,
): Promise<void> {
  for (const table of tables) {
    const name = nameIn(schema, table);
    await client.query(`DELETE FROM ${name}`);
    await copyRows(client, name, table.columns, table.rows(dataset));
    await client.query(`ANALYZE ${name}`);
  }
  const fault = await findDifference(client, dataset, { schema, tables });
  if (fault !== null) throw new Error(fault);
}

function nameIn(schema: string, { name }: Pick<PublishedTable, 'name'>): string {
  return `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
}

function columnDefinition({ name, content, isRequired }: PublishedColumn): string {
  return `${escapeIdentifier(name)} ${sqlType(content)}${isRequired ? ' NOT NULL' : ''}`;
}

/** A table with its key, indexes and comments. */
function definition(name: string, { columns, key, indexes, meaning }: PublishedTable): string {
  const list = (names: readonly string[]) => names.map(escapeIdentifier).join(', ');
  return [
    `CREATE TABLE ${name} (${columns.map(columnDefinition).join(', ')}, PRIMARY KEY (${list(key)}))`,
    ...indexes.map((indexed) => `CREATE INDEX ON ${name} (${list(indexed)})`),
    `COMMENT ON TABLE ${name} IS ${escapeLiteral(`${meaning}.`)}`,
    ...columnComments(name, columns),
  ].join('; ');
}

/** The comments on the columns of a table or view: meaning and unit. */
export function columnComments(name: string, columns: readonly PublishedColumn[]): string[] {
  return columns.map((column) => {
    const unit = UNIT_NAMES[column.content];
    const text = unit === null ? `${column.meaning}.` : `${column.meaning}. Unit: ${unit}.`;
    return `COMMENT ON COLUMN ${name}.${escapeIdentifier(column.name)} IS ${escapeLiteral(text)}`;
  });
}

async function copyRows(
  client: PostgresClient,
  name: string,
  columns: readonly PublishedColumn[],
  rows: Iterable<readonly StoredValue[]>,
): Promise<void> {
  const lines = function* () {
    let together: string[] = [];
    for (const row of rows) {
      together.push(`${columns.map(({ content }, at) => cellOf(row[at] ?? null, content)).join('\t')}\n`);
      if (together.length < ROWS_AT_ONCE) continue;
      yield together.join('');
      together = [];
    }
    if (together.length > 0) yield together.join('');
  };
  await pipeline(Readable.from(lines()), client.query(copyFrom(`COPY ${name} FROM STDIN`)));
}

function cellOf(value: StoredValue, content: PublishedColumn['content']): string {
  if (value === null) return '\\N';
  if (typeof value !== 'string')
    return DECIMALS[content] === undefined ? String(value) : decimalText(value, content);
  // PostgreSQL cannot store the character 0
  const text = value.replaceAll('\0', '\ufffd');
  return text.replace(SPECIAL, (character) => ESCAPES[character] ?? character);
}

/** The first table whose rows or sums of amounts differ from the dataset, in words; `null` if all agree. */
export async function findDifference(
  client: PostgresClient,
  dataset: Dataset,
  { schema, tables }: LoadedSchema,
): Promise<string | null> {
  for (const table of tables) {
    const expected = table.totals(dataset);
    if (!expected) continue;
    const name = nameIn(schema, table);
    const sums = Object.entries(expected.sums);
    const selected = sums.map(([sum]) => `coalesce(sum(${escapeIdentifier(sum)}), 0.00)::text`);
    const { rows } = await client.query<string[]>({
      text: `SELECT ${['count(*)::text', ...selected].join(', ')} FROM ${name}`,
      rowMode: 'array',
    });
    const found = rows[0] ?? [];
    const wanted = [String(expected.rows), ...sums.map(([, sum]) => decimalText(sum, 'amount'))];
    const at = wanted.findIndex((value, index) => found[index] !== value);
    if (at < 0) continue;
    return `${name} differs from the dataset: ${sums[at - 1]?.[0] ?? 'rows'} ${found[at]} instead of ${wanted[at]}`;
  }
  return null;
}
