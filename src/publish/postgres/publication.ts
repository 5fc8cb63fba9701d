import type { Budget } from '../../domain/allocation.ts';
import { MACHINE, OperatorError } from '../../domain/operator-error.ts';
import { shortHash } from '../../domain/text/short-hash.ts';
import { RECORDS } from '../../records/index.ts';
import { type Dataset, findDamage, openForReading } from '../../store/dataset.ts';
import { openReader } from '../../store/query/view.ts';
import {
  budgetsFingerprint,
  type RecordTable,
  recordTables,
  schemaFingerprint,
} from '../warehouse/published-tables.ts';
import {
  connect,
  explainPostgres,
  inTransaction,
  lockPublications,
  type PostgresClient,
  shownAddress,
} from './connection.ts';
import { createTables, findDifference, loadedTables, replaceRows } from './loading.ts';
import { hasAll, readInService, requireStableSchema, STABLE_SCHEMA, switchViews } from './stable-views.ts';

export interface PublishedTables {
  /** Server and database, without the password. */
  address: string;
  dataset_version: string;
  /** Whether this call put it in service; otherwise it was. */
  isNew: boolean;
}

interface Options {
  database: string;
  /** `postgres://…`; may contain a password. */
  address: string;
  programVersion: string;
  now: () => Date;
  /** How long to wait for a server that neither sends nor takes anything. Default: five minutes. */
  longestSilenceMs?: number;
  /** The registered budgets. Default: none. */
  budgets?: readonly Budget[];
  /** The tables of records. Default: those of all records. */
  tables?: readonly RecordTable[];
}

/**
 * Loads a dataset into the tables of a PostgreSQL database that the views of `sales_tax` show. Tables with other columns
 * get a schema of their own, and the views move to it. If this throws, the version in service stays as it is.
 */
export async function publishPostgres(options: Options): Promise<PublishedTables> {
  const { database, address } = options;
  const dataset = openForReading(database);
  try {
    const client = await connect(address, options.longestSilenceMs);
    try {
      await lockPublications(client);
      return await publishTo(client, dataset, options);
    } catch (error) {
      throw explainPostgres(client, error);
    } finally {
      await client.end().catch(() => undefined);
    }
  } finally {
    dataset.close();
  }
}

async function publishTo(
  client: PostgresClient,
  dataset: Dataset,
  options: Options,
): Promise<PublishedTables> {
  // all tables are of one version, even if a run ends meanwhile
  dataset.sqlite.exec('BEGIN');
  const records = options.tables ?? recordTables(RECORDS, options.budgets);
  await requireStableSchema(client);
  const identity = {
    dataset_version: openReader(dataset).version(),
    schema_sha256: schemaFingerprint(records),
    budgets_sha256: budgetsFingerprint(options.budgets),
  };
  const inService = await readInService(client);
  const isSame = (name: keyof typeof identity) => inService?.[name] === identity[name];
  const before = inService && String(inService.schema_name);
  const tablesIn = (schema: string) => {
    const made = { program_version: options.programVersion, published_at: options.now().toISOString() };
    return { schema, tables: loadedTables({ ...identity, schema_name: schema, ...made }, records) };
  };
  const present =
    before !== null && isSame('schema_sha256') && (await hasAll(client, tablesIn(before)))
      ? tablesIn(before)
      : null;
  const published = { address: shownAddress(client), dataset_version: identity.dataset_version };
  const isCurrent =
    present !== null &&
    isSame('dataset_version') &&
    isSame('budgets_sha256') &&
    (await findDifference(client, dataset, present)) === null;
  if (isCurrent) return { ...published, isNew: false };
  requireSound(dataset);
  const loaded = present ?? tablesIn(await freeSchema(client, identity.schema_sha256));
  await inTransaction(client, async () => {
    if (!present) await createTables(client, loaded);
    await replaceRows(client, dataset, loaded);
    if (!present) await switchViews(client, loaded, before);
  });
  return { ...published, isNew: true };
}

function requireSound(dataset: Dataset): void {
  const [fault] = findDamage(dataset);
  if (fault) throw new OperatorError(`Cannot publish ${dataset.file}. ${fault}`, MACHINE);
}

/** A name for the schema of tables with such columns that no other schema has. */
async function freeSchema(client: PostgresClient, fingerprint: string): Promise<string> {
  const first = `${STABLE_SCHEMA}_${shortHash(fingerprint)}`;
  const { rows } = await client.query<{ name: string }>('SELECT nspname AS name FROM pg_namespace');
  const taken = new Set(rows.map(({ name }) => name));
  let name = first;
  for (let number = 2; taken.has(name); number += 1) name = `${first}_${number}`;
  return name;
}
