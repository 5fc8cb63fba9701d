import { type DatasetView, runOfVersion } from '../store/query/view.ts';
import { Refusal } from './http/errors.ts';

/**
 * The run that made the version a client asks from, `null` where it names none. Throws a `Refusal` where the dataset
 * does not come from it: what is gone since, nobody could tell the client.
 */
export function runBehind({ dataset }: DatasetView, version: string | undefined): number | null {
  if (version === undefined) return null;
  const run = runOfVersion(dataset, version);
  if (run !== null) return run;
  const fault =
    'the dataset does not come from this version, or has forgotten it; fetch everything again, and go on from its Dataset-Version';
  throw new Refusal(422, `since_version: ${fault}`, { since_version: [fault] });
}
