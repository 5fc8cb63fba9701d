import { getTableName } from 'drizzle-orm';
import { salesPeriod } from '../domain/allocation.ts';
import type { Finding, FindingCounts } from '../domain/finding.ts';
import { type JurisdictionType, slugOf } from '../domain/jurisdiction.ts';
import { type Month, monthsBetween, quarterName } from '../domain/month.ts';
import type { ReportKindName } from '../domain/report.ts';
import { STATES } from '../states/index.ts';
import type { State } from '../states/state.ts';
import type { Dataset } from './dataset.ts';
import { countStoredFindings } from './findings.ts';
import { openJurisdictions, type StoredJurisdiction } from './jurisdictions.ts';
import { openReportRows } from './report-rows.ts';
import { openRuns } from './runs.ts';
import { allocationTableOf, DERIVED_PREFIXES, kindColumnPrefix } from './schema.ts';

/** Which periods of one report kind and year are in the dataset. */
export interface CoverageRow {
  state: string;
  kind: ReportKindName;
  /** Of the allocation period; for a quarterly kind, of the quarter of sales. */
  year: string;
  /** How many periods are there, of how many expected. */
  present: number;
  expected: number;
  /** The missing periods: months as `2020-03`, quarters as `2020Q1`. */
  missing: string[];
}

/** Periods present and missing per state, kind and year, over the months given or those the state has. */
export function readCoverage(dataset: Dataset, range?: { from: Month; to: Month }): CoverageRow[] {
  return STATES.flatMap((state) => {
    const monthsByKind = state.kinds.map(
      (kind) => [kind.name, openReportRows(dataset, kind).months()] as const,
    );
    const all = monthsByKind.flatMap(([, months]) => months).sort();
    const [first, last] = [range?.from ?? all[0], range?.to ?? all.at(-1)];
    if (!first || !last) return [];
    return monthsByKind.flatMap(([kind, months]) =>
      coverageOfKind(state, kind, months, monthsBetween(first, last)),
    );
  });
}

function coverageOfKind(
  state: State,
  kind: ReportKindName,
  present: readonly Month[],
  range: Month[],
): CoverageRow[] {
  const isQuarterly = state.reportInterval(kind) === 3;
  const expected = isQuarterly ? range.filter((month) => state.calendar.isQuarterEnd(month)) : range;
  const nameOf = (month: Month) => (isQuarterly ? quarterName(salesPeriod(month)) : month);
  const here = new Set(present);
  const years = new Map<string, CoverageRow>();
  for (const month of expected) {
    const name = nameOf(month);
    const year = name.slice(0, 4);
    const row = years.get(year) ?? { state: state.code, kind, year, present: 0, expected: 0, missing: [] };
    row.expected += 1;
    if (here.has(month)) row.present += 1;
    else row.missing.push(name);
    years.set(year, row);
  }
  return [...years.values()];
}

/** What the dataset has of one state. */
export interface StateStatus {
  state: string;
  first_month: Month | null;
  last_month: Month | null;
  jurisdictions: Partial<Record<JurisdictionType | 'unknown', number>>;
  datapoints: number;
  findings: FindingCounts;
}

/** One run, as `status` lists it. */
export interface RunStatus {
  run_id: number;
  command: string;
  started_at: string;
  duration_ms: number;
  outcome: string;
  /** The reports refused, each with the first error. */
  refused: { path: string; code: string; message: string }[];
}

export interface Status {
  states: StateStatus[];
  gaps: CoverageRow[];
  runs: RunStatus[];
}

const RUNS_LISTED = 5;

/** What the dataset has, what it lacks, and the last runs. */
export function readStatus(dataset: Dataset): Status {
  return {
    states: STATES.map((state) => readStateStatus(dataset, state)),
    gaps: readCoverage(dataset).filter(({ missing }) => missing.length > 0),
    runs: openRuns(dataset)
      .latest(RUNS_LISTED)
      .map((run) => ({
        run_id: run.id,
        command: run.command,
        started_at: run.started_at,
        duration_ms: Date.parse(run.finished_at) - Date.parse(run.started_at),
        outcome: run.outcome,
        refused: refusedReports(run.summary),
      })),
  };
}

function refusedReports(summary: string): RunStatus['refused'] {
  const { reports = [] }: { reports?: { path: string; status: string; findings: Finding[] }[] } =
    JSON.parse(summary);
  return reports
    .filter(({ status }) => status === 'refused')
    .map(({ path, findings }) => {
      const error = findings.find(({ severity }) => severity === 'error');
      return { path, code: error?.code ?? '', message: error?.message ?? '' };
    });
}

