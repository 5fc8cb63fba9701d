import type { Budget } from '../../domain/allocation.ts';
import { errorCode, MACHINE, OperatorError } from '../../domain/operator-error.ts';
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
  lockPublications,
  type PostgresClient,
  shownAddress,
} from './connection.ts';
import {
  type LoadedVersion,
  listLoaded,
  type Removal,
  readInService,
  removeVersions,
  requireStableSchema,
  type VersionNote,
} from './loaded-versions.ts';
import { findDifference, loadedTables, loadVersion, type VersionFacts } from './loading.ts';
import { STABLE_SCHEMA, switchViews } from './stable-views.ts';

const MISSING_TABLE = '42P01';

export interface PublishedTables extends Removal {
  /** Server and database, without the password. */
  address: string;
  schema: string;
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
  /** How long to wait for readers that hold a view. Default: a minute. */
  patienceMs?: number;
  /** How long to wait for a server that neither sends nor takes anything. Default: five minutes. */
  longestSilenceMs?: number;
  /** The registered budgets. Default: none. */
  budgets?: readonly Budget[];
  /** The tables of records. Default: those of all records. */
  tables?: readonly RecordTable[];
}

/**
 * Loads a dataset into a schema of its own in a PostgreSQL database, points the views of `sales_tax` to it, and removes
 * the version before. If this throws an `OperatorError`, the version in service stays as it is.
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
  const budgets_sha256 = budgetsFingerprint(options.budgets);
  await requireStableSchema(client);
  const version = openReader(dataset).version();
  const published = { address: shownAddress(client), dataset_version: version };
  const loaded = await listLoaded(client);
  const inService = loaded.get((await readInService(client)) ?? '') ?? null;
  // what a publication left that could not switch to its version
  const left = [...loaded.values()].flatMap((one) => (one && one !== inService ? [one] : []));
  const cleaned = await removeVersions(client, left);
  const isSame = inService?.budgets_sha256 === budgets_sha256;
  if (inService && isSame && (await isCurrent(client, dataset, inService, records)))
    return { ...published, schema: inService.schema, isNew: false, ...cleaned };
  const schema = freeSchema(version, await listLoaded(client));
  const facts: VersionFacts = {
    dataset_version: version,
    schema_name: schema,
    schema_sha256: schemaFingerprint(records),
    budgets_sha256,
    program_version: options.programVersion,
    published_at: options.now().toISOString(),
  };
  const tables = loadedTables(facts, records);
  requireSound(dataset);
  const note: VersionNote = {
    dataset_version: version,
    schema_sha256: facts.schema_sha256,
    budgets_sha256,
    tables: tables.map(({ name }) => name),
  };
  await loadVersion(client, dataset, { schema, tables, note: JSON.stringify(note) });
  await switchViews(client, schema, tables, options.patienceMs);
  const { removed, kept } = await removeVersions(client, inService ? [inService] : []);
  return {
    ...{ ...published, schema, isNew: true },
    removed: [...cleaned.removed, ...removed],
    kept: [...cleaned.kept, ...kept],
  };
}

/** Whether the loaded version has what the dataset has now, row by row and sum by sum. */
async function isCurrent(
  client: PostgresClient,
  dataset: Dataset,
  { schema, dataset_version, schema_sha256 }: LoadedVersion,
  records: readonly RecordTable[],
): Promise<boolean> {
  if (dataset_version !== openReader(dataset).version() || schema_sha256 !== schemaFingerprint(records))
    return false;
  const facts = {
    dataset_version,
    schema_sha256,
    schema_name: schema,
    budgets_sha256: '',
    program_version: '',
    published_at: '',
  };
  try {
    return (await findDifference(client, dataset, { schema, tables: loadedTables(facts, records) })) === null;
  } catch (error) {
    if (errorCode(error) === MISSING_TABLE) return false;
    throw error;
  }
}

function requireSound(dataset: Dataset): void {
  const [fault] = findDamage(dataset);
  if (fault) throw new OperatorError(`Cannot publish ${dataset.file}. ${fault}`, MACHINE);
}

/** A loaded schema never changes, so a version that is loaded again gets another name. */
function freeSchema(version: string, taken: ReadonlyMap<string, unknown>): string {
  const first = `${STABLE_SCHEMA}_${version.replaceAll(/[^0-9a-z]/g, '_')}`;
  let name = first;
  for (let number = 2; taken.has(name); number += 1) name = `${first}_${number}`;
  return name;
}
