import { fridayOf } from '../../domain/calendar-day.ts';
import type { JurisdictionType } from '../../domain/jurisdiction.ts';
import type { State } from '../state.ts';
import { TEXAS_FIELDS } from './fields.ts';
import { TEXAS_LISTING } from './listing.ts';
import { mergeTexas } from './merge.ts';
import { paymentDetail } from './payment-detail.ts';

const TYPE_BY_FIRST_DIGIT: Readonly<Record<string, JurisdictionType>> = {
  2: 'city',
  3: 'transit',
  4: 'county',
  5: 'special_district',
};

export const texas: State = {
  code: 'tx',
  name: 'Texas',
  fips: 48,
  // the fiscal year of the state begins in September; its payments are final month by month
  calendar: { fiscalYearStart: 9, isQuarterEnd: () => false },
  fields: TEXAS_FIELDS,
  kinds: [paymentDetail],
  reportInterval: () => 1,
  // allocations are paid on the second Friday of their month; the exceptions stand in the published schedule
  expectedBy: (_, month) => fridayOf(month, 2),
  jurisdictionType: (code) => TYPE_BY_FIRST_DIGIT[code.charAt(0)] ?? null,
  // codes number authorities, not counties
  counties: [],
  countyOf: () => null,
  rateLocations: () => [],
  listing: TEXAS_LISTING,
  sourceOf: (_, sources) => sources.get(paymentDetail.name),
  merge: mergeTexas,
};
