import { type CodeWithFacts, findingOf } from '../../domain/findings/finding.ts';
import { addMonths, type Month, monthIndex, monthsBetween } from '../../domain/month.ts';
import { periodName } from '../../domain/publication.ts';
import type { ReportKindName, ReportRecord } from '../../domain/report.ts';
import type { ReportKind } from '../../states/state.ts';
import { monthFinding, type PlacedFinding } from '../../store/write/findings.ts';
import type { ReportRows } from '../../store/write/report-rows.ts';
import type { StateStore } from '../../store/write/state-store.ts';
import { compareReports, countingReport, isRestated, type ReportRecords } from './precedence.ts';
import { checkRepeatedTotals, checkRowCounts, checkTotals } from './volume-checks.ts';

/** Rows that are named; of the others the number is told. */
const ROWS_NAMED = 3;

/**
 * What only a state's data as a whole can show: months without a report, rows that a later report of their month
 * does not have, months with fewer rows or another total than is to be expected, months missing inside a series though
 * others have them, jurisdictions that appear after the dataset's first month or end before its last, and those of
 * unknown type.
 */
export function checkState(store: StateStore, reports: ReportRecords): PlacedFinding[] {
  const { state, overview, rowsOf } = store;
  const countsByKind = new Map(state.kinds.map((kind) => [kind, rowsOf(kind.name).jurisdictionCounts()]));
  const counts = countsByKind.get(state.kinds[0]) ?? new Map<Month, number>();
  const totals = overview.totals();
  return [
    ...[...countsByKind].flatMap(([kind, ofKind]) => [
      ...missingReports(kind, [...ofKind.keys()], reports),
      ...rowsNotRestated(store, kind.name, ofKind, reports),
      ...checkRowCounts(kind, ofKind, reports),
    ]),
    ...checkTotals(state, totals, reports),
    ...checkRepeatedTotals(state, totals, counts, reports),
    ...checkSeries(store, new Set(counts.keys())),
  ];
}

/** Gaps between the periods a kind has. */
function missingReports(
  { name: kind, published }: ReportKind,
  present: readonly Month[],
  reports: ReportRecords,
): PlacedFinding[] {
  return missingRanges(present, published.every).map((gap) => {
    const [from, to] = [periodName(published, gap.first), periodName(published, gap.last)];
    const facts = { kind, first: from, last: to };
    return monthFinding('missing-report', facts, gap.first, countingReport(kind, gap.next, reports));
  });
}

/** What each series shows beside those of the state; `stateMonths` are the months that any has. */
function checkSeries(store: StateStore, stateMonths: ReadonlySet<Month>): PlacedFinding[] {
  const { overview, jurisdictions } = store;
  const spans = overview.spans();
  const findings: PlacedFinding[] = [];
  const note = (about: CodeWithFacts, jurisdictionId: number, month: Month) => {
    const { reportId = null, sheet = null, row = null } = overview.sourceOf(jurisdictionId, month) ?? {};
    findings.push({ ...findingOf(about, { sheet, row }), reportId, jurisdictionId, month });
  };
  const stateFirst = spans.reduce<Month | null>((min, { first }) => (min && min < first ? min : first), null);
  const stateLast = spans.reduce<Month | null>((max, { last }) => (max && max > last ? max : last), null);
  for (const { jurisdictionId: id, first, last, count } of spans) {
    const jurisdiction = jurisdictions.get(id);
    const who = { code: `${jurisdiction?.sales_tax_id}`, name: `${jurisdiction?.name}` };
    if (stateFirst && first > stateFirst)
      note({ code: 'new-jurisdiction', facts: { ...who, first, stateFirst } }, id, first);
    if (stateLast && last < stateLast)
      note({ code: 'ended-jurisdiction', facts: { ...who, last, stateLast } }, id, last);
    if (!jurisdiction?.type) note({ code: 'unknown-type', facts: who }, id, first);
    if (count === monthIndex(last) - monthIndex(first) + 1) continue;
    for (const { first: from, last: to, next } of missingRanges(overview.monthsOf(id), 1, stateMonths))
      note({ code: 'missing-month', facts: { ...who, first: from, last: to } }, id, next);
  }
  return findings;
}

/** By report, rows of others that it does not have, though it is the one that counts for their month. */
function rowsNotRestated(
  { jurisdictions, rowsOf }: StateStore,
  kind: ReportKindName,
  counts: ReadonlyMap<Month, number>,
  reports: ReportRecords,
): PlacedFinding[] {
  const rows = rowsOf(kind);
  return [...lackingMonths(rows, kind, counts, reports)].flatMap(([reportId, months]): PlacedFinding[] => {
    const missing = months.flatMap((month) => rowsLeftOut(rows, reportId, month, reports));
    const [first] = missing;
    if (!first) return [];
    const named = missing.slice(0, ROWS_NAMED).map(({ jurisdictionId, month, record, sheet, row }) => {
      const { sales_tax_id: code, printed_name: name } = jurisdictions.get(jurisdictionId) ?? {};
      return { code: `${code}`, name: `${name}`, month, file: record.fileName, sheet, row };
    });
    return [monthFinding('rows-not-restated', { rows: missing.length, named }, first.month, reportId)];
  });
}

/** By report, the months for which it counts and others have more jurisdictions. */
function lackingMonths(
  rows: ReportRows,
  kind: ReportKindName,
  counts: ReadonlyMap<Month, number>,
  reports: ReportRecords,
): Map<number, Month[]> {
  const ofKind = [...reports].filter(([, record]) => record.kind === kind);
  const monthsOf = new Map(ofKind.map(([id]) => [id, rows.countsOfReport(id)]));
  const lacking = new Map<number, Month[]>();
  for (const [month, count] of counts) {
    const id = countingReport(kind, month, reports);
    if (id === null || monthsOf.get(id)?.get(month) === count) continue;
    lacking.set(id, [...(lacking.get(id) ?? []), month]);
  }
  return lacking;
}

/** A row that a later report of its month does not have. */
interface RowLeftOut {
  jurisdictionId: number;
  month: Month;
  sheet: string | null;
  row: number;
  record: ReportRecord;
}

/** Rows of earlier reports for a month that one does not have; of several of one jurisdiction the one that counts. */
function rowsLeftOut(rows: ReportRows, reportId: number, month: Month, reports: ReportRecords): RowLeftOut[] {
  const later = reports.get(reportId);
  const counting = new Map<number, RowLeftOut>();
  for (const { jurisdictionId, reportId: other, ...place } of rows.notInReport(reportId, month)) {
    const record = reports.get(other);
    if (!record || !later || !isRestated(record, later)) continue;
    const known = counting.get(jurisdictionId);
    if (!known || compareReports(known.record, record) < 0)
      counting.set(jurisdictionId, { jurisdictionId, month, record, ...place });
  }
  return [...counting.values()];
}

/** Periods missing between two that are there. */
interface Gap {
  first: Month;
  last: Month;
  /** The period there after the gap. */
  next: Month;
}

/**
 * The gaps between months that should follow each other at an interval; only months of `expected` count, where
 * it is given.
 */
function missingRanges(present: readonly Month[], interval: number, expected?: ReadonlySet<Month>): Gap[] {
  const gaps: Gap[] = [];
  present.forEach((month, at) => {
    const before = present[at - 1];
    if (!before) return;
    const missing = monthsBetween(addMonths(before, interval), addMonths(month, -1)).filter(
      (between, offset) => offset % interval === 0 && (!expected || expected.has(between)),
    );
    const [first] = missing;
    if (first) gaps.push({ first, last: missing.at(-1) ?? first, next: month });
  });
  return gaps;
}
