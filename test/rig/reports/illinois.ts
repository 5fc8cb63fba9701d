import { formatMoney } from '../../../src/domain/money.ts';
import { oldWorkbook } from './biff-workbook.ts';
import { writeCsv } from './notation.ts';
import { type Cell, moneyCell, writeWorkbook } from './workbook.ts';

export const FISCAL_MONTHS = [
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
] as const;

/** One line of a disbursement report: a government and a tax. Amounts are cents from July on; `null` is blank. */
export interface DisbursementLine {
  name: string;
  tax: string;
  vendor: string;
  amounts: readonly (number | null)[];
  /** Default: the sum of the amounts. */
  total?: number;
}

/** How one year prints its report. */
export interface DisbursementStyle {
  sheet: string;
  /** The calendar year of July. */
  firstYear: number;
  /** Blank rows above the titles. */
  blankRows: number;
  vendorHeader: string;
  hasNumericVendors: boolean;
  /** Whether there is a row of totals, with or without its word. */
  totals: 'named' | 'nameless' | 'none';
  /** Amounts to print in place of the sums of their columns, by month. */
  wrongTotals: Readonly<Record<number, number>>;
  /** Lines of text after the totals. */
  notes: readonly string[];
}

const FISCAL_YEAR_2020: DisbursementStyle = {
  sheet: 'WEBDSB',
  firstYear: 2019,
  blankRows: 0,
  vendorHeader: 'Vendor#',
  hasNumericVendors: false,
  totals: 'named',
  wrongTotals: {},
  notes: ['BWEBDSB_ANN_0420_200603081858'],
};

export function disbursementTitles(firstYear: number): string[] {
  return [
    'DISBURSEMENT INFORMATION',
    'FOR SALES AND RELATED TAXES',
    `JULY ${firstYear} - JUNE ${firstYear + 1} DISBURSEMENTS`,
    `MAY ${firstYear} - APRIL ${firstYear + 1} COLLECTIONS`,
  ];
}

/** A report as the Department of Revenue prints it, as a workbook. */
export function disbursementWorkbook(
  lines: readonly DisbursementLine[],
  style: Partial<DisbursementStyle> = {},
): Promise<Buffer> {
  const { sheet, ...full } = { ...FISCAL_YEAR_2020, ...style };
  return writeWorkbook(sheet, disbursementRows(lines, full).map(trimmed));
}

/** The same report as a workbook of Excel 97, as until fiscal year 2019. */
export function oldDisbursementWorkbook(
  lines: readonly DisbursementLine[],
  style: Partial<DisbursementStyle> = {},
): Buffer {
  const { sheet, ...full } = { ...FISCAL_YEAR_2020, ...style };
  return oldWorkbook([{ name: sheet, rows: disbursementRows(lines, full).map(trimmed) }]);
}

/** The texts of the same report, all rows equally long. */
export function disbursementTexts(
  lines: readonly DisbursementLine[],
  style: Partial<DisbursementStyle> = {},
): string[][] {
  const rows = disbursementRows(lines, { ...FISCAL_YEAR_2020, ...style });
  const width = FISCAL_MONTHS.length + 4;
  return rows.map((row) => Array.from({ length: width }, (_, at) => printed(row[at] ?? null)));
}

export function disbursementCsv(
  lines: readonly DisbursementLine[],
  style: Partial<DisbursementStyle> = {},
): string {
  return writeCsv(disbursementTexts(lines, style));
}

/** Texts, numbers and cents of every row. */
function disbursementRows(
  lines: readonly DisbursementLine[],
  style: Omit<DisbursementStyle, 'sheet'>,
): Cell[][] {
  const { firstYear, blankRows, vendorHeader, hasNumericVendors, totals, notes } = style;
  const body = lines.map(({ name, tax, vendor, amounts, total }): Cell[] => [
    name,
    tax,
    hasNumericVendors && vendor !== '' ? { value: Number(vendor), format: '0' } : vendor,
    ...amounts.map(moneyCell),
    moneyCell(total ?? sumOf(amounts)),
  ]);
  const word = totals === 'named' ? 'TOTAL' : '';
  return [
    ...Array.from({ length: blankRows }, () => []),
    ...disbursementTitles(firstYear).map((title) => [title]),
    [],
    ['Local Government', 'Tax', vendorHeader, ...FISCAL_MONTHS, 'FY Total'],
    ...body,
    ...(totals === 'none' ? [] : [[word, '', '', ...totalsOf(lines, style).map(moneyCell)]]),
    [],
    ...notes.map((note) => [note]),
  ];
}

function totalsOf(
  lines: readonly DisbursementLine[],
  { wrongTotals }: Pick<DisbursementStyle, 'wrongTotals'>,
): (number | null)[] {
  const months = FISCAL_MONTHS.map((_, at) => {
    const printed = lines.flatMap(({ amounts }) => amounts[at] ?? []);
    return wrongTotals[at] ?? (printed.length > 0 ? sumOf(printed) : null);
  });
  return [...months, sumOf(months)];
}

function sumOf(amounts: readonly (number | null)[]): number {
  return amounts.reduce<number>((sum, next) => sum + (next ?? 0), 0);
}

/** Leaves out blank cells at the end. */
function trimmed(cells: readonly Cell[]): readonly Cell[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== null && cell !== '') + 1);
}

function printed(cell: Cell): string {
  if (cell === null || typeof cell === 'string') return cell ?? '';
  if (typeof cell.value !== 'number') throw new Error('not a number');
  return cell.format === '0' ? `${cell.value}` : formatMoney(Math.round(cell.value * 100));
}
