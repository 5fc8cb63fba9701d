import { useEffect, useState } from 'preact/hooks';
import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { askPayments } from '../../service/request.ts';
import { type MonthDate, monthNumber } from '../../words/months.ts';

/** The payments of the last months of places, oldest first, by the id of the place. */
export type RecentPayments = ReadonlyMap<number, readonly (number | null)[]>;

export const RECENT_MONTHS = 24;

/** Asks for the 24 months to a month, once the ranking is there. Without an answer there are no lines. */
export function useRecentPayments(
  { state }: StateOverview,
  month: MonthDate,
  isThere: boolean,
): RecentPayments {
  const [known, setKnown] = useState<RecentPayments>(new Map());
  useEffect(() => {
    if (!isThere) return;
    let isCurrent = true;
    askPayments(state, monthNumber(month) - RECENT_MONTHS + 1, RECENT_MONTHS).then(
      (payments) => isCurrent && setKnown(payments),
      () => isCurrent && setKnown(new Map()),
    );
    return () => {
      isCurrent = false;
    };
  }, [state, month, isThere]);
  return known;
}
