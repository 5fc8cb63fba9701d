import type { JurisdictionType } from '../../domain/jurisdiction.ts';
import { defineState } from '../state.ts';
import { cityComparison, comparison } from './comparison-sheets.ts';
import { TEXAS_FIELDS } from './fields.ts';
import { paymentDetail } from './payment-detail.ts';

const TYPE_BY_FIRST_DIGIT: Readonly<Record<string, JurisdictionType>> = {
  2: 'city',
  3: 'transit',
  4: 'county',
  5: 'special_district',
};

export const texas = defineState({
  code: 'tx',
  name: 'Texas',
  agency: 'Texas Comptroller of Public Accounts',
  fips: 48,
  // the state's fiscal year begins in September, and each month's payment is final
  calendar: {
    lags: { revenue: 1, sales: 2 },
    fiscalYearStart: 9,
    localFiscalYearStart: 10,
    isQuarterEnd: () => false,
  },
  fields: TEXAS_FIELDS,
  headline: 'net_payment',
  kinds: [paymentDetail],
  comparisonSheets: [comparison, cityComparison],
  jurisdictionType: (code) => TYPE_BY_FIRST_DIGIT[code.charAt(0)] ?? null,
  example: { code: '2002017', name: 'Andrews', county: 'Travis' },
  hasNumericCodes: true,
  // the specification sorts its lists only by fields
  sortedFamilies: [],
  // the six parts of the collections, less what the state keeps
  parts: [
    { field: 'current_collections', sign: 1 },
    { field: 'prior_collection', sign: 1 },
    { field: 'future_collections', sign: 1 },
    { field: 'audit_collections', sign: 1 },
    { field: 'single_local_rate_collections', sign: 1 },
    { field: 'unidentified_collections', sign: 1 },
    { field: 'service_fee', sign: -1 },
    { field: 'current_retained', sign: -1 },
    { field: 'prior_retained', sign: 1 },
  ],
});
