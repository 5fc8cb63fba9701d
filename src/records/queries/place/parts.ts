import { splitPayment } from '../../../derive/place/payment-parts.ts';
import { salesPeriod } from '../../../domain/allocation.ts';
import { addMonths } from '../../../domain/month.ts';
import { STATES, stateOf } from '../../../states/index.ts';
import type { State } from '../../../states/state.ts';
import { openAllocationList } from '../../../store/query/allocations.ts';
import type { DatasetView } from '../../../store/query/view.ts';
import { type MonthPart, partRecord } from '../../descriptions/place/part.ts';
import { EVERYTHING, foundRows, listOf } from '../../list.ts';
import { newestFirst } from '../analyses.ts';

const LISTS = new Map(STATES.map((state) => [state, openAllocationList(state, [])]));
const NOT_IN_PARTS = 'What the other parts do not explain';

/** The parts of the payments of one jurisdiction. */
export const parts = listOf(partRecord, {
  find: (view, asked, window) => {
    const jurisdiction = view.jurisdictions.get(asked.id);
    if (!jurisdiction) throw new Error(`no jurisdiction ${asked.id}`);
    const state = stateOf(jurisdiction.state);
    const meanings = new Map(state.fields.map(({ name, meaning }) => [name, meaning]));
    const months = splitMonths(view, state, asked.id);
    const amountsIn = new Map(
      months.map(({ month, parts }) => [
        month,
        new Map(parts.map(({ part, amount }) => [part, amount] as const)),
      ]),
    );
    const rows = newestFirst(months, asked).flatMap(({ month, parts: all }) => {
      const before = amountsIn.get(addMonths(month, -12));
      return all.flatMap(({ part, amount }): MonthPart[] => {
        const yearAgo = before?.get(part) ?? null;
        if (!amount && !yearAgo) return [];
        const salesMonth = salesPeriod(month, state.calendar);
        const meaning = meanings.get(part) ?? NOT_IN_PARTS;
        return [{ jurisdiction, month, salesMonth, part, meaning, amount, yearAgo }];
      });
    });
    return foundRows(rows, window);
  },
});

/** The parts of each month, oldest first. */
function splitMonths(view: DatasetView, state: State, id: number) {
  const list = LISTS.get(state);
  if (!list) throw new Error(`no list of ${state.code}`);
  const filter = {
    ...{ jurisdictions: [id], type: null, county: null, from: null, to: null },
    ...{ updatedSince: null, afterRun: null },
  };
  const order = { field: null, family: null, descending: false };
  const { rowids } = list.find(view, filter, order, EVERYTHING);
  const slotOf = new Map(state.fields.map(({ name }, at) => [name, at]));
  return list.read(view, rowids).map(({ month, figures }) => {
    const figureOf = (field: string) => {
      const figure = figures[slotOf.get(field) ?? -1];
      return typeof figure === 'number' ? figure : null;
    };
    return { month, parts: splitPayment(state.parts, figureOf(state.headline), figureOf) };
  });
}
