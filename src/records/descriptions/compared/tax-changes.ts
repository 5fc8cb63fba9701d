import type { ComparableFigure } from '../../../derive/analysis.ts';
import type { TaxChange } from '../../../derive/comparable.ts';
import { addMonths, formatMonth, type Month } from '../../../domain/month.ts';
import { compareText } from '../../../domain/text/compare-text.ts';

export const TAX_UNKNOWN = 'the tax is not known for every month';
const WITHOUT = 'without ';
const NOT_ALL_THERE = 'the payments of the same months a year before are not all there';

/** Whether a reason names a change of tax, and not only a rate that is not known. */
export function namesTaxChange(reason: string): boolean {
  return reason !== TAX_UNKNOWN && !reason.startsWith(WITHOUT);
}

/** A reason after a change that is not known: `because of 3 places whose tax is not known`. */
export function because(reason: string): string {
  return reason.startsWith(WITHOUT) ? `because of ${reason.slice(WITHOUT.length)}` : `because ${reason}`;
}

/** Why a sum has no change, and from which month on it would have one. `sales` stands before a month of sales. */
export function notAllThere(agoFrom: Month | undefined, sales = ''): string {
  return agoFrom ? `${NOT_ALL_THERE}: from ${sales}${formatMonth(agoFrom)} on` : NOT_ALL_THERE;
}

/** Whether a reason is that a change is missing, and not a change of tax. */
export function isNotAllThere(reason: string): boolean {
  return reason.startsWith(NOT_ALL_THERE);
}

/** Why the comparable change of a figure differs from the plain one, or why one of them is missing; `null` if neither. */
export function taxReason({ change, comparable, agoFrom }: ComparableFigure): string | null {
  if (agoFrom) return notAllThere(agoFrom);
  if (!comparable || change === null) return null;
  const { further, leftOut } = comparable;
  const reasons = [
    ...taxChangesOf({ comparable }),
    ...(further > 0 ? [`changes of tax of ${places(further).replace(' ', ' other ')}`] : []),
    ...(leftOut > 0 ? [`${WITHOUT}${places(leftOut)} whose tax is not known`] : []),
  ];
  if (reasons.length > 0) return reasons.join('; ');
  return comparable.change === null ? TAX_UNKNOWN : null;
}

/** Each change of tax that a comparable change names. */
function taxChangesOf({ comparable }: Pick<ComparableFigure, 'comparable'>): string[] {
  return (comparable?.taxChanges ?? []).map((one) =>
    one.place === undefined ? taxChangeInWords(one) : `${one.place}: ${taxChangeInWords(one)}`,
  );
}

function places(count: number): string {
  return count === 1 ? '1 place' : `${count} places`;
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

/** `the rate changed from 1% to 1.5% in December 2025`. `months` are those in which a tax was not paid. */
export function taxChangeInWords(change: TaxChange, months: readonly Month[] = [change.month]): string {
  const { kind } = change;
  if (kind === 'rate')
    return `the rate changed from ${percent(change.from)} to ${percent(change.to)} ${whenChanged(change)}`;
  if (kind === 'method')
    return `${change.county} County changed from ${change.before} to ${change.now} ${whenChanged(change)}`;
  const tax = change.tax === 'other' ? 'another tax' : change.tax.replaceAll('_', ' ');
  const [verb, preposition] = VERBS[kind];
  return `${tax} ${verb} ${preposition} ${months.map(formatMonth).join(' and ')}`;
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
