import type { GroupFigure } from '../../derive/group-sum.ts';
import { formatCount } from '../../domain/money.ts';
import { fieldInWords } from '../../domain/text/wording.ts';
import type { Year } from '../../records/descriptions/compared/years.ts';
import { type DatedTotal, totalRecord, totalYearRecord } from '../../records/descriptions/total.ts';
import { stateOf } from '../../states/index.ts';
import type { Shown } from '../commands/look/records.ts';
import { byBasis, type Meta, yearTables } from './analysis.ts';
import { formatRecords } from './records.ts';

/** What the change of a group compares. */
export const LIKE_FOR_LIKE =
  'A sum has all payments of its months; missing ones are counted. A change is like for like: it leaves out members that lack a payment of one of the two years. --format csv has both sums that it compares.';

type ShownTotals<Row> = Shown<Row, (typeof totalRecord)['filters']>;

/** The sums of many jurisdictions by month. */
export function totalsText(text: ShownTotals<DatedTotal>): string {
  const { found, rows } = text.find();
  const { meta = {} } = found;
  const [newest] = rows;
  if (!newest) return NO_TOTALS;
  const shown = rows.slice(0, text.limit).reverse();
  const hasGaps = shown.some((one) =>
    [one.payment, one.yearToDate, one.fiscalYearToDate, one.rollingYear].some(isIncomplete),
  );
  const of = ` of ${formatCount(newest.members)} jurisdictions in ${newest.month}`;
  const table = formatRecords(totalRecord, shown, { meta });
  return [aboutOf(text, meta, of), table, ...(hasGaps ? [LIKE_FOR_LIKE] : [])].join('\n\n');
}

/** The sums of many jurisdictions by year. */
export function totalYearsText(text: ShownTotals<Year<GroupFigure>>): string {
  const { found, rows } = text.find();
  const { meta = {} } = found;
  if (rows.length === 0) return NO_TOTALS;
  const shown = rows.slice(0, text.limit).reverse();
  const hasGaps = rows.some(({ sum }) => isIncomplete(sum));
  const tables = yearTables(totalYearRecord, shown, meta);
  return [aboutOf(text, meta), ...tables, ...(hasGaps ? [LIKE_FOR_LIKE] : [])].join('\n\n');
}

function aboutOf({ asked }: Pick<ShownTotals<never>, 'asked'>, meta: Meta, of = ''): string {
  return `${stateOf(asked.state).name}, ${fieldInWords(String(meta.field))}${of}${byBasis(meta)}`;
}

const NO_TOTALS = 'No jurisdiction matches in these months. Use fewer options.';

function isIncomplete({ missing, leftOut }: GroupFigure): boolean {
  return missing + (leftOut ?? 0) > 0;
}
