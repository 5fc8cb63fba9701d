import type { Month } from '../../domain/month.ts';
import type { ReportKindName, StoredRow } from '../../domain/report.ts';
import { STATES } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import type { Dataset } from '../dataset.ts';
import { StateMonths } from '../state-months.ts';
import { AllocationWriter } from './allocations.ts';
import { type Jurisdictions, openJurisdictions, type StoredJurisdiction } from './jurisdictions.ts';
import { ReportRows } from './report-rows.ts';
import { SheetRows } from './sheet-rows.ts';

/** Reads and writes everything that the dataset stores of one state. */
export class StateStore {
  readonly state: State;
  readonly jurisdictions: Jurisdictions;
  readonly overview: StateMonths;
  readonly allocations: AllocationWriter;
  /** The rows of each kind that names jurisdictions. */
  readonly comparisonSheets: readonly SheetRows[];
  private readonly rows: ReadonlyMap<ReportKindName, ReportRows>;

  constructor(dataset: Dataset, state: State) {
    this.state = state;
    this.jurisdictions = openJurisdictions(dataset, state.code);
    this.overview = new StateMonths(dataset, state);
    this.allocations = new AllocationWriter(dataset, state);
    this.comparisonSheets = state.comparisonSheets.map((kind) => new SheetRows(dataset, state, kind));
    const ofKinds = [...state.kinds.map((kind) => new ReportRows(dataset, kind)), ...this.comparisonSheets];
    this.rows = new Map(ofKinds.map((rows) => [rows.kind.name, rows]));
  }

  /** The rows of a kind, also of one that names jurisdictions. */
  rowsOf(kind: ReportKindName): ReportRows {
    const found = this.rows.get(kind);
    if (!found) throw new Error(`${this.state.code} has no report kind ${kind}`);
    return found;
  }

  /** All rows of a jurisdiction by kind, in month order; `null` if no report has one. */
  rowsOfSeries({
    id,
    sales_tax_id,
  }: StoredJurisdiction): ReadonlyMap<ReportKindName, readonly StoredRow[]> | null {
    const ofKinds = this.state.kinds.map(
      ({ name }) => [name, this.rowsOf(name).ofJurisdiction(id, sales_tax_id)] as const,
    );
    return ofKinds.some(([, ofKind]) => ofKind.length > 0) ? new Map(ofKinds) : null;
  }

  /** The months that any jurisdiction of the state has. */
  months(): ReadonlySet<Month> {
    return new Set(this.rowsOf(this.state.kinds[0].name).months());
  }
}

type StateStores = ReadonlyMap<State, StateStore>;

export function openStateStores(dataset: Dataset): StateStores {
  return new Map(STATES.map((state) => [state, new StateStore(dataset, state)]));
}
