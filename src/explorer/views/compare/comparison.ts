import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { YEAR } from '../../../derive/span.ts';
import type { ChartSeries } from '../../chart/chart-data.ts';
import { figureNamed, PAYMENT, ROLLING_YEAR } from '../../figures.ts';
import { unitAsked } from '../../parts/unit-choice.tsx';
import { groupNamed, groupOfId, type PlaceOrGroup } from '../../selection.ts';
import { useOverview } from '../../service/overview.ts';
import { jurisdictionQuestion, questionAbout } from '../../service/questions.ts';
import { useAnswers } from '../../service/use-answer.ts';
import { everyMonth, longMonth, type MonthDate, monthNumber } from '../../words/months.ts';
import { namePeriod } from '../../words/periods.ts';
import { countedMonth, paidIn, paidMonth, soldMonth } from '../../words/sales.ts';
import { isWithoutTaxes, seriesOf, withoutTaxes } from '../jurisdiction/charts.ts';
import { type FieldSeries, type MonthOfSeries, toSeries } from '../jurisdiction/series.tsx';
import type { CompareChoice } from './compare-choices.tsx';

/** One compared place or group with its months. */
export interface Compared {
  place: PlaceOrGroup;
  state: StateOverview;
  series: FieldSeries;
}

/** What is known of one id of a comparison. */
export type ChosenId = ReturnType<typeof useCompared>[number];

/** The places and groups of a comparison, in the order of their ids. */
export function useCompared(ids: readonly string[], { field, basis, fiscal_year_start }: CompareChoice) {
  const { states } = useOverview();
  const places = useAnswers(ids.map((id) => (groupOfId(id) ? null : jurisdictionQuestion(id))));
  const known = ids.map((id, at) => groupNamed(id, states) ?? places[at]?.value?.data ?? null);
  const shown = known.map((place) => {
    const state = states.find((one) => one.state === place?.state);
    const named = state?.fields.find(({ name }) => name === (field ?? state.headline));
    return place && state ? { place, state, field: named } : null;
  });
  const counted = { field, basis, fiscal_year_start };
  const months = useAnswers(
    shown.map(
      (one) =>
        one && questionAbout(one.place, 'months', { ...counted, ...(one.field && unitAsked(one.field)) }),
    ),
  );
  return ids.map((id, at) => {
    const [one, asked, found] = [shown[at], places[at], months[at]];
    const counting = { fiscalYearStart: fiscal_year_start ?? one?.state.fiscal_year_start ?? 1, basis };
    const isUnknown = groupOfId(id) ? !one : /not-found|refused/.test(asked?.fault?.kind ?? '');
    const compared: Compared | null =
      one?.field && found?.value
        ? { ...one, series: toSeries(found.value.data, one.field, counting, one.state) }
        : null;
    return {
      ...{ id, compared, isUnknown, place: one?.place ?? null },
      // an answer that did not come, as that of a group about a percentage
      failed: isUnknown ? undefined : [asked, found].find((answer) => answer?.fault),
      isWaiting: Boolean(asked?.isWaiting || found?.isWaiting),
    };
  });
}

/** A place or group as one line over the months of the comparison. */
export interface ComparedLine extends Compared {
  /** What is known of each month: nothing before its first and after its last. */
  known: readonly (MonthOfSeries | undefined)[];
  drawn: ChartSeries;
  /** The figures relative to the base; `null` without an index. */
  index: readonly (number | null)[] | null;
}

export interface Comparison {
  months: readonly MonthDate[];
  lines: readonly ComparedLine[];
  /** What 100 is, in words; `null` without an index. */
  base: string | null;
}

/** Puts the months of places and groups side by side, from the first with a figure. */
export function compare(all: readonly Compared[], choice: CompareChoice): Comparison {
  const linesOver = (months: readonly MonthDate[]) => all.map((one) => lineOver(months, one, choice));
  const known = all.flatMap(({ series }) => series.months.map(({ counted }) => counted)).sort();
  const every = known[0] ? everyMonth(known[0], known.at(-1) ?? '') : [];
  const shown = choice.years === 'all' ? every : every.slice(-Number(choice.years) * YEAR);
  const lines = linesOver(shown);
  const first = shown.findIndex((_, at) => lines.some(({ drawn }) => drawn.values[at] !== null));
  const months = shown.slice(Math.max(0, first));
  return { months, lines: linesOver(months), base: null };
}

