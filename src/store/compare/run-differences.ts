import type { Dataset } from '../dataset.ts';
import { digestOfSummary, openRunDigests } from '../write/run-digest.ts';

interface SealedRun {
  id: number;
  command: string;
  finished_at: string;
  summary: string;
  digest: string | null;
  summary_digest: string | null;
}

/** What `forget` leaves of the summary of an old run. */
const SHORTENED = '{}';

/** Lists the runs whose record, summary or revisions are not as the run wrote them. */
export function* findChangedRuns(dataset: Dataset): Generator<string> {
  const { sqlite } = dataset;
  const { digestOf } = openRunDigests(dataset);
  const runs = sqlite.prepare<[], SealedRun>(
    'SELECT id, command, finished_at, summary, digest, summary_digest FROM run ORDER BY id',
  );
  for (const { id, command, finished_at, summary, digest, summary_digest } of runs.all()) {
    const name = `run ${id} (${command}, ${finished_at})`;
    if (digest === null) yield `No digest is stored for ${name}`;
    else if (digest !== digestOf(id)) yield `The record or the revisions of ${name} were changed later`;
    const isShortened = summary_digest === null && summary === SHORTENED;
    if (!isShortened && summary_digest !== digestOfSummary(summary))
      yield `The summary of ${name} was changed later`;
  }
  yield* findMissingRuns(dataset);
}

/** No run removes the newest one; older runs may be forgotten. */
function* findMissingRuns({ sqlite }: Dataset): Generator<string> {
  const newest = Number(sqlite.prepare('SELECT max(id) FROM run').pluck().get());
  const last = Number(
    sqlite.prepare("SELECT max(seq) FROM sqlite_sequence WHERE name = 'run'").pluck().get() ?? 0,
  );
  if (newest !== last) yield `Run ${last}, the newest one, is not stored`;
}
