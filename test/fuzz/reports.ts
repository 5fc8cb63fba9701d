/** The figures of invented places that the base reports print. All of them satisfy the states' identities. */

export const TEXAS_PORTAL_HEADER =
  'Authority Code,Authority Name,Allocation Month,Allocation Date,Total Collections,Prior Period Collections,Current Period Collections,Future Period Collections,Audit Collections,Unidentified,Single Local Rate Collections,Service Fee,Current Retained, Prior Retained,Net Payment'.split(
    ',',
  );

export const TEXAS_API_HEADER =
  'authority_id,authority_name,allocation_month,allocation_date,total_coll,prior_coll,current_coll,future_coll,audit_coll,unidentified_coll,single_local_tax_coll,service_fee,current_retainage,prior_retainage,net_payment'.split(
    ',',
  );

export const STATEMENT_HEADER =
  'Payment Month,Jurisdiction Code,Jurisdiction,Jurisdiction Type,Current Distributions,Current Advance,Net Prior Allocations,Administrative Cost,Other Adjustments,Net Payment'.split(
    ',',
  );

export const QUARTERLY_HEADER =
  'Quarter,Jurisdiction Code,Jurisdiction,Month 1,Month 2,Month 3,Gross,County Pool Percent,County Pool Amount,State Pool Percent,State Pool Amount,County Share Percent,Jurisdiction Share Percent,Adjusted Gross,County Share Amount,Jurisdiction Share Amount,Local Tax,Prior Advance,Administrative Cost,Total'.split(
    ',',
  );

/** `PaymentMonth` for `Payment Month`. */
export function camelCase(header: readonly string[]): string[] {
  return header.map((name) => name.replaceAll(' ', ''));
}

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

/** Months as `2024-07`. */
export function texasRows(months: readonly string[], count: number): string[][] {
  return months.flatMap((month, monthAt) =>
    AUTHORITIES.slice(0, count).map(([code, name], at) => {
      const parts = [-1234, 500_000 + 111_111 * at + 7919 * monthAt, 10_000, -25_000, 321, 4567 * at];
      const total = parts.reduce((sum, part) => sum + part, 0);
      const fee = Math.round(total / 50);
      const retained = Math.round((total - fee) / 50);
      const priorRetained = retained - 123 * (monthAt + 1);
      const net = total - fee - retained + priorRetained;
      const figures = [total, ...parts, fee, retained, priorRetained, net];
      return [code, name, `${month}-01`, `${month}-12`, ...figures.map(dollars)];
    }),
  );
}

/** Statements of months as `2023-11`; quarters are settled in February, May, August and November. */
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
        ...figures.map((cents) => (cents === undefined ? '' : dollars(cents))),
      ];
    }),
  );
}

/** Quarterly reports of quarters as `3Q-23`. */
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
        ...months.map(dollars),
        dollars(gross),
        percent,
        dollars(countyPool),
        '0.004321',
        dollars(statePool),
        '5',
        '95',
        dollars(adjusted),
        dollars(-share),
        dollars(local),
        dollars(local),
        dollars(advance),
        dollars(cost),
        dollars(local - advance - cost),
      ];
    }),
  );
}

function dollars(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `12345.60` as `12,345.60`. */
export function withThousands(amount: string): string {
  return amount.replace(/\B(?=(?:\d{3})+\.)/g, ',');
}
