import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { MACHINE, messageOf, OperatorError } from '../domain/operator-error.ts';
import { sha256Hex } from '../domain/text/sha256.ts';
import { syncToDisk } from '../files/sync-to-disk.ts';
import { STATES } from '../states/index.ts';
import { isDamage } from '../store/database-file.ts';
import {
  copyDataset,
  type Dataset,
  explain,
  findDamage,
  openForReading,
  readDataset,
  schemaVersionOf,
} from '../store/dataset.ts';
import { readStateStatus } from '../store/query/dataset-status.ts';
import { openReader } from '../store/query/view.ts';
import { type PublishedVersion, type PublishOptions, publishVersion } from './publish-version.ts';
import { hashFile, MANIFEST, readManifest, unusable } from './version-folder.ts';

const DATASET = 'dataset.sqlite';

const manifestShape = z.strictObject({
  format: z.literal(1),
  sha256: sha256Hex,
  bytes: z.int(),
  schema_version: z.int(),
  data_version: z.string(),
  program_version: z.string(),
  created_at: z.iso.datetime(),
  reports: z.int(),
  revisions: z.int(),
  states: z.array(
    z.strictObject({
      state: z.string(),
      jurisdictions: z.int(),
      datapoints: z.int(),
      first_month: z.string().nullable(),
      last_month: z.string().nullable(),
    }),
  ),
});

/** Describes a snapshot. The names are those of its JSON file. Months are `YYYY-MM`; null if there is none. */
export type SnapshotManifest = z.output<typeof manifestShape>;

export type PublishedSnapshot = PublishedVersion<SnapshotManifest>;

export function snapshotPath(folder: string, name: string): string {
  return join(folder, name, DATASET);
}

export function readSnapshotManifest(folder: string, name: string): SnapshotManifest {
  return readManifest(folder, name, manifestShape);
}

/** Copies a dataset into a folder, checks the copy, and then points to it. */
export function publishSnapshot(options: PublishOptions): Promise<PublishedSnapshot> {
  const { database, programVersion } = options;
  return publishVersion(options, {
    kind: 'snapshots',
    versionOf: ({ data_version }) => data_version,
    read: readSnapshotManifest,
    isCurrent: async (folder, name, { data_version, schema_version }) => {
      const now = readDataset(database, (dataset) => [
        openReader(dataset).version(),
        schemaVersionOf(dataset),
      ]);
      if (now[0] !== data_version || now[1] !== schema_version) return false;
      return isUsable(folder, name);
    },
    write: async (folder, createdAt) => {
      const copy = join(folder, DATASET);
      const described = copyAndDescribe(database, copy);
      const identity = { format: 1, sha256: await hashFile(copy), bytes: statSync(copy).size } as const;
      const made = { program_version: programVersion, created_at: createdAt };
      const manifest: SnapshotManifest = { ...identity, ...described, ...made };
      const path = join(folder, MANIFEST);
      writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
      for (const written of [copy, path, folder]) syncToDisk(written);
      return manifest;
    },
  });
}

/** Opens a snapshot after checking its bytes against its manifest. Throws an `OperatorError` if they differ. */
export async function openSnapshot(folder: string, name: string): Promise<Dataset> {
  const path = snapshotPath(folder, name);
  const { bytes, sha256 } = readSnapshotManifest(folder, name);
  try {
    const { size } = statSync(path);
    if (size !== bytes) throw unusable(path, `The file has ${size} of ${bytes} bytes.`);
    if ((await hashFile(path)) !== sha256)
      throw unusable(path, 'The file is not the one that was published.');
  } catch (error) {
    throw error instanceof OperatorError ? error : unusable(path, messageOf(error));
  }
  return openForReading(path);
}

async function isUsable(folder: string, name: string): Promise<boolean> {
  try {
    (await openSnapshot(folder, name)).close();
    return true;
  } catch (error) {
    if (error instanceof OperatorError) return false;
    throw error;
  }
}

function copyAndDescribe(database: string, copy: string) {
  const dataset = openForReading(database);
  try {
    copyDataset(dataset, copy);
  } catch (error) {
    throw isDamage(error) ? explain(database, error) : error;
  } finally {
    dataset.close();
  }
  return readDataset(copy, (copied) => {
    const [fault] = findDamage(copied);
    if (fault) throw new OperatorError(`Cannot publish ${database}. ${fault}`, MACHINE);
    return describeDataset(copied);
  });
}

/** Describes the content of a dataset for its manifest. */
function describeDataset(dataset: Dataset) {
  const count = (sql: string) => Number(dataset.sqlite.prepare(sql).pluck().get());
  return {
    schema_version: schemaVersionOf(dataset),
    data_version: openReader(dataset).version(),
    reports: count('SELECT count(*) FROM report WHERE withdrawn_at IS NULL'),
    revisions: count('SELECT count(*) FROM revision'),
    states: STATES.map((one) => {
      const { state, jurisdictions, datapoints, first_month, last_month } = readStateStatus(dataset, one);
      const places = Object.values(jurisdictions).reduce((sum, number) => sum + number, 0);
      return { state, jurisdictions: places, datapoints, first_month, last_month };
    }),
  };
}
