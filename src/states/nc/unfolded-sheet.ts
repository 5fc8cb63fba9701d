import type { Finding } from '../../domain/findings/finding.ts';
import { addMonths, type Month, parsePrintedMonth } from '../../domain/month.ts';
import { headerRowAt, normalizeHeader } from '../../extract/layouts/header.ts';
import { type ReportFact, readFact } from '../../extract/layouts/report-fact.ts';
import type { Grid, GridRow, Unfold } from '../../extract/layouts/report-kind.ts';
import { SplitTotals } from './split-totals.ts';

/** Headers of the columns that replace those with the names. */
export const STANDING = { section: 'County', name: 'Municipality', month: 'Month' } as const;

/** Headers that only the sheet with the payments has, in one row. The columns before the first one have the names. */
const FIGURES = ['ARTICLE 39', 'ARTICLE 40', 'ARTICLE 42', 'CITY HH', 'TOTAL'].map(normalizeHeader);

const MONTH = normalizeHeader(STANDING.month);

/** Money is distributed two months after the sales. */
const MONTHS_TO_DISTRIBUTION = 2;

/** The month of the sales. The sheet itself does not tell it. */
const SALES_MONTH: ReportFact<Month> = {
  expects: 'the month of the sales, like March 2020, in the first cell of another sheet',
  places: ['other sheet', 'title', 'file name'],
  read: (text) => {
    const [, name = '', year = ''] = /(?:^|[^a-z])([a-z]{3,9})\.?[\s,_-]*(\d{4})(?!\d)/i.exec(text) ?? [];
    return parsePrintedMonth(text) ?? parsePrintedMonth(`${name} ${year}`);
  },
};

/** `ALAMANCE   (PER CAPITA)`, in one cell or in two, begins the section of a county. */
const COUNTY = /^(.+?)\s*\((per|ad)\s[^)]*\)$/i;
const METHODS = { per: 'PER CAPITA', ad: 'AD VALOREM' } as const;
/** A star after a name: the place lies in several counties. Stars after a county or a figure refer to a note. */
const STARS = /\s*\*+$/;
const TOTAL = /^(?:grand )?total$/i;
/** Below these words stand the total of all lines again, and the totals into which the state splits it. */
const BELOW = /^(?:grand total|summary of amounts)$/i;
const LAST_TOTAL = /^total distributable amount$/i;

/** Gives each line its county and month, and each county a name of its own. */
export const unfoldSummary: Unfold = (sheet, report) => {
  const at = headerRowAt(sheet, FIGURES);
  const header = sheet.rows[at];
  // a table with a month in each row is no such sheet: it is read as it is
  if (!header?.cells.every((cell) => normalizeHeader(cell) !== MONTH)) return null;
  const figuresAt = firstFigure(header.cells);
  const named = { ...header, cells: [...Object.values(STANDING), ...header.cells.slice(figuresAt)] };
  const month = readFact(SALES_MONTH, sheet, sheet.rows.slice(0, at), report);
  if (typeof month !== 'string') return { grid: { ...sheet, rows: [named] }, findings: [month] };
  const paidIn = addMonths(month, MONTHS_TO_DISTRIBUTION);
  const split = new SplitTotals(header.cells.slice(figuresAt));
  const { lines, findings } = readLines(sheet, at + 1, { figuresAt, month: paidIn, split });
  return { grid: { ...sheet, rows: [named, ...lines] }, findings };
};

function firstFigure(header: readonly string[]): number {
  return header.findIndex((cell) => FIGURES.includes(normalizeHeader(cell)));
}

/** The lines and totals, and the notes that stars refer to. Leaves out the other texts below the grand total. */
function readLines(
  { sheet, rows }: Grid,
  from: number,
  { figuresAt, month, split }: { figuresAt: number; month: Month; split: SplitTotals },
): { lines: GridRow[]; findings: Finding[] } {
  const findings: Finding[] = [];
  let section = '';
  let method: keyof typeof METHODS = 'per';
  let isBelow = false;
  const lines = rows.slice(from).flatMap(({ number, cells }): GridRow[] => {
    const printed = cells.slice(0, figuresAt).join(' ').replace(/\s+/g, ' ').trim();
    const text = printed.replace(STARS, '');
    const figures = cells.slice(figuresAt).map((cell) => cell.replace(/^\s*\*+\s*$/, ''));
    const note = { number, cells: [printed] };
    if (isBelow) findings.push(...split.check(text, figures, { sheet, row: number }));
    const hasFigures = figures.some((cell) => cell.trim() !== '');
    // no total counts a county below the grand total: without a section it is refused
    if (isBelow && hasFigures && COUNTY.test(text)) return [{ number, cells: ['', text, month, ...figures] }];
    if (isBelow && !LAST_TOTAL.test(text)) return printed.startsWith('*') ? [note] : [];
    isBelow ||= BELOW.test(text);
    if (TOTAL.test(text) || LAST_TOTAL.test(text)) {
      // a county whose method is missing must not join the section before it
      section = '';
      return [{ number, cells: ['', text, '', ...figures] }];
    }
    const [, county, by] = COUNTY.exec(text) ?? [];
    if (county) {
      method = /^per$/i.test(`${by}`) ? 'per' : 'ad';
      section = `${county} (${METHODS[method]})`;
    }
    if (isBelow || !hasFigures) return [note];
    split.add(method, figures);
    return [{ number, cells: [section, county ? `${county} COUNTY` : text, month, ...figures] }];
  });
  return { lines, findings };
}
