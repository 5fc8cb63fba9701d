/** The reasons of figures in words. */

import type { TaxChange } from '../derive/comparable.ts';
import type { Reason } from '../derive/figure.ts';
import { inSpans } from '../derive/span.ts';
import { formatCount } from '../domain/money.ts';
import { addMonths, formatMonth, type Month, monthIndex } from '../domain/month.ts';
import { compareText } from '../domain/text/compare-text.ts';
import { capitalized, fieldInWords, monthsInWords, plural } from '../domain/text/wording.ts';

/** Why a figure is not compared. */
export const NOT_ALL_THERE = 'the payments to compare with are not all there';

/** All reasons as one text; `null` without any. */
export function reasonsText(reasons: readonly Reason[]): string | null {
  return reasons.map((one) => reasonText(one)).join('; ') || null;
}

/** A reason. `sales` stands before a month of sales. */
export function reasonText(reason: Reason, sales = ''): string {
  switch (reason.code) {
    case 'missing-before':
      return `${NOT_ALL_THERE} before ${sales}${formatMonth(reason.from)}`;
    case 'left-out':
      return `the change compares ${plural(reason.compared, 'place')}, without ${formatCount(reason.members)} that ${reason.members === 1 ? 'lacks' : 'lack'} a payment`;
    case 'tax-changed':
      return `${reason.place ? `${reason.place}: ` : ''}${taxChangeInWords(reason.change)}`;
    case 'further-taxes':
      return `changes of tax of ${plural(reason.members, 'other place')}`;
    case 'tax-left-out':
      return `the comparable change leaves out ${plural(reason.members, 'place')} whose tax is not known`;
    case 'tax-unknown':
      return unknownTaxText(reason);
    case 'no-price-index':
      return `no price index for ${monthsInWords(inSpans(reason.months.map(monthIndex)))}`;
    case 'no-population':
      return `no population of ${reason.members === 1 ? reason.place : plural(reason.members, 'place')} for ${reason.years.join(' and ')}`;
    case 'shared-people':
      return 'per head, only cities or only counties can be added up: other places share people';
  }
}

function unknownTaxText({ months, hasSheets }: Extract<Reason, { code: 'tax-unknown' }>): string {
  if (months.length === 0) return 'the tax is not known';
  const which = monthsInWords(inSpans(months.map(monthIndex)));
  const text = `the tax of ${which} is not known`;
  return hasSheets
    ? `${text}: load the comparison ${months.length === 1 ? 'sheet' : 'sheets'} of ${which}`
    : text;
}

/** The changes of tax that reasons name. */
export function taxChangesOf(reasons: readonly Reason[]): TaxChange[] {
  return reasons.flatMap((reason) => (reason.code === 'tax-changed' ? reason.change : []));
}

/** Whether the tax changed, or may have, in a way that makes a change no growth. */
export function hasTaxChange(reasons: readonly Reason[]): boolean {
  return reasons.some(({ code }) => code === 'tax-changed');
}

/** The changes of tax of one place, each once. A tax that was not paid in several months is named once. */
export function taxChangesInWords(changes: readonly TaxChange[]): string[] {
  const keyOf = (one: TaxChange) => (one.kind === 'paused' ? one.tax : taxChangeInWords(one));
  return Array.from(new Map(changes.map((one) => [keyOf(one), one])), ([key, change]) => {
    const months = changes.filter((one) => keyOf(one) === key).map(({ month }) => month);
    return taxChangeInWords(change, [...new Set(months)].sort());
  });
}

/** When the tax changed last: `in December 2025`; `null` if it did not. */
export function lastChanged(changes: readonly TaxChange[]): string | null {
  const [last] = [...changes].sort((one, other) => compareText(other.month, one.month));
  if (!last) return null;
  return whenChanged(last.kind === 'ended' ? { ...last, month: addMonths(last.month, 1) } : last);
}

/** `in December 2025`, or `between May 2023 and March 2024`. */
function whenChanged(change: TaxChange): string {
  const month = formatMonth(change.month);
  const latest = change.kind === 'rate' ? change.latest : undefined;
  return latest ? `between ${month} and ${formatMonth(latest)}` : `in ${month}`;
}

/** `Article 46 began`, `Rate 1% → 1.5%`: what changed, without the month. */
export function taxChangeTitle(change: TaxChange): string {
  const { kind } = change;
  if (kind === 'rate') return `Rate ${percent(change.from)} → ${percent(change.to)}`;
  if (kind === 'method') return 'Another way of sharing';
  return capitalized(`${taxName(change)} ${VERBS[kind][0]}`);
}

function taxName({ tax }: Extract<TaxChange, { tax: string }>): string {
  return tax === 'other' ? 'another tax' : fieldInWords(tax);
}

/** `the rate changed from 1% to 1.5% in December 2025`. `months` are those in which a tax was not paid. */
function taxChangeInWords(change: TaxChange, months: readonly Month[] = [change.month]): string {
  const { kind } = change;
  if (kind === 'rate')
    return `the rate changed from ${percent(change.from)} to ${percent(change.to)} ${whenChanged(change)}`;
  if (kind === 'method')
    return `${change.county} County changed from sharing by ${methodName(change.before)} to sharing by ${methodName(change.now)} ${whenChanged(change)}`;
  const [verb, preposition] = VERBS[kind];
  return `${taxName(change)} ${verb} ${preposition} ${months.map(formatMonth).join(' and ')}`;
}

/** What the names of North Carolina's two methods mean. */
function methodName(method: string): string {
  return `${method === 'per capita' ? 'population' : 'property value'} (${method})`;
}

const VERBS = {
  began: ['began', 'in'],
  ended: ['ended', 'after'],
  paused: ['was not paid', 'in'],
} as const;

/** A rate in millionths of the price. */
function percent(rate: number): string {
  return `${rate / 10_000}%`;
}
