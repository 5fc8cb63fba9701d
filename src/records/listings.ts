import { STATES } from '../states/index.ts';
import type { State } from '../states/state.ts';
import type { AllocationShape } from './descriptions/allocation.ts';

/** How the service lists a state, but for what `OWN` says. */
function usualListing({ code, idOf, example, hasCounties, hasNumericCodes }: State): AllocationShape {
  return {
    paths: [`/api/${code}/sales-tax/allocations`],
    guestPaths: [],
    subject: 'jurisdiction',
    hasNumericTaxId: hasNumericCodes,
    showsQuarter: true,
    shownFamilies: ['deltas', 'trends', 'ytd'],
    example: { id: idOf(example.code), taxId: example.code, name: example.name },
    without: hasCounties ? ['period_between'] : ['period_between', 'county'],
  };
}

/** What differs from the usual list, by state: the two variants of the specification. */
const OWN: Readonly<Record<string, Partial<AllocationShape>>> = {
  ca: {
    without: ['period_between', 'jurisdiction_type'],
    note: 'If every id belongs to Texas, the answer is the list of /api/tx/sales-tax/allocations.',
  },
  tx: {
    paths: ['/api/tx/sales-tax/allocations', '/tx/sales-tax-allocations', '/api/tx/sales-tax-allocations'],
    // the specification's sample request asks California's address for Texas's entities
    guestPaths: ['/api/ca/sales-tax/allocations'],
    subject: 'entity',
    showsQuarter: false,
    shownFamilies: ['deltas'],
    without: ['between', 'since'],
  },
};

const LISTINGS = new Map(
  STATES.map((state) => [state.code, { ...usualListing(state), ...OWN[state.code] }] as const),
);

/** How the service lists a state's allocations. */
export function listingOf({ code }: State): AllocationShape {
  const listing = LISTINGS.get(code);
  if (!listing) throw new Error(`no list of ${code}`);
  return listing;
}
