import { splitPayment } from '../../../derive/place/payment-parts.ts';
import { salesPeriod } from '../../../domain/allocation.ts';
import { addMonths, monthAt } from '../../../domain/month.ts';
import { type FigureReading, type KnownState, knownStateOf } from '../../../domain/reading/figure-reading.ts';
import type { KnownJurisdiction } from '../../../domain/reading/known-state.ts';
import { type MonthPart, partRecord } from '../../descriptions/place/part.ts';
import type { DateSpan } from '../../filters/filter.ts';
import { foundRows, listOfFigures } from '../../found-rows.ts';
import { newestFirst } from '../analyses.ts';

const NOT_IN_PARTS = 'What the other parts do not explain';

/** The parts of the payments of one jurisdiction. */
export const parts = listOfFigures(partRecord, {
  find: (view, asked, window) => {
    const jurisdiction = view.jurisdictions.get(asked.id);
    if (!jurisdiction) throw new Error(`no jurisdiction ${asked.id}`);
    return foundRows(partsIn(view, jurisdiction, asked), window);
  },
});

/** The parts in the asked months of payment beside those of a year before, newest first. */
export function partsIn(
  view: FigureReading,
  jurisdiction: KnownJurisdiction,
  asked: { from?: DateSpan; to?: DateSpan },
): MonthPart[] {
  const state = knownStateOf(view, jurisdiction.state);
  const meanings = new Map(state.fields.map(({ name, meaning }) => [name, meaning]));
  const months = splitMonths(view, state, jurisdiction.id);
  const amountsIn = new Map(
    months.map(({ month, parts }) => [
      month,
      new Map(parts.map(({ part, amount }) => [part, amount] as const)),
    ]),
  );
  return newestFirst(months, asked).flatMap(({ month, parts: all }) => {
    const before = amountsIn.get(addMonths(month, -12));
    return all.flatMap(({ part, amount }): MonthPart[] => {
      const yearAgo = before?.get(part) ?? null;
      if (!amount && !yearAgo) return [];
      const salesMonth = salesPeriod(month, state.calendar);
      const meaning = meanings.get(part) ?? NOT_IN_PARTS;
      return [{ jurisdiction, month, salesMonth, part, meaning, amount, yearAgo }];
    });
  });
}

/** The parts of each month, oldest first. */
function splitMonths(view: FigureReading, state: KnownState, id: number) {
  const seriesOf = (field: string) => view.figures(state, field, 0).of(id);
  const figures = new Map(state.parts.map(({ field }) => [field, seriesOf(field)]));
  const payments = seriesOf(state.headline);
  return payments.slots.flatMap((payment, at) => {
    if (payment === undefined) return [];
    const month = payments.first + at;
    const figureOf = (field: string) => {
      const series = figures.get(field);
      return series?.slots[month - series.first] ?? null;
    };
    return [{ month: monthAt(month), parts: splitPayment(state.parts, payment, figureOf) }];
  });
}
