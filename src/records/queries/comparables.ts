import { openPayments } from '../../derive/analysis.ts';
import {
  type Comparable,
  comparableAsPaid,
  comparableByMethod,
  comparableByRates,
  comparableByTaxes,
  unknownTax,
} from '../../derive/comparable.ts';
import { YEAR } from '../../derive/slots.ts';
import { type Span, spanTo } from '../../derive/span.ts';
import type { MethodChange } from '../../domain/jurisdiction.ts';
import { addMonths } from '../../domain/month.ts';
import {
  bytesOfMonths,
  type FigureReading,
  type KnownJurisdiction,
  type KnownState,
} from '../../domain/reading/figure-reading.ts';
import { onceFor, perContentAndKey } from '../../domain/reading/once.ts';
import { openDoubts } from '../../domain/reading/open-doubts.ts';
import type { DoubtedSums, JudgedPayment } from '../descriptions/compared/judged-payment.ts';

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
      if (rateIn) return comparableByRates(payments, (month) => rateIn(month + lag));
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

/** Judges the payments of a state by jurisdiction and month (`monthIndex`). */
export const openJudgments = perContentAndKey(
  (view: FigureReading, state: KnownState) => {
    const figures = view.figures(state, state.headline, 0);
    const comparableOf = openComparables(view, state, 0);
    const doubts = openDoubts(view, state, 0);
    const of = onceFor(
      (subject: KnownJurisdiction) => subject,
      (subject) => ({
        paymentIn: openPayments(figures.of(subject.id), comparableOf(subject)),
        doubtfulIn: doubts.countOf([subject.id]),
      }),
    );
    return (subject: KnownJurisdiction, month: number): JudgedPayment => {
      const { paymentIn, doubtfulIn } = of(subject);
      return {
        payment: paymentIn(month),
        doubt: doubts.first(subject.id, spanTo(month, 1), spanTo(month - YEAR, 1)),
        doubtful: doubtedSums(doubtfulIn, month),
      };
    };
  },
  ({ code }) => code,
  (_, view, state) => bytesOfMonths(view.figures(state, state.headline, 0)),
);

/** How many payments the checks doubt in the twelve months that end with one, and in its year so far. */
export function doubtedSums(
  doubtfulIn: (...spans: readonly Span[]) => number,
  month: number,
): DoubtedSums['doubtful'] {
  return {
    mean: doubtfulIn(spanTo(month, YEAR)),
    yearToDate: doubtfulIn(spanTo(month, (month % YEAR) + 1)),
  };
}
