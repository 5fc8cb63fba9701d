/** The sentences about the payment of one month, made from its figures alone. */

import type { Measured, Reason } from '../../../derive/figure.ts';
import { exactGrowth } from '../../../derive/slots.ts';
import { UNIT_SCALES } from '../../../domain/allocation.ts';
import type { FindingCode } from '../../../domain/findings/finding.ts';
import { addMonths, formatMonth, type Month } from '../../../domain/month.ts';
import type { PaymentDoubt } from '../../../domain/reading/figure-reading.ts';
import { roundedDollars, tenthsOfPercent } from '../../../domain/text/rounded.ts';
import { capitalized, monthsInWords, plural, toSentence } from '../../../domain/text/wording.ts';
import {
  cautionText,
  NO_RANGE,
  noProjectionText,
  type ProjectedPlace,
} from '../../descriptions/projection.ts';
import type { Sentence } from '../../descriptions/sentence.ts';
import { NOT_ALL_THERE, reasonText, taxChangesInWords, taxChangesOf } from '../../reasons.ts';
import { type PartOfPayment, partsSentence } from './parts-sentence.ts';

/** The figures of a month that sentences are about. */
interface ToldFigures {
  payment: Measured;
  fiscalYearToDate: Measured;
}

/** What is known of a month of one place. Amounts are in cents. */
export interface MonthFigures {
  /** The month of payment, and that of the sales; `null` if no source states it. */
  month: Month;
  salesMonth: Month | null;
  /** Whether sums count payments by the month of the sales. */
  isBySales: boolean;
  settlesQuarter: boolean;
  /** `null` if the dataset has no datapoint of the month. */
  figures: ToldFigures | null;
  /** The newest payment before the month, by the month that counts. */
  newest: { month: Month; value: number } | null;
  /** Why the checks doubt the payment, or the one of a year before. */
  doubts: readonly PaymentDoubt[];
  /** The parts of the payment, beside those of a year before. */
  parts: readonly PartOfPayment[];
  /** Where the fiscal year will end; `null` if the place has ended. */
  projection: ProjectedPlace | null;
  /** `2026-27`, or `2026` for a calendar year. */
  fiscalYear: string;
  /** Whether the month is the last one of the fiscal year. */
  isClosed: boolean;
}

/** A paragraph about the payment of a month, topic by topic. */
export function tellMonth(known: MonthFigures): Sentence[] {
  const { figures } = known;
  if (figures === null) return [noPayment(known)];
  return [
    paymentSentence(known, figures.payment),
    ...salesSentence(known),
    ...partsSentence(known.parts, figures.payment),
    fiscalYearSentence(known, figures),
    ...projectionSentence(known, figures),
    ...comparableSentence(known, figures),
    ...doubtSentence(known, figures),
  ];
}

function noPayment(known: MonthFigures): Sentence {
  const { newest, isBySales } = known;
  const before = newest
    ? `the newest one before it is ${dollars(newest.value)} ${isBySales ? 'for sales of' : 'in'} ${formatMonth(newest.month)}.`
    : 'there is none before it.';
  return { topic: 'payment', text: `There is no payment ${inMonth(known)}; ${before}`, caution: 'missing' };
}

type CountedMonth = Pick<MonthFigures, 'month' | 'salesMonth' | 'isBySales'>;

/** `October 2026`, or `sales of August 2026`. */
function countedMonth(known: CountedMonth): string {
  return `${known.isBySales && known.salesMonth ? 'sales of ' : ''}${monthOf(known)}`;
}

/** `in October 2026`, or `for sales of August 2026`. */
function inMonth(known: CountedMonth): string {
  return `${known.isBySales && known.salesMonth ? 'for' : 'in'} ${countedMonth(known)}`;
}

/** How much it was, and its change. */
export function paymentSentence(known: CountedMonth, payment: Measured): Sentence {
  return { topic: 'payment', text: paymentText(known, payment), caution: cautionOf(payment) };
}

/** What a sentence warns of that compares a figure with the year before. */
export function cautionOf({ value, ago, doubtful }: Measured): Sentence['caution'] {
  if (value === null || ago === null) return 'missing';
  return doubtful > 0 ? 'doubtful' : null;
}

function paymentText(known: CountedMonth, { value, ago, change, difference }: Measured): string {
  const then = { ...known, ...yearBefore(known) };
  const before = countedMonth(then);
  if (value === null) return `The payment of ${countedMonth(known)} is not known.`;
  const paid = `${dollars(value)} ${inMonth(known)}`;
  if (ago === null || difference === null)
    return `${paid}; there is no payment of ${before} to compare with.`;
  if (change === null)
    return `${paid}; the payment of ${before} was ${dollars(ago)}, so there is no change in percent.`;
  if (difference === 0) return `${paid}, as much as ${before}.`;
  if (value < 0)
    return `${paid}, ${dollars(Math.abs(difference))} ${difference < 0 ? 'less' : 'more'} than ${inMonth(then)}.`;
  const text = changeOf(change);
  return `${paid}, ${text} ${text === SAME ? `as ${inMonth(then)}` : `from ${monthOf(then)}`}.`;
}

