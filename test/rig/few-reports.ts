import { monthsFrom } from './reports/months.ts';
import { quarterly, statement, texasReport } from './reports/small-reports.ts';
import type { Files } from './service.ts';

/** Fifteen months, `2022-12` to `2024-02`. */
export const MONTHS: readonly string[] = monthsFrom('2022-12', 15);

export const CITIES = [
  { code: '01990', name: 'ALDER CREEK', type: 'City' },
  { code: '19050', name: 'LOS ALAMOS', type: 'City' },
  { code: '19051', name: 'La Cañada Flats', type: 'City' },
  { code: '19801', name: 'LOS ALAMOS TRANSIT', type: 'Transit' },
  { code: '19802', name: 'NEW LOS ALAMOS LIBRARY', type: 'Special District' },
  { code: '19998', name: 'Los Angeles County Unincorporated', type: 'County' },
] as const;

export const AUTHORITIES = [
  { code: '2999001', name: 'EXAMPLE CITY' },
  { code: '2999002', name: 'LOS ALAMOS' },
  { code: '3999001', name: 'EXAMPLE TRANSIT' },
  { code: '4999001', name: 'EXAMPLE COUNTY' },
  { code: '5999001', name: 'EXAMPLE CO ESD 1' },
] as const;

/** Reports of six California jurisdictions (60001990 …) and five Texas ones (482999001 …), for all `MONTHS`. */
export const FEW_REPORTS: Files = {
  'statement.csv': statement(
    MONTHS.flatMap((month, at) =>
      CITIES.map((city, index) => ({ ...city, month, net: 1000 * (index + 1) + (at % 5) })),
    ),
  ),
  'quarterly.csv': quarterly(
    CITIES.map(({ code }, index) => ({ code, quarter: '4Q-23', pool: 100 * index })),
  ),
  // a jurisdiction without a statement
  'quarterly-alone.csv': quarterly([{ code: '01991', quarter: '4Q-23', pool: 5 }]),
  'payment-detail.csv': texasReport(
    MONTHS.flatMap((month, at) =>
      AUTHORITIES.map((authority, index) => ({ ...authority, month, current: 500 * (index + 1) + at })),
    ),
  ),
};

export const CALIFORNIAN_IDS: readonly number[] = CITIES.map(({ code }) => 60_000_000 + Number(code));
export const TEXAN_IDS: readonly number[] = AUTHORITIES.map(({ code }) => 480_000_000 + Number(code));
