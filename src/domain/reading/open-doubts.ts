import type { FigureReading, KnownState, PaymentDoubt } from './figure-reading.ts';

/** Consecutive months, both included, as `monthIndex`. */
type MonthSpan = Readonly<Record<'first' | 'last', number>>;

/** The payments of a state that the checks doubt, by months that are `lag` months before the payment. */
export function openDoubts(view: Pick<FigureReading, 'doubts'>, state: KnownState, lag: number) {
  const doubts = view.doubts(state);
  const within = (id: number, spans: readonly MonthSpan[]): PaymentDoubt[] => {
    const ofPlace = doubts.get(id);
    if (!ofPlace) return [];
    const months = [...ofPlace].map(([month, doubt]) => ({ month: month - lag, doubt }));
    return spans.flatMap(({ first, last }) =>
      months.filter(({ month }) => month >= first && month <= last).map(({ doubt }) => doubt),
    );
  };
  return {
    /** The first doubt in the spans; `null` without one. */
    first: (id: number, ...spans: readonly MonthSpan[]): PaymentDoubt | null => within(id, spans)[0] ?? null,
    /** Counts the payments of a jurisdiction that the checks doubt in spans: one of both counts once. */
    countOf: (id: number, spans: readonly MonthSpan[]): number => {
      const ofPlace = doubts.get(id);
      if (!ofPlace) return 0;
      const isIn = (month: number) => spans.some(({ first, last }) => month >= first && month <= last);
      return [...ofPlace.keys()].filter((month) => isIn(month - lag)).length;
    },
  };
}
