import { dayInWords } from '../../domain/calendar-day.ts';
import { monthOfDate } from '../../domain/month.ts';
import { periodsInWords, salesInBrackets } from '../../domain/text/wording.ts';
import type { MissingMonth } from '../../records/descriptions/missing-month.ts';
import { titleOfKind } from '../../states/index.ts';
import { stretchesOf } from '../../store/query/completeness.ts';

/** The months without a report, a line for all that follow each other and have one status. */
export function absentLines(rows: readonly MissingMonth[]): string[] {
  const periods = rows.map((row) => ({ ...row, allocation_period: monthOfDate(row.allocation_period) }));
  return stretchesOf(periods).map(([first, last]) => {
    const sales = salesInBrackets(first.sales_period, last.sales_period);
    const since = first.due === null ? '' : ` since ${dayInWords(first.due)}`;
    return `${titleOfKind(first.kind)}: ${periodsInWords(first.period, last.period)}${sales}, ${first.status}${since}`;
  });
}
