import { type ComparableFigure, openPayments } from '../../derive/analysis.ts';
import {
  type Comparable,
  comparableAsPaid,
  comparableByRates,
  comparableByTaxes,
  unknownTax,
} from '../../derive/comparable.ts';
import { YEAR } from '../../derive/slots.ts';
import { spanTo } from '../../derive/span.ts';
import type { FigureSeries } from '../../domain/allocation.ts';
import type { State } from '../../states/state.ts';
import { openDoubts } from '../../store/query/findings.ts';
import type { StoredJurisdiction } from '../../store/query/jurisdictions.ts';
import { knownRates } from '../../store/query/known-rates.ts';
import { stateFigures } from '../../store/query/state-figures.ts';
import { type DatasetView, perContentAndKey } from '../../store/query/view.ts';
import type { JudgedPayment } from '../descriptions/compared/judged-payment.ts';

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

/** Judges the payments of a state by jurisdiction and month (`monthIndex`). */
export const openJudgments = perContentAndKey(
  (view, state: State) => {
    const figures = stateFigures(view, state, state.headline, 0);
    const comparableOf = openComparables(view, state, 0);
    const doubts = openDoubts(view, state.code, 0);
    const paymentsOf = new Map<number, (month: number) => ComparableFigure>();
    return (subject: StoredJurisdiction, month: number): JudgedPayment => {
      const { id } = subject;
      const series = figures.of(id);
      const paymentIn = paymentsOf.get(id) ?? openPayments(series, comparableOf(subject, series));
      paymentsOf.set(id, paymentIn);
      return {
        payment: paymentIn(month),
        doubt: doubts.first(id, spanTo(month, 1), spanTo(month - YEAR, 1)),
      };
    };
  },
  ({ code }) => code,
);
