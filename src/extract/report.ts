import { UNIT_SCALES } from '../domain/allocation.ts';
import { addDays } from '../domain/calendar-day.ts';
import { capFindings, FINDINGS_PER_CODE, type Finding, finding } from '../domain/findings/finding.ts';
import { type Month, monthOfDate, parsePrintedDate } from '../domain/month.ts';
import { type MonthRange, rangeOf } from '../domain/month-range.ts';
import type { ReportRow } from '../domain/report.ts';
import type { Grid, Unfolded } from './formats/grid.ts';
import {
  findHeader,
  HEADER_ROWS,
  type HeaderMatch,
  isComplete,
  nearestHeader,
  normalizeHeader,
} from './layouts/header.ts';
import { headerFindings } from './layouts/header-findings.ts';
import type { ReportParts } from './layouts/report-fact.ts';
import type { Layout, ReportKind } from './layouts/report-kind.ts';
import { addUpLines } from './table/added-lines.ts';
import { countedLines, distinctRows } from './table/distinct-rows.ts';
import { hasAmount, looksLikeRow, saysThousands } from './table/row-likeness.ts';
import { normalizeSigns } from './table/signs.ts';
import { extractTable, type Table } from './table/table.ts';
import { unusualSums } from './table/usual-sums.ts';

/** A month is probably a slip if another month of the report has this many times as many rows. */
const MANY_TIMES = 40;

/** This many amounts without cents are not an accident. */
const AMOUNTS_TO_TELL = 100;

/**
 * A report's kind (`null` if unknown), its typed rows (none if the report is refused) and its findings. A refused report
 * keeps only some findings of each code.
 */
export interface Extraction {
  kind: ReportKind | null;
  rows: ReportRow[];
  findings: Finding[];
}

/** Finds the header of each sheet, reads the rows under it, and checks what one report alone can show. */
export function extractReport(
  grids: readonly Grid[],
  kinds: readonly ReportKind[],
  layouts: readonly Layout[],
  fileName = '',
): Extraction {
  const sheets = grids.map((grid) => openSheet(grid, kinds, layouts, { sheets: grids, fileName }));
  const recognized = sheets.filter(({ matches }) => matches.length > 0);
  const kind = recognized[0]?.matches[0]?.kind ?? null;
  if (!kind) return refuse(null, [unrecognized(grids, kinds, layouts)]);
  const other = recognized.find(({ matches }) => matches[0]?.kind !== kind);
  if (other) {
    const facts = { tables: 'kinds', kind: `${other.matches[0]?.kind.title}`, other: kind.title } as const;
    return refuse(kind, [finding('several-tables', facts, { sheet: other.grid.sheet })]);
  }
  const tables = recognized.map(({ grid, matches }) => readTable(grid, matches));
  const others = new Set(kind.otherSheets?.map(normalizeHeader));
  const ignored = sheets.filter(
    ({ grid, matches }) =>
      matches.length === 0 && grid.rows.length > 0 && !others.has(normalizeHeader(grid.sheet ?? '')),
  );
  const rows = tables.flatMap((table) => table.rows);
  const findings = [
    ...recognized.flatMap((sheet) => sheet.findings),
    ...tables.flatMap((table) => table.findings),
    ...ignored.map(({ grid }) => leftOut(grid, kind)),
    ...recognized.flatMap(({ grid: { isHidden, sheet } }) =>
      isHidden ? [finding('hidden-sheet', {}, { sheet })] : [],
    ),
    ...recognized.flatMap(({ grid: { oldFormulas: [row, ...more] = [], sheet } }) =>
      row === undefined ? [] : [finding('old-formulas', { more: more.length }, { sheet, row })],
    ),
  ];
  const layoutOf = new Map(tables.map(({ layout }, at) => [recognized[at]?.grid.sheet, layout]));
  const counted = tables.flatMap((table) => table.counted);
  const distinct = distinctRows(rows, kind, new Set(counted), findings);
  return finish(kind, distinct, layoutOf, [...findings, ...countedLines(counted)]);
}

/** A sheet, unfolded if its kind does so, with the readings of its header. */
interface Sheet extends Unfolded {
  matches: HeaderMatch[];
}

function openSheet(
  grid: Grid,
  kinds: readonly ReportKind[],
  layouts: readonly Layout[],
  report: ReportParts,
): Sheet {
  for (const kind of kinds) {
    const unfolded = kind.unfold?.(grid, report);
    if (unfolded) return { ...unfolded, matches: findHeader(unfolded.grid, [kind], layouts) };
  }
  return { grid, findings: [], matches: findHeader(grid, kinds, layouts) };
}

