import type { Listing } from '../state.ts';

/** The first variant of the list operation. */
export const CALIFORNIA_LISTING: Listing = {
  paths: ['/api/ca/sales-tax/allocations'],
  borrowedPaths: [],
  subject: 'jurisdiction',
  hasNumericTaxId: false,
  showsQuarter: true,
  shownFamilies: ['deltas', 'trends', 'ytd'],
  sortedFamilies: ['deltas', 'trends', 'ytd'],
  example: { id: 60019050, taxId: '19050', name: 'Los Angeles' },
  parameters: [
    'jurisdictions',
    'entities',
    'county',
    'allocation_period',
    'between',
    'since',
    'updated_since',
    'since_version',
    'sort',
    'limit',
    'page',
  ],
};
