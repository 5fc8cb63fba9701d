import { type Finding, finding } from '../../domain/findings/finding.ts';
import { slugOf, storeCounties, titleCase } from '../../domain/jurisdiction.ts';
import { keepEarliest, type Month } from '../../domain/month.ts';
import type { ReportKindName, ReportRecord, ReportRow } from '../../domain/report.ts';
import { stateOfKind } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import type { KeyedRow, RowKey } from '../../store/write/report-rows.ts';
import type { KnownReport, Reports } from '../../store/write/reports.ts';
import type { StateStore } from '../../store/write/state-store.ts';
import type { FindingWriter } from '../../store/write/stored-findings.ts';

/** The tables that a run loads rows into. */
export interface RowLoaderOptions {
  runId: number;
  reports: Reports;
  findings: FindingWriter;
  storeOf(state: State): StateStore;
}

export interface ChangedState {
  /** The months of the state's datapoints before the run. */
  monthsBefore: ReadonlySet<Month>;
  /**
   * Jurisdictions with rows that were added, removed or changed, or that belong to a known report read again. Each
   * with the first month of such a row.
   */
  firstChanged: Map<number, Month>;
  /** Jurisdictions that the run added. */
  added: Set<number>;
}

/** Loads the rows of reports into their tables, and notes the series to settle. */
export class RowLoader {
  readonly changedStates = new Map<State, ChangedState>();
  private readonly options: RowLoaderOptions;

  constructor(options: RowLoaderOptions) {
    this.options = options;
  }

  /** Stores the record, rows and findings of a report; returns whether any row was added, removed or changed. */
  load(record: ReportRecord, rows: readonly ReportRow[], findings: readonly Finding[]): boolean {
    const { reports, runId, storeOf } = this.options;
    const state = stateOfKind(record.kind);
    const store = storeOf(state);
    const changes = this.changesOf(state, store);
    const placed = placeRows(store, record.kind, rows, changes.added);
    const isAgain = reports.find(record.sha256) !== undefined;
    const reportId = reports.write(record, rows.length);
    const firstChanged = store.rowsOf(record.kind).replaceReport(reportId, placed);
    for (const [subject, month] of firstChanged) noteChanged(changes, subject, month);
    if (isAgain) for (const { subject, row } of placed) noteChanged(changes, subject, row.month);
    const ofReport = findings.map((item) => ({ ...item, reportId, jurisdictionId: null, month: null }));
    this.options.findings.replace('report', reportId, state.code, runId, ofReport);
    return firstChanged.size > 0;
  }

  /** Errors about rows whose id belongs to another jurisdiction, of the dataset or of these rows. */
  sharedIds(kind: ReportKindName, rows: readonly ReportRow[]): Finding[] {
    const state = stateOfKind(kind);
    if (!makesDatapoints(state, kind)) return [];
    const { jurisdictions } = this.options.storeOf(state);
    const codes = new Map<number, string>();
    const seen = new Set<string>();
    const findings: Finding[] = [];
    for (const { code, name, sheet, row } of rows) {
      if (seen.has(code)) continue;
      seen.add(code);
      const id = state.idOf(code);
      const other = codes.get(id) ?? jurisdictions.get(id)?.sales_tax_id ?? code;
      codes.set(id, other);
      if (other !== code)
        findings.push(finding('same-id', { code, name, other, id: `${id}` }, { sheet, row }));
    }
    return findings;
  }

  /** Removes the rows and findings of a report. The caller changes its record. */
  remove({ id, record }: KnownReport): void {
    const { findings, runId, storeOf } = this.options;
    const state = stateOfKind(record.kind);
    const store = storeOf(state);
    const changes = this.changesOf(state, store);
    const firstChanged = store.rowsOf(record.kind).replaceReport(id, []);
    for (const [subject, month] of firstChanged) noteChanged(changes, subject, month);
    findings.replace('report', id, state.code, runId, []);
  }

  /** Notes a state to settle even if none of its rows changes. */
  noteState(state: State): void {
    this.changesOf(state, this.options.storeOf(state));
  }

  private changesOf(state: State, store: StateStore): ChangedState {
    const changes = this.changedStates.get(state) ?? {
      monthsBefore: store.overview.months(),
      firstChanged: new Map<number, Month>(),
      added: new Set<number>(),
    };
    this.changedStates.set(state, changes);
    return changes;
  }
}

function noteChanged(changes: ChangedState, subject: RowKey, month: Month): void {
  if (typeof subject === 'number') keepEarliest(changes.firstChanged, subject, month);
}

/** Whether the rows of a kind have codes, so that they belong to jurisdictions at once. */
function makesDatapoints({ kinds }: State, kind: ReportKindName): boolean {
  return kinds.some(({ name }) => name === kind);
}

/** The rows with their subjects. Adds new jurisdictions. */
function placeRows(
  store: StateStore,
  kind: ReportKindName,
  rows: readonly ReportRow[],
  added: Set<number>,
): KeyedRow[] {
  const { state } = store;
  if (!makesDatapoints(state, kind)) return rows.map((row) => ({ subject: row.code, row }));
  return rows.map((row) => {
    const id = state.idOf(row.code);
    if (requireJurisdiction(store, id, row)) added.add(id);
    return { subject: id, row };
  });
}

/** Adds the jurisdiction of a row if it is new. Returns whether it is. */
function requireJurisdiction({ state, jurisdictions }: StateStore, id: number, row: ReportRow): boolean {
  const known = jurisdictions.get(id);
  if (!known) return jurisdictions.write(newJurisdiction(state, id, row));
  if (known.sales_tax_id !== row.code)
    throw new Error(`${state.code}: the codes ${known.sales_tax_id} and ${row.code} have the same id ${id}`);
  return false;
}

/** A jurisdiction as first stored. Settling gives it the name and type of its newest row. */
function newJurisdiction(state: State, id: number, row: ReportRow) {
  const name = titleCase(row.name);
  return {
    id,
    state: state.code,
    sales_tax_id: row.code,
    name,
    slug: slugOf(name),
    type: null,
    sales_tax_rate: null,
    dated_rates: null,
    printed_name: row.name,
    printed_type: null,
    method_changes: null,
    ...storeCounties(state.countiesOf(row.code)),
  };
}