/** The finding about a sheet without a known header. A sheet with figures of jurisdictions must not be lost. */
function leftOut(grid: Grid, kind: ReportKind): Finding {
  const place = { sheet: grid.sheet };
  // one that has figures of its own speaks of these
  const isOfReport = !grid.rows.some(({ cells }) => hasAmount(cells));
  const unit = grid.rows.find(({ cells }) => isOfReport && cells.some(saysThousands));
  if (unit) return finding('figures-in-thousands', { said: null }, { ...place, row: unit.number });
  const row = grid.rows.find(({ cells }) => looksLikeRow(cells, kind));
  return row
    ? finding('sheet-unread', {}, { ...place, row: row.number })
    : finding('sheet-ignored', {}, place);
}

function finish(
  kind: ReportKind,
  distinct: readonly ReportRow[],
  layoutOf: ReadonlyMap<string | null | undefined, Layout | null>,
  findings: Finding[],
): Extraction {
  const layouts = [...layoutOf.values()].flatMap((layout) => layout ?? []);
  const read = figuresReadBy(kind, layouts);
  const ofReport = { read, printed: printedFigures(kind, distinct) };
  for (const row of distinct) {
    for (const { field, ...remark } of kind.checkRow(row, ofReport))
      findings.push(finding(remark.code, remark.facts, { sheet: row.sheet, row: row.row, column: field }));
  }
  if (findings.some(({ severity }) => severity === 'error')) return refuse(kind, findings);
  const ofMonths = Map.groupBy(distinct, ({ month }) => month);
  findings.push(
    ...loneMonths(ofMonths),
    ...unusualSums(ofMonths, kind.usualSums),
    ...noCents(kind, distinct),
  );
  if (distinct.length === 0) return refuse(kind, withoutRows(findings));
  // the findings above quote the figures with their printed signs
  const signs = normalizeSigns(distinct, kind, ({ sheet }, field) => layoutOf.get(sheet)?.signs?.[field]);
  return { kind, rows: addUpLines(signs.rows, kind), findings: [...findings, ...signs.findings] };
}

/** The findings of a report without rows. If all rows are of other periods, one finding says so. */
function withoutRows(findings: readonly Finding[]): Finding[] {
  const others = findings.filter(({ code }) => code !== 'other-period');
  const holds = others.length < findings.length ? 'other periods' : 'a header';
  return [...others, finding('empty-file', { holds })];
}

function refuse(kind: ReportKind | null, findings: readonly Finding[]): Extraction {
  return { kind, rows: [], findings: capFindings(distinctFindings(findings, kind), FINDINGS_PER_CODE) };
}

/** Rows made of one printed row repeat what is wrong with its cells. */
function distinctFindings(findings: readonly Finding[], kind: ReportKind | null): readonly Finding[] {
  if (!kind?.unfold) return findings;
  return [...new Map(findings.map((item) => [JSON.stringify(item), item])).values()];
}

/** A table with the layout that read it; `null` if none fits. */
interface ReadTable extends Table {
  layout: Layout | null;
}

/** Reads a sheet with the best complete layout that is in force for its months. */
function readTable(grid: Grid, matches: readonly HeaderMatch[]): ReadTable {
  const [best] = matches;
  if (!best || !isComplete(best))
    return { rows: [], counted: [], findings: best ? headerFindings(grid, best) : [], layout: null };
  const complete = matches.filter(isComplete);
  const inForce = complete.find((match) => {
    const { since, until } = match.layout;
    if (!since && !until) return true;
    const range = periodRange(grid, match);
    return !range || ((!since || range.first >= since) && (!until || range.last <= until));
  });
  if (inForce) {
    const { findings, ...table } = extractTable(grid, inForce);
    return { ...table, findings: [...findings, ...shiftedMonths(grid, inForce)], layout: inForce.layout };
  }
  const layouts = complete.map(({ layout: { name, since, until } }) => ({ name, since, until }));
  const { first = null, last = null } = periodRange(grid, best) ?? {};
  const findings = [finding('layout-not-in-force', { layouts, first, last }, { sheet: grid.sheet })];
  return { rows: [], counted: [], findings, layout: null };
}

