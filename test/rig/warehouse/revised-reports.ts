import { disbursementCsv } from '../reports/illinois.ts';
import { quarterly, statement, texasReport } from '../reports/small-reports.ts';
import type { Files } from '../service.ts';

const CITY = { code: '01990', name: 'O\'BRIEN "CREEK", \\N' };

/** Reports of odd names, negative and large amounts, percentages, nulls and zeros. */
export const FIRST_REPORTS: Files = {
  'statement.csv': statement([
    { ...CITY, month: '2023-02', net: -0.01 },
    { ...CITY, month: '2024-02', net: 9_999_999_999.99 },
    { code: '19998', name: 'LOS ANGELES COUNTY', type: 'County', month: '2024-02', net: 0.5 },
  ]),
  'quarterly.csv': quarterly([{ code: '01990', quarter: '4Q-23', pool: 7.25, total: 100 }]),
  'detail.csv': texasReport([
    { code: '2999001', name: '=PLACE("A")', month: '2024-01', current: 1000.1 },
    { code: '3999001', name: 'TRANSIT', month: '2024-01', current: 2000 },
    { code: '2999001', name: '=PLACE("A")', month: '2024-02', current: 1500 },
  ]),
  'disbursements.csv': disbursementCsv(
    ['MT', 'HMR'].map((tax, at) => ({
      ...{ name: 'SCHAUMBURG', tax, vendor: '' },
      amounts: Array.from({ length: 12 }, (_, month) => month - 3 * at),
    })),
  ),
};

/** A later report that restates a payment by 1.25 and adds a month. */
export const LATER_REPORTS: Files = {
  'restated.csv': statement([
    { code: '19998', name: 'LOS ANGELES COUNTY', type: 'County', month: '2024-02', net: 1.75 },
    { code: '19998', name: 'LOS ANGELES COUNTY', type: 'County', month: '2024-03', net: 3 },
  ]),
};
