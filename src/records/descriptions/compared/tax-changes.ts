import type { ComparableFigure } from '../../../derive/analysis.ts';
import type { TaxChange } from '../../../derive/comparable.ts';
import { formatMonth } from '../../../domain/month.ts';

export const TAX_UNKNOWN = 'the tax is not known for every month';
const WITHOUT = 'without ';

/** Whether a reason names a change of tax, and not only a rate that is not known. */
export function namesTaxChange(reason: string): boolean {
  return reason !== TAX_UNKNOWN && !reason.startsWith(WITHOUT);
}

/** A reason after a change that is not known: `because of 3 places whose tax is not known`. */
export function because(reason: string): string {
  return reason.startsWith(WITHOUT) ? `because of ${reason.slice(WITHOUT.length)}` : `because ${reason}`;
}

/** Why the comparable change of a figure differs from the plain one, or is not known; `null` if neither. */
export function taxReason({ change, comparable }: ComparableFigure): string | null {
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
export function taxChangesOf({ comparable }: Pick<ComparableFigure, 'comparable'>): string[] {
  return (comparable?.taxChanges ?? []).map((one) =>
    one.place === undefined ? taxChangeInWords(one) : `${one.place}: ${taxChangeInWords(one)}`,
  );
}

function places(count: number): string {
  return count === 1 ? '1 place' : `${count} places`;
}

/** `the rate changed from 1% to 1.5% in December 2025`. */
export function taxChangeInWords(change: TaxChange): string {
  const { kind, month } = change;
  if (kind === 'rate')
    return `the rate changed from ${percent(change.from)} to ${percent(change.to)} in ${formatMonth(month)}`;
  if (kind === 'method')
    return `${change.county} County changed from ${change.before} to ${change.now} in ${formatMonth(month)}`;
  const tax = change.tax === 'other' ? 'another tax' : change.tax.replaceAll('_', ' ');
  const [verb, preposition] = VERBS[kind];
  return `${tax} ${verb} ${preposition} ${formatMonth(month)}`;
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
