import { monthsIn, type Span } from '../../derive/span.ts';
import { findUnusualPayments } from '../../derive/unusual-payments.ts';
import type { FigureSeries } from '../../domain/allocation.ts';
import { monthAt, monthIndex } from '../../domain/month.ts';
import type { FigureReading } from '../../domain/reading/figure-reading.ts';
import type { Selected } from './selection.ts';

/** Finds the months of a span that the checks doubt, with nothing that came after the last known one. */
export function doubtsAsOf(view: FigureReading, { state, lag, figures }: Selected, through: number) {
  const doubts = view.doubts(state);
  return (id: number, series: FigureSeries, used: Span): number[] => {
    const ofPlace = doubts.get(id);
    const unusual = through === figures.newest ? null : unusualThen(series, through);
    return monthsIn(used).filter((month) => {
      const doubt = ofPlace?.get(month + lag);
      return (doubt && (unusual === null || doubt.code !== 'unusual-payment')) || unusual?.has(month);
    });
  };
}

/** The payments that were unusual when a month was the newest one. */
function unusualThen({ first, slots }: FigureSeries, through: number): Set<number> {
  const payments = slots.slice(0, Math.max(0, through - first + 1)).map((amount, at) => ({
    ...{ month: monthAt(first + at), amount: amount ?? null },
  }));
  return new Set(findUnusualPayments(payments).map(({ month }) => monthIndex(month)));
}
