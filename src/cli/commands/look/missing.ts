import { dayInWords } from '../../../domain/calendar-day.ts';
import { monthOfDate } from '../../../domain/month.ts';
import { periodsInWords } from '../../../domain/text/wording.ts';
import type { MissingMonth } from '../../../records/descriptions/missing-month.ts';
import type { Filters } from '../../../records/filters/filter.ts';
import { titleOfKind } from '../../../states/index.ts';
import { stretchesOf } from '../../../store/query/completeness.ts';
import { explainNone, type Shown } from './records.ts';

/** The months without a report, a line for all that follow each other and have one status. */
export function missingText({ view, find, limit }: Shown<MissingMonth, Filters>): string {
  const { rows } = find();
  if (rows.length === 0) return explainNone('missing months', view, {});
  const periods = rows.map((row) => ({ ...row, allocation_period: monthOfDate(row.allocation_period) }));
  return stretchesOf(periods)
    .slice(0, limit)
    .map(([first, last]) => {
      const [from, to] = [first.sales_period, last.sales_period];
      const sales = from && to ? ` (sales of ${periodsInWords(monthOfDate(from), monthOfDate(to))})` : '';
      const since = first.due === null ? '' : ` since ${dayInWords(first.due)}`;
      return `${titleOfKind(first.kind)}: ${periodsInWords(first.period, last.period)}${sales}, ${first.status}${since}`;
    })
    .join('\n');
}
