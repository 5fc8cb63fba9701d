import type { FigureSeries } from '../../src/domain/allocation.ts';
import { type Month, monthIndex } from '../../src/domain/month.ts';

/** Makes a series of the datapoints of one jurisdiction, in month order, each month once. */
export function figureSeriesOf(datapoints: readonly { month: Month; figure: number | null }[]): FigureSeries {
  const [earliest] = datapoints;
  const first = earliest ? monthIndex(earliest.month) : 0;
  const slots: (number | null | undefined)[] = [];
  for (const { month, figure } of datapoints) {
    const at = monthIndex(month) - first;
    while (slots.length < at) slots.push(undefined);
    slots.push(figure);
  }
  return { first, slots };
}
