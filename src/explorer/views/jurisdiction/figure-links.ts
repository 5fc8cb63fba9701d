import type { Month } from '../../../client/generated/types.gen.ts';
import { YEAR } from '../../../derive/span.ts';
import { linkHere, parametersNamed } from '../../address/navigation.ts';
import {
  type ComparedFigure,
  type FigurePart,
  figureNamed,
  PAYMENT,
  QUARTER,
  ROLLING_YEAR,
} from '../../figures.ts';
import { describeDoubts } from '../../parts/change.tsx';
import { calendarMonth, dateOfMonth, type MonthDate, monthNumber } from '../../words/months.ts';
import { countedMonth } from '../../words/sales.ts';
import type { FieldSeries, MonthOfSeries, ViewedPlace } from './series.tsx';

/** A figure of a view: that of a month, or a sum of months to a month. */
export interface ShownFigure {
  month: MonthDate;
  comparison: ComparedFigure;
}

export interface FigureOfPlace extends Pick<ViewedPlace, 'place' | 'series'> {
  figure: ShownFigure;
}

/** The address of the panel that says where a figure comes from. */
export function figureLink(month: MonthDate, { id }: ComparedFigure = PAYMENT): string {
  return linkHere({ figure: month, sum: id === PAYMENT.id ? null : id });
}

/** The figure that the address names; `null` if it names none, or a month that the series does not have. */
export function figureInAddress({ months }: FieldSeries): ShownFigure | null {
  const { figure, sum } = parametersNamed('figure', 'sum');
  const found = months.find(({ month }) => month === figure);
  return found ? { month: found.month, comparison: figureNamed(sum) } : null;
}

/** The months that a sum is made of, newest first. Fields of quarter ends are summed over these only. */
export function monthsOfSum(series: FieldSeries, { month, comparison }: ShownFigure): MonthOfSeries[] {
  const last = monthNumber(month);
  const first = last - countOfMonths(series, month, comparison) + 1;
  return series.months
    .filter((each) => {
      const number = monthNumber(each.month);
      return each.isExpected && number >= first && number <= last;
    })
    .reverse();
}

function countOfMonths(series: FieldSeries, month: MonthDate, { id }: ComparedFigure): number {
  const { fiscalYearStart: start } = series;
  const ofYear = ((calendarMonth(countedMonth(series, month)) - start + YEAR) % YEAR) + 1;
  return { [PAYMENT.id]: 1, [QUARTER.id]: 3, [ROLLING_YEAR.id]: YEAR }[id] ?? ofYear;
}

/** Why the change of a figure is doubtful: the first doubt of its months, or of those a year before. */
export function doubtOf(series: FieldSeries, figure: ShownFigure): Month['doubt'] {
  const doubts = monthsOfSum(series, figure).map(({ record }) => record?.doubt);
  return doubts.find((doubt) => doubt) ?? null;
}

/** Why the change of a figure is doubtful, in words. A group has only the number of its doubtful payments. */
export function describeDoubt(series: FieldSeries, figure: ShownFigure): string | null {
  return doubtOf(series, figure)?.text ?? describeDoubts(countDoubted(series, figure, 'change'));
}

/** How many payments the checks doubt: those of a figure, of the one a year before, or of both. */
export function countDoubted(series: FieldSeries, figure: ShownFigure, part: FigurePart): number {
  const ofBefore = monthsOfSum(series, { ...figure, month: yearBefore(figure.month) });
  const months = [
    ...(part === 'ago' ? [] : monthsOfSum(series, figure)),
    ...(part === 'value' ? [] : ofBefore),
  ];
  return months.reduce((sum, { doubted }) => sum + doubted, 0);
}

/** The same month of the year before. */
export function yearBefore(month: MonthDate): MonthDate {
  return dateOfMonth(monthNumber(month) - YEAR);
}
