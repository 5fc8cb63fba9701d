import type { Month } from '../../domain/month.ts';
import type { ReportKindName, StoredRow } from '../../domain/report.ts';
import { STATES } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import { type AllocationOverview, openAllocationOverview } from '../allocation-overview.ts';
import type { Dataset } from '../dataset.ts';
import { type Allocations, openAllocations } from './allocations.ts';
import { type Jurisdictions, openJurisdictions, type StoredJurisdiction } from './jurisdictions.ts';
import { openReportRows, type ReportRows } from './report-rows.ts';

/** Everything the dataset keeps of one state. */
export interface StateStore {
  state: State;
  jurisdictions: Jurisdictions;
  allocations: Allocations;
  overview: AllocationOverview;
  rowsOf(kind: ReportKindName): ReportRows;
  /** All rows of a jurisdiction, of each kind in month order; `null` where no report has any. */
  rowsOfSeries(jurisdiction: StoredJurisdiction): ReadonlyMap<ReportKindName, readonly StoredRow[]> | null;
  /** The months any jurisdiction of the state has. */
  months(): ReadonlySet<Month>;
}

/** Opens what the dataset keeps of each state. */
export function openStateStores(dataset: Dataset): (state: State) => StateStore {
  const stores = new Map(STATES.map((state) => [state, openStateStore(dataset, state)]));
  return (state) => {
    const store = stores.get(state);
    if (!store) throw new Error(`no store for ${state.code}`);
    return store;
  };
}

export function openStateStore(dataset: Dataset, state: State): StateStore {
  const rows = new Map(state.kinds.map((kind) => [kind.name, openReportRows(dataset, kind)]));
  const rowsOf = (kind: ReportKindName): ReportRows => {
    const found = rows.get(kind);
    if (!found) throw new Error(`${state.code} has no report kind ${kind}`);
    return found;
  };
  return {
    state,
    jurisdictions: openJurisdictions(dataset, state.code),
    allocations: openAllocations(dataset, state),
    overview: openAllocationOverview(dataset, state),
    rowsOf,
    rowsOfSeries: ({ id, sales_tax_id }) => {
      const ofKinds = state.kinds.map(
        ({ name }) => [name, rowsOf(name).ofJurisdiction(id, sales_tax_id)] as const,
      );
      return ofKinds.some(([, ofKind]) => ofKind.length > 0) ? new Map(ofKinds) : null;
    },
    months: () => new Set(rowsOf(state.kinds[0].name).months()),
  };
}
