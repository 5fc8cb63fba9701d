import type { ReportKindName } from '../../domain/report.ts';
import { nameFew } from '../../domain/text/wording.ts';
import { emptyFeeds, groupFailures } from '../fetched-units.ts';
import type { Notice, UpdateOutcome } from './notice.ts';

/** Failed downloads. A unit that is not ready counts only if its kind is overdue or was never loaded. */
export function fetchFailures({ units, fetchFailure, absence, kindsLoaded }: UpdateOutcome): Notice {
  if (fetchFailure !== null)
    return { summary: `the download failed: ${fetchFailure}`, details: [fetchFailure] };
  const isLate = (kind: ReportKindName | null) =>
    kind === null ||
    !kindsLoaded.has(kind) ||
    absence.expected.some((period) => period.kind === kind && period.overdue);
  const failed = units.flatMap(({ failure, ...unit }) =>
    failure !== null && (!unit.isNotReady || isLate(unit.kind)) ? [{ ...unit, failure }] : [],
  );
  const empty = emptyFeeds(units, kindsLoaded);
  return {
    summary: `not downloaded: ${nameFew([...empty, ...failed.map(({ feed, unit }) => `${feed} ${unit}`)])}`,
    details: [
      ...empty.map(
        (feed) => `${feed}: The portal sent no rows. Check month_field and month_filter of the feed.`,
      ),
      ...groupFailures(failed).map(({ name, failure }) => `${name}: ${failure}`),
    ],
  };
}
