import { salesPeriod } from '../../domain/allocation.ts';
import type { Month } from '../../domain/month.ts';
import type { ReportKindName, ReportRecord } from '../../domain/report.ts';
import type { State } from '../../states/state.ts';
import type { Dataset } from '../../store/dataset.ts';
import type { StoredJurisdiction } from '../../store/write/jurisdictions.ts';
import { openReports, rankReports } from '../../store/write/reports.ts';
import { StateStore } from '../../store/write/state-store.ts';
import { type CheckedFigure, checkListed, isPaid } from './sheet-checks.ts';

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
  const isAsked = (one: Month) => month === null || one === month;
  const found: Reconciliation = { agreements: [], differences: [], unmatched: 0, unlisted: 0, unpaid: 0 };
  for (const sheets of comparisonSheets) {
    const { kind } = sheets;
    const agreements = new Map<string, Agreement>(
      Object.keys(kind.checks).map((figure) => [
        figure,
        { kind: kind.name, figure, compared: 0, agreeing: 0 },
      ]),
    );
    found.unmatched += sheets.unmatched(month);
    for (const [one, ids] of sheets.unlisted()) if (isAsked(one)) found.unlisted += ids.length;
    for (const listed of sheets.listedMonths(rankReports(known.list(), kind.name))) {
      if (!isAsked(listed.month)) continue;
      if (!listed.now && loaded.has(listed.month) && isPaid(kind, listed)) found.unpaid += 1;
      for (const checked of checkListed(kind, listed)) {
        const agreement = agreements.get(checked.figure);
        if (agreement) agreement.compared += 1;
        if (agreement && checked.agrees) agreement.agreeing += 1;
        if (checked.agrees) continue;
        const jurisdiction = jurisdictions.get(checked.jurisdictionId);
        const [listedIn, sourceIn] = [checked.listed[0], checked.source].map(({ reportId }) =>
          records.get(reportId),
        );
        if (!jurisdiction || !listedIn || !sourceIn)
          throw new Error(`${kind.name} ${checked.month}: a figure without its report or jurisdiction`);
        const salesMonth = salesPeriod(checked.month, state.calendar);
        found.differences.push({ ...checked, kind: kind.name, salesMonth, jurisdiction, listedIn, sourceIn });
      }
    }
    found.agreements.push(...[...agreements.values()].filter(({ compared }) => compared > 0));
  }
  // a stable sort, which keeps the order within a month
  found.differences.sort((a, b) => (a.month > b.month ? -1 : Number(a.month < b.month)));
  return found;
}
