import { defineState } from '../state.ts';
import { disbursements } from './disbursements.ts';
import { ILLINOIS_FIELDS } from './fields.ts';
import { figuresOf } from './figures.ts';
import { GOVERNMENTS, governmentType } from './governments.ts';
import { TAX_GROUPS } from './taxes.ts';

export const illinois = defineState({
  code: 'il',
  name: 'Illinois',
  agency: 'Illinois Department of Revenue',
  fips: 17,
  // the state's own fiscal year, and that of most counties and many municipalities
  calendar: { lags: { revenue: 2, sales: 3 }, fiscalYearStart: 7, isQuarterEnd: () => false },
  fields: ILLINOIS_FIELDS,
  headline: 'net_payment',
  kinds: [disbursements],
  register: GOVERNMENTS,
  jurisdictionType: (_, rows) => {
    const newest = rows.at(-1);
    if (!newest) return null;
    return governmentType(
      newest.name,
      (newest.lines ?? []).flatMap(({ labels }) => labels.tax ?? []),
    );
  },
  example: { code: '390000010-abingdon', name: 'Abingdon' },
  taxFields: TAX_GROUPS,
  figuresOf,
});
