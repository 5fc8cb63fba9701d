import type { Unit } from '../../domain/allocation.ts';
import type { CodeWithFacts } from '../../domain/findings/finding.ts';
import { type Cents, type Figure, type Micropercent, parseMoney, parsePercent } from '../../domain/money.ts';
import { type Month, parsePrintedDate, parsePrintedMonth } from '../../domain/month.ts';
import type { Publication } from '../../domain/publication.ts';
import type { ReportKindName, ReportRow } from '../../domain/report.ts';
import { isPrintable } from '../../domain/text/printable.ts';
import type { ReportFact } from './report-fact.ts';

/** Whether a report must have the column: `always`, `printed` (unless the format omits blanks) or `optional`. */
export type Presence = 'always' | 'printed' | 'optional';

/** What the cells of a column hold. */
export type CellContent = 'amount' | 'percent' | 'name' | 'date' | 'code' | 'month' | 'word';

/** How one column's cells become values. */
export interface Column<Value> {
  presence: Presence;
  /** The value; `null` if the cell is blank, `undefined` if the text is not a value. */
  read(text: string): Value | null | undefined;
  holds: CellContent;
  /** What a cell should look like, for the error's message. */
  expects: string;
}

export interface FigureColumn extends Column<Figure> {
  unit: Unit;
  /** Whether it is an amount taken away. Reports print it with either sign; rows store it as positive. */
  isTakenAway?: true;
}

/** The sign with which a report prints an amount taken away. With `either`, its sum in the report is taken away. */
export const PRINTED_SIGNS = ['positive', 'negative', 'either'] as const;
export type PrintedSign = (typeof PRINTED_SIGNS)[number];

/** A finding about one row, made from the row alone. `field` is the field it is about, if any. */
export type RowRemark = CodeWithFacts & { field: string | null };

/** A dated arrangement of columns: the headers of each field (`code`, `name`, `period`, a label or a figure). */
export interface Layout {
  kind: ReportKindName;
  name: string;
  /** First and last allocation period of the layout; `null` means open. */
  since: Month | null;
  until: Month | null;
  headers: Readonly<Record<string, readonly string[]>>;
  /** Headers of known columns that are ignored. */
  ignored: readonly string[];
  /** How lines begin that the report prints beside its rows, with figures or not. They are passed over. */
  notes: readonly string[];
  /** By field of an amount taken away, its printed sign. Default: positive. */
  signs?: Readonly<Record<string, PrintedSign>>;
}

/** The figures that the layout of a report reads, and the figures that any of its rows has. */
export interface ReportFigures {
  read: ReadonlySet<string>;
  printed: ReadonlySet<string>;
}

/** A sheet with a column for each month. Its months may stand without their year. */
export interface MonthsAcross<FigureName extends string = string> {
  /** What the columns of the months hold. */
  figure: FigureName;
  /** The first month of the sheet, which gives the others their year. */
  first: ReportFact<Month>;
  /** The header of the column with the sum of the months. It is checked. */
  total: string;
}

/** What the words of a line say: the name, and the labels. */
export interface LineWords<LabelName extends string = string> {
  name: string;
  labels: Readonly<Partial<Record<LabelName, string>>>;
}

/** Lines of other periods than a month, which are left out: the label that says so, and how it begins. */
interface OtherPeriods<LabelName extends string> {
  label: LabelName;
  words: RegExp;
}

/** One kind of report of one state: its fields, how they are read, and its built-in layouts. */
export interface ReportKind<FigureName extends string = string, LabelName extends string = string> {
  name: ReportKindName;
  /** The state's own title of the report, for sentences. */
  title: string;
  published: Publication;
  code: Column<string>;
  printedName: Column<string>;
  /** With `year`, it reads both texts with a blank between them. */
  period: Column<Month>;
  /** A second column of the period, if month and year have columns of their own. */
  year?: Column<string>;
  monthsAcross?: MonthsAcross<FigureName>;
  /** The month of all rows, if they print none. */
  monthOfReport?: ReportFact<Month>;
  otherPeriods?: OtherPeriods<LabelName>;
  /** Whether months without any amount are still to come. They are left out. */
  hasMonthsToCome?: true;
  labels: Readonly<Record<LabelName, Column<string>>>;
  figures: Readonly<Record<FigureName, FigureColumn>>;
  layouts: readonly Layout[];
  checkRow(row: ReportRow<FigureName, LabelName>, ofReport: ReportFigures): RowRemark[];
  /** What the rows of a sheet show together, each remark at its row. */
  checkRows?(rows: readonly ReportRow<FigureName, LabelName>[]): (RowRemark & { row: number })[];
  /**
   * Reads the words left of the first figure, if they have no headers and stand in sections: they give name and labels.
   * A new reader for each sheet.
   */
  openSections?(): (words: string) => LineWords<LabelName>;
  /** Makes the code of a row from its name and labels, if reports print none. */
  codeOf?(row: Pick<ReportRow<FigureName, LabelName>, 'name' | 'labels'>): string;
  /** For codes made of former names: the codes that count in place of them. It gets all rows of a sheet. */
  formerCodes?(rows: readonly ReportRow<FigureName, LabelName>[]): ReadonlyMap<string, string>;
  /** Labels that distinguish the lines of one jurisdiction and month, which add up to one row. Default: one line. */
  linesBy?: readonly LabelName[];
  /** The names of sheets that belong to the report and have no rows of it. They are left out without a finding. */
  otherSheets?: readonly string[];
}

