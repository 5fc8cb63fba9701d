import { salesPeriod } from '../../domain/allocation.ts';
import type { Month } from '../../domain/month.ts';
import type { ReportKindName, ReportRecord } from '../../domain/report.ts';
import type { State } from '../../states/state.ts';
import type { Dataset } from '../../store/dataset.ts';
import type { StoredJurisdiction } from '../../store/write/jurisdictions.ts';
import { openReports } from '../../store/write/reports.ts';
import { StateStore } from '../../store/write/state-store.ts';
import { type CheckedFigure, checkComparisonSheets } from './checked-months.ts';

/** How often a figure of the comparison sheets is that of the dataset. */
export interface Agreement {
  kind: ReportKindName;
  figure: string;
  compared: number;
  agreeing: number;
}

/** A figure that differs, with its month and where both come from. */
interface FoundDifference extends CheckedFigure {
  kind: ReportKindName;
  month: Month;
  salesMonth: Month | null;
  jurisdiction: StoredJurisdiction;
  listedIn: ReportRecord;
  sourceIn: ReportRecord;
}

/** The comparison sheets of a state beside its datapoints. */
export interface Reconciliation {
  agreements: Agreement[];
  /** By month, the newest first, then as in the sheet. */
  differences: FoundDifference[];
  /** Listed names that mean no jurisdiction, or several. */
  unmatched: number;
  /** Jurisdictions and months that only the dataset has, and that only the sheets have. */
  unlisted: number;
  unpaid: number;
}

/** Compares all figures that the comparison sheets of a state repeat with the dataset's; `month` limits them to one month. */
export function reconcile(dataset: Dataset, state: State, month: Month | null): Reconciliation {
  const store = new StateStore(dataset, state);
  const reports = openReports(dataset).byId();
  const ids = store.listed.read();
  const found: Reconciliation = { agreements: [], differences: [], unmatched: 0, unlisted: 0, unpaid: 0 };
  const agreements = new Map(
    state.comparisonSheets.flatMap(({ name: kind, checks }) =>
      Object.keys(checks).map((figure) => [`${kind} ${figure}`, { kind, figure, compared: 0, agreeing: 0 }]),
    ),
  );
  for (const rows of store.comparisonSheets)
    found.unmatched += rows
      .newestOfNames()
      .filter(({ code }) => !ids.get(rows.kind.name)?.has(code))
      .filter(({ code }) => month === null || rows.isListed(code, month)).length;
  for (const checked of checkComparisonSheets(store, ids, reports, month)) {
    found.unlisted += checked.unlisted.length;
    found.unpaid += checked.unpaid.length;
    for (const figure of checked.figures) {
      const agreement = agreements.get(`${checked.kind} ${figure.figure}`);
      const jurisdiction = store.jurisdictions.get(figure.jurisdictionId);
      const [listedIn, sourceIn] = [figure.listed[0], figure.source].map(({ reportId }) =>
        reports.get(reportId),
      );
      if (!agreement || !jurisdiction || !listedIn || !sourceIn)
        throw new Error(`${checked.kind} ${checked.month}: a figure without its report or jurisdiction`);
      agreement.compared += 1;
      if (figure.agrees) agreement.agreeing += 1;
      else {
        const { kind, month: ofMonth } = checked;
        found.differences.push({
          ...figure,
          kind,
          month: ofMonth,
          salesMonth: salesPeriod(ofMonth, state.calendar),
          jurisdiction,
          listedIn,
          sourceIn,
        });
      }
    }
  }
  found.agreements = [...agreements.values()].filter(({ compared }) => compared > 0);
  // a stable sort, which keeps the order within a month
  found.differences.sort((a, b) => (a.month > b.month ? -1 : Number(a.month < b.month)));
  return found;
}