/** `August 2026`: who reads it knows whether months are of sales. */
function monthOf({ month, salesMonth, isBySales }: CountedMonth): string {
  return formatMonth((isBySales && salesMonth) || month);
}

function yearBefore({ month, salesMonth }: CountedMonth) {
  return { month: addMonths(month, -12), salesMonth: salesMonth && addMonths(salesMonth, -12) };
}

export function salesSentence({
  month,
  salesMonth,
  isBySales,
  settlesQuarter,
}: CountedMonth & Pick<MonthFigures, 'settlesQuarter'>): Sentence[] {
  const quarter = settlesQuarter ? ' It settles the quarter.' : '';
  if (salesMonth === null) {
    const text = `No source states for which sales it is.${quarter}`;
    return [{ topic: 'sales', text, caution: 'missing' }];
  }
  const text = isBySales
    ? `It was paid in ${monthBeside(month, salesMonth)}.`
    : `The payment of ${formatMonth(month)} is for sales of ${monthBeside(salesMonth, month)}.`;
  return [{ topic: 'sales', text: `${text}${quarter}`, caution: null }];
}

export function fiscalYearSentence(
  known: YearOfMonth,
  { fiscalYearToDate }: Pick<ToldFigures, 'fiscalYearToDate'>,
): Sentence {
  return {
    topic: 'fiscal_year',
    text: fiscalYearText(known, fiscalYearToDate),
    caution: cautionOf(fiscalYearToDate),
  };
}

type YearOfMonth = Pick<MonthFigures, 'fiscalYear' | 'projection' | 'isBySales' | 'isClosed'>;

function fiscalYearText(
  { fiscalYear, projection, isBySales, isClosed }: YearOfMonth,
  { value, ago, change, reasons }: Measured,
): string {
  const kind = fiscalYear.includes('-') ? 'Fiscal year ' : 'Year ';
  const year = `${isBySales ? '' : kind}${fiscalYear}${isClosed ? '' : ' so far'}`;
  if (value === null) {
    const why =
      projection?.reason?.kind === 'missing' ? monthsInWords(noProjectionText(projection.reason)) : null;
    return `${year} is not known: ${why ?? 'a payment is missing'}.`;
  }
  const sum = `${year}${isBySales ? ', by sales' : ''}: ${dollars(value)}`;
  if (ago === null) {
    const why = reasons.find(({ code }) => code === 'missing-before');
    return `${sum}; ${why ? reasonText(why, isBySales ? 'sales of ' : '') : NOT_ALL_THERE}.`;
  }
  if (change === null)
    return `${sum}; the same months a year before had ${dollars(ago)}, so there is no change in percent.`;
  return `${sum}, ${value === ago ? 'as much as a year before' : changeOf(change)}.`;
}

const rangeSentence: Sentence = { topic: 'range', text: toSentence(NO_RANGE), caution: 'missing' };

function projectionSentence(
  { projection, fiscalYear }: MonthFigures,
  { fiscalYearToDate }: ToldFigures,
): Sentence[] {
  if (projection === null || projection.method === 'actual') return [];
  const { projected, lastYear, usual, reason, doubtfulMonths, isReliable } = projection;
  if (projected !== null) {
    const range = usual?.range
      ? ` (between ${dollars(usual.range.low)} and ${dollars(usual.range.high)})`
      : ' (no range yet)';
    const tax = cautionText(projection);
    const growth = exactGrowth(projected, lastYear);
    const change = growth === null ? '' : `, ${changeOf(growth)}`;
    // one sentence: the lead of a place has no room for more
    const text = [
      `${fiscalYear} may end near ${dollars(projected)}${change}${isReliable ? range : ''}`,
      ...(doubtfulMonths ? [', with doubted payments'] : []),
      ...(tax && !isReliable ? [`, but ${tax.charAt(0).toLowerCase()}${tax.slice(1)}`] : []),
    ].join('');
    const doubted = `This estimate uses payments that the checks doubt: ${monthsInWords(doubtfulMonths ?? '')}.`;
    const caution = isReliable ? (doubtfulMonths ? 'doubtful' : null) : 'tax_changed';
    const noRange = isReliable && !usual?.range ? [rangeSentence] : [];
    const atTax: Sentence[] = tax && isReliable ? [{ topic: 'range', text: `${tax}.`, caution: null }] : [];
    return [
      { topic: 'projection', text: `${text}.`, caution },
      ...(doubtfulMonths ? [{ topic: 'range', text: doubted, caution: 'doubtful' } as const] : []),
      ...noRange,
      ...atTax,
    ];
  }
  // the sentence before has the missing months already
  if (reason === null || fiscalYearToDate.value === null) return [];
  const text = `There is no estimate of how ${fiscalYear} will end: ${monthsInWords(noProjectionText(reason))}.`;
  return [{ topic: 'projection', text, caution: 'missing' }];
}

