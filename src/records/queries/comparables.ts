import {
  type Comparable,
  comparableAsPaid,
  comparableByRates,
  comparableByTaxes,
  unknownTax,
} from '../../derive/comparable.ts';
import type { FigureSeries } from '../../domain/allocation.ts';
import type { State } from '../../states/state.ts';
import type { StoredJurisdiction } from '../../store/query/jurisdictions.ts';
import { knownRates } from '../../store/query/known-rates.ts';
import { stateFigures } from '../../store/query/state-figures.ts';
import type { DatasetView } from '../../store/query/view.ts';

/** How to compare the payments of each jurisdiction of a state without a change of tax; `lag` as in `StateFigures`. */
export function openComparables(view: DatasetView, state: State, lag: number) {
  const taxes = state.taxFields.map((name) => ({ name, figures: stateFigures(view, state, name, lag) }));
  const rates = taxes.length > 0 ? null : knownRates(view, state);
  return ({ id, type }: StoredJurisdiction, payments: FigureSeries): Comparable => {
    const rateIn = rates?.get(id);
    if (!rates)
      return comparableByTaxes(
        payments,
        taxes.map(({ name, figures }) => ({ name, series: figures.of(id) })),
      );
    if (rateIn) return comparableByRates(payments, (month) => rateIn(month + lag));
    return type !== null && state.equalShareTypes.includes(type) ? comparableAsPaid(payments) : unknownTax;
  };
}
