import * as z from 'zod';
import type { Dataset } from '../../store/dataset.ts';
import { type DatasetView, EMPTY_VERSION, runOfVersion } from '../../store/query/view.ts';
import type { AskedVersion, Moment } from './filter.ts';
import { WrongFilter } from './wrong-filter.ts';

/** Means the moment before the newest run that changed anything. */
export const LAST = 'last';

export function isDate(text: string): boolean {
  return z.iso.date().safeParse(text).success;
}

/**
 * The version that a client names, with its run. Throws a `WrongFilter` if the dataset does not come from that version,
 * because the client could not learn what was removed since.
 */
export function askedVersion({ dataset }: DatasetView, version: string): AskedVersion {
  const run = runOfVersion(dataset, version);
  if (run !== null) return { version, run };
  const fault =
    'The dataset does not come from this version, or no longer knows it. Fetch everything again, then use the new Dataset-Version.';
  throw new WrongFilter('since_version', [fault]);
}

/** The moment that a command names: a date, a version, or `last`. Throws a `WrongFilter` for an unknown version. */
export function askedMoment({ dataset }: DatasetView, text: string): Moment {
  if (text.toLowerCase() === LAST) return momentBeforeNewest(dataset);
  if (isDate(text)) return momentBefore(dataset, text);
  const run = runOfVersion(dataset, text);
  if (run !== null) return { run, version: text };
  const fault = `The dataset does not come from the version ${text}, or no longer knows it. Give a date instead, such as 2026-11-01.`;
  throw new WrongFilter('since', [fault]);
}

/** The moment before the newest run that changed anything. */
export function momentBeforeNewest(dataset: Dataset): Moment {
  const newest = dataset.sqlite
    .prepare<[], number | null>('SELECT max(id) FROM run WHERE dataset_version IS NOT NULL')
    .pluck()
    .get();
  return momentAfter(dataset, newest ? newest - 1 : 0);
}

/** The moment before the first run that finished on a date (`YYYY-MM-DD`, UTC) or later. */
export function momentBefore(dataset: Dataset, date: string): Moment {
  const last = dataset.sqlite
    .prepare<[string], number | null>('SELECT max(id) FROM run WHERE finished_at < ?')
    .pluck()
    .get(date);
  return momentAfter(dataset, last ?? 0);
}

/** The moment after a run. Its version is `null` if no run that the dataset knows made it. */
function momentAfter({ sqlite }: Dataset, run: number): Moment {
  const version = sqlite
    .prepare<[number], string>(
      'SELECT dataset_version FROM run WHERE id <= ? AND dataset_version IS NOT NULL ORDER BY id DESC LIMIT 1',
    )
    .pluck()
    .get(run);
  return { run, version: version ?? (run === 0 ? EMPTY_VERSION : null) };
}
