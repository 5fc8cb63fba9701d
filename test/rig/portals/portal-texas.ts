import { AMOUNTS, DATES } from '../reports/notation.ts';
import { apiNamesOf } from '../reports/report-table.ts';
import { NO_COLLECTIONS, PAYMENT_COLUMNS, PAYMENT_FIGURES, paymentFigures } from '../reports/texas.ts';
import { dataset, type PortalRow } from './portal.ts';

/** Columns of the Comptroller's dataset, as its API names them. */
export const COLUMNS = apiNamesOf(PAYMENT_COLUMNS);

/** A row that satisfies the state's identities: `dollars` is the total, and 25 cents less are retained than before. */
export function texasRow(code: string, name: string, month: string, dollars: number): PortalRow {
  const figures = paymentFigures(
    { ...NO_COLLECTIONS, current_collections: 100 * dollars },
    (retained) => retained + 25,
  );
  const printed = PAYMENT_FIGURES.map((figure) => AMOUNTS.shortest(figures[figure] ?? 0));
  const cells = [code, name, DATES.midnight(`${month}-01`), DATES.midnight(`${month}-10`), ...printed];
  return Object.fromEntries(COLUMNS.map((column, at) => [column, cells[at] ?? '']));
}

const PLACES = [
  ['2999001', 'EXAMPLE CITY'],
  ['3999001', 'EXAMPLE "MTA", NORTH'],
  ['4999001', 'EXAMPLE COUNTY'],
] as const;

export function texasRows(months: readonly string[]): PortalRow[] {
  return months.flatMap((month, at) =>
    PLACES.map(([code, name], place) => texasRow(code, name, month, 2500 * (1 + at * 3 + place))),
  );
}

export function texasDataset(months: readonly string[]) {
  return dataset(COLUMNS, texasRows(months));
}
