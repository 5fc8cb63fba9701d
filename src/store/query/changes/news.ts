import { addMonths, type Month, monthOfDate } from '../../../domain/month.ts';
import type { State } from '../../../states/state.ts';
import type { Dataset } from '../../dataset.ts';
import { type ChangeFilter, type ListedChange, scopeOfState } from './change.ts';
import { askedStates, listChanges } from './changes.ts';
import { newestNow, readMonthTotals } from './jurisdiction-changes.ts';

/** The payments of a state's month, and those of the same month a year before. Amounts are cents. */
export interface MonthNews {
  state: State;
  month: Month;
  isNew: boolean;
  total: number | null;
  /** How many jurisdictions have a payment. */
  jurisdictions: number;
  yearAgo: number | null;
}

/** What changed, and where the payments of each state stand. */
export interface News {
  /** The newest new months of each state; its newest month if no month is new. Newest first. */
  months: MonthNews[];
  changes: ListedChange[];
}

const MONTHS_OF_STATE = 6;
const YEAR = 12;

export function readNews(dataset: Dataset, filter: ChangeFilter): News {
  const changes = listChanges(dataset, filter);
  const months = askedStates(filter).flatMap((state) => {
    const scope = scopeOfState(dataset, state, filter);
    const newest = newestNow(scope);
    if (!newest) return [];
    const added = changes.flatMap((one) =>
      one.change === 'new_month' && one.state === state.code && one.month ? [one.month] : [],
    );
    const shown = added.length > 0 ? added.slice(0, MONTHS_OF_STATE) : [monthOfDate(newest.period)];
    return shown.map((month): MonthNews => {
      const [now, then] = readMonthTotals(scope, [month, addMonths(month, -YEAR)]);
      return {
        ...{ state, month, isNew: added.length > 0 },
        total: now?.total ?? null,
        jurisdictions: now?.jurisdictions ?? 0,
        yearAgo: then?.total ?? null,
      };
    });
  });
  return { months, changes };
}
