import { formatMonth, monthOfDate } from '../../domain/month.ts';
import { plural } from '../../domain/text/wording.ts';
import { type ProjectedPlace, projectionRecord } from '../../records/descriptions/year-end/projection.ts';
import { stateOf } from '../../states/index.ts';
import type { Shown } from '../commands/look/records.ts';
import { formatRecords } from './records.ts';

/** Projections as a table, with the year above it and how far to trust them below. */
export function projectionsText({
  view,
  asked,
  limit,
  find,
}: Shown<ProjectedPlace, (typeof projectionRecord)['filters']>): string {
  const { found, rows } = find();
  const { year, through, known_months: known, basis, range_held: held } = found.meta ?? {};
  if (typeof through !== 'string')
    return 'The dataset has no datapoint of this state. Load reports first: allocations ingest <path>';
  const what = basis === 'sales' ? 'sales' : 'payments';
  const title = `${stateOf(`${asked.state}`).name}, year ${year}: ${plural(Number(known), 'month')} known, ${what} through ${formatMonth(monthOfDate(through))}.`;
  if (rows.length === 0) return `${title} No jurisdiction matches.`;
  const shown = { ...found, length: Math.min(found.length, limit) };
  return [
    title,
    '',
    formatRecords(projectionRecord, view, shown, undefined),
    ...(typeof held === 'number'
      ? [
          '',
          `In earlier years, such ranges held for ${Math.round(held * 100)} % of the jurisdictions. A shock to the whole state is outside them.`,
        ]
      : []),
    ...(Number(known) < 12 ? ['', 'To see how good projections of past years were, add --check'] : []),
  ].join('\n');
}
