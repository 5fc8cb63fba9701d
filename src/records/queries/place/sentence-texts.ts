/** The sentences about the payment of one month, made from its figures alone. */

import type { ComparableFigure, ComparedFigures } from '../../../derive/analysis.ts';
import { RATIO_SCALE, UNIT_SCALES } from '../../../domain/allocation.ts';
import type { FindingCode } from '../../../domain/findings/finding.ts';
import { addMonths, formatMonth, type Month } from '../../../domain/month.ts';
import type { PaymentDoubt } from '../../../domain/reading/figure-reading.ts';
import { briefDollars } from '../../../domain/text/rounded.ts';
import { monthsInWords, plural } from '../../../domain/text/wording.ts';
import type { Doubted } from '../../descriptions/compared/compared-figures.ts';
import { taxChangesOf } from '../../descriptions/compared/tax-changes.ts';
import type { Sentence } from '../../descriptions/place/sentence.ts';
import { noProjectionText, type ProjectedPlace } from '../../descriptions/year-end/projection.ts';
import { type PartOfPayment, partsSentence } from './parts-sentence.ts';

/** What is known of a month of one place. Amounts are in cents. */
export interface MonthFigures {
  /** The month of payment, and that of the sales; `null` if no source states it. */
  month: Month;
  salesMonth: Month | null;
  /** Whether sums count payments by the month of the sales. */
  isBySales: boolean;
  settlesQuarter: boolean;
  /** `null` if the dataset has no datapoint of the month. */
  figures: (ComparedFigures & Doubted) | null;
  /** The newest payment before the month. */
  newest: { month: Month; value: number } | null;
  /** Why the checks doubt the payment, or the one of a year before. */
  doubts: readonly PaymentDoubt[];
  /** The parts of the payment, beside those of a year before. */
  parts: readonly PartOfPayment[];
  /** Where the fiscal year will end; `null` if the place has ended. */
  projection: ProjectedPlace | null;
  /** `2026-27`, or `2026` for a calendar year. */
  fiscalYear: string;
}

/** A paragraph about the payment of a month, topic by topic. */
export function tellMonth(known: MonthFigures): Sentence[] {
  const { figures } = known;
  if (figures === null) return [noPayment(known)];
  return [
    paymentSentence(known, figures),
    ...salesSentence(known),
    ...partsSentence(known.parts, figures),
    fiscalYearSentence(known, figures),
    ...projectionSentence(known, figures),
    ...comparableSentence(figures),
    ...doubtSentence(known, figures),
  ];
}

function noPayment({ month, newest }: MonthFigures): Sentence {
  const before = newest
    ? `The newest payment before it is ${dollars(newest.value)} in ${formatMonth(newest.month)}.`
    : 'There is none before it.';
  return {
    topic: 'payment',
    text: `There is no payment in ${formatMonth(month)}. ${before}`,
    caution: 'missing',
  };
}

function paymentSentence(known: MonthFigures, { payment, doubtful }: ComparedFigures & Doubted): Sentence {
  return {
    topic: 'payment',
    text: paymentText(known, payment),
    caution: cautionOf(payment, doubtful.payment),
  };
}

/** What a sentence warns of that compares a figure with the year before. */
function cautionOf({ value, yearAgo }: ComparableFigure, doubtful: number): Sentence['caution'] {
  if (value === null || yearAgo === null) return 'missing';
  return doubtful > 0 ? 'doubtful' : null;
}

function paymentText(known: MonthFigures, { value, yearAgo, change }: ComparableFigure): string {
  const [now, before] = [known, { ...known, ...yearBefore(known) }].map(({ month, salesMonth, isBySales }) =>
    isBySales && salesMonth ? `sales of ${formatMonth(salesMonth)}` : formatMonth(month),
  );
  if (value === null) return `The payment of ${now} is not known.`;
  const paid = `${dollars(value)} ${known.isBySales ? 'for' : 'in'} ${now}`;
  if (yearAgo === null) return `${paid}. There is no payment of ${before} to compare with.`;
  if (change === null)
    return `${paid}. The payment of ${before} was ${dollars(yearAgo)}, so there is no change in percent.`;
  const difference = value - yearAgo;
  if (value < 0 && difference !== 0) {
    const than = `${dollars(Math.abs(difference))} ${difference < 0 ? 'less' : 'more'} than`;
    return `${paid}, ${than} ${known.isBySales ? 'for' : 'in'} ${before}.`;
  }
  const signed = `${difference > 0 ? '+' : ''}${dollars(difference)}`;
  const compared = difference === 0 ? 'as much as' : `${changeOf(change)} (${signed}) on`;
  return `${paid}, ${compared} ${before}.`;
}

function yearBefore({ month, salesMonth }: MonthFigures) {
  return { month: addMonths(month, -12), salesMonth: salesMonth && addMonths(salesMonth, -12) };
}

function salesSentence({ month, salesMonth, isBySales, settlesQuarter }: MonthFigures): Sentence[] {
  const quarter = settlesQuarter ? ' It settles the quarter.' : '';
  if (salesMonth === null) {
    const text = `No source states for which sales it is.${quarter}`;
    return [{ topic: 'sales', text, caution: 'missing' }];
  }
  const text = isBySales
    ? `It was paid in ${monthBeside(month, salesMonth)}.`
    : `That is the payment for sales of ${monthBeside(salesMonth, month)}.`;
  return [{ topic: 'sales', text: `${text}${quarter}`, caution: null }];
}

