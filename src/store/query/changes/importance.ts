import { compareText } from '../../../domain/text/compare-text.ts';
import { STATES } from '../../../states/index.ts';
import { CHANGES, type ListedChange } from './change.ts';

/** The place of each kind of change in a list. */
const PLACES = new Map(CHANGES.map((change, at) => [change, at]));

/** By state and field: 0 for the payment, 1 for other amounts, 2 for percentages. */
const RANKS = new Map(
  STATES.flatMap(({ code, headline, fields }) =>
    fields.map(({ name, unit }) => {
      const rank = name === headline ? 0 : unit === 'amount' ? 1 : 2;
      return [`${code} ${name}`, rank] as const;
    }),
  ),
);

/** Compares changes: by kind, payments before other figures, large differences first, then newest month first. */
export function compareChanges(a: ListedChange, b: ListedChange): number {
  return (
    placeOf(a) - placeOf(b) ||
    rankOf(a) - rankOf(b) ||
    sizeOf(b) - sizeOf(a) ||
    compareText(b.month ?? '', a.month ?? '') ||
    compareText(a.state, b.state) ||
    (a.jurisdictionId ?? 0) - (b.jurisdictionId ?? 0) ||
    compareText(a.field ?? '', b.field ?? '')
  );
}

function placeOf({ change }: ListedChange): number {
  return PLACES.get(change) ?? 0;
}

function rankOf({ state, field }: ListedChange): number {
  return RANKS.get(`${state} ${field}`) ?? 0;
}

/** How far a figure moved, in its stored unit. */
function sizeOf({ before, after }: ListedChange): number {
  return Math.abs((after ?? 0) - (before ?? 0));
}
