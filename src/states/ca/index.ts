import { JURISDICTION_TYPES } from '../../domain/jurisdiction.ts';
import { defineState } from '../state.ts';
import { CALIFORNIA_COUNTIES, countyOfCode, isUnincorporatedArea } from './counties.ts';
import { CALIFORNIA_CALENDAR, CALIFORNIA_FIELDS } from './fields.ts';
import { mergeCalifornia, sourceOfCalifornia } from './merge.ts';
import { monthlyStatement } from './monthly-statement.ts';
import { quarterlyAllocations } from './quarterly-allocations.ts';

export const california = defineState({
  code: 'ca',
  name: 'California',
  agency: 'California Department of Tax and Fee Administration',
  fips: 6,
  calendar: CALIFORNIA_CALENDAR,
  fields: CALIFORNIA_FIELDS,
  headline: 'net_payment',
  kinds: [monthlyStatement, quarterlyAllocations],
  jurisdictionType: (code, rows) => {
    const printed = rows.findLast(({ labels }) => labels.jurisdiction_type)?.labels.jurisdiction_type;
    return (
      JURISDICTION_TYPES.find((type) => type === printed) ?? (isUnincorporatedArea(code) ? 'county' : null)
    );
  },
  // at a quarter end, the distributions already have the pools, and no longer the share of the county
  parts: [
    { field: 'current_distributions', sign: 1 },
    { field: 'current_advance', sign: 1 },
    { field: 'net_prior_allocations', sign: -1 },
    { field: 'administrative_cost', sign: -1 },
    { field: 'other_adjustments', sign: 1 },
  ],
  // the county and its cities get 1% of each sale
  equalShareTypes: ['city', 'county'],
  example: { code: '19050', name: 'Los Angeles', county: 'Los Angeles' },
  counties: CALIFORNIA_COUNTIES,
  countiesOf: (code) => [countyOfCode(code)].filter((county) => county !== null),
  rateLocations: (code, shownName) => {
    const county = countyOfCode(code);
    if (!county) return [];
    if (!isUnincorporatedArea(code)) return [{ county, location: shownName }];
    return [`${county} County Unincorporated Area`, `${county} County`].map((location) => ({
      county,
      location,
    }));
  },
  sourceOf: sourceOfCalifornia,
  merge: mergeCalifornia,
});
