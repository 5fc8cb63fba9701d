import { salesPeriod } from '../../domain/allocation.ts';
import type { Month } from '../../domain/month.ts';
import type { ReportKindName, ReportRecord } from '../../domain/report.ts';
import type { State } from '../../states/state.ts';
import type { Dataset } from '../../store/dataset.ts';
import type { StoredJurisdiction } from '../../store/write/jurisdictions.ts';
import { openReports, rankReports } from '../../store/write/reports.ts';
import { StateStore } from '../../store/write/state-store.ts';
import { type CheckedFigure, compareSheets } from './sheet-checks.ts';

/** How often a figure of the comparison sheets is that of the dataset. */
export interface Agreement {
  kind: ReportKindName;
  figure: string;
  compared: number;
  agreeing: number;
}

/** A figure that differs, with where both come from. */
interface FoundDifference extends CheckedFigure {
  kind: ReportKindName;
  salesMonth: Month | null;
  jurisdiction: StoredJurisdiction;
  listedIn: ReportRecord;
  sourceIn: ReportRecord;
}

/** The comparison sheets of a state beside its datapoints. */
export interface Reconciliation {
  agreements: Agreement[];
  /** By month, the newest first. */
  differences: FoundDifference[];
  /** Listed names that mean no jurisdiction, or several. */
  unmatched: number;
  /** Jurisdictions and months that only the dataset has, and that only the sheets have. */
  unlisted: number;
  unpaid: number;
}

/** Compares all figures that the comparison sheets of a state repeat with the dataset's; `month` limits them to one month. */
export function reconcile(dataset: Dataset, state: State, month: Month | null): Reconciliation {
  const { comparisonSheets, jurisdictions, overview } = new StateStore(dataset, state);
  const known = openReports(dataset);
  const records = known.byId();
  const loaded = overview.months();
  const found: Reconciliation = { agreements: [], differences: [], unmatched: 0, unlisted: 0, unpaid: 0 };
  const countOf = (ids: ReadonlyMap<Month, readonly number[]>) =>
    [...ids].reduce((sum, [one, { length }]) => sum + (month === null || month === one ? length : 0), 0);
  for (const sheets of comparisonSheets) {
    const { name: kind } = sheets.kind;
    const compared = compareSheets(sheets, rankReports(known.list(), kind), loaded, month);
    for (const [figure, counts] of compared.agreements)
      if (counts.compared > 0) found.agreements.push({ kind, figure, ...counts });
    found.unmatched += sheets.unmatched(month);
    found.unlisted += countOf(sheets.unlisted());
    found.unpaid += countOf(compared.unpaid);
    for (const checked of compared.differences) {
      const jurisdiction = jurisdictions.get(checked.jurisdictionId);
      const [listedIn, sourceIn] = [checked.listed[0], checked.source].map((one) =>
        records.get(one.reportId),
      );
      if (!jurisdiction || !listedIn || !sourceIn)
        throw new Error(`${kind} ${checked.month}: a figure without its report or jurisdiction`);
      const salesMonth = salesPeriod(checked.month, state.calendar);
      found.differences.push({ ...checked, kind, salesMonth, jurisdiction, listedIn, sourceIn });
    }
  }
  // a stable sort, which keeps the order within a month
  found.differences.sort((a, b) => (a.month > b.month ? -1 : Number(a.month < b.month)));
  return found;
}
