import type { GroupFigure } from '../../../derive/group-sum.ts';
import { exactGrowth } from '../../../derive/slots.ts';
import { UNIT_SCALES } from '../../../domain/allocation.ts';
import { addMonths, formatMonth, monthOfDate } from '../../../domain/month.ts';
import { roundedDollars, tenthsOfPercent } from '../../../domain/text/rounded.ts';
import { capitalized, periodsInWords, plural } from '../../../domain/text/wording.ts';
import { because, taxChangesInWords, taxReason } from '../../descriptions/compared/tax-changes.ts';
import type { DatedTotal } from '../../descriptions/total.ts';
import { joinNames } from '../../files/source.ts';

/** A place, and by how many cents its payment moved. */
export interface Moved {
  name: string;
  by: number;
}

/** The figures that a run changed. Months are first days; the difference of the payments is in cents, `null` if none changed. */
export interface RestatedFigures {
  figures: number;
  places: number;
  /** How many of the figures come from the register of corrections. */
  corrected: number;
  first: string;
  last: string;
  moved: number | null;
}

/** What a state paid in a month, beside the year before. */
export function describeMonth(
  state: string,
  places: number,
  total: DatedTotal,
  moved: readonly Moved[],
): string {
  const { month, salesMonth, payment, missing, doubtful } = total;
  const { value, leftOut, compared } = payment;
  const change = exactGrowth(payment.likeForLike, payment.likeForLikeAgo);
  const before = formatMonth(addMonths(month, -12));
  // the dataset need not have all places of a state
  const whose = `${value === null ? 'No place' : plural(places, 'place')} of ${state} in this dataset`;
  const paid = value === null ? 'has a known payment' : `got ${dollars(value)}`;
  const sales = salesMonth ? `, for sales of ${formatMonth(salesMonth)}` : '';
  const counted = leftOut ? `, counting the ${plural(compared ?? 0, 'place')} with both payments` : '';
  const difference = change === null ? '' : `: ${changeOf(change)} ${before}${counted}`;
  return [
    `${whose} ${paid} in ${formatMonth(month)}${sales}${difference}.`,
    ...withoutTaxes(payment, change),
    ...(missing > 0
      ? [`${plural(missing, 'payment')} of the month ${missing === 1 ? 'is' : 'are'} missing.`]
      : []),
    ...(doubtful.payment > 0
      ? [`The checks doubt ${plural(doubtful.payment, 'payment')} of this month or of ${before}.`]
      : []),
    ...largest(moved),
  ].join(' ');
}

/** What a run changed, and what of it the state did not. `sales` are the months of the sales, if they are known. */
export function describeRestatement(
  { first, last, moved, corrected }: RestatedFigures,
  sales: string | null,
): string {
  const own = `${plural(corrected, 'figure')} ${corrected === 1 ? 'is' : 'are'} from your own corrections, and in no report. `;
  const ofSales = sales === null ? '' : `, for sales of ${sales}`;
  const months = `${corrected > 0 ? own : ''}The figures are of ${periodsInWords(monthOfDate(first), monthOfDate(last))}${ofSales}.`;
  if (moved === null) return `${months} No payment changed.`;
  if (moved === 0) return `${months} The payments together are the same as before.`;
  return `${months} Together, the payments are ${dollars(Math.abs(moved))} ${moved > 0 ? 'higher' : 'lower'}.`;
}

/** `3.1% more than in`, in a sentence before a month. */
function changeOf(change: number): string {
  const text = moreOrLess(change);
  return text === null ? 'about as much as in' : `${text} than in`;
}

/** `3.1% more`, of a change that is not rounded yet; `null` if it rounds to nothing. */
function moreOrLess(change: number): string | null {
  const percent = tenthsOfPercent(change);
  return percent === '0.0%' ? null : `${percent} ${change > 0 ? 'more' : 'less'}`;
}

/** The change without changes of tax, if it is another one or not known, with what changed behind each place. */
function withoutTaxes(payment: GroupFigure, change: number | null): string[] {
  const { comparable } = payment;
  if (!comparable || change === null) return [];
  const { taxChanges, further, leftOut, exact } = comparable;
  const places = Array.from(
    Map.groupBy(taxChanges, ({ place }) => place ?? 'one place'),
    ([place, changes]) => `${place} (${taxChangesInWords(changes).join(', ')})`,
  );
  const changed = joinNames([...places, ...(further > 0 ? [plural(further, 'other place')] : [])]);
  const without = [
    ...(changed || exact === null ? [`without changes of tax${changed && ` in ${changed}`}`] : []),
    ...(leftOut > 0 && exact !== null ? [`without ${plural(leftOut, 'place')} whose tax is not known`] : []),
  ];
  const known = capitalized(without.join(' and '));
  if (exact === null)
    return [`${known}, the change is not known${changed ? '' : `, ${because(taxReason(payment) ?? '')}`}.`];
  const text = moreOrLess(exact);
  return text === moreOrLess(change) ? [] : [`${known}, that is ${text ?? 'about as much'}.`];
}

function largest(moved: readonly Moved[]): string[] {
  const sorted = [...moved].sort((one, other) => other.by - one.by);
  const [most, least] = [sorted[0], sorted.at(-1)];
  return [
    ...(most && most.by > 0 ? [`The largest rise of a city: ${most.name}, ${dollars(most.by)} more.`] : []),
    ...(least && least.by < 0 ? [`The largest fall: ${least.name}, ${dollars(-least.by)} less.`] : []),
  ];
}

function dollars(cents: number): string {
  return roundedDollars(cents / UNIT_SCALES.amount);
}
