import { titleCase } from '../../domain/jurisdiction.ts';
import type { Month } from '../../domain/month.ts';
import type { StoredRow } from '../../domain/report.ts';
import { compareText } from '../../domain/text/compare-text.ts';
import type { ReportRecords } from '../../merge/choose.ts';
import type { ComparisonSheetKind } from '../../states/state.ts';
import type { ListedFact, ListedIds } from '../../store/write/listed-names.ts';
import type { StateStore } from '../../store/write/state-store.ts';
import { countingOfMonth, groupRows, isPayment } from './counting-rows.ts';

/** Rates are stored in millionths of the price, and printed in percent. */
const MICROPERCENT_OF_MILLIONTH = 100;

export type NewestFacts = Pick<ListedFact, 'sales_tax_rate' | 'county'>;

/** What the comparison sheets of a state say of its jurisdictions. */
export function* readListedFacts(
  { comparisonSheets }: StateStore,
  ids: ListedIds,
  reports: ReportRecords,
): Generator<ListedFact> {
  for (const rows of comparisonSheets) {
    const kind = rows.kind;
    for (const month of rows.months()) {
      const byId = groupRows(rows.ofMonth(month), ({ code }) => ids.get(kind.name)?.get(code) ?? null);
      for (const [id, ofJurisdiction] of byId)
        if (id !== null) yield factOf(kind, id, countingOfMonth(kind, ofJurisdiction, reports).rows);
    }
  }
}

function factOf(kind: ComparisonSheetKind, id: number, rows: readonly StoredRow[]): ListedFact {
  const largest = bySize(kind, rows);
  const rateOf = ({ figures }: StoredRow) => figures[kind.rate] ?? null;
  const rated = largest.find((row) => {
    const rate = rateOf(row);
    return rate !== null && kind.isOwnRate(rate);
  });
  const county = largest.map((row) => kind.subjectOf(row).county).find((one) => one !== null);
  const source = rated ?? largest[0];
  if (!source) throw new Error(`no row of ${id} counts`);
  return {
    jurisdiction_id: id,
    month: source.month,
    sales_tax_rate: rated ? Math.round((rateOf(rated) ?? 0) / MICROPERCENT_OF_MILLIONTH) : null,
    county: county === undefined ? null : countyName(county),
    source: { reportId: source.reportId, sheet: source.sheet, row: source.row },
  };
}

/** The rows by the size of their payments, then by county. */
function bySize(kind: ComparisonSheetKind, rows: readonly StoredRow[]): StoredRow[] {
  const payment = Object.keys(kind.checks).find((name) => isPayment(kind, name)) ?? '';
  const amountOf = ({ figures }: StoredRow) => figures[payment] ?? Number.MIN_SAFE_INTEGER;
  const countyOf = (row: StoredRow) => kind.subjectOf(row).county ?? '';
  return rows.toSorted((a, b) => amountOf(b) - amountOf(a) || compareText(countyOf(a), countyOf(b)));
}

/** A county as the dataset names it: without "County", printed capitals in title case. */
function countyName(county: string): string {
  return titleCase(county.replace(/ co(?:unty|\.)?$/i, ''));
}

/** The newest rate and the newest county of each jurisdiction. A blank leaves that of the month before. */
export function newestFacts(facts: Iterable<ListedFact>): Map<number, NewestFacts> {
  const newest = new Map<number, NewestFacts & { rateOf: Month; countyOf: Month }>();
  for (const { jurisdiction_id: id, month, sales_tax_rate, county } of facts) {
    const known = newest.get(id) ?? { sales_tax_rate: null, county: null, rateOf: month, countyOf: month };
    if (sales_tax_rate !== null && (known.sales_tax_rate === null || month > known.rateOf))
      Object.assign(known, { sales_tax_rate, rateOf: month });
    if (county !== null && (known.county === null || month > known.countyOf))
      Object.assign(known, { county, countyOf: month });
    newest.set(id, known);
  }
  return newest;
}
