import { titleCase } from '../../domain/jurisdiction.ts';
import type { StoredRow } from '../../domain/report.ts';
import type { Registers } from '../../registers/registers.ts';
import type { SummaryKind } from '../../states/state.ts';
import type { StoredJurisdiction } from '../../store/write/jurisdictions.ts';
import type { ListedIds } from '../../store/write/listed-jurisdictions.ts';
import type { PlacedFinding } from '../../store/write/placed-finding.ts';
import type { StateReader } from '../../store/write/state-store.ts';
import type { SummaryRowReader } from '../../store/write/summary-rows.ts';
import { countingRows, type ReportRecords } from '../settle/precedence.ts';
import { countingOfMonths, largestRow, newestRows } from './listed-row.ts';
import { NameIndex } from './named-jurisdictions.ts';

/** Rates are stored in millionths of the price, and printed in percent. */
const MICROPERCENT_OF_MILLIONTH = 100;

/** What summaries say of a jurisdiction. */
export interface ListedFacts {
  sales_tax_rate: number | null;
  county: string | null;
}

/** What the summaries of a state say of its jurisdictions. */
export interface Listed {
  ids: ListedIds;
  /** By jurisdiction. */
  facts: ReadonlyMap<number, ListedFacts>;
  /** About names that mean no jurisdiction, or several. */
  findings: PlacedFinding[];
}

/** Reads the summaries of a state. `jurisdictions` have the names and types of the registers. */
export function readListed(
  store: StateReader,
  jurisdictions: readonly StoredJurisdiction[],
  registers: Pick<Registers, 'listedCode'>,
  reports: ReportRecords,
): Listed {
  const { state, summaries } = store;
  const listed = { ids: new Map(), facts: new Map<number, ListedFacts>(), findings: [] as PlacedFinding[] };
  if (summaries.length === 0) return listed;
  const payments = store.rowsOf(state.kinds[0].name);
  const index = new NameIndex(state, jurisdictions, registers, (id, month) => payments.namesIn(id, month));
  for (const rows of summaries) {
    const newest = newestByName(rows, reports);
    const { ids, findings } = index.find(rows, [...newest.values()]);
    listed.ids.set(rows.summary.name, ids);
    listed.findings.push(...findings);
    const rowsById = new Map<number, StoredRow[]>();
    for (const [name, id] of ids) {
      const row = newest.get(name)?.newest;
      if (row) rowsById.set(id, [...(rowsById.get(id) ?? []), row]);
    }
    for (const [id, ofJurisdiction] of rowsById) listed.facts.set(id, factsOf(rows, ofJurisdiction, reports));
  }
  return listed;
}

/** Each listed name with its newest counting row. */
function newestByName(rows: SummaryRowReader, reports: ReportRecords) {
  const newest = rows.listedSpans().flatMap((span) => {
    const [row] = countingRows(rows.ofListedMonth(span.listed, span.last), reports).rows;
    return row ? [[span.listed, { ...span, newest: row }] as const] : [];
  });
  return new Map(newest);
}

/** The rate and the county in the newest rows that have them. `newestOfNames` has the newest row of each name. */
function factsOf(
  rows: SummaryRowReader,
  newestOfNames: readonly StoredRow[],
  reports: ReportRecords,
): ListedFacts {
  const kind = rows.summary;
  const hasRate = ({ figures }: StoredRow) => {
    const rate = figures[kind.rate] ?? null;
    return rate !== null && kind.isOwnRate(rate);
  };
  const newest = countingOfMonths(kind, newestOfNames, reports);
  // a blank rate is rare, and the months before have it
  const all = newestRows(newest, () => true).some(hasRate)
    ? newest
    : countingOfMonths(
        kind,
        newestOfNames.flatMap(({ code }) => rows.ofListed(code)),
        reports,
      );
  const rate = largestRow(newestRows(all, hasRate), kind)?.figures[kind.rate] ?? null;
  const inCounty = newestRows(newest, (row) => kind.subjectOf(row).county !== null);
  return {
    sales_tax_rate: rate === null ? null : Math.round(rate / MICROPERCENT_OF_MILLIONTH),
    county: countyName(kind, largestRow(inCounty, kind)),
  };
}

/** A county as the dataset names it: without "County", printed capitals in title case. */
function countyName(kind: SummaryKind, row: StoredRow | undefined): string | null {
  const county = row && kind.subjectOf(row).county;
  return county ? titleCase(county.replace(/ co(?:unty|\.)?$/i, '')) : null;
}
