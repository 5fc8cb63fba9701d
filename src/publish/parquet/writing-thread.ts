import { explainDisk, OperatorError } from '../../domain/operator-error.ts';
import type { ParquetManifest } from './manifest.ts';
import { type WritingTask, writeVersion } from './version-files.ts';

/** What was written, or why not. Errors lose their class on the way out of a thread. */
export type ThreadWriting =
  | { manifest: ParquetManifest }
  | { refusal: { message: string; exitCode: number } };

/** Writes the Parquet files of one version in a thread. */
export default async function write(task: WritingTask): Promise<ThreadWriting> {
  try {
    return { manifest: await writeVersion(task) };
  } catch (error) {
    const explained = explainDisk('publication folder', task.folder, error);
    if (!(explained instanceof OperatorError)) throw error;
    return { refusal: { message: explained.message, exitCode: explained.exitCode } };
  }
}