/** The columns that a header of the kind may name, by their field names in layouts. */
export function columnsOf(kind: ReportKind): ReadonlyMap<string, Column<string | number>> {
  const { code, printedName, period, year, labels, figures, monthsAcross, monthOfReport } = kind;
  const hasPeriod = !monthsAcross && !monthOfReport;
  const columns: Record<string, Column<string | number>> = {
    code,
    ...(!kind.openSections && { name: printedName }),
    ...(hasPeriod && { period }),
    ...(year && { year }),
    ...(!kind.openSections && labels),
    ...figures,
  };
  return new Map(Object.entries(columns).filter(([field]) => field !== monthsAcross?.figure));
}

export function amount(presence: Presence = 'printed'): FigureColumn {
  const expects = 'an amount like 1,234.56, -1,234.56, (1,234.56), $1,234.56 or nothing, at most 90 billion';
  return {
    unit: 'amount',
    presence,
    read: (text): Cents | null | undefined => parseMoney(text),
    holds: 'amount',
    expects,
  };
}

export function amountTakenAway(presence: Presence = 'printed'): FigureColumn {
  return { ...amount(presence), isTakenAway: true };
}

export function fieldsTakenAway({ figures }: ReportKind): string[] {
  return Object.keys(figures).filter((field) => figures[field]?.isTakenAway);
}

export function percent(presence: Presence = 'printed'): FigureColumn {
  const expects = 'a percentage like 12.5 or 12.5%, or nothing';
  return {
    unit: 'percent',
    presence,
    read: (text): Micropercent | null | undefined => parsePercent(text),
    holds: 'percent',
    expects,
  };
}

/** Footnote marks after a name, in the form in which raised marks of workbooks are read. */
const FOOTNOTE_MARKS = /(?:\s?\[[\d*†‡]{1,3}\])+$/;

/** No name of a jurisdiction comes close to this length. */
const LONGEST_NAME = 200;
/** A letter or digit that shows; some letters of Unicode are invisible. */
const VISIBLE = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u;

/** What a letter in an unknown encoding becomes. The name is damaged, and the report is read. */
const LOST_LETTER = /[\u0080-\u009f\u00ad]/g;

/** What a jurisdiction's name is, for messages. */
export const NAME_EXPECTED = `a name of at most ${LONGEST_NAME} characters, all printable, with at least one letter or digit`;

/** Whether a text can be the name of a jurisdiction, or is empty. */
export function isName(text: string): boolean {
  const shown = text.replace(LOST_LETTER, '?');
  return text.length <= LONGEST_NAME && isPrintable(shown) && (text === '' || VISIBLE.test(text));
}

/** A column of jurisdiction names. */
export function nameColumn(): Column<string> {
  return {
    presence: 'always',
    read: (text) => {
      const name = text.trim().replace(/\s+/g, ' ');
      // an object or a list of a JSON file
      return /^[[{]/.test(name) || !isName(name) ? undefined : name.replace(FOOTNOTE_MARKS, '') || null;
    },
    holds: 'name',
    expects: NAME_EXPECTED,
  };
}

/** A column of payment dates, kept as `YYYY-MM-DD`. */
export function dateColumn(presence: Presence): Column<string> {
  return {
    presence,
    read: (text) => (text.trim() === '' ? null : parsePrintedDate(text)),
    holds: 'date',
    expects: 'a date like 10/11/2022 (month first), 2022-10-11 or 11-Oct-2022',
  };
}

/** A column of codes of one state. `read` turns a text in capitals into the stored form of the code. */
export function codeColumn(expects: string, read: (printed: string) => string | undefined): Column<string> {
  return {
    presence: 'always',
    read: (text) => {
      const printed = text.trim();
      if (printed === '') return null;
      return /^[\da-z]+$/i.test(printed) ? read(printed.toUpperCase()) : undefined;
    },
    holds: 'code',
    expects,
  };
}

/** Codes that no report prints: `codeOf` of the kind makes them, registers and people write them. */
export function madeCode(expects: string): Column<string> {
  return {
    presence: 'optional',
    read: (text) => text.trim() || null,
    holds: 'code',
    expects,
  };
}

export function periodColumn(expects: string, read: (text: string) => Month | undefined): Column<Month> {
  return {
    presence: 'always',
    read: (text) => (text.trim() === '' ? null : read(text)),
    holds: 'month',
    expects,
  };
}

/** A column of allocation periods, printed as months. */
export function monthColumn(): Column<Month> {
  const expects =
    'a month like Oct-22, October 2022 or 10/2022, or its first or last day like 10/01/2022, 2022/10/01 or 1-Oct-2022, from 1980 to 2079';
  return periodColumn(expects, parsePrintedMonth);
}

/** A column with a closed set of words. `words` maps a word in lower-case letters to its value. */
export function wordColumn(presence: Presence, words: Readonly<Record<string, string>>): Column<string> {
  return {
    presence,
    read: (text) => {
      if (text.trim() === '') return null;
      const word = text.toLowerCase().replace(/[^a-z\d]/g, '');
      return Object.hasOwn(words, word) ? words[word] : undefined;
    },
    holds: 'word',
    expects: `one of ${[...new Set(Object.values(words))].join(', ')}`,
  };
}
