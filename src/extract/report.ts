import { addDays } from '../domain/calendar-day.ts';
import { capFindings, FINDINGS_PER_CODE, type Finding, finding } from '../domain/findings/finding.ts';
import { negated, parseMoney } from '../domain/money.ts';
import { type Month, monthOfDate, parsePrintedDate } from '../domain/month.ts';
import { rangeOf } from '../domain/month-range.ts';
import type { ReportRow } from '../domain/report.ts';
import { periodInWords, periodsInWords, plural } from '../domain/text/wording.ts';
import type { Grid } from './formats/grid.ts';
import { quoted } from './layouts/column-advice.ts';
import {
  findHeader,
  HEADER_ROWS,
  type HeaderMatch,
  headerFindings,
  isComplete,
  nearestHeader,
  normalizeHeader,
} from './layouts/header.ts';
import type { ReportParts } from './layouts/report-fact.ts';
import { fieldsTakenAway, type Layout, type PrintedSign, type ReportKind } from './layouts/report-kind.ts';
import { saysThousands } from './layouts/units.ts';
import { addUpLines } from './table/added-lines.ts';
import { distinctRows } from './table/distinct-rows.ts';
import { resemblesRow } from './table/lines.ts';
import { readTable, type Table } from './table/table.ts';

/**
 * A report's kind (`null` if unknown), its typed rows (none if the report is refused) and its findings. A refused report
 * keeps only some findings of each code.
 */
export interface Extraction {
  kind: ReportKind | null;
  rows: ReportRow[];
  findings: Finding[];
}

/** Finds the header of each sheet, reads the lines under it, and checks what one report alone can show. */
export function extractReport(
  grids: readonly Grid[],
  kinds: readonly ReportKind[],
  layouts: readonly Layout[],
  fileName = '',
): Extraction {
  const sheets = grids.map((grid) => ({ grid, matches: findHeader(grid, kinds, layouts) }));
  const recognized = sheets.filter(({ matches }) => matches.length > 0);
  const kind = recognized[0]?.matches[0]?.kind ?? null;
  if (!kind) return refuse(null, [unrecognized(grids, kinds, layouts)]);
  const other = recognized.find(({ matches }) => matches[0]?.kind !== kind);
  if (other) {
    const what = `This sheet is a "${other.matches[0]?.kind.title}", but another sheet is a "${kind.title}".`;
    const facts = { what, advice: 'Save each table as a separate file.' };
    return refuse(kind, [finding('sheet-unread', facts, { sheet: other.grid.sheet })]);
  }
  const tables = recognized.map(({ grid, matches }) => readSheet(grid, matches, { sheets: grids, fileName }));
  const others = new Set(kind.otherSheets?.map(normalizeHeader));
  const ignored = sheets.filter(
    ({ grid, matches }) =>
      matches.length === 0 && grid.rows.length > 0 && !others.has(normalizeHeader(grid.sheet ?? '')),
  );
  const findings = [
    ...tables.flatMap((table) => table.findings),
    ...ignored.map(({ grid }) => leftOut(grid, kind)),
    ...recognized.flatMap(({ grid: { isHidden, sheet } }) =>
      isHidden ? [finding('hidden-part', { part: 'sheet' }, { sheet })] : [],
    ),
    ...recognized.flatMap(({ grid: { hiddenRows: [row, ...more] = [], sheet } }) =>
      row === undefined ? [] : [finding('hidden-part', { part: 'row', more: more.length }, { sheet, row })],
    ),
  ];
  const printed = tables.flatMap((table) => table.rows);
  const rows = distinctRows(printed, kind, findings);
  findings.push(...checkRows(kind, rows, tables));
  if (findings.some(({ severity }) => severity === 'error')) return refuse(kind, findings);
  if (rows.length === 0) return refuse(kind, withoutRows(findings));
  const layoutOf = new Map(tables.map(({ layout }, at) => [recognized[at]?.grid.sheet ?? null, layout]));
  const signed = fieldsTakenAway(kind).reduce(
    (before, field) => takenAsPositive(before, field, ({ sheet }) => layoutOf.get(sheet)?.signs?.[field]),
    rows,
  );
  return { kind, rows: addUpLines(signed, kind), findings };
}

const WITHOUT_HEADER = {
  what: 'The sheet has rows of figures but no known header.',
  advice: 'Give it the header of the other sheets, or save the workbook without this sheet.',
};

/** The finding about a sheet without a known header. A sheet with rows of jurisdictions must not be lost. */
function leftOut(grid: Grid, kind: ReportKind): Finding {
  const place = { sheet: grid.sheet };
  // a sheet that has figures of its own speaks of these
  const hasFigures = grid.rows.some(({ cells }) =>
    cells.some((cell) => typeof parseMoney(cell) === 'number'),
  );
  const unit = hasFigures ? undefined : grid.rows.find(({ cells }) => cells.some(saysThousands));
  if (unit) {
    const said = unit.cells.find(saysThousands)?.trim().slice(0, 200) ?? '';
    return finding('figures-in-thousands', { said }, { ...place, row: unit.number });
  }
  const row = grid.rows.find((line) => resemblesRow(line, kind));
  return row
    ? finding('sheet-unread', WITHOUT_HEADER, { ...place, row: row.number })
    : finding('sheet-ignored', {}, place);
}

