import { fiscalYearOf } from '../../../derive/analysis.ts';
import { YEAR } from '../../../derive/slots.ts';
import { SpanSums } from '../../../derive/span.ts';
import { salesPeriod } from '../../../domain/allocation.ts';
import { firstDay, monthAt, monthIndex, monthOfDate } from '../../../domain/month.ts';
import {
  bytesOfMonths,
  type FigureReading,
  type KnownState,
  knownStateOf,
} from '../../../domain/reading/figure-reading.ts';
import { once, perContentAndKey } from '../../../domain/reading/once.ts';
import type { OF_STATE_YEARS } from '../../descriptions/year-end/projection.ts';
import type { Asked } from '../../filters/filter.ts';
import { countedBy } from '../analyses.ts';

/** What the lists about the ends of years are asked. */
export type AskedYear = Asked<typeof OF_STATE_YEARS>;
export type YearQuestion = ReturnType<typeof questionOf>;
export type StatePayments = ReturnType<typeof paymentsOf>;

/** The year of the last known month, with months of the basis. Without datapoints, no month of it is known. */
export function questionOf(view: FigureReading, asked: AskedYear) {
  const state = knownStateOf(view, asked.state);
  const { lag, fiscalYearStart, meta } = countedBy(state, asked);
  const figures = view.figures(state, state.headline, lag);
  const { newest } = figures;
  const given = asked.through?.from ? monthIndex(monthOfDate(asked.through.from)) : newest;
  const through = newest === null ? null : given;
  const known = through === null ? 0 : ((through + YEAR + 1 - fiscalYearStart) % YEAR) + 1;
  const salesOf = (month: number) => salesPeriod(monthAt(month + lag), state.calendar);
  const sales = through === null ? null : salesOf(through);
  return {
    ...{ salesOf, salesThrough: sales && firstDay(sales) },
    ...{ state, lag, figures, fiscalYearStart, through, known, start: (through ?? 0) - known + 1 },
    year: through === null ? null : fiscalYearOf(monthAt(through), fiscalYearStart),
    meta,
  };
}

/** The payments of each jurisdiction of a state, added up when they are asked for. Made once for each version. */
export const paymentsOf = perContentAndKey(
  (view: FigureReading, state: KnownState, lag: number) => {
    const figures = view.figures(state, state.headline, lag);
    /** Undefined for a jurisdiction without datapoints. */
    const get = once((id: number) => {
      const series = figures.of(id);
      return series.slots.length === 0 ? undefined : new SpanSums(series);
    });
    const all = () => Array.from(figures.within(() => true)).flatMap(({ subject }) => get(subject.id) ?? []);
    return { get, all, earliest: Math.min(...figures.months) };
  },
  ({ code }, lag) => `${code} ${lag}`,
  (_, view, state, lag) => bytesOfMonths(view.figures(state, state.headline, lag)),
);
