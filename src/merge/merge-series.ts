import { type Finding, rowFinding } from '../domain/findings/finding.ts';
import type { JurisdictionType, MethodChange } from '../domain/jurisdiction.ts';
import { isDamagedName } from '../domain/jurisdiction-name.ts';
import type { Correction, ReportKindName, StoredRow } from '../domain/report.ts';
import type { Datapoint, RowsByKind, State } from '../states/state.ts';
import { chooseRows, type ReportRecords } from './choose.ts';
import { correctRows } from './correct.ts';
import { settleQuarterEnds } from './quarter-end.ts';

/** The merged months of one jurisdiction, and what its newest rows say of it. */
export interface MergedPlace {
  /** In month order. */
  datapoints: readonly Datapoint[];
  findings: Finding[];
  /** The name in the newest row that does not have a damaged one, and the type as the state defines it. */
  printedName: string;
  printedType: JurisdictionType | null;
  /** The counties according to the code or the rows, those of the newest first. */
  counties: readonly string[];
  /** Oldest first. */
  methodChanges: readonly MethodChange[];
}

/**
 * Merges all rows of one jurisdiction, of every report, into its datapoints: chooses the rows that count, corrects them,
 * merges the kinds as the state does, and settles the fields of quarter ends. `corrections` are all of the state.
 */
export function mergeSeries(
  state: State,
  rows: RowsByKind,
  reports: ReportRecords,
  corrections: readonly Correction[],
): MergedPlace {
  const findings: Finding[] = [];
  const counting = new Map<ReportKindName, readonly StoredRow[]>();
  for (const [kind, ofKind] of rows) {
    const chosen = chooseRows(ofKind, reports);
    const code = ofKind[0]?.code;
    const known = corrections.filter((correction) => correction.kind === kind && correction.code === code);
    const corrected = correctRows(chosen.rows, known);
    counting.set(kind, corrected.rows);
    findings.push(...chosen.findings, ...corrected.findings);
  }
  const merged = state.merge(counting);
  const settled = settleQuarterEnds(state, merged.datapoints);
  const primary = counting.get(state.kinds[0].name) ?? [];
  const newest = primary.at(-1) ?? [...counting.values()].flatMap((ofKind) => ofKind.at(-1) ?? [])[0];
  if (!newest) throw new Error('a jurisdiction without rows');
  const methodChanges = methodChangesOf(state, primary);
  findings.push(
    ...settled.findings,
    ...merged.findings,
    ...changesOf(primary.filter(hasWholeName)),
    ...methodFindings(methodChanges, primary),
  );
  return {
    datapoints: settled.datapoints,
    findings,
    printedName: (primary.findLast(hasWholeName) ?? newest).name,
    printedType: state.jurisdictionType(newest.code, primary),
    counties: state.countiesOf(newest.code, primary),
    methodChanges,
  };
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

function methodFindings(changes: readonly MethodChange[], rows: readonly StoredRow[]): Finding[] {
  return changes.flatMap(({ month, county, before, now }): Finding[] => {
    const at = rows.findIndex((row) => row.month === month);
    const [until, row] = [rows[at - 1]?.month, rows[at]];
    if (!until || !row) return [];
    const facts = { code: row.code, name: row.name, county, before, until, now, from: month };
    return [rowFinding('method-changed', facts, row)];
  });
}

function hasWholeName({ name }: StoredRow): boolean {
  return !isDamagedName(name);
}

/** Names and types that differ from the month before. */
function changesOf(rows: readonly StoredRow[]): Finding[] {
  return rows.flatMap((row, at): Finding[] => {
    const before = rows[at - 1];
    if (!before) return [];
    const change = { code: row.code, until: before.month, from: row.month };
    const [type, typeBefore] = [row.labels.jurisdiction_type, before.labels.jurisdiction_type];
    return [
      ...(row.name.toUpperCase() === before.name.toUpperCase()
        ? []
        : [rowFinding('name-changed', { ...change, before: before.name, now: row.name }, row)]),
      ...(type && typeBefore && type !== typeBefore
        ? [rowFinding('type-changed', { ...change, name: row.name, before: typeBefore, now: type }, row)]
        : []),
    ];
  });
}
