import type { GroupFigure } from '../../derive/span-sum.ts';
import { formatCount } from '../../domain/money.ts';
import type { Year } from '../../records/descriptions/compared/years.ts';
import type { DatedTotal, totalRecord } from '../../records/descriptions/total.ts';
import { stateOf } from '../../states/index.ts';
import type { Shown } from '../commands/look/records.ts';
import { figureFormat, formatMonths, formatYears, notesOfMonths } from './analysis.ts';
import { byBasis, doubtedNotes, LIKE_FOR_LIKE } from './compared.ts';

/** The sums of many jurisdictions by month. */
export function totalsText({ asked, limit, find }: ShownTotals<DatedTotal>): string {
  const { found, rows } = find();
  const [newest] = rows;
  if (!newest) return NO_TOTALS;
  const shown = rows.slice(0, limit).reverse();
  const format = figureFormat(asked.state, String(found.meta?.field));
  const hasGaps = shown.some((one) =>
    [one.payment, one.yearToDate, one.fiscalYearToDate, one.rollingYear].some(isIncomplete),
  );
  const table = formatMonths(shown, format, [
    { head: 'members', cell: ({ members }) => formatCount(members) },
    { head: 'missing', cell: ({ missing }) => (hasGaps ? formatCount(missing) : null) },
    { head: 'left out', cell: ({ payment }) => (hasGaps ? countText(payment.leftOut) : null) },
  ]);
  const about = `${stateOf(asked.state).name}, ${format.shown} of ${formatCount(newest.members)} jurisdictions in ${newest.month}${byBasis(found.meta)}`;
  const notes = [...notesOfMonths(shown), ...doubtedNotes(shown)];
  return [about, table, ...(hasGaps ? [LIKE_FOR_LIKE] : []), ...notes].join('\n\n');
}

/** The sums of many jurisdictions by year. */
export function totalYearsText({ asked, limit, find }: ShownTotals<Year<GroupFigure>>): string {
  const { found, rows } = find();
  if (rows.length === 0) return NO_TOTALS;
  const format = figureFormat(asked.state, String(found.meta?.field));
  const hasGaps = rows.some(({ sum }) => isIncomplete(sum));
  const table = formatYears(rows.slice(0, limit).reverse(), format, found.meta, [
    { head: 'missing', cell: ({ sum }) => (hasGaps ? formatCount(sum.missing) : null) },
    { head: 'left out', cell: ({ sum }) => (hasGaps ? countText(sum.leftOut) : null) },
  ]);
  const about = `${stateOf(asked.state).name}, ${format.shown}${byBasis(found.meta)}`;
  return [about, table, ...(hasGaps ? [LIKE_FOR_LIKE] : [])].join('\n\n');
}

type ShownTotals<Row> = Shown<Row, (typeof totalRecord)['filters']>;

const NO_TOTALS = 'No jurisdiction matches in these months. Use fewer options.';

function isIncomplete({ missing, leftOut }: GroupFigure): boolean {
  return missing + (leftOut ?? 0) > 0;
}

function countText(count: number | null): string | null {
  return count === null ? null : formatCount(count);
}
