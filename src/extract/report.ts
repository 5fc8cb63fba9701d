import { UNIT_SCALES } from '../domain/allocation.ts';
import { capFindings, FINDINGS_PER_CODE, type Finding, finding } from '../domain/finding.ts';
import { formatCount } from '../domain/money.ts';
import type { Month } from '../domain/month.ts';
import type { ReportRow } from '../domain/report.ts';
import { distinctRows } from './distinct-rows.ts';
import type { Grid } from './grid.ts';
import {
  findHeader,
  HEADER_ROWS,
  type HeaderMatch,
  headerFindings,
  isComplete,
  nearestHeader,
} from './header.ts';
import { periodRange } from './period-range.ts';
import type { Layout, ReportKind } from './report-kind.ts';
import { hasAmount, looksLikeRow, saysThousands } from './row-likeness.ts';
import { normalizeSigns } from './signs.ts';
import { extractTable, type Table } from './table.ts';
import { unusualSums } from './usual-sums.ts';

/** How many times as many rows another month of a report has that a month is taken for a slip. */
const MANY_TIMES = 40;

/** So many amounts without cents are no chance. */
const AMOUNTS_TO_TELL = 100;

/**
 * A report's kind, `null` where it was not recognized, and its typed rows, none where an error is among the findings:
 * of a report that is refused some of each code, of another one all.
 */
export interface Extraction {
  kind: ReportKind | null;
  rows: ReportRow[];
  findings: Finding[];
}

/** Finds the header of each sheet and reads the rows under it; checks what one report alone can show. */
export function extractReport(
  grids: readonly Grid[],
  kinds: readonly ReportKind[],
  layouts: readonly Layout[],
): Extraction {
  const sheets = grids.map((grid) => ({ grid, matches: findHeader(grid, kinds, layouts) }));
  const recognized = sheets.filter(({ matches }) => matches.length > 0);
  const kind = recognized[0]?.matches[0]?.kind ?? null;
  if (!kind) return refuse(null, [unrecognized(grids, kinds, layouts)]);
  const other = recognized.find(({ matches }) => matches[0]?.kind !== kind);
  if (other) {
    const message = `this sheet is ${other.matches[0]?.kind.name}, another is ${kind.name}; save them as two files`;
    return refuse(kind, [finding('mixed-report-kinds', message, { sheet: other.grid.sheet })]);
  }
  const tables = recognized.map(({ grid, matches }) => readTable(grid, matches));
  const ignored = sheets.filter(({ grid, matches }) => matches.length === 0 && grid.rows.length > 0);
  const rows = tables.flatMap((table) => table.rows);
  const findings = [
    ...tables.flatMap((table) => table.findings),
    ...ignored.map(({ grid }) => leftOut(grid, kind)),
    ...recognized.flatMap(({ grid }) => (grid.isHidden ? [hiddenSheet(grid)] : [])),
  ];
  const layoutOf = new Map(tables.map(({ layout }, at) => [recognized[at]?.grid.sheet, layout]));
  return finish(kind, rows, layoutOf, findings);
}

function hiddenSheet({ sheet }: Grid): Finding {
  const message = 'the workbook hides this sheet, and its figures are taken; look whether they are meant';
  return finding('hidden-sheet', message, { sheet });
}

/** What is said of a sheet without a known header: one that holds figures of jurisdictions may not be lost. */
function leftOut(grid: Grid, kind: ReportKind): Finding {
  const place = { sheet: grid.sheet };
  // one that has figures of its own speaks of these
  const isOfReport = !grid.rows.some(({ cells }) => hasAmount(cells));
  const unit = grid.rows.find(({ cells }) => isOfReport && cells.some(saysThousands));
  if (unit) {
    const message =
      'the sheet says that figures are in thousands; ask for them in dollars and cents, or take the sheet out';
    return finding('figures-in-thousands', message, { ...place, row: unit.number });
  }
  const row = grid.rows.find(({ cells }) => looksLikeRow(cells, kind));
  if (!row) return finding('sheet-ignored', 'the sheet has no known header and was left out', place);
  const message =
    'the sheet has no known header, but a row that looks like one of a report; give it the header of the other sheets, or save them without it';
  return finding('sheet-unread', message, { ...place, row: row.number });
}

function finish(
  kind: ReportKind,
  rows: readonly ReportRow[],
  layoutOf: ReadonlyMap<string | null | undefined, Layout | null>,
  findings: Finding[],
): Extraction {
  const distinct = distinctRows(rows, findings);
  const layouts = [...layoutOf.values()].flatMap((layout) => layout ?? []);
  const read = figuresReadBy(kind, layouts);
  const ofReport = { read, printed: printedFigures(kind, distinct) };
  for (const row of distinct) {
    for (const { code, message, field } of kind.checkRow(row, ofReport)) {
      findings.push(finding(code, message, { sheet: row.sheet, row: row.row, column: field }));
    }
  }
  if (findings.some(({ severity }) => severity === 'error')) return refuse(kind, findings);
  const ofMonths = rowsByMonth(distinct);
  findings.push(
    ...loneMonths(ofMonths),
    ...unusualSums(ofMonths, kind.usualSums),
    ...noCents(kind, distinct),
  );
  if (distinct.length === 0) {
    return refuse(kind, [
      ...findings,
      finding('no-rows', 'there is no row under the header; download the report again'),
    ]);
  }
  // what is said of the figures above quotes them as they are printed
  const signs = normalizeSigns(distinct, kind, ({ sheet }, field) => layoutOf.get(sheet)?.signs?.[field]);
  return { kind, rows: signs.rows, findings: [...findings, ...signs.findings] };
}

