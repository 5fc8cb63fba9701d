import { formatMonth, monthOfDate } from '../../domain/month.ts';
import { inWords, plural } from '../../domain/text/wording.ts';
import type { Description } from '../../records/description.ts';
import { monthAheadRecord, type PlaceMonthAhead } from '../../records/descriptions/year-end/month-ahead.ts';
import { type ProjectedPlace, projectionRecord } from '../../records/descriptions/year-end/projection.ts';
import type { Filters } from '../../records/filters/filter.ts';
import { stateOf } from '../../states/index.ts';
import type { Shown } from '../commands/look/records.ts';
import { NO_DATAPOINT } from './analysis.ts';
import { formatRecords } from './records.ts';

const CHECK = ['', 'To see how good projections of past years were, add --check'];

/** Projections as a table, with the year above it and how far to trust them below. */
export function projectionsText(shown: Shown<ProjectedPlace, (typeof projectionRecord)['filters']>): string {
  const { found, rows } = shown.find();
  const { year, known_months: known } = found.meta ?? {};
  const text = withRanges(shown, projectionRecord, {
    ...{ rows, meta: found.meta, hasRange: rows.some(({ usual }) => usual?.range) },
    title: `year ${year}: ${plural(Number(known), 'month')} known, `,
  });
  return [text, ...(rows.length > 0 && Number(known) < 12 ? CHECK : [])].join('\n');
}

/** Forecast months as a table. A place without a forecast has one line, because all its lines give the same reason. */
export function monthsAheadText(shown: Shown<PlaceMonthAhead, (typeof monthAheadRecord)['filters']>): string {
  const { found, rows } = shown.find();
  return withRanges(shown, monthAheadRecord, {
    rows: rows.filter(({ middle, ahead }) => middle !== null || ahead === 1),
    ...{ meta: found.meta, hasRange: rows.some(({ totalUsual }) => totalUsual?.range) },
    title: 'the next twelve months: ',
  });
}

interface Estimates<Row> {
  rows: readonly Row[];
  meta: Readonly<Record<string, unknown>> | undefined;
  hasRange: boolean;
  /** What the text shows, before the last known month. */
  title: string;
}

/** A table of estimates between what is known and how often such ranges held. */
function withRanges<Row>(
  { asked, limit }: Pick<Shown<Row, Filters>, 'asked' | 'limit'>,
  description: Description<Row>,
  { rows, meta: { through, sales_through, basis, range_held: held } = {}, hasRange, title }: Estimates<Row>,
): string {
  if (typeof through !== 'string') return NO_DATAPOINT;
  const { name } = stateOf(`${asked.state}`);
  const month = monthOfDate(through);
  const sales = typeof sales_through === 'string' ? monthOfDate(sales_through) : null;
  const last =
    basis === 'sales'
      ? `sales through ${formatMonth(month)}`
      : `payments through ${formatMonth(month)}${sales ? `, for sales of ${formatMonth(sales)}` : ''}`;
  const head = `${name}, ${title}${last}.`;
  if (rows.length === 0) return `${head} ${noneInWords(asked.type, formatMonth(month))}`;
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