function readStateStatus(dataset: Dataset, state: State): StateStatus {
  const { sqlite } = dataset;
  const { code } = state;
  const [first, last, datapoints] = sqlite
    .prepare<[], [string | null, string | null, number]>(
      `SELECT min(allocation_period), max(allocation_period), count(*) FROM ${getTableName(allocationTableOf(state))}`,
    )
    .raw()
    .get() ?? [null, null, 0];
  const types = sqlite
    .prepare<[string], [JurisdictionType | 'unknown', number]>(
      `SELECT coalesce(type, 'unknown'), count(*) FROM jurisdiction WHERE state = ? GROUP BY 1 ORDER BY 1`,
    )
    .raw()
    .all(code);
  return {
    state: code,
    first_month: monthOf(first),
    last_month: monthOf(last),
    jurisdictions: Object.fromEntries(types),
    datapoints,
    findings: countStoredFindings(dataset, code),
  };
}

/**
 * The jurisdictions an id or a name means: the one with that id, else those with that code, else those of exactly
 * that name, shown or printed, else those whose name begins with it, else those whose name holds it; without
 * regard to case and accents.
 */
export function findJurisdictions(dataset: Dataset, idOrName: string): StoredJurisdiction[] {
  const all = listJurisdictions(dataset);
  const [asked, slug] = [idOrName.trim(), slugOf(idOrName)];
  const tests: ((jurisdiction: StoredJurisdiction) => boolean)[] = [
    ({ id }) => String(id) === asked,
    ({ sales_tax_id }) => sales_tax_id === asked,
    (jurisdiction) => jurisdiction.slug === slug || slugOf(jurisdiction.printed_name) === slug,
    (jurisdiction) => slug !== '' && jurisdiction.slug.startsWith(slug),
    (jurisdiction) => slug !== '' && jurisdiction.slug.includes(slug),
  ];
  return tests.map((test) => all.filter(test)).find((matches) => matches.length > 0) ?? [];
}

/** Every jurisdiction, by state and id. */
export function listJurisdictions(dataset: Dataset): StoredJurisdiction[] {
  return STATES.flatMap((state) => openJurisdictions(dataset, state.code).list());
}

/**
 * One month of a series: a field with what is derived from it, and where it came from. Value, trend and ytd are in
 * the field's unit, the delta in millionths.
 */
export interface SeriesMonth {
  month: Month;
  value: number | null;
  delta: number | null;
  trend: number | null;
  ytd: number | null;
  /** By report kind, in the state's order: the file's name when received, its hash, the sheet and the row. */
  sources: { kind: ReportKindName; fileName: string; sha256: string; sheet: string | null; row: number }[];
}

/** One field of one jurisdiction's series, in month order, within the months given. */
export function readSeries(
  dataset: Dataset,
  state: State,
  jurisdictionId: number,
  field: string,
  range: { from: Month | null; to: Month | null },
): SeriesMonth[] {
  if (!state.fields.some(({ name }) => name === field))
    throw new Error(`${state.code} has no field ${field}`);
  const sources = state.kinds.map(({ name }) => kindColumnPrefix(name));
  const { deltas, trends, ytd } = DERIVED_PREFIXES;
  const rows = dataset.sqlite
    .prepare<[number, string, string], Record<string, string | number | null>>(
      `SELECT allocation_period, ${field} AS value, ${deltas}${field} AS delta, ${trends}${field} AS trend, ${ytd}${field} AS ytd,
       ${sources.flatMap((prefix) => [`${prefix}_report_id`, `${prefix}_sheet`, `${prefix}_row`]).join(', ')}
       FROM ${getTableName(allocationTableOf(state))}
       WHERE jurisdiction_id = ? AND allocation_period >= ? AND allocation_period <= ? ORDER BY allocation_period`,
    )
    .all(jurisdictionId, `${range.from ?? '0000-00'}-01`, `${range.to ?? '9999-99'}-01`);
  const reports = dataset.sqlite.prepare<[number], { file_name: string; sha256: string }>(
    'SELECT file_name, sha256 FROM report WHERE id = ?',
  );
  const figure = (value: string | number | null | undefined) => (value === null ? null : Number(value));
  return rows.map((row) => ({
    month: String(row.allocation_period).slice(0, 7) as Month,
    value: figure(row.value),
    delta: figure(row.delta),
    trend: figure(row.trend),
    ytd: figure(row.ytd),
    sources: state.kinds.flatMap(({ name }) => {
      const prefix = kindColumnPrefix(name);
      const report = reports.get(Number(row[`${prefix}_report_id`] ?? 0));
      if (!report) return [];
      const sheet = row[`${prefix}_sheet`] ?? null;
      const place = { sheet: sheet === null ? null : String(sheet), row: Number(row[`${prefix}_row`]) };
      return [{ kind: name, fileName: report.file_name, sha256: report.sha256, ...place }];
    }),
  }));
}

function monthOf(date: string | null): Month | null {
  return date === null ? null : (date.slice(0, 7) as Month);
}
