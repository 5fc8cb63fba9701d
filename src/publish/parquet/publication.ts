import { join } from 'node:path';
import { OperatorError } from '../../domain/operator-error.ts';
import { packageFile } from '../../domain/package-file.ts';
import { readDataset } from '../../store/dataset.ts';
import { versionOf } from '../../store/query/view.ts';
import { type PublishedVersion, publishVersion, type WarehouseOptions } from '../publish-version.ts';
import { areIntact } from '../version-folder.ts';
import { budgetsFingerprint, schemaFingerprint } from '../warehouse/published-tables.ts';
import { type ParquetManifest, readParquetManifest } from './manifest.ts';
import type { ThreadWriting, WritingTask } from './writing-thread.ts';

/** The heap of the thread that writes. With more, it collects garbage later and takes twice the memory. */
const HEAP = { maxOldGenerationSizeMb: 224, maxYoungGenerationSizeMb: 24 };

export type PublishedParquet = PublishedVersion<ParquetManifest>;

/** Writes a dataset as Parquet files into a folder, and then points to them. */
export function publishParquet(options: WarehouseOptions): Promise<PublishedParquet> {
  const { database, programVersion, budgets } = options;
  return publishVersion(options, {
    kind: 'parquet',
    versionOf: ({ dataset_version }) => dataset_version,
    read: readParquetManifest,
    isCurrent: (folder, name, manifest) => {
      const version = readDataset(database, versionOf);
      const isSame =
        manifest.dataset_version === version &&
        manifest.schema_sha256 === schemaFingerprint() &&
        manifest.budgets_sha256 === budgetsFingerprint(budgets);
      return isSame && areIntact(join(folder, name), manifest.files);
    },
    write: (folder, createdAt) => writeInThread({ database, folder, programVersion, createdAt, budgets }),
  });
}

async function writeInThread(task: WritingTask): Promise<ParquetManifest> {
  const { Tinypool } = await import('tinypool');
  const pool = new Tinypool({
    filename: packageFile('dist/publish/parquet/writing-thread.js'),
    runtime: 'worker_threads',
    minThreads: 0,
    maxThreads: 1,
    resourceLimits: HEAP,
  });
  try {
    const writing: ThreadWriting = await pool.run(task);
    if ('manifest' in writing) return writing.manifest;
    throw new OperatorError(writing.refusal.message, writing.refusal.exitCode);
  } finally {
    await pool.destroy();
  }
}
