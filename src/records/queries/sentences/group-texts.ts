/** The sentences about the payments of a group in one month, and of a place or a group in a span. */

import type { Measured, Reason } from '../../../derive/figure.ts';
import { UNIT_SCALES } from '../../../domain/allocation.ts';
import { groupBy } from '../../../domain/groups.ts';
import { roundedDollars, tenthsOfPercent } from '../../../domain/text/rounded.ts';
import { capitalized, plural } from '../../../domain/text/wording.ts';
import type { Sentence } from '../../descriptions/sentence.ts';
import { joinNames } from '../../files/source.ts';
import { reasonText, taxChangesInWords } from '../../reasons.ts';
import { moreOrLess } from './parts-sentence.ts';
import { cautionOf, isMostlyTax } from './sentence-texts.ts';

/** A place, and by how many cents its payment moved. */
export interface Moved {
  name: string;
  isCity: boolean;
  by: number;
}

/** What is known of some months of a place or a group. */
export interface ToldSpan {
  /** What the places are of: `Texas`, or `Travis County, Texas`. Of a place, its name. */
  of: string;
  /** What they are: `city`; `place` if they are of several types. */
  one: string;
  isPlace: boolean;
  isOneMonth: boolean;
  /** `in October 2026, for sales of August 2026`, or `for sales of March to June 2020`. */
  when: string;
  /** The months to compare with: `October 2025`; whether they are those of a year before. */
  before: string;
  isYearBefore: boolean;
  payment: Measured;
  /** How many places have a payment. */
  paid: number;
  /** The ids of the places with all payments of both spans, which the change counts, and their payments. */
  compared: ReadonlySet<number>;
  comparedPayment: Measured;
  moved: readonly Moved[];
}

/** What a place or a group got in some months, beside others. */
export function tellSpan(known: ToldSpan): Sentence[] {
  const { payment, isOneMonth, before } = known;
  const sentence = (topic: Sentence['topic'], text: string | null, caution: Sentence['caution']) =>
    text === null ? [] : [{ topic, text, caution }];
  const { missing, doubtful } = payment;
  const lacking = `${plural(missing, 'payment')} of the ${isOneMonth ? 'month' : 'months'} ${missing === 1 ? 'is' : 'are'} missing.`;
  return [
    ...sentence('payment', paymentText(known), cautionOf(payment)),
    ...sentence(
      'comparable',
      comparableText(known),
      reasonOf(payment.reasons, 'tax-changed') && isMostlyTax(payment)
        ? 'tax_changed'
        : payment.comparableChange === null
          ? 'missing'
          : null,
    ),
    ...sentence('payment', missing > 0 ? lacking : null, 'missing'),
    ...sentence(
      'doubt',
      doubtful > 0
        ? `The checks doubt ${plural(doubtful, 'payment')} of ${isOneMonth ? 'this month' : 'these months'} or of ${before}.`
        : null,
      'doubtful',
    ),
    ...sentence('movers', moversText(known.moved), null),
  ];
}

/** What a group got in some months, without its name. */
export function spanSentence(known: ToldSpan): Sentence {
  const { payment, when } = known;
  const text =
    payment.value === null ? paymentText(known) : `${dollars(payment.value)} ${when}${comparedText(known)}.`;
  return { topic: 'payment', text, caution: cautionOf(payment) };
}

/** How many places of a group were paid, and which of them the change counts. */
export function countSentence({ of, one, paid, payment }: ToldSpan): Sentence {
  const leftOut = reasonOf(payment.reasons, 'left-out');
  const counted =
    leftOut && leftOut.compared !== paid
      ? ` The change counts ${plural(leftOut.compared, 'of them', 'of them')}.`
      : '';
  const text = `${plural(paid, one)} of ${of} ${paid === 1 ? 'was' : 'were'} paid.${counted}`;
  return { topic: 'payment', text, caution: null };
}

/** The least part of a change that a place explains. */
const LEAST_MOVE = 0.2;

/** The place that moved most in the direction of a group: a reason if the parts of its payments are not known. */
export function largestMove({ moved, comparedPayment: { difference } }: ToldSpan): Sentence[] {
  const least = Math.abs(difference ?? 0) * LEAST_MOVE;
  const alike = moved.filter(({ by }) => by * (difference ?? 0) > 0 && Math.abs(by) >= least);
  const [most] = alike.sort((one, other) => Math.abs(other.by) - Math.abs(one.by));
  return most ? [{ topic: 'parts', text: `${most.name} got ${moreOrLess(most.by)}.`, caution: null }] : [];
}

