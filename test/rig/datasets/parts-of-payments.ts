import { getTableName } from 'drizzle-orm';
import { expect } from 'vitest';
import { partsOfPayments, UNEXPLAINED } from '../../../src/records/queries/parts.ts';
import { stateOf } from '../../../src/states/index.ts';
import { allocationTableOf } from '../../../src/store/schema.ts';
import { readView } from './read-view.ts';

/**
 * Checks that the parts of each datapoint add up to its payment, by plain SQL. Returns how many datapoints there are, and
 * in how many the state's own parts do not explain the payment.
 */
export function checkParts(database: string): { datapoints: number; unexplained: number } {
  return readView(database, (view) => {
    let [datapoints, unexplained] = [0, 0];
    for (const { id, state, name } of view.jurisdictions.values()) {
      const payments = view.dataset.sqlite
        .prepare<[number], { month: string; payment: number | null }>(
          `SELECT substr(allocation_period, 1, 7) AS month, ${stateOf(state).headline} AS payment
             FROM ${getTableName(allocationTableOf(stateOf(state)))} WHERE jurisdiction_id = ?`,
        )
        .all(id);
      datapoints += payments.length;
      const paid = new Map(payments.map(({ month, payment }) => [month, payment]));
      // the first months of a dataset may have no payment of any place
      const known = payments
        .filter(({ payment }) => payment !== null)
        .map(({ month }) => month)
        .sort();
      const [from, to] = [known[0], known.at(-1)];
      if (from === undefined) continue;
      const asked = { state, jurisdictions: [id], by: 'month' } as const;
      const rows = partsOfPayments(view, { ...asked, months: { from: `${from}-01`, to: `${to}-01` } });
      unexplained += rows.filter(({ part, amount }) => part === UNEXPLAINED && amount.value).length;
      const sums = new Map<string, { amount: number; yearAgo: number }>();
      for (const { months: month, amount } of rows) {
        const sum = sums.get(month) ?? { amount: 0, yearAgo: 0 };
        sums.set(month, {
          amount: sum.amount + (amount.value ?? 0),
          yearAgo: sum.yearAgo + (amount.ago ?? 0),
        });
      }
      for (const [month, payment] of paid) {
        if (payment === null) continue;
        const before = paid.get(`${Number(month.slice(0, 4)) - 1}${month.slice(4)}`);
        const sum = sums.get(month) ?? { amount: 0, yearAgo: 0 };
        expect({ name, month, ...sum }).toEqual({
          ...{ name, month, amount: payment, yearAgo: before === null ? sum.yearAgo : (before ?? 0) },
        });
      }
    }
    return { datapoints, unexplained };
  });
}
