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
  /** Lines of text after the totals. */
  notes: readonly string[];
}

const FISCAL_YEAR_2020: DisbursementStyle = {
  sheet: 'WEBDSB',
  firstYear: 2019,
  blankRows: 0,
  vendorHeader: 'Vendor#',
  notes: ['BWEBDSB_ANN_0420_200603081858'],
};

/** A report as the Department of Revenue prints it, as a workbook. */
export function disbursementWorkbook(
  lines: readonly DisbursementLine[],
  style: Partial<DisbursementStyle> = {},
): Promise<Buffer> {
  const full = { ...FISCAL_YEAR_2020, ...style };
  return writeWorkbook(full.sheet, disbursementRows(lines, full));
}

/** The same report as a workbook of Excel 97, as until fiscal year 2019. */
export function oldDisbursementWorkbook(
  lines: readonly DisbursementLine[],
  style: Partial<DisbursementStyle> = {},
): Buffer {
  const full = { ...FISCAL_YEAR_2020, ...style };
  return oldWorkbook([{ name: full.sheet, rows: disbursementRows(lines, full) }]);
}

/** The same report as CSV, all rows equally long. */
export function disbursementCsv(
  lines: readonly DisbursementLine[],
  style: Partial<DisbursementStyle> = {},
): string {
  const rows = disbursementRows(lines, { ...FISCAL_YEAR_2020, ...style });
  const width = FISCAL_MONTHS.length + 4;
  return writeCsv(rows.map((row) => Array.from({ length: width }, (_, at) => printed(row[at] ?? null))));
}

/** Texts and cents of every row, without blank cells at the end. */
function disbursementRows(
  lines: readonly DisbursementLine[],
  { firstYear, blankRows, vendorHeader, notes }: DisbursementStyle,
): Cell[][] {
  const months = FISCAL_MONTHS.map((_, at) => {
    const amounts = lines.flatMap((line) => line.amounts[at] ?? []);
    return amounts.length > 0 ? sumOf(amounts) : null;
  });
  const rows: Cell[][] = [
    ...Array.from({ length: blankRows }, () => []),
    ['DISBURSEMENT INFORMATION'],
    ['FOR SALES AND RELATED TAXES'],
    [`JULY ${firstYear} - JUNE ${firstYear + 1} DISBURSEMENTS`],
    [`MAY ${firstYear} - APRIL ${firstYear + 1} COLLECTIONS`],
    [],
    ['Local Government', 'Tax', vendorHeader, ...FISCAL_MONTHS, 'FY Total'],
    ...lines.map(({ name, tax, vendor, amounts, total }) => [
      ...[name, tax, vendor],
      ...[...amounts, total ?? sumOf(amounts)].map(moneyCell),
    ]),
    ['TOTAL', '', '', ...[...months, sumOf(months)].map(moneyCell)],
    [],
    ...notes.map((note) => [note]),
  ];
  return rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== null && cell !== '') + 1));
}

function sumOf(amounts: readonly (number | null)[]): number {
  return amounts.reduce<number>((sum, next) => sum + (next ?? 0), 0);
}

function printed(cell: Cell): string {
  if (cell === null || typeof cell === 'string') return cell ?? '';
  return formatMoney(Math.round(Number(cell.value) * 100));
}
