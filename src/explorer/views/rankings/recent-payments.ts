import { useEffect, useState } from 'preact/hooks';
import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { askPayments } from '../../service/request.ts';
import { type MonthDate, monthNumber } from '../../words/months.ts';

/** The payments of the last months of places, oldest first, by the id of the place. */
export type RecentPayments = ReadonlyMap<number, readonly (number | null)[]>;

export const RECENT_MONTHS = 24;

const NOTHING = { asked: '', recent: new Map() };

/** Asks for the 24 months to a month, once the ranking is there. Without an answer there are no lines. */
export function useRecentPayments(
  { state }: StateOverview,
  month: MonthDate,
  isThere: boolean,
): { recent: RecentPayments; isWaiting: boolean } {
  const asked = `${state} ${month}`;
  const [known, setKnown] = useState<{ asked: string; recent: RecentPayments }>(NOTHING);
  useEffect(() => {
    if (!isThere) return;
    let isCurrent = true;
    const settle = (recent: RecentPayments) => isCurrent && setKnown({ asked, recent });
    askPayments(state, monthNumber(month) - RECENT_MONTHS + 1, RECENT_MONTHS).then(settle, () =>
      settle(new Map()),
    );
    return () => {
      isCurrent = false;
    };
  }, [state, month, isThere]);
  return { recent: known.recent, isWaiting: isThere && known.asked !== asked };
}
