import { readFileSync } from 'node:fs';
import writeFileAtomic from 'write-file-atomic';
import * as z from 'zod';
import { errorCode, explainDisk } from '../domain/operator-error.ts';
import { UPDATE_NOTE } from './own-files.ts';

const shape = z.object({ told_run: z.int().min(0) });

// Up to which run all was told that is told once stands in a file beside the dataset, so that nothing is lost where an
// update is killed.

/** Notes that all up to a run was told. Throws an `OperatorError` where that cannot be written. */
export function noteToldRun(database: string, run: number): void {
  const file = fileOf(database);
  try {
    writeFileAtomic.sync(file, `${JSON.stringify({ told_run: run })}\n`);
  } catch (error) {
    throw explainDisk('note of the last update', file, error);
  }
}

/**
 * Up to which run was told of: none where nothing is noted, so that the first update tells of all there is. A dataset
 * that was built anew counts its runs from the beginning again; what `latest` and those before it found is then noted
 * as told. Throws an `OperatorError` where the note cannot be read or written.
 */
export function capToldRun(database: string, latest: number): number {
  const noted = readNoted(fileOf(database));
  // of another dataset: what this one finds from now on has higher numbers
  if (noted > latest) noteToldRun(database, latest);
  return Math.min(noted, latest);
}

function fileOf(database: string): string {
  return database + UPDATE_NOTE;
}

/** A note that cannot be understood is none: told twice is better than not at all. */
function readNoted(file: string): number {
  try {
    return shape.parse(JSON.parse(readFileSync(file, 'utf8'))).told_run;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError || errorCode(error) === 'ENOENT')
      return 0;
    throw explainDisk('note of the last update', file, error);
  }
}
