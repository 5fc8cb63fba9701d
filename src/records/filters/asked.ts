import type { DatasetView } from '../../store/query/view.ts';
import type { RecordList } from '../list.ts';
import { completeAsked, type ParsedFilters } from './complete-asked.ts';
import type { Asked, DateSpan, Filters } from './filter.ts';
import { askedMoment, askedVersion } from './versions.ts';

/** Completes what a request of the service asks for. Throws a `WrongFilter` if the dataset does not have it. */
export function checkAsked(list: RecordList, view: DatasetView, parsed: ParsedFilters): Asked<Filters> {
  return completeAsked(list, view, parsed, {
    version: (_, given) => askedVersion(view, `${given}`),
    moment: (_, given) => askedMoment(view, `${given}`),
  });
}

/** Whether the months of a request do not end before they begin. */
export function isSpan({ from, to }: ParsedFilters): boolean {
  return !hasMonth(from) || !hasMonth(to) || from.from <= to.from;
}

function hasMonth(value: ParsedFilters[string]): value is DateSpan & { from: string } {
  return typeof value === 'object' && 'from' in value && value.from !== null;
}
