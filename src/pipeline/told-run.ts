import { readFileSync } from 'node:fs';
import writeFileAtomic from 'write-file-atomic';
import * as z from 'zod';
import { errorCode, explainDisk } from '../domain/operator-error.ts';

const shape = z.object({ told_run: z.int().min(0) });

/**
 * Up to which run the warnings of a dataset were told of: a file beside it, so that none is lost where an update is
 * killed.
 */
export interface ToldRun {
  /** The number of the run; of those before it was told as well. */
  run: number;
  /** Notes that the warnings up to a run were told of. Throws an `OperatorError` where that cannot be written. */
  note(run: number): void;
}

/**
 * Reads up to which run was told of: none where nothing is noted, so that the first update tells of all there is.
 * A dataset that was built anew counts its runs from the beginning again; what `latest` and those before it found is
 * then taken as known.
 */
export function openToldRun(database: string, latest: number): ToldRun {
  const file = `${database}.update.json`;
  const note = (run: number) => {
    try {
      writeFileAtomic.sync(file, `${JSON.stringify({ told_run: run })}\n`);
    } catch (error) {
      throw explainDisk('note of the last update', file, error);
    }
  };
  const noted = readNoted(file);
  // of another dataset: what this one finds from now on has higher numbers
  if (noted > latest) note(latest);
  return { run: Math.min(noted, latest), note };
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