/** The months of a place as its own chart draws them, moved to those of the comparison. */
function lineOver(months: readonly MonthDate[], compared: Compared, { chart }: CompareChoice): ComparedLine {
  const { place } = compared;
  const series = isWithoutTaxes() ? withoutTaxes(compared.series) : compared.series;
  const figure = figureNamed(chart);
  const part = chart === 'change' ? 'change' : 'value';
  const own = seriesOf(series, series.months, [figure, part, 'line', place.name]);
  const present = own.values.map((value) => value !== null);
  const isExpected = own.values.map((_, at) =>
    // a sum begins when all its months are there; from then on it is expected
    figure === PAYMENT
      ? own.isExpected?.[at]
      : at >= present.indexOf(true) && at <= present.lastIndexOf(true),
  );
  const byMonth = new Map(series.months.map(({ counted }, at) => [counted, at]));
  const positions = months.map((month) => byMonth.get(month) ?? -1);
  return {
    ...compared,
    known: positions.map((at) => series.months[at]),
    drawn: {
      ...own,
      ...{ id: String(place.id), end: place.name, isOfSums: figure !== PAYMENT },
      values: positions.map((at) => own.values[at] ?? null),
      isExpected: positions.map(
        (at, index) => isExpected[at] ?? (figure === PAYMENT && isLate(compared, months[index] ?? '')),
      ),
      doubtful: positions.map((at) => own.doubtful?.[at] ?? false),
    },
    index: null,
  };
}

/** Whether a month after the last of a place is there of its state. A place without a record for a year has ended. */
function isLate({ state, series }: Compared, month: MonthDate): boolean {
  const [last, newest] = [series.months.at(-1), state.last_period];
  if (!last || newest === null || series.field.quarter_end_only) return false;
  const hasEnded = monthNumber(newest) - monthNumber(last.month) > YEAR;
  return !hasEnded && month > last.counted && month <= countedMonth(series, newest);
}

/**
 * The comparison as an index: 100 is the mean of the first twelve months in which all have figures above zero; of sums of
 * twelve months, the first one.
 */
export function indexed({ months, lines }: Comparison, { chart }: CompareChoice): Comparison {
  const length = chart === ROLLING_YEAR.id ? 1 : YEAR;
  const meanFrom = ({ drawn }: ComparedLine, at: number) => {
    const year = drawn.values.slice(at, at + length).map((value) => value ?? 0);
    const isWhole = year.length === length && year.every((value) => value > 0);
    return isWhole ? year.reduce((sum, value) => sum + value, 0) / length : null;
  };
  const at = months.findIndex((_, index) => lines.every((line) => meanFrom(line, index) !== null));
  const [first, last] = [months[at], months[at + length - 1]];
  if (!first || !last) return { months, lines, base: null };
  return {
    months,
    lines: lines.map((line) => {
      const mean = meanFrom(line, at) ?? 1;
      return { ...line, index: line.drawn.values.map((value) => value && (value / mean) * 100) };
    }),
    base: `100 is ${length === 1 ? 'the sum of twelve months to' : 'the mean of'} ${namePeriod({ first, last })}.`,
  };
}

/** Whether payments come as many months after the sales everywhere. */
export function haveOneLag(all: readonly Compared[]): boolean {
  return all.every(({ series }) => series.lag === all[0]?.series.lag);
}

/** `October 2026, for sales of August`; the month that counts alone where states are not as far apart. */
export function nameCounted(all: readonly Compared[], counted: MonthDate): string {
  const [first] = all.map(({ series }) => series);
  const isOfSales = first?.basis === 'sales';
  if (!first || !haveOneLag(all)) return `${isOfSales ? 'Sales of ' : ''}${longMonth(counted)}`;
  const month = paidIn(first, counted);
  return isOfSales ? soldMonth(month, first.lag) : paidMonth(month, first.lag);
}
