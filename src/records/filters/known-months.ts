import { firstDay, formatMonth, monthAt } from '../../domain/month.ts';
import { type FigureReading, knownStateOf } from '../../domain/reading/figure-reading.ts';
import type { Asked, Filters, FilterValues } from './filter.ts';
import { WrongFilter } from './wrong-filter.ts';

/**
 * Throws a `WrongFilter` if a request about the figures of a state names a month that the dataset does not have, by the
 * basis of the request. Only the open ends of `from` and `to` may reach further.
 */
export function requireMonths(view: FigureReading, filters: Filters, asked: Asked<Filters>): void {
  const { id, state: code = typeof id === 'number' ? view.jurisdictions.get(id)?.state : undefined } = asked;
  if (typeof code !== 'string') return;
  const state = knownStateOf(view, code);
  for (const [name, { kind }] of Object.entries(filters)) {
    const span = asked[name];
    if ((kind !== 'month' && kind !== 'span') || !isSpan(span)) continue;
    // an allocation period is a month of payment
    const isBySales = asked.basis === 'sales' && name !== 'allocation_period';
    const lag = isBySales ? (state.calendar.lags.sales ?? 0) : 0;
    const { months, newest } = view.figures(state, state.headline, lag);
    if (newest === null) return;
    const [first, last] = [monthAt(Math.min(...months)), monthAt(newest)];
    const isBefore = name !== 'from' && (span.from ?? '') < firstDay(first);
    const isAfter = name !== 'to' && (span.to ?? '') > firstDay(last);
    if (!isBefore && !isAfter) continue;
    throw new WrongFilter(name, [
      `The dataset has ${isBySales ? 'sales' : 'payments'} of ${state.name} from ${formatMonth(first)} to ${formatMonth(last)}. Give ${kind === 'span' ? 'a span' : 'one'} of these months.`,
    ]);
  }
}

function isSpan(value: FilterValues[keyof FilterValues] | undefined): value is FilterValues['span'] {
  return typeof value === 'object' && 'from' in value;
}
