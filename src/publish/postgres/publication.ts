import { MACHINE, OperatorError } from '../../domain/operator-error.ts';
import { compareText } from '../../domain/text/compare-text.ts';
import { verifyFile } from '../../pipeline/verify/verify.ts';
import { type Dataset, openForReading } from '../../store/dataset.ts';
import { openReader } from '../../store/query/view.ts';
import { schemaFingerprint } from '../warehouse/published-schema.ts';
import {
  connect,
  explainPostgres,
  lockPublications,
  type PostgresClient,
  shownAddress,
} from './connection.ts';
import { loadedTables, type VersionFacts } from './loaded-tables.ts';
import {
  type KeptVersion,
  type LoadedVersion,
  listLoaded,
  readInService,
  removeVersions,
  type VersionNote,
} from './loaded-versions.ts';
import { loadVersion } from './loading.ts';
import { STABLE_SCHEMA, switchViews } from './stable-views.ts';

export interface PublishedTables {
  /** Server and database, without the password. */
  address: string;
  /** The schema in service. */
  schema: string;
  dataset_version: string;
  /** Whether this call put it in service; otherwise it was. */
  isNew: boolean;
  removed: string[];
  /** Old versions that could not be removed. */
  kept: KeptVersion[];
}

interface Options {
  database: string;
  /** `postgres://…`; may contain a password. */
  address: string;
  /** How many of the newest versions to keep, including the one in service; `null` for all. */
  keep: number | null;
  programVersion: string;
  now: () => Date;
  /** How long to wait for readers that hold a view. Default: a minute. */
  patienceMs?: number;
}

/**
 * Loads a dataset into a schema of its own in a PostgreSQL database, and then points the views of `sales_tax` to it. If
 * this throws an `OperatorError`, the version in service stays as it is.
 */
export async function publishPostgres(options: Options): Promise<PublishedTables> {
  const { database, address } = options;
  const dataset = openForReading(database);
  try {
    const client = await connect(address);
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
  const version = openReader(dataset).version();
  const fingerprint = schemaFingerprint();
  const loaded = await listLoaded(client);
  const inService = await readInService(client);
  const known = [...loaded.values()].find(
    (one) => one?.dataset_version === version && one.schema_sha256 === fingerprint,
  );
  const schema = known?.schema ?? freeSchema(version, loaded);
  const facts: VersionFacts = {
    dataset_version: version,
    schema_name: schema,
    schema_sha256: fingerprint,
    program_version: options.programVersion,
    published_at: options.now().toISOString(),
  };
  const tables = loadedTables(facts);
  if (!known) {
    requireSound(dataset);
    const note: VersionNote = {
      dataset_version: version,
      schema_sha256: fingerprint,
      published_at: facts.published_at,
      tables: tables.map(({ name }) => name),
    };
    await loadVersion(client, dataset, { schema, tables, note: JSON.stringify(note) });
  }
  const isNew = inService !== schema;
  if (isNew) await switchViews(client, schema, tables, options.patienceMs);
  const old = options.keep === null ? [] : oldVersions(await listLoaded(client), schema, options.keep);
  const outcome = await removeVersions(client, old);
  return { address: shownAddress(client), schema, dataset_version: version, isNew, ...outcome };
}

function requireSound(dataset: Dataset): void {
  const [fault] = verifyFile(dataset);
  if (fault) throw new OperatorError(`Cannot publish ${dataset.file}. ${fault.message}`, MACHINE);
}

/** A loaded schema never changes, so a version that is loaded again gets another name. */
function freeSchema(version: string, taken: ReadonlyMap<string, unknown>): string {
  const first = `${STABLE_SCHEMA}_${version.replaceAll(/[^0-9a-z]/g, '_')}`;
  let name = first;
  for (let number = 2; taken.has(name); number += 1) name = `${first}_${number}`;
  return name;
}

/** The versions beyond the newest `keep`, without the one in service. */
function oldVersions(
  loaded: ReadonlyMap<string, LoadedVersion | null>,
  inService: string,
  keep: number,
): LoadedVersion[] {
  return [...loaded.values()]
    .filter((version) => version !== null)
    .filter(({ schema }) => schema !== inService)
    .sort((a, b) => compareText(b.published_at, a.published_at))
    .slice(keep - 1);
}
