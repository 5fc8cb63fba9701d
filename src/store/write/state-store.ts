import type { Month } from '../../domain/month.ts';
import type { ReportKindName, StoredRow } from '../../domain/report.ts';
import { allKindsOf, STATES } from '../../states/index.ts';
import type { ReportKind, State } from '../../states/state.ts';
import type { Dataset } from '../dataset.ts';
import { StateMonths } from '../state-months.ts';
import { AllocationWriter } from './allocations.ts';
import { type Jurisdictions, openJurisdictions, type StoredJurisdiction } from './jurisdictions.ts';
import { ListedFacts } from './listed-facts.ts';
import { type ListedJurisdictions, openListedJurisdictions } from './listed-jurisdictions.ts';
import { ListedRowReader } from './listed-rows.ts';
import { ReportRowReader, ReportRowWriter } from './report-rows.ts';

/** Reads everything that the dataset stores of one state. */
export interface StateReader {
  state: State;
  jurisdictions: Pick<Jurisdictions, 'has' | 'get' | 'list'>;
  overview: StateMonths;
  /** The rows of a kind, also of one that names jurisdictions. */
  rowsOf(kind: ReportKindName): ReportRowReader;
  /** The rows of each kind that names jurisdictions. */
  comparisonSheets: readonly ListedRowReader[];
  listed: Pick<ListedJurisdictions, 'read'>;
  listedFacts: Pick<ListedFacts, 'all'>;
  /** All rows of a jurisdiction by kind, in month order; `null` if no report has any. */
  rowsOfSeries(jurisdiction: StoredJurisdiction): ReadonlyMap<ReportKindName, readonly StoredRow[]> | null;
  /** The months that any jurisdiction of the state has. */
  months(): ReadonlySet<Month>;
}

/** Reads and writes everything that the dataset stores of one state. */
export interface StateWriter extends StateReader {
  jurisdictions: Jurisdictions;
  allocations: AllocationWriter;
  listed: ListedJurisdictions;
  listedFacts: ListedFacts;
  rowsOf(kind: ReportKindName): ReportRowWriter;
}

export function openStateReader(dataset: Dataset, state: State): StateReader {
  return {
    ...openTables(dataset, state),
    ...openRows(state, (kind) => new ReportRowReader(dataset, kind)),
  };
}

/** Opens a writer for each state. */
export function openStateWriters(dataset: Dataset): (state: State) => StateWriter {
  const writers = new Map(STATES.map((state) => [state, openStateWriter(dataset, state)]));
  return (state) => {
    const writer = writers.get(state);
    if (!writer) throw new Error(`no tables for ${state.code}`);
    return writer;
  };
}

function openStateWriter(dataset: Dataset, state: State): StateWriter {
  return {
    ...openTables(dataset, state),
    allocations: new AllocationWriter(dataset, state),
    ...openRows(state, (kind) => new ReportRowWriter(dataset, kind)),
  };
}

/** The tables that a reader and a writer open alike. */
function openTables(dataset: Dataset, state: State) {
  return {
    state,
    jurisdictions: openJurisdictions(dataset, state.code),
    overview: new StateMonths(dataset, state),
    comparisonSheets: state.comparisonSheets.map((kind) => new ListedRowReader(dataset, kind)),
    listed: openListedJurisdictions(dataset, state),
    listedFacts: new ListedFacts(dataset, state),
  };
}

/** The rows of each kind of a state, and what needs the rows of all kinds. */
function openRows<Rows extends ReportRowReader>(state: State, open: (kind: ReportKind) => Rows) {
  const rows = new Map(allKindsOf(state).map((kind) => [kind.name, open(kind)]));
  const rowsOf = (kind: ReportKindName): Rows => {
    const found = rows.get(kind);
    if (!found) throw new Error(`${state.code} has no report kind ${kind}`);
    return found;
  };
  return {
    rowsOf,
    rowsOfSeries: ({ id, sales_tax_id }: StoredJurisdiction) => {
      const ofKinds = state.kinds.map(
        ({ name }) => [name, rowsOf(name).ofJurisdiction(id, sales_tax_id)] as const,
      );
      return ofKinds.some(([, ofKind]) => ofKind.length > 0) ? new Map(ofKinds) : null;
    },
    months: () => new Set(rowsOf(state.kinds[0].name).months()),
  };
}
