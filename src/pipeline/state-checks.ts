import { type FindingCode, finding } from '../domain/finding.ts';
import { formatCount } from '../domain/money.ts';
import { addMonths, type Month, monthIndex, monthsBetween } from '../domain/month.ts';
import type { ReportKindName, ReportRecord } from '../domain/report.ts';
import { rowOf, stretch } from '../domain/wording.ts';
import type { State } from '../states/state.ts';
import { monthFinding, type PlacedFinding } from '../store/findings.ts';
import { periodName } from '../store/query/completeness.ts';
import type { ReportRows } from '../store/report-rows.ts';
import type { StateStore } from '../store/state-store.ts';
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
  const countsByKind = new Map(state.kinds.map(({ name }) => [name, rowsOf(name).jurisdictionCounts()]));
  const counts = countsByKind.get(state.kinds[0].name) ?? new Map<Month, number>();
  const totals = overview.totals();
  return [
    ...[...countsByKind].flatMap(([kind, ofKind]) => [
      ...missingReports(state, kind, [...ofKind.keys()], reports),
      ...rowsNotRestated(store, kind, ofKind, reports),
      ...checkRowCounts(state, kind, ofKind, reports),
    ]),
    ...checkTotals(state, totals, reports),
    ...checkRepeatedTotals(state, totals, counts, reports),
    ...checkSeries(store, new Set(counts.keys())),
  ];
}

/** Gaps between the periods a kind has. */
function missingReports(
  state: State,
  kind: ReportKindName,
  present: readonly Month[],
  reports: ReportRecords,
): PlacedFinding[] {
  return missingRanges(present, state.reportInterval(kind)).map((gap) => {
    const [from, to] = [periodName(state, kind, gap.first), periodName(state, kind, gap.last)];
    const message = `no ${kind} report has ${stretch(from, to)}, though earlier and later ones are there; find and ingest it`;
    return monthFinding('missing-report', message, gap.first, countingReport(kind, gap.next, reports));
  });
}

/** What each series shows beside those of the state; `stateMonths` are the months that any has. */
function checkSeries(store: StateStore, stateMonths: ReadonlySet<Month>): PlacedFinding[] {
  const { overview, jurisdictions } = store;
  const spans = overview.spans();
  const findings: PlacedFinding[] = [];
  const note = (code: FindingCode, message: string, jurisdictionId: number, month: Month) => {
    const { reportId = null, sheet = null, row = null } = overview.sourceOf(jurisdictionId, month) ?? {};
    findings.push({ ...finding(code, message, { sheet, row }), reportId, jurisdictionId, month });
  };
  const stateFirst = spans.reduce<Month | null>((min, { first }) => (min && min < first ? min : first), null);
  const stateLast = spans.reduce<Month | null>((max, { last }) => (max && max > last ? max : last), null);
  for (const { jurisdictionId: id, first, last, count } of spans) {
    const jurisdiction = jurisdictions.get(id);
    const label = `${jurisdiction?.sales_tax_id} ${jurisdiction?.name}`;
    if (stateFirst && first > stateFirst) {
      const message = `${label} is first seen in ${first}, after the dataset's first month ${stateFirst}; is it new, or an old one under another code?`;
      note('new-jurisdiction', message, id, first);
    }
    if (stateLast && last < stateLast) {
      const message = `${label} is last seen in ${last}, before the dataset's newest month ${stateLast}; has it ended, or is its row missing?`;
      note('ended-jurisdiction', message, id, last);
    }
    if (!jurisdiction?.type) {
      const message = `no report and no register names the type of ${label}; add a line to jurisdictions.csv of the reference folder`;
      note('unknown-type', message, id, first);
    }
    if (count === monthIndex(last) - monthIndex(first) + 1) continue;
    for (const gap of missingRanges(overview.monthsOf(id), 1, stateMonths)) {
      const message = `${label} has no figures for ${stretch(gap.first, gap.last)}, though others have them; figures derived across the gap are null`;
      note('missing-month', message, id, gap.next);
    }
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
    const named = missing.slice(0, ROWS_NAMED).map(({ jurisdictionId, month, record, ...place }) => {
      const jurisdiction = jurisdictions.get(jurisdictionId);
      return `${jurisdiction?.sales_tax_id} ${jurisdiction?.printed_name}, ${month} (${rowOf(record.fileName, place)})`;
    });
    const more = missing.length - named.length;
    const list = more > 0 ? `${named.join('; ')}; and ${formatCount(more)} more` : named.join('; ');
    const message = `other reports have rows for months of this one that are not in it (${formatCount(missing.length)}); they stay, and count: ${list}; if the state took them back, withdraw the report that has them`;
    return [monthFinding('rows-not-restated', message, first.month, reportId)];
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
