import { type Facts, type Finding, type FindingCode, finding } from '../../domain/findings/finding.ts';
import { isDamagedName } from '../../domain/jurisdiction-name.ts';
import { type Figure, formatCount } from '../../domain/money.ts';
import type { Month } from '../../domain/month.ts';
import type { ReportRow } from '../../domain/report.ts';
import type { Grid, GridRow } from '../formats/grid.ts';
import { cellFault } from '../layouts/cell-fault.ts';
import { addNoteCommand } from '../layouts/column-advice.ts';
import type { HeaderMatch } from '../layouts/header.ts';
import { type ReportParts, readFact } from '../layouts/report-fact.ts';
import type { LineWords, ReportKind } from '../layouts/report-kind.ts';
import { saysThousands } from '../layouts/units.ts';
import { CHANGED_MONTHS, cellHint } from './cell-hint.ts';
import { type FieldColumn, isFilled, TableColumns } from './columns.ts';
import { joinedLines, lineKind, resemblesRow, widthFault } from './lines.ts';
import { leaveOutMonthsToCome } from './months-to-come.ts';
import { PrintedTotals } from './totals.ts';

/** Reading stops after this many errors: more of them fill the memory and help nobody. */
const MOST_ERRORS = 10_000;
/** The most rows that the lines of a sheet with months across can become. */
const MOST_ROWS = 1_000_000;

/** The beginning of a note has a word. */
const LETTERS = /\p{L}{3}/u;

/** The typed rows of one sheet, in order, and the findings. */
export interface Table {
  rows: ReportRow[];
  findings: Finding[];
}

/** Reads the lines under a complete header. `report` tells facts that stand elsewhere, such as the month. */
export function readTable(grid: Grid, match: HeaderMatch, report: ReportParts): Table {
  const { monthOfReport, monthsAcross } = match.kind;
  const fact = monthOfReport ?? monthsAcross?.first;
  const month = fact ? readFact(fact, grid, grid.rows.slice(0, match.rowIndex), report) : null;
  if (month !== null && typeof month !== 'string') return { rows: [], findings: [month] };
  const columns = new TableColumns(grid, match, monthsAcross ? month : null);
  return new TableReader(grid, match, columns, monthOfReport ? month : null).read();
}

class TableReader {
  private readonly grid: Grid;
  private readonly match: HeaderMatch;
  private readonly kind: ReportKind;
  private readonly columns: TableColumns;
  private readonly month: Month | null;
  /** Values of a row without any figure. */
  private readonly noFigures: Readonly<Record<string, null>>;
  private readonly noLabels: Readonly<Record<string, null>>;
  private readonly findings: Finding[] = [];
  private readonly rows: ReportRow[] = [];
  private readonly totals: PrintedTotals;
  private readonly readWords: ((words: string) => LineWords) | undefined;
  /** What the words of the line say, if the kind has sections. */
  private words: LineWords | null = null;
  /** Whether no row stands below the last total so far. */
  private isBelowTotal = false;
  private errors = 0;
  private hasChangedMonths = false;
  private readonly otherPeriods: { row: GridRow; printed: string }[] = [];
  /** Whether every cell has blanks around it. Then a dash between blanks is not a zero. */
  private readonly isPadded: boolean;

  constructor(grid: Grid, match: HeaderMatch, columns: TableColumns, month: Month | null) {
    this.grid = grid;
    this.match = match;
    this.kind = match.kind;
    this.columns = columns;
    this.month = month;
    this.noLabels = noValues(this.kind.labels);
    this.noFigures = noValues(this.kind.figures);
    this.totals = new PrintedTotals(columns, grid.sheet);
    this.readWords = this.kind.openSections?.();
    const between = grid.rows[match.rowIndex]?.cells.slice(1, -1) ?? [];
    this.isPadded = between.length > 0 && between.every((cell) => /^\s.*\s$/.test(cell));
  }

  read(): Table {
    const { rows: lines } = this.grid;
    for (const line of lines.slice(0, this.match.rowIndex)) this.checkLineAbove(line);
    const below = lines.slice(this.match.rowIndex + 1);
    const most = below.length * this.match.months.length;
    if (most > MOST_ROWS) {
      const facts = { what: `The number of lines, ${formatCount(most)},`, most: MOST_ROWS };
      return { rows: [], findings: [finding('file-too-large', facts, { sheet: this.grid.sheet })] };
    }
    for (const line of below) {
      // the report is refused already
      if (this.errors >= MOST_ERRORS) break;
      this.readLine(line);
    }
    return this.finish();
  }

