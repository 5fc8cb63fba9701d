import type Database from 'better-sqlite3';
import { findingMessage } from '../../src/domain/findings/finding.ts';
import type { ReportSummary } from '../../src/pipeline/summary.ts';
import { REPORT_KINDS, STATES } from '../../src/states/index.ts';
import { holds, type Outcome, withDataset } from './fuzz-rig.ts';
import { PrintedLines } from './oracle/printed-lines.ts';
import { PrintedNames } from './oracle/printed-names.ts';
import { PrintedRows } from './oracle/printed-rows.ts';

/** What must hold for every report, however damaged. */
export type Invariant =
  | 'no crash'
  | 'no hang'
  | 'no partial load'
  | 'no silent refusal'
  | 'no invented figure';

/** A broken invariant, with details. */
export interface Violation {
  invariant: Invariant;
  detail: string;
}

/** Returns the first invariant that an outcome breaks, or `null`. `limit` is in milliseconds. */
export function findViolation(outcome: Outcome, limit: number): Violation | null {
  const { crash, summary, milliseconds } = outcome;
  if (crash !== null) {
    // leaves out the local folder
    const detail = (crash instanceof Error ? (crash.stack ?? crash.message) : String(crash)).replaceAll(
      `${process.cwd()}/`,
      '',
    );
    return { invariant: 'no crash', detail: detail.split('\n').slice(0, 4).join(' ') };
  }
  if (milliseconds > limit) {
    return { invariant: 'no hang', detail: `the run took ${Math.round(milliseconds)} ms` };
  }
  return withDataset(outcome.database, (sqlite) => {
    const [report, ...others] = summary?.reports ?? [];
    if (others.length > 0) return partial(`the summary has ${others.length + 1} reports of one file`);
    if (report?.status === 'loaded') return checkLoaded(outcome, report, sqlite);
    return (
      checkLeftOut(outcome, sqlite) ?? (report?.status === 'refused' ? checkRefusal(outcome, report) : null)
    );
  });
}

function partial(detail: string): Violation {
  return { invariant: 'no partial load', detail };
}

/** A report that was not loaded must leave nothing but its copy in the quarantine. */
function checkLeftOut({ archived }: Outcome, sqlite: Database.Database): Violation | null {
  const filled = datasetTables(sqlite).filter((table) => countRows(sqlite, table) > 0);
  if (filled.length > 0)
    return partial(`the report was not loaded, but there are rows in ${filled.join(', ')}`);
  return archived.length > 0
    ? partial(`the report was not loaded, but is archived as ${archived.join(', ')}`)
    : null;
}

/** Returns every table but those about runs. */
function datasetTables(sqlite: Database.Database): string[] {
  return sqlite
    .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'")
    .pluck()
    .all()
    .filter((name) => !/^(?:sqlite_|_|run$|finding$)/.test(name));
}

