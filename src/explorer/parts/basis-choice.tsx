import type { StateOverview } from '../../client/generated/types.gen.ts';
import { choiceOf, readParameter } from '../address/navigation.ts';
import { type ComparedPeriod, readPeriod } from '../words/periods.ts';
import { salesLagOf } from '../words/sales.ts';
import { Choice } from './choice.tsx';

const BASES = [
  ['payment', 'by month of payment'],
  ['sales', 'by month of sale'],
] as const;

/** By which month the sums of a view count payments. */
export type CountedBy = (typeof BASES)[number][0];

const MEANING = {
  name: 'Counted by month of sale',
  text: 'The state pays some months after the sales. Counted by month of sale, a year or a period has the payments for the sales of its months. Counted by month of payment, it has the payments that came in its months. The payment of a single month is the same',
};

export function basisOf(): CountedBy {
  return choiceOf('basis', BASES);
}

/** How the view counts: by which months, and in fiscal years from which calendar month on, if it is not the usual one. */
export function countedBy() {
  const start = Number(readParameter('fiscal_year_start'));
  const isMonth = Number.isInteger(start) && start >= 1 && start <= 12;
  return { basis: basisOf(), fiscal_year_start: isMonth ? start : undefined };
}

/** The period that the address names; `null` without one, or if the text is no period. */
export function chosenPeriod(): ComparedPeriod | null {
  return readPeriod(readParameter('period') ?? '');
}

/** The end of the name of a saved file, so that the two kinds of sums are not mixed up. */
export function fileEndOf(basis: CountedBy): string {
  return basis === 'sales' ? '-by-sales' : '';
}

/** By which month to count, if the month of sale is known everywhere. An address can name it nevertheless. */
export function BasisChoice({
  states,
  linkOf,
}: {
  states: readonly StateOverview[];
  linkOf?: (basis: string) => string;
}) {
  const isKnown = states.every((state) => salesLagOf(state) !== null);
  if (!isKnown && basisOf() === 'payment') return null;
  return <Choice label="Counted" parameter="basis" options={BASES} meaning={MEANING} linkOf={linkOf} />;
}