  private finish(): Table {
    const { sheet } = this.grid;
    const former = this.kind.formerCodes?.(this.rows);
    for (const row of this.rows) row.code = former?.get(row.code) ?? row.code;
    this.findings.push(...this.totals.check());
    const { rows, toCome } = leaveOutMonthsToCome(this.rows, this.kind, (month) =>
      this.columns.figures.some((place, at) => place.month === month && this.totals.hasAmount(at)),
    );
    if (toCome.length > 0) {
      const row = this.grid.rows[this.match.rowIndex]?.number ?? null;
      this.findings.push(finding('months-to-come', { months: toCome }, { sheet, row }));
    }
    const [first, ...more] = this.otherPeriods;
    if (first) {
      const column = this.columns.labels.find(({ field }) => field === this.kind.otherPeriods?.label)?.header;
      this.say(first.row, 'other-period', { printed: first.printed, more: more.length }, column);
    }
    const damaged = new Map(rows.filter(({ name }) => isDamagedName(name)).map((row) => [row.name, row.row]));
    for (const [name, row] of [...damaged].slice(0, 1)) {
      const place = { sheet, row, column: this.columns.name.header };
      this.findings.push(finding('damaged-name', { name, more: damaged.size - 1 }, place));
    }
    for (const { row: at, field, ...remark } of this.kind.checkRows?.(rows) ?? [])
      this.findings.push(finding(remark.code, remark.facts, { sheet, row: at, column: field }));
    return { rows, findings: this.findings };
  }

  private say<Code extends FindingCode>(
    row: GridRow,
    code: Code,
    facts: Facts<Code>,
    column: string | null = null,
  ): void {
    const found = finding(code, facts, { sheet: this.grid.sheet, row: row.number, column });
    this.findings.push(found);
    if (found.severity === 'error') this.errors += 1;
  }

  /** Reports a row above the header, which would be lost, and a unit that holds for all rows. */
  private checkLineAbove(line: GridRow): void {
    this.checkUnit(line);
    if (resemblesRow(line, this.kind))
      this.say(line, 'unread-row', {
        what: `"${shown(line)}" is a row, but it is above the header.`,
        advice: 'Move the header to the top, or remove the row.',
      });
  }

  /** Reports a text that says the figures are in thousands. */
  private checkUnit(line: GridRow): void {
    const said = line.cells.find(saysThousands);
    if (said !== undefined) this.say(line, 'figures-in-thousands', { said: said.trim().slice(0, 200) });
  }

  private readLine(line: GridRow): void {
    if (this.isOfOtherPeriod(line)) return;
    this.words = this.readWords?.(this.columns.words(line)) ?? null;
    const kind = lineKind(line, this.columns, this.isBelowTotal);
    if (kind === 'data' || kind === 'total') this.isBelowTotal = kind === 'total';
    if (kind === 'data') this.readData(line);
    else if (kind === 'total') {
      this.checkSumOfMonths(line);
      this.totals.keep(line);
    } else if (kind === 'repeated header')
      this.say(line, 'skipped-line', { what: 'a repeated header', text: shown(line) });
    else if (kind === 'note') {
      this.checkUnit(line);
      const text = (this.columns.words(line) || shown(line)).slice(0, 200);
      this.say(line, 'skipped-line', { what: 'a note', text });
    } else if (kind === 'unknown') {
      const note = beginningOf(line);
      const command = note === null ? '' : addNoteCommand(this.kind.name, note);
      this.say(line, 'unread-row', {
        what: `"${shown(line)}" is no row of figures, no total, no header and no note.`,
        advice: `Rows may be missing here. Download the report again, or remove the line.${command && ` If the report always has it, run: ${command}`}`,
      });
    }
  }

  private isOfOtherPeriod(line: GridRow): boolean {
    const { label, words } = this.kind.otherPeriods ?? {};
    const place = this.columns.labels.find(({ field }) => field === label);
    const printed = place ? this.columns.text(line, place).trim() : '';
    if (!words?.test(printed)) return false;
    this.otherPeriods.push({ row: line, printed: printed.slice(0, 100) });
    return true;
  }

