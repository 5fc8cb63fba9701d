import { lastDayOf } from '../../domain/calendar-day.ts';
import { JURISDICTION_TYPES } from '../../domain/jurisdiction.ts';
import { addMonths } from '../../domain/month.ts';
import type { State } from '../state.ts';
import { CALIFORNIA_CALENDAR } from './calendar.ts';
import { CALIFORNIA_COUNTIES, countyOfCode, isUnincorporatedArea } from './counties.ts';
import { CALIFORNIA_FIELDS } from './fields.ts';
import { CALIFORNIA_LISTING } from './listing.ts';
import { mergeCalifornia, sourceOfCalifornia } from './merge.ts';
import { monthlyStatement } from './monthly-statement.ts';
import { quarterlyAllocations } from './quarterly-allocations.ts';

export const california: State = {
  code: 'ca',
  name: 'California',
  fips: 6,
  calendar: CALIFORNIA_CALENDAR,
  fields: CALIFORNIA_FIELDS,
  kinds: [monthlyStatement, quarterlyAllocations],
  reportInterval: (kind) => (kind === quarterlyAllocations.name ? 3 : 1),
  // estimates, no schedule of publication is known (2026): payments go out in the last third of their month, and the
  // summary of a quarter needs its cleanup payment
  expectedBy: (kind, month) => lastDayOf(kind === quarterlyAllocations.name ? addMonths(month, 1) : month),
  jurisdictionType: (code, rows) => {
    const printed = rows.findLast(({ labels }) => labels.jurisdiction_type)?.labels.jurisdiction_type;
    return (
      JURISDICTION_TYPES.find((type) => type === printed) ?? (isUnincorporatedArea(code) ? 'county' : null)
    );
  },
  counties: CALIFORNIA_COUNTIES,
  countyOf: countyOfCode,
  rateLocations: (code, shownName) => {
    const county = countyOfCode(code);
    if (!county) return [];
    if (!isUnincorporatedArea(code)) return [{ county, location: shownName }];
    return [`${county} County Unincorporated Area`, `${county} County`].map((location) => ({
      county,
      location,
    }));
  },
  listing: CALIFORNIA_LISTING,
  sourceOf: sourceOfCalifornia,
  merge: mergeCalifornia,
};
