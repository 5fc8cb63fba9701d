import { type DatasetView, runOfVersion } from '../store/query/view.ts';
import { Refusal } from './http/errors.ts';

/**
 * Returns the run that made a version; `null` if the client names no version. Throws a `Refusal` if the dataset does
 * not come from that version, because the client could not learn what was removed since.
 */
export function runBehind({ dataset }: DatasetView, version: string | undefined): number | null {
  if (version === undefined) return null;
  const run = runOfVersion(dataset, version);
  if (run !== null) return run;
  const fault =
    'The dataset does not come from this version, or no longer knows it. Fetch everything again, then use the new Dataset-Version.';
  throw new Refusal(422, `since_version: ${fault}`, { since_version: [fault] });
}