/** First and last allocation period a sheet has by one reading of its header; `null` where no cell is a period. */
function periodRange(grid: Grid, match: HeaderMatch): MonthRange | null {
  const periodAt = match.columns.get('period') ?? -1;
  const codeAt = match.columns.get('code');
  const { code, period } = match.kind;
  const months = grid.rows.slice(match.rowIndex + 1).flatMap(({ cells }) => {
    const month = period.read(cells[periodAt] ?? '');
    const isRow = codeAt === undefined || code.read(cells[codeAt] ?? '');
    return month && isRow ? [month] : [];
  });
  return rangeOf(months);
}

/** Months that are all last days: first days that a change of time zone moved into the month before. */
function shiftedMonths({ sheet, rows }: Grid, { rowIndex, columns, kind }: HeaderMatch): Finding[] {
  const periodAt = columns.get('period') ?? -1;
  const months = rows.slice(rowIndex + 1).filter(({ cells }) => kind.period.read(cells[periodAt] ?? ''));
  const dates = months.map(({ cells }) => parsePrintedDate(cells[periodAt] ?? ''));
  const [first] = dates;
  const areLastDays = dates.every((date) => date && addDays(date, 1).endsWith('-01'));
  if (!first || !areLastDays) return [];
  const facts = { date: first, month: monthOfDate(first), next: monthOfDate(addDays(first, 1)) };
  return [finding('shifted-months', facts, { sheet, row: months[0]?.number ?? null })];
}

/** Months with hardly any row while another month has many: probably a wrong month. */
function loneMonths(byMonth: ReadonlyMap<Month, readonly ReportRow[]>): Finding[] {
  const most = Math.max(0, ...[...byMonth.values()].map((own) => own.length));
  return [...byMonth].flatMap(([month, [first, ...more]]) => {
    if (!first || (1 + more.length) * MANY_TIMES > most) return [];
    const { code, name, sheet, row } = first;
    return [finding('lone-month', { code, name, month, more: more.length, most }, { sheet, row })];
  });
}

/** The figures that all these layouts read, even if they are blank or omitted. */
function figuresReadBy({ figures }: ReportKind, layouts: readonly Layout[]): Set<string> {
  return new Set(Object.keys(figures).filter((name) => layouts.every(({ headers }) => name in headers)));
}

function printedFigures({ figures }: ReportKind, rows: readonly ReportRow[]): Set<string> {
  return new Set(
    Object.keys(figures).filter((name) => rows.some((row) => (row.figures[name] ?? null) !== null)),
  );
}

/** Published amounts have cents. Amounts without cents are rounded, or in thousands. */
function noCents({ figures }: ReportKind, rows: readonly ReportRow[]): Finding[] {
  const names = Object.keys(figures).filter((name) => figures[name]?.unit === 'amount');
  let amounts = 0;
  for (const row of rows)
    for (const name of names) {
      const cents = row.figures[name] ?? 0;
      if (cents % UNIT_SCALES.amount !== 0) return [];
      if (cents !== 0) amounts += 1;
    }
  if (amounts < AMOUNTS_TO_TELL) return [];
  return [finding('no-cents', { amounts })];
}

/** The heading of a calendar of payments, which has no payments itself. */
const PAY_DATES = /^payment[ _]distribution[ _]date$/i;

function hasPayDates({ rows }: Grid): boolean {
  return rows[0]?.cells.some((cell) => PAY_DATES.test(cell.trim())) ?? false;
}

function unrecognized(
  grids: readonly Grid[],
  kinds: readonly ReportKind[],
  layouts: readonly Layout[],
): Finding {
  const nearest = grids
    .map((grid) => ({ grid, match: nearestHeader(grid, kinds, layouts) }))
    .filter(({ match }) => match && match.columns.size > 0)
    .sort((a, b) => (b.match?.columns.size ?? 0) - (a.match?.columns.size ?? 0))[0];
  const known = { rows: HEADER_ROWS, kinds: kinds.map(({ title }) => title) };
  if (grids.some(hasPayDates)) return finding('unrecognized-report', { sign: 'pay dates' });
  if (!nearest?.match) return finding('unrecognized-report', { sign: 'no header', ...known });
  const { grid, match } = nearest;
  const row = grid.rows[match.rowIndex];
  const printed = row?.cells
    .filter((cell) => cell.trim() !== '')
    .join(', ')
    .slice(0, 300);
  return finding(
    'unrecognized-report',
    {
      sign: 'near header',
      ...known,
      printed: `${printed}`,
      columns: match.columns.size,
      near: match.kind.title,
    },
    { sheet: grid.sheet, row: row?.number || null },
  );
}
