import { useEffect, useState } from 'preact/hooks';
import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { SITE } from '../../address/site.ts';
import { paymentsQuestion } from '../../service/questions.ts';
import { askFile } from '../../service/request.ts';
import { dateOfMonth, type MonthDate, monthNumber } from '../../words/months.ts';

/** The payments of the last months of places, oldest first, by the id of the place. */
export type RecentPayments = ReadonlyMap<number, readonly (number | null)[]>;

export const RECENT_MONTHS = 24;
/** So many ids fit into an address. Of more places, the page asks for the whole state. */
const MOST_NAMED = 100;

/** Asks for the 24 months to a month, once the ranking is there. Without an answer there are no lines. */
export function useRecentPayments(
  state: StateOverview,
  month: MonthDate,
  ids: readonly number[],
): RecentPayments {
  const [known, setKnown] = useState<RecentPayments>(new Map());
  const first = monthNumber(month) - RECENT_MONTHS + 1;
  const named = ids.length <= MOST_NAMED ? ids : null;
  const { address } = paymentsQuestion(state, dateOfMonth(first), month, named);
  const isEmpty = ids.length === 0;
  useEffect(() => {
    if (isEmpty) return;
    let isCurrent = true;
    const reading =
      SITE === null
        ? askFile({ address })
            .then((file) => file.text())
            .then((csv) => readPayments(csv, first))
        : import('../../service/documents.ts').then(({ askPayments }) =>
            askPayments(state.state, first, RECENT_MONTHS),
          );
    reading.then(
      (payments) => isCurrent && setKnown(payments),
      () => isCurrent && setKnown(new Map()),
    );
    return () => {
      isCurrent = false;
    };
  }, [address, isEmpty]);
  return known;
}

/** Reads rows of month, id and payment, none of which has a comma. */
export function readPayments(csv: string, first: number): RecentPayments {
  const payments = new Map<number, (number | null)[]>();
  for (const line of csv.trim().split(/\r?\n/).slice(1)) {
    const [month = '', id = '', payment = ''] = line.split(',');
    const known = payments.get(Number(id)) ?? Array.from({ length: RECENT_MONTHS }, () => null);
    payments.set(Number(id), known);
    known[monthNumber(month) - first] = payment === '' ? null : Number(payment);
  }
  return payments;
}
