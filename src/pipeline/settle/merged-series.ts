import { deriveSeries } from '../../derive/derived-figures.ts';
import { findUnusualPayments } from '../../derive/unusual-payments.ts';
import { finding } from '../../domain/findings/finding.ts';
import type { JurisdictionType, MethodChange } from '../../domain/jurisdiction.ts';
import { isDamagedName } from '../../domain/jurisdiction-name.ts';
import type { Month } from '../../domain/month.ts';
import type { ReportKindName, StoredRow } from '../../domain/report.ts';
import type { Correction } from '../../registers/corrections.ts';
import type { Datapoint, SeriesRemark, State } from '../../states/state.ts';
import type { PlacedFinding } from '../../store/write/stored-findings.ts';
import { correctRows } from './corrections.ts';
import { countingRows, type ReportRecords } from './precedence.ts';

/** One jurisdiction's series, merged, checked and derived. */
export interface Series {
  datapoints: Datapoint[];
  /** The derived figures of each datapoint, from the requested month on. */
  derived: ReturnType<typeof deriveSeries>;
  findings: PlacedFinding[];
  /** Differing rows that arrived later but lose. Only the run that brought them reports them. */
  outdated: PlacedFinding[];
  /** The name in the newest row that does not have a damaged one, and the type as the state defines it. */
  printedName: string;
  printedType: JurisdictionType | null;
  /** The counties according to the code or the rows, those of the newest first. */
  counties: readonly string[];
  /** Oldest first. */
  methodChanges: readonly MethodChange[];
}

/** The input of a jurisdiction's series. */
export interface SeriesInput {
  /** All stored rows of each kind, in month order. */
  rows: ReadonlyMap<ReportKindName, readonly StoredRow[]>;
  reports: ReportRecords;
  /** The months that any jurisdiction of the state has. */
  stateMonths: ReadonlySet<Month>;
  /** All corrections of the state. */
  corrections: readonly Correction[];
  /** The first month to derive; `null` derives all. */
  from: Month | null;
}

/** Merges, corrects, checks and derives a jurisdiction's series. */
export function buildSeries(
  state: State,
  jurisdictionId: number,
  { rows, reports, stateMonths, corrections, from }: SeriesInput,
): Series {
  const remarks: SeriesRemark[] = [];
  const counting = new Map<ReportKindName, readonly StoredRow[]>();
  for (const [kind, ofKind] of rows) {
    const chosen = countingRows(ofKind, reports);
    const code = ofKind[0]?.code;
    const known = corrections.filter((correction) => correction.kind === kind && correction.code === code);
    const corrected = correctRows(chosen.rows, known);
    counting.set(kind, corrected.rows);
    remarks.push(...chosen.remarks, ...corrected.remarks);
  }
  const merged = state.merge(counting);
  remarks.push(...merged.remarks);
  const primary = counting.get(state.kinds[0].name) ?? [];
  const methodChanges = methodChangesOf(state, primary);
  const newest = primary.at(-1) ?? [...counting.values()].flatMap((ofKind) => ofKind.at(-1) ?? [])[0];
  if (!newest) throw new Error(`jurisdiction ${jurisdictionId} has no rows`);
  const printedType = state.jurisdictionType(newest.code, primary);
  remarks.push(
    ...changesOf(primary.filter(hasWholeName)),
    ...methodRemarks(methodChanges, primary),
    ...unusualPayments(state, merged.datapoints),
  );
  const context = { calendar: state.calendar, stateMonths };
  const derived = deriveSeries(merged.datapoints, state.fields, context, from);
  const all = remarks.map((remark) => placed(remark, jurisdictionId));
  const findings = all.filter(({ code }) => code !== 'outdated-row');
  const outdated = all.filter(({ code }) => code === 'outdated-row');
  return {
    datapoints: merged.datapoints,
    derived,
    findings,
    outdated,
    printedName: (primary.findLast(hasWholeName) ?? newest).name,
    printedType,
    counties: state.countiesOf(newest.code, primary),
    methodChanges,
  };
}

/** Payments far from what the jurisdiction's own history lets expect, each at the row that gives it. */
function unusualPayments(state: State, datapoints: readonly Datapoint[]): SeriesRemark[] {
  const { headline: field } = state;
  const payments = datapoints.map(({ month, figures }) => ({ month, amount: figures[field] ?? null }));
  const sources = new Map(datapoints.map(({ month, sources: ofMonth }) => [month, ofMonth]));
  return findUnusualPayments(payments).flatMap(({ month, amount, compared, usual }): SeriesRemark[] => {
    const row = state.sourceOf(field, sources.get(month) ?? new Map());
    if (!row) return [];
    const before = { earlier: compared.month, before: compared.amount };
    const facts = { code: row.code, name: row.name, month, field, amount, usual, ...before };
    return [{ code: 'unusual-payment', facts, month, row, field }];
  });
}

/** Where a county divides its tax in another way than in the row before. */
function methodChangesOf(state: State, rows: readonly StoredRow[]): MethodChange[] {
  const known = new Map<string, string>();
  return rows.flatMap((row) =>
    [...state.methodsOf(row)].flatMap(([county, now]): MethodChange[] => {
      const before = known.get(county) ?? now;
      known.set(county, now);
      return before === now ? [] : [{ month: row.month, county, before, now }];
    }),
  );
}

function methodRemarks(changes: readonly MethodChange[], rows: readonly StoredRow[]): SeriesRemark[] {
  return changes.flatMap(({ month, county, before, now }): SeriesRemark[] => {
    const at = rows.findIndex((row) => row.month === month);
    const [until, row] = [rows[at - 1]?.month, rows[at]];
    if (!until || !row) return [];
    const facts = { code: row.code, name: row.name, county, before, until, now, from: month };
    return [{ code: 'method-changed', facts, month, row, field: null }];
  });
}

function hasWholeName({ name }: StoredRow): boolean {
  return !isDamagedName(name);
}

/** Remarks on names and types that differ from the month before. */
function changesOf(rows: readonly StoredRow[]): SeriesRemark[] {
  const remarks: SeriesRemark[] = [];
  rows.forEach((row, at) => {
    const before = rows[at - 1];
    if (!before) return;
    const place = { month: row.month, row, field: null };
    const change = { code: row.code, until: before.month, from: row.month };
    if (row.name.toUpperCase() !== before.name.toUpperCase()) {
      const facts = { ...change, before: before.name, now: row.name };
      remarks.push({ ...place, code: 'name-changed', facts });
    }
    const [type, typeBefore] = [row.labels.jurisdiction_type, before.labels.jurisdiction_type];
    if (type && typeBefore && type !== typeBefore) {
      const facts = { ...change, name: row.name, before: typeBefore, now: type };
      remarks.push({ ...place, code: 'type-changed', facts });
    }
  });
  return remarks;
}

function placed({ month, row, field, ...remark }: SeriesRemark, jurisdictionId: number): PlacedFinding {
  const place = { sheet: row.sheet, row: row.row, column: field };
  return { ...finding(remark.code, remark.facts, place), reportId: row.reportId, jurisdictionId, month };
}
