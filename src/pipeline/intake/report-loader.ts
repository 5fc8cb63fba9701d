import { type Finding, finding } from '../../domain/findings/finding.ts';
import { slugOf, storeCounties, titleCase } from '../../domain/jurisdiction.ts';
import type { ReportKindName, ReportRecord, ReportRow } from '../../domain/report.ts';
import { stateOfKind } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import type { PlacedRow } from '../../store/write/report-rows.ts';
import type { KnownReport, Reports } from '../../store/write/reports.ts';
import type { StateStore } from '../../store/write/state-store.ts';
import type { FindingWriter } from '../../store/write/stored-findings.ts';

/** The tables that a run loads rows into. */
export interface LoaderTables {
  runId: number;
  reports: Reports;
  findings: FindingWriter;
  storeOf(state: State): StateStore;
}

/** Loads the rows of reports into their tables, and notes the states to merge again. */
export class ReportLoader {
  /** The states with rows that a run loaded or removed, with the jurisdictions that it added. */
  readonly changes = new Map<State, Set<number>>();
  private readonly tables: LoaderTables;

  constructor(tables: LoaderTables) {
    this.tables = tables;
  }

  /** Stores the record, rows and findings of a report. Returns how many rows and how many findings differed. */
  load(
    record: ReportRecord,
    rows: readonly ReportRow[],
    findings: readonly Finding[],
  ): { rows: number; findings: number } {
    const { reports, runId, findings: stored } = this.tables;
    const state = stateOfKind(record.kind);
    const store = this.tables.storeOf(state);
    const placed = placeRows(store, record.kind, rows, this.noteState(state));
    const reportId = reports.write(record, rows.length);
    const differing = store.rowsOf(record.kind).replace(reportId, placed);
    const ofReport = placeFindings(reportId, placed, findings);
    const replaced = stored.replace('report', reportId, state.code, runId, ofReport);
    return { rows: differing, findings: replaced.differing };
  }

  /** Removes the rows and findings of a report. The caller changes or removes its record. */
  remove({ id, record }: KnownReport): void {
    const { findings, runId, storeOf } = this.tables;
    const state = stateOfKind(record.kind);
    this.noteState(state);
    storeOf(state).rowsOf(record.kind).replace(id, []);
    findings.replace('report', id, state.code, runId, []);
  }

  /** Notes a state to merge again. Returns the jurisdictions that the run added to it. */
  noteState(state: State): Set<number> {
    const added = this.changes.get(state) ?? new Set<number>();
    this.changes.set(state, added);
    return added;
  }

  /** Errors about rows whose id belongs to another jurisdiction, of the dataset or of these rows. */
  sharedIds(kind: ReportKindName, rows: readonly ReportRow[]): Finding[] {
    const state = stateOfKind(kind);
    if (!hasCodes(state, kind)) return [];
    const { jurisdictions } = this.tables.storeOf(state);
    const codes = new Map<number, string>();
    const seen = new Set<string>();
    return rows.flatMap(({ code, name, sheet, row }): Finding[] => {
      if (seen.has(code)) return [];
      seen.add(code);
      const id = state.idOf(code);
      const other = codes.get(id) ?? jurisdictions.get(id)?.sales_tax_id ?? code;
      codes.set(id, other);
      return other === code ? [] : [finding('same-id', { code, name, other, id: `${id}` }, { sheet, row })];
    });
  }
}

/** Whether the rows of a kind have codes, so that they belong to jurisdictions at once. */
function hasCodes({ kinds }: State, kind: ReportKindName): boolean {
  return kinds.some(({ name }) => name === kind);
}

/** The rows with their jurisdictions. Adds new jurisdictions. */
function placeRows(
  { state, jurisdictions }: StateStore,
  kind: ReportKindName,
  rows: readonly ReportRow[],
  added: Set<number>,
): PlacedRow[] {
  if (!hasCodes(state, kind)) return rows.map((row) => ({ jurisdictionId: null, row }));
  return rows.map((row) => {
    const jurisdictionId = state.idOf(row.code);
    if (!jurisdictions.has(jurisdictionId)) {
      jurisdictions.write(newJurisdiction(state, jurisdictionId, row));
      added.add(jurisdictionId);
    }
    return { jurisdictionId, row };
  });
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

/** The findings of a report as stored. One about a row has the jurisdiction and the month of the row. */
function placeFindings(
  reportId: number,
  rows: readonly PlacedRow[],
  findings: readonly Finding[],
): Finding[] {
  const keyOf = (sheet: string | null, row: number | null) => JSON.stringify([sheet, row]);
  const wanted = new Set(findings.flatMap(({ sheet, row }) => (row === null ? [] : [keyOf(sheet, row)])));
  const placed = new Map<string, PlacedRow[]>();
  for (const one of wanted.size > 0 ? rows : [])
    for (const line of one.row.lines ?? [one.row]) {
      const key = keyOf(line.sheet, line.row);
      if (wanted.has(key)) placed.set(key, [...(placed.get(key) ?? []), one]);
    }
  return findings.map((item) => {
    const [first, ...others] = placed.get(keyOf(item.sheet, item.row)) ?? [];
    if (!first) return { ...item, reportId };
    // a printed row with months across is several rows
    const named = 'month' in item.facts ? item.facts.month : null;
    const month = [first, ...others].map(({ row }) => row.month).find((one) => one === named);
    const only = others.length === 0 ? first.row.month : null;
    return { ...item, reportId, jurisdictionId: first.jurisdictionId, month: month ?? only };
  });
}
