import {
  type Comparable,
  comparableAsPaid,
  comparableByMethod,
  comparableByRates,
  comparableByTaxes,
  unknownTax,
} from '../../derive/comparable.ts';
import type { MethodChange } from '../../domain/jurisdiction.ts';
import { addMonths } from '../../domain/month.ts';
import {
  bytesOfMonths,
  type FigureReading,
  type KnownJurisdiction,
  type KnownState,
} from '../../domain/reading/figure-reading.ts';
import { onceFor, perContentAndKey } from '../../domain/reading/once.ts';

/**
 * How to compare the payments of each jurisdiction of a state without a change of tax; `lag` as in `FieldFigures`. Made once
 * for each jurisdiction and version of the dataset.
 */
export const openComparables = perContentAndKey(
  (view: FigureReading, state: KnownState, lag: number) => {
    const taxes = state.taxFields.map((name) => ({ name, figures: view.figures(state, name, lag) }));
    const rates = taxes.length > 0 ? null : view.rates(state);
    const figures = view.figures(state, state.headline, lag);
    const open = ({ id, type }: KnownJurisdiction): Comparable => {
      const payments = figures.of(id);
      const rateIn = rates?.get(id);
      if (!rates)
        return comparableByTaxes(
          payments,
          taxes.map((tax) => ({ name: tax.name, series: tax.figures.of(id) })),
        );
      if (rateIn) return comparableByRates(payments, (month) => rateIn(month + lag), lag);
      return type !== null && state.equalShareTypes.includes(type) ? comparableAsPaid(payments) : unknownTax;
    };
    return onceFor(
      (subject: KnownJurisdiction) => subject,
      (subject) => comparableByMethod(open(subject), methodChanges(subject, lag)),
    );
  },
  ({ code }, lag) => `${code} ${lag}`,
  (_, view, state, lag) =>
    (1 + state.taxFields.length) * bytesOfMonths(view.figures(state, state.headline, lag)),
);

/** The changes of method of a place's counties, by months that are `lag` months before the payment. */
function methodChanges({ method_changes: stored }: KnownJurisdiction, lag: number): MethodChange[] {
  const changes: MethodChange[] = stored === null ? [] : JSON.parse(stored);
  return changes.map((change) => ({ ...change, month: addMonths(change.month, -lag) }));
}
