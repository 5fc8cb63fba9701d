import { type CodeWithFacts, type Finding, finding } from '../../domain/findings/finding.ts';
import { placeName } from '../../domain/findings/template.ts';
import { addMonths, formatMonth, type Month, monthIndex, monthsBetween } from '../../domain/month.ts';
import { periodName } from '../../domain/publication.ts';
import type { ReportKindName, ReportRecord } from '../../domain/report.ts';
import { compareReports, isRestated } from '../../domain/report.ts';
import { rowOf, stretch } from '../../domain/text/wording.ts';
import { countingReport, type ReportRecords } from '../../merge/choose.ts';
import { allKindsOf } from '../../states/index.ts';
import type { ReportKind } from '../../states/state.ts';
import type { OtherRow, ReportRows } from '../../store/write/report-rows.ts';
import type { StateStore } from '../../store/write/state-store.ts';
import { monthFinding } from '../../store/write/stored-findings.ts';
import { checkRestated, checkRowCounts, checkTotals } from './volume-checks.ts';

/** A finding names this many rows, and counts the others. */
const ROWS_NAMED = 3;

/**
 * Checks a state as a whole: missing reports, rows that a later report leaves out, unusual counts and totals, restated
 * months, gaps in series, jurisdictions that begin late or end early, and unknown types.
 */
export function checkState(store: StateStore, reports: ReportRecords): Finding[] {
  const { state, overview } = store;
  const counts = store.rowsOf(state.kinds[0].name).counts();
  return [
    ...allKindsOf(state).flatMap((kind) => {
      const rows = store.rowsOf(kind.name);
      const ofKind = rows.counts();
      return [
        ...missingReports(kind, rows.months(), reports),
        ...rowsNotRestated(rows, kind.name, ofKind, reports),
        ...checkRowCounts(kind, ofKind, unpaidIn(store, kind), reports),
      ];
    }),
    ...checkTotals(state, overview.totals(), reports),
    ...checkRestated(store, counts.keys(), reports),
    ...checkSeries(store, new Set(counts.keys())),
  ];
}

/** Counts the jurisdictions that were paid nothing in a month and have no datapoint in a later one. */
function unpaidIn({ state, overview }: StateStore, kind: ReportKind) {
  return (earlier: Month, month: Month): number => {
    if (kind !== state.kinds[0]) return 0;
    const now = overview.paymentsOf(month);
    return [...overview.paymentsOf(earlier)].filter(([id, { amount }]) => !amount && !now.has(id)).length;
  };
}

/** Finds gaps between the periods of a kind. */
function missingReports(
  { name: kind, title, published }: ReportKind,
  present: readonly Month[],
  reports: ReportRecords,
): Finding[] {
  return missingRanges(present, published.every).map((gap) => {
    const months = stretch(periodName(published, gap.first), periodName(published, gap.last));
    const facts = { title, months };
    return monthFinding('missing-report', facts, gap.first, countingReport(kind, gap.next, reports));
  });
}

/** Compares each series with the months of the whole state. */
function checkSeries(store: StateStore, stateMonths: ReadonlySet<Month>): Finding[] {
  const { state, overview, jurisdictions } = store;
  const spans = overview.spans();
  const findings: Finding[] = [];
  const note = (about: CodeWithFacts, jurisdictionId: number, month: Month) => {
    const { reportId = null, sheet = null, row = null } = overview.sourceOf(jurisdictionId, month) ?? {};
    findings.push(finding(about.code, about.facts, { sheet, row, reportId, jurisdictionId, month }));
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
    if (state.register && !state.register.has(who.code))
      note(
        { code: 'unlisted-name', facts: { ...who, number: `${state.register.numberOf(who.code)}` } },
        id,
        first,
      );
    if (!jurisdiction?.type) note({ code: 'unknown-type', facts: who }, id, first);
    if (count === monthIndex(last) - monthIndex(first) + 1) continue;
    for (const { first: from, last: to, next } of missingRanges(overview.monthsOf(id), 1, stateMonths))
      note({ code: 'missing-month', facts: { ...who, months: stretch(from, to) } }, id, next);
  }
  return findings;
}

/** Finds rows of earlier reports that the counting report of their month leaves out. */
function rowsNotRestated(
  rows: ReportRows,
  kind: ReportKindName,
  counts: ReadonlyMap<Month, number>,
  reports: ReportRecords,
): Finding[] {
  return [...lackingMonths(rows, kind, counts, reports)].flatMap(([reportId, months]): Finding[] => {
    const missing = months.flatMap((month) => rowsLeftOut(rows, reportId, month, reports));
    const [first] = missing;
    if (!first) return [];
    const named = missing
      .slice(0, ROWS_NAMED)
      .map(
        ({ code, name, month, record, ...place }) =>
          `${placeName(name, code)} in ${formatMonth(month)} (${rowOf(record.file_name, place)})`,
      );
    const facts = { rows: named, more: missing.length - named.length };
    return [monthFinding('rows-not-restated', facts, first.month, reportId)];
  });
}

/** The months in which the counting report has fewer jurisdictions than all reports together, by report. */
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

/** A row that a later report of its month leaves out. */
interface RowLeftOut extends OtherRow {
  month: Month;
  record: ReportRecord;
}

/** The rows of a month that a report leaves out: one a jurisdiction, that of the winning earlier report. */
function rowsLeftOut(rows: ReportRows, reportId: number, month: Month, reports: ReportRecords): RowLeftOut[] {
  const later = reports.get(reportId);
  const counting = new Map<number, RowLeftOut>();
  for (const other of rows.notInReport(reportId, month)) {
    const record = reports.get(other.reportId);
    if (!record || !later || !isRestated(record, later)) continue;
    const known = counting.get(other.jurisdictionId);
    if (!known || compareReports(known.record, record) < 0)
      counting.set(other.jurisdictionId, { ...other, month, record });
  }
  return [...counting.values()];
}

/** Missing periods between two present ones. */
interface Gap {
  first: Month;
  last: Month;
  /** The first period after the gap. */
  next: Month;
}

/** The gaps in months that follow each other at an interval. If `expected` is given, only its months can be missing. */
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