/** Whether a change of tax makes at least half of a change, as far as that is known. */
export function isMostlyTax({ change, comparableChange }: Measured): boolean {
  if (change === null || comparableChange === null) return true;
  return Math.abs(change - comparableChange) * 2 >= Math.abs(change);
}

function comparableSentence({ isClosed }: MonthFigures, figures: ToldFigures): Sentence[] {
  const all = (['payment', 'fiscalYearToDate'] as const).flatMap((part) => {
    const { change, comparableChange, reasons } = figures[part];
    if (change === null) return [];
    const name = part === 'payment' ? 'the month' : `the year${isClosed ? '' : ' so far'}`;
    const isReason = part === 'payment' && isMostlyTax(figures[part]);
    const caution: Sentence['caution'] = isReason
      ? 'tax_changed'
      : comparableChange === null
        ? 'missing'
        : null;
    return [{ name, plain: changeOf(change), comparableChange, reasons, caution }];
  });
  const changed = all.filter(({ reasons }) => taxChangesOf(reasons).length > 0);
  // a change of tax that changes no shown figure says nothing
  const known = changed.filter(
    ({ plain, comparableChange }) => comparableChange !== null && changeOf(comparableChange) !== plain,
  );
  if (known.length > 0)
    return known.map((one): Sentence => {
      const shown = `${one.name} is ${changeOf(one.comparableChange)}`;
      const text = `Without a change of tax, ${shown}: ${changesIn([one])}.`;
      return { topic: 'comparable', text, caution: one.caution };
    });
  const none = changed.filter(({ comparableChange }) => comparableChange === null);
  const [first] = none;
  if (first) {
    const text = `${capitalized(first.name)} is not comparable, because ${changesIn(none)}.`;
    return [{ topic: 'comparable', text, caution: first.caution }];
  }
  const unknown = all.flatMap(({ reasons }) => reasons.filter(({ code }) => code === 'tax-unknown'));
  const [reason] = unknown.sort((one, other) => monthsOf(other) - monthsOf(one));
  if (!reason) return [];
  const text = `A change of tax may be part of the difference: ${reasonText(reason)}.`;
  return [{ topic: 'comparable', text, caution: 'missing' }];
}

function monthsOf(reason: Reason): number {
  return reason.code === 'tax-unknown' ? reason.months.length : 0;
}

function changesIn(all: readonly { reasons: readonly Reason[] }[]): string {
  return taxChangesInWords(all.flatMap(({ reasons }) => taxChangesOf(reasons))).join('; ');
}

const WHY: Partial<Record<FindingCode, string>> = {
  'unusual-payment': 'it is far from what is usual',
  'row-arithmetic': 'its figures do not add up',
  'conflicting-reports': 'two reports have different figures',
  'date-outside-month': 'its date is outside the month',
  'summary-differs': 'another report of the state has a different figure',
};

function doubtSentence(
  { doubts }: MonthFigures,
  { fiscalYearToDate: { doubtful } }: ToldFigures,
): Sentence[] {
  const named = doubts.map(
    ({ month, code }) =>
      `The checks doubt the payment of ${formatMonth(month)}: ${WHY[code] ?? 'it contradicts other figures'}.`,
  );
  const others = doubtful - doubts.length;
  if (others > 0)
    named.push(
      `The checks${named.length > 0 ? ' also' : ''} doubt ${plural(others, `${named.length > 0 ? 'other ' : ''}payment`)} of the fiscal year or of the year before.`,
    );
  return named.length === 0 ? [] : [{ topic: 'doubt', text: named.join(' '), caution: 'doubtful' }];
}

const SAME = 'about the same';

/** `up 9.5%` of millionths, which are rounded here alone; `about the same` if that would be zero. */
function changeOf(exact: number | null): string {
  const percent = tenthsOfPercent(exact ?? 0);
  return percent === '0.0%' ? SAME : `${(exact ?? 0) > 0 ? 'up' : 'down'} ${percent}`;
}

function dollars(cents: number): string {
  return roundedDollars(cents / UNIT_SCALES.amount);
}

/** `August`, or `November 2025` if that is another year than that of the other month. */
function monthBeside(month: Month, other: Month): string {
  const text = formatMonth(month);
  return month.slice(0, 4) === other.slice(0, 4) ? text.slice(0, -5) : text;
}
