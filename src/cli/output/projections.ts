import { monthOfDate } from '../../domain/month.ts';
import { inWords, periodInWords, plural } from '../../domain/text/wording.ts';
import type { Description } from '../../records/description.ts';
import { monthAheadRecord, type PlaceMonthAhead } from '../../records/descriptions/year-end/month-ahead.ts';
import { type ProjectedPlace, projectionRecord } from '../../records/descriptions/year-end/projection.ts';
import type { Filters } from '../../records/filters/filter.ts';
import { stateOf } from '../../states/index.ts';
import type { Shown } from '../commands/look/records.ts';
import { type Meta, NO_DATAPOINT } from './analysis.ts';
import { formatRecords } from './records.ts';

const CHECK = ['', 'To see how good projections of past years were, add --check'];

/** Projections as a table, with the year above it and how far to trust them below. */
export function projectionsText(shown: Shown<ProjectedPlace, (typeof projectionRecord)['filters']>): string {
  const { found, rows } = shown.find();
  const { meta = {} } = found;
  const known = Number(meta.known_months);
  const title = `year ${meta.year}: ${plural(known, 'month')} known, `;
  const hasRange = rows.some(({ usual }) => usual?.range);
  const text = withRanges(shown, projectionRecord, { rows, meta, hasRange, title });
  return [text, ...(rows.length > 0 && known < 12 ? CHECK : [])].join('\n');
}

/** Forecast months as a table. A place without a forecast has one line, because all its lines give the same reason. */
export function monthsAheadText(shown: Shown<PlaceMonthAhead, (typeof monthAheadRecord)['filters']>): string {
  const { found, rows: all } = shown.find();
  const rows = all.filter(({ middle, ahead }) => middle !== null || ahead === 1);
  const hasRange = all.some(({ totalUsual }) => totalUsual?.range);
  const title = 'the next twelve months: ';
  return withRanges(shown, monthAheadRecord, { rows, meta: found.meta ?? {}, hasRange, title });
}

interface Estimates<Row> {
  rows: readonly Row[];
  meta: Meta;
  hasRange: boolean;
  /** What the text shows, before the last known month. */
  title: string;
}

/** A table of estimates between what is known and how often such ranges held. */
function withRanges<Row>(
  { asked, limit }: Pick<Shown<Row, Filters>, 'asked' | 'limit'>,
  description: Description<Row>,
  { rows, meta, hasRange, title }: Estimates<Row>,
): string {
  const { through, sales_through: sales, range_held: held } = meta;
  if (typeof through !== 'string') return NO_DATAPOINT;
  const month = periodInWords(monthOfDate(through));
  const paid = `payments through ${month}${typeof sales === 'string' ? `, for sales of ${periodInWords(monthOfDate(sales))}` : ''}`;
  const last = meta.basis === 'sales' ? `sales through ${month}` : paid;
  const head = `${stateOf(`${asked.state}`).name}, ${title}${last}.`;
  if (rows.length === 0) return `${head} ${noneInWords(asked.type, month)}`;
  const heldText =
    typeof held === 'number' ? `In earlier years, ${Math.round(held * 100)}% of such ranges held. ` : '';
  return [
    ...[head, '', formatRecords(description, rows.slice(0, limit), { total: rows.length })],
    ...(hasRange ? ['', `${heldText}A shock to the whole state is outside the ranges.`] : []),
  ].join('\n');
}

/** A place without a payment for two years has no estimate. */
function noneInWords(type: unknown, month: string): string {
  const none = typeof type === 'string' ? `No ${inWords(type).toLowerCase()}` : 'No place';
  return `${none} that matches has a payment in ${month} or in the 24 months before it, so there is no estimate. Use fewer options, or name an earlier month with --through.`;
}
