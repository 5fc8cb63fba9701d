import type { DisbursementLine } from '../rig/reports/illinois.ts';
import { AMOUNTS } from '../rig/reports/notation.ts';
import { PAYMENT_FIGURES, paymentFigures } from '../rig/reports/texas.ts';
import { summaryCells } from '../rig/reports/texas-summaries.ts';

// The figures of the base reports, of invented places. They satisfy the states' identities.

const AUTHORITIES = [
  ['2990015', 'CEDAR GAP'],
  ['2990028', 'PEÑA BLANCA'],
  ['3990001', 'BLUESTEM TRANSIT'],
  ['4990000', 'BLUESTEM COUNTY'],
  ['5990007', "O'BRIEN CREEK LIBRARY DISTRICT"],
] as const;

const PLACES = [
  ['59001', 'Orchard Flat', 'City'],
  ['59002', 'La Cañada del Norte', 'City'],
  ['59998', 'Juniper County Unincorporated', 'County'],
  ['59801', 'Juniper Transit, North', 'Transit'],
  ['59802', 'Juniper Library District', 'Special District'],
  ['01003', 'Willow Bend', 'City'],
] as const;

/** Rows of a payment detail; months are like `2024-07`. */
export function texasRows(months: readonly string[], count: number): string[][] {
  return months.flatMap((month, monthAt) =>
    AUTHORITIES.slice(0, count).map(([code, name], at) => {
      const figures = paymentFigures(
        {
          prior_collection: -1234,
          current_collections: 500_000 + 111_111 * at + 7919 * monthAt,
          future_collections: 10_000,
          audit_collections: -25_000,
          unidentified_collections: 321,
          single_local_rate_collections: 4567 * at,
        },
        (retained) => retained - 123 * (monthAt + 1),
      );
      const printed = PAYMENT_FIGURES.map((figure) => AMOUNTS.plain(figures[figure] ?? 0));
      return [code, name, `${month}-01`, `${month}-12`, ...printed];
    }),
  );
}

const LISTED = [
  ['COUNTY', 'BLUESTEM', '0.5'],
  ['MTA', 'Bluestem Transit', '1'],
  ['CTD', 'CEDAR GAP CTD', '0.25'],
  ['SPD', "O'BRIEN CREEK LIBRARY DISTRICT", '1.375'],
] as const;

const LISTED_CITIES = [
  ['BLUESTEM', 'CEDAR GAP', '1.5'],
  ["O'BRIEN", 'CEDAR GAP', '1.5'],
  ['BLUESTEM', 'Peña Blanca', ''],
] as const;

/** Rows of comparison summaries; months are like `2024-07`. The first of each month has no year before. */
export function summaryRows(months: readonly string[], isOfCities: boolean): string[][] {
  return months.flatMap((month, monthAt) =>
    (isOfCities ? LISTED_CITIES : LISTED).map(([type, name, rate], at) => {
      const [net, before] = [51_432_370 + 987_613 * at + 7919 * monthAt, 38_811_731 + 3571 * at];
      return summaryCells({
        ...{ type, name, month, rate },
        net: AMOUNTS.plain(net),
        before: at === 0 ? '.' : AMOUNTS.plain(before),
        change: at === 0 ? '' : (((net - before) / before) * 100).toFixed(2),
        toDate: AMOUNTS.plain(-net * 5),
        toDateBefore: AMOUNTS.plain(before * 5),
        toDateChange: `-${120 + at}.07`,
      });
    }),
  );
}

/** Rows of statements; months are like `2023-11`. February, May, August and November settle quarters. */
export function statementRows(months: readonly string[], count: number): string[][] {
  return months.flatMap((month, monthAt) =>
    PLACES.slice(0, count).map(([code, name, type], at) => {
      const settles = Number(month.slice(5)) % 3 === 2;
      const distributed = 4_125_010 + 987_654 * at + 3571 * monthAt;
      const advance = settles ? 0 : 1_830_000 - 12_345 * at;
      const [prior, cost, other] = settles ? [117_075 + at, 1420 + at, at === 1 ? -250 : 0] : [];
      const net = distributed + advance - (prior ?? 0) - (cost ?? 0) + (other ?? 0);
      const figures = [distributed, advance, prior, cost, other, net];
      return [
        `${month}-01`,
        code,
        name,
        type,
        ...figures.map((cents) => (cents === undefined ? '' : AMOUNTS.plain(cents))),
      ];
    }),
  );
}

/** Rows of quarterly reports; quarters are like `3Q-23`. */
export function quarterlyRows(quarters: readonly string[], count: number): string[][] {
  return quarters.flatMap((quarter, quarterAt) =>
    PLACES.slice(0, count).map(([code, name], at) => {
      const months = [4_500_000 + 77_777 * at, 4_350_050 + 1313 * quarterAt, 4_721_075];
      const gross = months.reduce((sum, month) => sum + month, 0);
      const [countyPool, statePool] = [2_150_040 + at, 31_015];
      const adjusted = gross + countyPool + statePool;
      const share = Math.round(adjusted / 20);
      const local = adjusted - share;
      const [advance, cost] = [11_707_555 - 4001 * at, 142_030];
      const percent = ['12.345678', '8.5', '0.75', '3', '17.25', '0.000001'][at] ?? '1';
      return [
        quarter,
        code,
        name,
        ...months.map(AMOUNTS.plain),
        AMOUNTS.plain(gross),
        percent,
        AMOUNTS.plain(countyPool),
        '0.004321',
        AMOUNTS.plain(statePool),
        '5',
        '95',
        AMOUNTS.plain(adjusted),
        AMOUNTS.plain(-share),
        AMOUNTS.plain(local),
        AMOUNTS.plain(local),
        AMOUNTS.plain(advance),
        AMOUNTS.plain(cost),
        AMOUNTS.plain(local - advance - cost),
      ];
    }),
  );
}

/** Lines of disbursements of a fiscal year: several taxes, a name with two numbers, one without a number. */
export function illinoisLines(): DisbursementLine[] {
  const lines = [
    ['CEDAR GAP', 'MT', '390099990'],
    ['CEDAR GAP', 'HMR', '390099990'],
    ['CEDAR GAP', 'MT', '390099991'],
    ["O'BRIEN COUNTY GOVERNMENT", 'CST', '290099990'],
    ["O'BRIEN COUNTY GOVERNMENT", 'CTPS', '290099990'],
    ['BLUESTEM WATER COMMISSION', 'CWT', ''],
  ] as const;
  return lines.map(([name, tax, vendor], at) => ({
    name,
    tax,
    vendor,
    amounts: Array.from({ length: 12 }, (_, month) => 1_308_019 + 987_613 * at + 7919 * month),
  }));
}

/** Turns `12345.60` into `12,345.60`. */
export function withThousands(amount: string): string {
  return amount.replace(/\B(?=(?:\d{3})+\.)/g, ',');
}
