import { dataset, type PortalRow } from './portal.ts';

/** The columns of the Comptroller's dataset, as its API names them. */
export const COLUMNS = [
  'authority_id',
  'authority_name',
  'allocation_month',
  'allocation_date',
  'total_coll',
  'prior_coll',
  'current_coll',
  'future_coll',
  'audit_coll',
  'unidentified_coll',
  'single_local_tax_coll',
  'service_fee',
  'current_retainage',
  'prior_retainage',
  'net_payment',
] as const;

/** A row whose figures satisfy the state's identities; `dollars` is the total, a multiple of 2,500. A quarter more was kept back. */
export function texasRow(code: string, name: string, month: string, dollars: number): PortalRow {
  const fee = dollars / 50;
  const retained = (dollars - fee) / 50;
  const figures = [dollars, 0, dollars, 0, 0, 0, 0, fee, retained, retained + 0.25, dollars - fee + 0.25];
  const cells = [code, name, `${month}-01T00:00:00.000`, `${month}-10T00:00:00.000`, ...figures.map(String)];
  return Object.fromEntries(COLUMNS.map((column, at) => [column, cells[at] ?? '']));
}

const PLACES = [
  ['2999001', 'EXAMPLE CITY'],
  ['3999001', 'EXAMPLE "MTA", NORTH'],
  ['4999001', 'EXAMPLE COUNTY'],
] as const;

/** Three authorities in the months given, in no order of theirs. */
export function texasRows(months: readonly string[]): PortalRow[] {
  return months.flatMap((month, at) =>
    PLACES.map(([code, name], place) => texasRow(code, name, month, 2500 * (1 + at * 3 + place))),
  );
}

export function texasDataset(months: readonly string[]) {
  return dataset(COLUMNS, texasRows(months));
}

/** Months from one to another. */
export function monthsFrom(first: string, count: number): string[] {
  const [year = 0, month = 0] = first.split('-').map(Number);
  return Array.from({ length: count }, (_, at) =>
    new Date(Date.UTC(year, month - 1 + at)).toISOString().slice(0, 7),
  );
}