function paymentText(known: ToldSpan): string {
  const { of, one, isPlace, when, before, payment, paid } = known;
  const { value, reasons } = payment;
  if (isPlace && value === null) return `Not all payments of ${of} ${when} are known.`;
  if (isPlace && payment.ago === null)
    return `${of} got ${dollars(value ?? 0)} ${when}; not all payments of ${before} are there to compare with.`;
  const leftOut = reasonOf(reasons, 'left-out');
  const whose = isPlace ? of : `${value === null ? `No ${one}` : plural(paid, one)} of ${of}`;
  const got = value === null ? 'has a known payment' : `got ${dollars(value)}`;
  const counted =
    leftOut && leftOut.compared !== paid
      ? `, counting ${plural(leftOut.compared, 'of them', 'of them')}`
      : '';
  const compared = comparedText(known);
  return `${whose} ${got} ${when}${compared}${compared && counted}.`;
}

/** `, up 3.1% from October 2025`; of several months, `, 3.1% more than a year before`. */
function comparedText({ payment: { change }, isOneMonth, isYearBefore, before }: ToldSpan): string {
  if (change === null) return '';
  const text = changeInWords(change);
  const months = isYearBefore && !isOneMonth ? 'a year before' : `${isOneMonth ? '' : 'from '}${before}`;
  if (text === null) return `, about as much as ${isOneMonth ? 'in ' : ''}${months}`;
  return isOneMonth
    ? `, ${change > 0 ? 'up' : 'down'} ${tenthsOfPercent(change)} from ${months}`
    : `, ${text} than ${months}`;
}

/** `3.1% more`, of a change that is not rounded yet; `null` if it rounds to nothing. */
function changeInWords(change: number): string | null {
  const percent = tenthsOfPercent(change);
  return percent === '0.0%' ? null : `${percent} ${change > 0 ? 'more' : 'less'}`;
}

/** The change without changes of tax, if it is another one or not known, with what changed behind each place. */
function comparableText({ isPlace, payment }: ToldSpan): string | null {
  const { change, comparableChange, reasons } = payment;
  if (change === null) return null;
  const placed = reasons.flatMap((reason) => (reason.code === 'tax-changed' ? reason : []));
  const changes = Array.from(
    groupBy(placed, ({ place = '' }) => place),
    ([place, all]) => ({ place, text: taxChangesInWords(all.map((one) => one.change)).join(', ') }),
  );
  const places = Array.from(
    groupBy(changes, ({ text }) => text),
    // one place needs no name
    ([text, alike]) => `${joinNames(alike.map(({ place }) => place))} (${text})`.trim(),
  );
  const further = reasonOf(reasons, 'further-taxes');
  const leftOut = reasonOf(reasons, 'tax-left-out');
  const unknown = reasonOf(reasons, 'tax-unknown');
  const changed = joinNames([...places, ...(further ? [plural(further.members, 'other place')] : [])]);
  const without = [
    ...(changed || comparableChange === null
      ? [`without changes of tax${changed && (isPlace ? ` ${changed}` : ` in ${changed}`)}`]
      : []),
    ...(leftOut && !changed ? [`without ${plural(leftOut.members, 'place')} whose tax is not known`] : []),
  ];
  const others =
    leftOut && changed
      ? ` ${plural(leftOut.members, 'place is left out: its', 'places are left out: their')} tax is not known.`
      : '';
  const known = capitalized(without.join(' and '));
  const [own] = changes;
  if (comparableChange === null && isPlace && own) return `It is not comparable, because ${own.text}.`;
  if (comparableChange === null)
    return `${known}, the change is not known${!changed && unknown ? `: ${reasonText(unknown)}` : ''}.`;
  const text = changeInWords(comparableChange);
  return without.length === 0 || text === changeInWords(change)
    ? null
    : `${known}, the payments are ${text ?? 'about the same'}.${others}`;
}

function reasonOf<Code extends Reason['code']>(reasons: readonly Reason[], code: Code) {
  return reasons.find((one): one is Extract<Reason, { code: Code }> => one.code === code);
}

function moversText(all: readonly Moved[]): string | null {
  const moved = all.filter(({ isCity }) => isCity);
  const [most] = [...moved].sort((one, other) => other.by - one.by);
  const fall = largestFall(moved);
  const texts = [
    ...(most && most.by > 0 ? [`The largest rise of a city: ${most.name}, ${dollars(most.by)} more.`] : []),
    ...(fall ? [`The largest fall: ${fall.name}, ${dollars(-fall.by)} less.`] : []),
  ];
  return texts.join(' ') || null;
}

/** The city that lost most; `null` if none did. */
export function largestFall(moved: readonly Moved[]): Moved | null {
  const [least] = moved.filter(({ isCity }) => isCity).sort((one, other) => one.by - other.by);
  return least && least.by < 0 ? least : null;
}

export function dollars(cents: number): string {
  return roundedDollars(cents / UNIT_SCALES.amount);
}