function fiscalYearSentence(
  known: MonthFigures,
  { fiscalYearToDate, doubtful }: ComparedFigures & Doubted,
): Sentence {
  const text = fiscalYearText(known, fiscalYearToDate);
  return { topic: 'fiscal_year', text, caution: cautionOf(fiscalYearToDate, doubtful.fiscalYearToDate) };
}

function fiscalYearText(
  { fiscalYear, projection, isBySales }: MonthFigures,
  { value, yearAgo, change }: ComparableFigure,
): string {
  const isClosed = projection?.method === 'actual';
  const year = `${fiscalYear.includes('-') ? 'Fiscal year' : 'Year'} ${fiscalYear}${isClosed ? '' : ' so far'}`;
  if (value === null) {
    const why =
      projection?.reason?.kind === 'missing' ? monthsInWords(noProjectionText(projection.reason)) : null;
    return `${year} is not known: ${why ?? 'a payment is missing'}.`;
  }
  const sum = `${year}${isBySales ? ', by month of sale' : ''}: ${dollars(value)}`;
  if (yearAgo === null) return `${sum}. The payments of the same months a year before are not all known.`;
  if (change === null)
    return `${sum}. The same months a year before had ${dollars(yearAgo)}, so there is no change in percent.`;
  return `${sum}, ${value === yearAgo ? 'as much as a year before' : changeOf(change)}.`;
}

function projectionSentence({ projection }: MonthFigures, { fiscalYearToDate }: ComparedFigures): Sentence[] {
  if (projection === null || projection.method === 'actual') return [];
  const { projected, usual, reason, doubtfulMonths } = projection;
  if (projected !== null) {
    const doubt =
      doubtfulMonths &&
      ` This estimate uses payments that the checks doubt: ${monthsInWords(doubtfulMonths)}.`;
    const range = usual?.range
      ? `between ${dollars(usual.range.low)} and ${dollars(usual.range.high)}`
      : 'its range is not known';
    const text = `It may end at about ${dollars(projected)} (${range}).${doubt ?? ''}`;
    return [{ topic: 'projection', text, caution: doubt ? 'doubtful' : null }];
  }
  // the sentence before has the missing months already
  if (reason === null || fiscalYearToDate.value === null) return [];
  const text = `There is no estimate of how it will end: ${monthsInWords(noProjectionText(reason))}.`;
  return [{ topic: 'projection', text, caution: 'missing' }];
}

const COMPARED = [
  ['payment', 'the month'],
  ['fiscalYearToDate', 'the year so far'],
] as const;

function comparableSentence(figures: ComparedFigures): Sentence[] {
  const all = COMPARED.flatMap(([part, name]) => {
    const { change, comparable } = figures[part];
    if (change === null || !comparable) return [];
    const reasons = taxChangesOf(figures[part]);
    return [{ name, plain: changeOf(change), without: comparable.change, reasons }];
  });
  const changed = all.filter(({ reasons }) => reasons.length > 0);
  // a change of tax that changes no shown figure says nothing
  const known = changed.filter(({ plain, without }) => without !== null && changeOf(without) !== plain);
  if (known.length > 0) {
    const shown = known.map(({ name, without }) => `${name} is ${changeOf(without ?? 0)}`).join(' and ');
    const text = `Without a change of tax, ${shown}: ${reasonsOf(known)}.`;
    return [{ topic: 'comparable', text, caution: null }];
  }
  const none = changed.filter(({ without }) => without === null);
  if (none.length > 0) {
    const text = `Nothing can be compared without a change of tax: ${reasonsOf(none)}.`;
    return [{ topic: 'comparable', text, caution: 'missing' }];
  }
  if (!all.some(({ without }) => without === null)) return [];
  const text = 'The tax is not known for every month, so a change of tax may be part of the difference.';
  return [{ topic: 'comparable', text, caution: 'missing' }];
}

function reasonsOf(all: readonly { reasons: readonly string[] }[]): string {
  return [...new Set(all.flatMap(({ reasons }) => reasons))].join('; ');
}

const WHY: Partial<Record<FindingCode, string>> = {
  'unusual-payment': 'it is far from what is usual',
  'row-arithmetic': 'its figures do not add up',
  'conflicting-reports': 'two reports have different figures',
  'date-outside-month': 'its date is outside the month',
  'summary-differs': 'another report of the state has a different figure',
};

function doubtSentence({ doubts }: MonthFigures, { doubtful }: ComparedFigures & Doubted): Sentence[] {
  const named = doubts.map(
    ({ month, code }) =>
      `The checks doubt the payment of ${formatMonth(month)}: ${WHY[code] ?? 'it contradicts other figures'}.`,
  );
  const others = doubtful.fiscalYearToDate - doubts.length;
  if (others > 0)
    named.push(
      `The checks${named.length > 0 ? ' also' : ''} doubt ${plural(others, `${named.length > 0 ? 'other ' : ''}payment`)} of the fiscal year or of the year before.`,
    );
  return named.length === 0 ? [] : [{ topic: 'doubt', text: named.join(' '), caution: 'doubtful' }];
}

/** `up 9.5%`; `about the same` if that would be zero. */
function changeOf(change: number): string {
  const tenths = Math.round((Math.abs(change) * 1000) / RATIO_SCALE);
  if (tenths === 0) return 'about the same';
  return `${change > 0 ? 'up' : 'down'} ${(tenths / 10).toFixed(1)}%`;
}

function dollars(cents: number): string {
  return briefDollars(cents / UNIT_SCALES.amount);
}

/** `August`, or `November 2025` if that is another year than that of the other month. */
function monthBeside(month: Month, other: Month): string {
  const text = formatMonth(month);
  return month.slice(0, 4) === other.slice(0, 4) ? text.slice(0, -5) : text;
}
