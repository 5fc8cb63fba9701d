import type { Listing } from '../state.ts';

/** The second variant of the list operation. */
export const TEXAS_LISTING: Listing = {
  paths: ['/api/tx/sales-tax/allocations', '/tx/sales-tax-allocations', '/api/tx/sales-tax-allocations'],
  // the specification's sample request asks California's address for Texas's entities
  borrowedPaths: ['/api/ca/sales-tax/allocations'],
  subject: 'entity',
  hasNumericTaxId: true,
  showsQuarter: false,
  shownFamilies: ['deltas'],
  sortedFamilies: [],
  example: { id: 482002017, taxId: '2002017', name: 'Andrews' },
  parameters: [
    'jurisdictions',
    'entities',
    'jurisdiction_type',
    'allocation_period',
    'period_between',
    'updated_since',
    'since_version',
    'limit',
    'sort',
    'page',
  ],
};
