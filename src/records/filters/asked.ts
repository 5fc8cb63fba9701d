import type { DatasetView } from '../../store/query/view.ts';
import type { RecordList } from '../list.ts';
import { completeAsked, type ParsedFilters } from './complete-asked.ts';
import type { Asked, Filters } from './filter.ts';
import { askedMoment, askedVersion } from './versions.ts';

/** Completes what a request of the service asks for. Throws a `WrongFilter` if the dataset does not have it. */
export function checkAsked(list: RecordList, view: DatasetView, parsed: ParsedFilters): Asked<Filters> {
  return completeAsked(list, view, parsed, (text, isVersion) =>
    isVersion ? askedVersion(view, text) : askedMoment(view, text),
  );
}
