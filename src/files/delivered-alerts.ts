import { readFileSync } from 'node:fs';
import writeFileAtomic from 'write-file-atomic';
import * as z from 'zod';
import { errorCode, explainDisk } from '../domain/operator-error.ts';
import { UPDATE_NOTE } from './own-files.ts';

const shape = z.object({ told_run: z.int().min(0) });

// A file beside the dataset stores the last run whose one-time alerts were delivered. So no alert is lost if an
// update is killed.

/** Stores the last run whose alerts were delivered. Throws an `OperatorError` if the file cannot be written. */
export function writeDeliveredRun(database: string, run: number): void {
  const file = fileOf(database);
  try {
    writeFileAtomic.sync(file, `${JSON.stringify({ told_run: run })}\n`);
  } catch (error) {
    throw explainDisk('note of delivered alerts', file, error);
  }
}

/**
 * Returns the last run whose alerts were delivered; 0 if no file exists, so that the first update reports everything.
 * A rebuilt dataset counts its runs from 1 again: then `latest` is stored and returned.
 * Throws an `OperatorError` if the file cannot be read or written.
 */
export function capToldRun(database: string, latest: number): number {
  const noted = readNoted(fileOf(database));
  // the file belongs to an earlier dataset at this path
  if (noted > latest) writeDeliveredRun(database, latest);
  return Math.min(noted, latest);
}

function fileOf(database: string): string {
  return database + UPDATE_NOTE;
}

/** Treats a damaged file as absent: to deliver an alert twice is better than never. */
function readNoted(file: string): number {
  try {
    return shape.parse(JSON.parse(readFileSync(file, 'utf8'))).told_run;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError || errorCode(error) === 'ENOENT')
      return 0;
    throw explainDisk('note of delivered alerts', file, error);
  }
}