function countRows(sqlite: Database.Database, table: string): number {
  return Number(sqlite.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
}

function checkRefusal({ quarantined, bytes }: Outcome, { findings }: ReportSummary): Violation | null {
  const silent = (detail: string): Violation => ({ invariant: 'no silent refusal', detail });
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return silent('the report was refused without an error');
  const mute = errors.find((item) => findingMessage(item).trim() === '');
  if (mute) return silent(`the error ${mute.code} has no message`);
  const [kept] = quarantined.filter((path) => !path.endsWith('findings.json'));
  return kept && holds(kept, bytes)
    ? null
    : silent('the report was refused, but its bytes are not in the quarantine');
}

function checkLoaded(outcome: Outcome, report: ReportSummary, sqlite: Database.Database): Violation | null {
  const { archived, quarantined, bytes, sha256 } = outcome;
  const error = report.findings.find(({ severity }) => severity === 'error');
  if (error) return partial(`the report was loaded despite ${error.code}`);
  const [file, ...others] = archived;
  if (!file || others.length > 0 || !file.includes(sha256) || !holds(file, bytes)) {
    return partial(`the archive holds ${archived.length} files, not exactly the bytes of the report`);
  }
  if (quarantined.length > 0) return partial('the report was loaded and quarantined');
  const kind = REPORT_KINDS.find(({ name }) => name === report.kind);
  if (!kind) return partial(`the report has the unknown kind ${report.kind}`);
  const counts = REPORT_KINDS.map(({ name }) => [name, countRows(sqlite, rowTable(name))] as const);
  const wrong = counts.find(([name, count]) => count !== (name === report.kind ? report.rows : 0));
  if (wrong)
    return partial(
      `the summary counts ${report.rows} rows of ${report.kind}, but ${wrong[0]} has ${wrong[1]}`,
    );
  const onRecord = sqlite.prepare('SELECT row_count FROM report').pluck().all();
  if (onRecord.length !== 1 || onRecord[0] !== report.rows || report.rows === 0) {
    return partial(
      `the summary counts ${report.rows} rows, but the report's record has ${onRecord.join(', ') || 'none'}`,
    );
  }
  if (isSummary(kind)) return checkListings(bytes, kind, sqlite);
  return kind.linesBy ? checkLines(bytes, kind, sqlite) : checkFigures(bytes, kind, sqlite);
}

function rowTable(kind: string): string {
  return `${kind.replaceAll(/[/-]/g, '_')}_row`;
}

type Kind = (typeof REPORT_KINDS)[number];

/** Every figure of a row must be in the file; every figure of a datapoint must be in the file or 0. */
function checkFigures(bytes: Uint8Array, kind: Kind, sqlite: Database.Database): Violation | null {
  const invented = (detail: string): Violation => ({ invariant: 'no invented figure', detail });
  const printed = new PrintedRows(bytes);
  const figures = Object.entries(kind.figures).map(([name, { unit }]) => ({ name, unit }));
  for (const row of storedRows(sqlite, rowTable(kind.name))) {
    const missing = printed.missing(figuresOf(row, figures));
    if (missing) return invented(`${rowTable(kind.name)}: ${missing}`);
  }
  for (const { code, fields } of STATES) {
    for (const row of storedRows(sqlite, `${code}_allocation`)) {
      const { amounts, takenAway, percentages, ...series } = figuresOf(row, fields);
      const isGiven = (value: number) => value !== 0;
      const missing = printed.missing({
        ...series,
        amounts: amounts.filter(isGiven),
        takenAway: takenAway.filter(isGiven),
        percentages: percentages.filter(isGiven),
      });
      if (missing) return invented(`${code}_allocation: ${missing}`);
    }
  }
  return null;
}

/**
 * Every line of a row must be in the file: name, number, tax and amount in one printed row. The figures of a datapoint
 * must be sums of its lines.
 */
function checkLines(bytes: Uint8Array, kind: Kind, sqlite: Database.Database): Violation | null {
  const printed = new PrintedLines(bytes);
  const sums = new Map<string, number>();
  for (const row of storedRows(sqlite, rowTable(kind.name))) {
    const lines: StoredLine[] = JSON.parse(`${row.lines}`);
    const missing = printed.missing(`${row.sales_tax_id}`, `${row.allocation_period}`, lines);
    if (missing) return { invariant: 'no invented figure', detail: missing };
    sums.set(
      keyOf(row),
      lines.reduce((sum, { figures }) => sum + (figures.net_payment ?? 0), 0),
    );
  }
  for (const { code, fields, headline } of STATES.filter(({ kinds }) => kinds.includes(kind))) {
    const parts = fields.filter(({ name }) => name !== headline);
    for (const row of storedRows(sqlite, `${code}_allocation`)) {
      const sum = sums.get(keyOf(row));
      const total = parts.reduce((all, { name }) => all + Number(row[name]), 0);
      if (sum === Number(row[headline]) && sum === total) continue;
      const detail = `${keyOf(row)}: ${row[headline]} cents and ${total} in groups, but lines of ${sum}`;
      return { invariant: 'no invented figure', detail };
    }
  }
  return null;
}

function isSummary(kind: Kind): boolean {
  return STATES.some(({ summaries }) => summaries.some(({ name }) => name === kind.name));
}

/**
 * Every row must be in the file: the words that name it, its month and its figures. A summary alone gives no jurisdiction
 * and no datapoint.
 */
function checkListings(bytes: Uint8Array, kind: Kind, sqlite: Database.Database): Violation | null {
  const invented = (detail: string): Violation => ({ invariant: 'no invented figure', detail });
  const made = ['jurisdiction', ...STATES.map(({ code }) => `${code}_allocation`)];
  const filled = made.filter((table) => countRows(sqlite, table) > 0);
  if (filled.length > 0) return invented(`the summary filled ${filled.join(', ')}`);
  const printed = new PrintedNames(bytes);
  const figures = Object.entries(kind.figures).map(([name, { unit }]) => ({ name, unit }));
  const rows = sqlite.prepare<[], StoredRow>(`SELECT * FROM ${rowTable(kind.name)}`).all();
  for (const row of rows) {
    const missing = printed.missing({ ...figuresOf(row, figures), listed: `${row.listed}` });
    if (missing) return invented(`${rowTable(kind.name)}: ${missing}`);
  }
  return null;
}

function keyOf({ jurisdiction_id, allocation_period }: StoredRow): string {
  return `${jurisdiction_id} ${allocation_period}`;
}

/** Columns with amounts taken away: positive in the dataset, whichever sign a report prints. */
const TAKEN_AWAY = new Set([
  'county_share_amount',
  'county_share',
  'prior_advance',
  'net_prior_allocations',
  'administrative_cost',
]);

/** A line of a row, as stored. */
export interface StoredLine {
  labels: Record<string, string | null>;
  figures: Record<string, number>;
}

type StoredRow = Record<string, string | number | null>;

function storedRows(sqlite: Database.Database, table: string): StoredRow[] {
  return sqlite
    .prepare<[], StoredRow>(
      `SELECT sales_tax_id, ${table}.* FROM ${table} JOIN jurisdiction ON jurisdiction.id = jurisdiction_id`,
    )
    .all();
}

function figuresOf(row: StoredRow, fields: readonly { name: string; unit: 'amount' | 'percent' }[]) {
  const valuesOf = (wanted: (field: (typeof fields)[number]) => boolean) =>
    fields
      .filter(wanted)
      .map(({ name }) => row[name])
      .filter((value) => typeof value === 'number');
  return {
    code: String(row.sales_tax_id),
    month: String(row.allocation_period).slice(0, 7),
    amounts: valuesOf(({ name, unit }) => unit === 'amount' && !TAKEN_AWAY.has(name)),
    takenAway: valuesOf(({ name }) => TAKEN_AWAY.has(name)),
    percentages: valuesOf(({ unit }) => unit === 'percent'),
  };
}
