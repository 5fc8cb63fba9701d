import type { Listing } from '../state.ts';

/** The first variant of the list operation. */
export const CALIFORNIA_LISTING: Listing = {
  paths: ['/api/ca/sales-tax/allocations'],
  subject: 'jurisdiction',
  hasNumericTaxId: false,
  showsQuarter: true,
  shownFamilies: ['deltas', 'trends', 'ytd'],
  sortedFamilies: ['deltas', 'trends', 'ytd'],
  // Los Angeles
  exampleId: 60019050,
  parameters: [
    'jurisdictions',
    'entities',
    'allocation_period',
    'between',
    'since',
    'updated_since',
    'sort',
    'limit',
    'page',
  ],
};