  private readData(line: GridRow): void {
    if (!this.hasWholeCells(line)) return;
    const errorsBefore = this.errors;
    this.checkSumOfMonths(line);
    const printed = this.columns.code ? this.required(line, this.columns.code) : '';
    const name = this.required(line, this.columns.name);
    const period = this.columns.period ? this.required(line, this.columns.period) : this.month;
    const labels: Record<string, string | null> = { ...this.noLabels };
    for (const place of this.columns.labels) labels[place.field] = this.value(line, place) ?? null;
    const figures = this.columns.figures.map((place) => this.value(line, place) ?? null);
    if (printed === undefined || name === undefined || period === undefined) return;
    if (this.errors > errorsBefore) return;
    const code = printed || (this.kind.codeOf?.({ name, labels }) ?? '');
    this.totals.add(figures, period);
    const row = { sheet: this.grid.sheet, row: line.number, code, name, labels };
    if (period) this.rows.push({ ...row, month: period, figures: this.named(figures) });
    else
      this.columns.figures.forEach(({ month, field }, at) => {
        if (month)
          this.rows.push({ ...row, month, figures: { ...this.noFigures, [field]: figures[at] ?? null } });
      });
  }

  /** Whether the line has the cells of the header, each with a text of its own. */
  private hasWholeCells(line: GridRow): boolean {
    const fault = widthFault(line.cells, this.columns, this.grid.format);
    if (fault !== null) this.say(line, 'unread-row', fault);
    const joined = joinedLines(line, this.grid.format)?.trim().slice(0, 100);
    if (joined !== undefined)
      this.say(line, 'unread-row', {
        what: `One cell contains several lines, and one of them looks like a row: "${joined}".`,
        advice: 'Remove the quotation mark that has no partner.',
      });
    return fault === null && joined === undefined;
  }

  private named(figures: readonly (Figure | null)[]): Record<string, Figure | null> {
    const named: Record<string, Figure | null> = { ...this.noFigures };
    for (const [at, { field }] of this.columns.figures.entries()) named[field] = figures[at] ?? null;
    return named;
  }

  private required<Value>(line: GridRow, place: FieldColumn<Value>): Value | undefined {
    const value = this.value(line, place);
    if (value === null) this.say(line, 'unreadable-cell', cellFault('', place.column.expects), place.header);
    return value ?? undefined;
  }

  private value<Value>(line: GridRow, place: FieldColumn<Value>): Value | null | undefined {
    const { field, header, column } = place;
    const { name, labels } = this.words ?? {};
    const cell = (field === 'name' ? name : labels?.[field]) ?? this.columns.text(line, place);
    const text = this.isPadded && cell === ' - ' ? '-' : cell;
    const value = column.read(text);
    if (value === undefined) {
      const hint = cellHint(text, column.holds);
      // all months of the file are changed: one finding says it
      if (hint === CHANGED_MONTHS && this.hasChangedMonths) return undefined;
      this.hasChangedMonths ||= hint === CHANGED_MONTHS;
      this.say(line, 'unreadable-cell', cellFault(text, column.expects, hint), header);
    }
    return value;
  }

  private checkSumOfMonths(line: GridRow): void {
    if (this.match.totalAt < 0) return;
    const fault = this.columns.sumOfMonths(line);
    if (fault) this.say(line, 'control-total', { printed: fault.printed, sum: fault.sum }, fault.header);
  }
}

/** The texts of a line, for a message. */
function shown({ cells }: GridRow): string {
  const texts = cells.filter(isFilled).map((cell) => cell.trim());
  return texts.join(', ').slice(0, 200);
}

/** How a line begins, as a layout can name it; `null` if it begins with a number or with markup. */
function beginningOf({ cells }: GridRow): string | null {
  const [beginning = ''] = /^[^\d<>{}]*/.exec((cells.find(isFilled) ?? '').trim()) ?? [];
  return LETTERS.test(beginning) ? beginning.trim().slice(0, 60) : null;
}

function noValues(columns: Readonly<Record<string, unknown>>): Record<string, null> {
  return Object.fromEntries(Object.keys(columns).map((field) => [field, null]));
}