function refuse(kind: ReportKind | null, findings: readonly Finding[]): Extraction {
  return { kind, rows: [], findings: capFindings(findings, FINDINGS_PER_CODE) };
}

/** A table, and the layout it was read by; `null` where none fits. */
interface ReadTable extends Table {
  layout: Layout | null;
}

/** Reads a sheet by the best complete layout that is in force for its months. */
function readTable(grid: Grid, matches: readonly HeaderMatch[]): ReadTable {
  const [best] = matches;
  if (!best || !isComplete(best))
    return { rows: [], findings: best ? headerFindings(grid, best) : [], layout: null };
  const complete = matches.filter(isComplete);
  const inForce = complete.find((match) => {
    const { since, until } = match.layout;
    if (!since && !until) return true;
    const range = periodRange(grid, match);
    return !range || ((!since || range.first >= since) && (!until || range.last <= until));
  });
  if (inForce) return { ...extractTable(grid, inForce), layout: inForce.layout };
  const dated = complete.map(
    ({ layout }) => `${layout.name} (${layout.since ?? '…'} to ${layout.until ?? '…'})`,
  );
  const range = periodRange(grid, best);
  const message = `the header is that of ${dated.join(' or ')}, but the months are ${range?.first} to ${range?.last}; split the file, or add a layout with --layouts`;
  const findings = [finding('layout-not-in-force', message, { sheet: grid.sheet })];
  return { rows: [], findings, layout: null };
}

function rowsByMonth(rows: readonly ReportRow[]): Map<Month, ReportRow[]> {
  const byMonth = new Map<Month, ReportRow[]>();
  for (const row of rows) {
    const known = byMonth.get(row.month);
    if (known) known.push(row);
    else byMonth.set(row.month, [row]);
  }
  return byMonth;
}

/** Months of which a report has next to no row, though it has many of another: most likely a slip in the month. */
function loneMonths(byMonth: ReadonlyMap<Month, readonly ReportRow[]>): Finding[] {
  const most = Math.max(0, ...[...byMonth.values()].map((own) => own.length));
  return [...byMonth].flatMap(([month, [first, ...more]]) => {
    if (!first || (1 + more.length) * MANY_TIMES > most) return [];
    const others = more.length > 0 ? ` and ${more.length} more` : '';
    const message = `${first.code} ${first.name}${others} alone ${more.length > 0 ? 'have' : 'has'} ${month} in this report, where another month has ${formatCount(most)} rows; where that is a slip, it takes the place of the figure of ${month}: mend the file, ingest it, and withdraw this one`;
    return [finding('lone-month', message, { sheet: first.sheet, row: first.row })];
  });
}

/** The figures that each of these layouts reads, be they blank or, in JSON, left out. */
function figuresReadBy({ figures }: ReportKind, layouts: readonly Layout[]): Set<string> {
  return new Set(Object.keys(figures).filter((name) => layouts.every(({ headers }) => name in headers)));
}

/** The figures that any row has. */
function printedFigures({ figures }: ReportKind, rows: readonly ReportRow[]): Set<string> {
  return new Set(
    Object.keys(figures).filter((name) => rows.some((row) => (row.figures[name] ?? null) !== null)),
  );
}

/** What is published has cents; amounts that have none are rounded, or in thousands. */
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
  const message = `none of the ${formatCount(amounts)} amounts has cents; they may be rounded, or in thousands: compare with what the state published`;
  return [finding('no-cents', message)];
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
  const known = kinds.map(({ name }) => name).join(', ');
  const advice = `The kinds known are ${known}; a report with other headers needs a layout (--layouts)`;
  if (!nearest?.match) {
    return finding(
      'unrecognized-report',
      `none of the first ${HEADER_ROWS} rows has a known header. ${advice}`,
    );
  }
  const { grid, match } = nearest;
  const row = grid.rows[match.rowIndex];
  const printed = row?.cells
    .filter((cell) => cell.trim() !== '')
    .join(', ')
    .slice(0, 300);
  const message = `none of the first ${HEADER_ROWS} rows is a known header; the nearest, "${printed}", has ${match.columns.size} of the columns of ${match.kind.name}. ${advice}`;
  return finding('unrecognized-report', message, { sheet: grid.sheet, row: row?.number || null });
}