/** What each row shows by itself. The findings quote the figures with their printed signs. */
function checkRows(kind: ReportKind, rows: readonly ReportRow[], tables: readonly SheetTable[]): Finding[] {
  const names = Object.keys(kind.figures);
  const layouts = tables.flatMap(({ layout }) => layout ?? []);
  const ofReport = {
    read: new Set(names.filter((name) => layouts.every(({ headers }) => name in headers))),
    printed: new Set(names.filter((name) => rows.some(({ figures }) => (figures[name] ?? null) !== null))),
  };
  return rows.flatMap((row) =>
    kind
      .checkRow(row, ofReport)
      .map(({ field, ...remark }) =>
        finding(remark.code, remark.facts, { sheet: row.sheet, row: row.row, column: field }),
      ),
  );
}

/** Makes an amount taken away positive if its layout says that the report prints it as negative. */
function takenAsPositive(
  rows: ReportRow[],
  field: string,
  signOf: (row: ReportRow) => PrintedSign | undefined,
): ReportRow[] {
  const sum = rows.reduce((all, { figures }) => all + (figures[field] ?? 0), 0);
  return rows.map((row) => {
    const figure = row.figures[field];
    const sign = signOf(row);
    const isNegative = sign === 'negative' || (sign === 'either' && sum < 0);
    return figure && isNegative ? { ...row, figures: { ...row.figures, [field]: negated(figure) } } : row;
  });
}

/** The findings of a report without rows. If all rows are of other periods, one finding says so. */
function withoutRows(findings: readonly Finding[]): Finding[] {
  const others = findings.filter(({ code }) => code !== 'other-period');
  const what =
    others.length < findings.length
      ? 'The file has no monthly figures. Its rows are of years or other periods.'
      : 'The file has a header but no rows.';
  return [...others, finding('empty-file', { what })];
}

/** Rows made of one printed line repeat what is wrong with its cells. */
function refuse(kind: ReportKind | null, findings: readonly Finding[]): Extraction {
  const distinct = [...new Map(findings.map((item) => [JSON.stringify(item), item])).values()];
  return { kind, rows: [], findings: capFindings(distinct, FINDINGS_PER_CODE) };
}

/** A table with the layout that read it; `null` if none fits. */
interface SheetTable extends Table {
  layout: Layout | null;
}

/** Reads a sheet with the best complete layout that is in force for its months. */
function readSheet(grid: Grid, matches: readonly HeaderMatch[], report: ReportParts): SheetTable {
  const complete = matches.filter(isComplete);
  const [best] = matches;
  if (complete.length === 0)
    return { rows: [], findings: best ? headerFindings(grid, best) : [], layout: null };
  const months: Month[] = [];
  for (const match of complete) {
    const { layout } = match;
    const table = readTable(grid, match, report);
    const range = rangeOf(table.rows.map(({ month }) => month));
    const isInForce =
      (!layout.since || layout.since <= `${range?.first}`) &&
      (!layout.until || `${range?.last}` <= layout.until);
    if (!range || isInForce)
      return { ...table, findings: [...table.findings, ...shiftedMonths(grid, match)], layout };
    months.push(range.first, range.last);
  }
  const names = complete.map(({ layout }) => datedLayout(layout)).join(' or ');
  const range = rangeOf(months);
  const facts = {
    what: `The header belongs to the layout ${names}, but the report has ${range ? periodsInWords(range.first, range.last) : 'other months'}.`,
    advice: 'Split the file by these months, or add a layout (--layouts).',
  };
  return { rows: [], findings: [finding('wrong-header', facts, { sheet: grid.sheet })], layout: null };
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

/** The name of a layout, with the months in which it is in force. */
function datedLayout({ name, since, until }: Layout): string {
  if (since && until) return `${name} (${periodsInWords(since, until)})`;
  if (since) return `${name} (from ${periodInWords(since)})`;
  return until ? `${name} (until ${periodInWords(until)})` : name;
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
  if (grids.some(hasPayDates))
    return finding('unrecognized-report', {
      what: 'The file has the dates of payments, and no payments.',
      advice:
        'Copy the dates into schedule.csv, so that late reports are noticed. docs/guides/keep-it-current.md says how.',
    });
  const none = `The first ${HEADER_ROWS} rows contain no known header.`;
  const advice = `The program knows these reports: ${quoted(kinds.map(({ title }) => title))}. To read other headers, add a layout (--layouts).`;
  if (!nearest?.match) return finding('unrecognized-report', { what: none, advice });
  const { grid, match } = nearest;
  const row = grid.rows[match.rowIndex];
  const printed = row?.cells
    .filter((cell) => cell.trim() !== '')
    .join(', ')
    .slice(0, 300);
  const what = `${none} The most similar row, "${printed}", has ${plural(match.columns.size, 'column')} of "${match.kind.title}".`;
  const place = { sheet: grid.sheet, row: row?.number || null };
  return finding('unrecognized-report', { what, advice }, place);
}
