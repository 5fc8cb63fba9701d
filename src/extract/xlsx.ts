import ExcelJS from 'exceljs';
import { type ErrorCode, finding } from '../domain/finding.ts';
import type { Grid, GridReading, GridRow } from './grid.ts';
import { LARGEST_UNPACKED, measureUnpacked } from './workbook-archive.ts';

/** Rows above which a workbook is refused. */
export const LARGEST_ROW_COUNT = 300_000;

/** Parts of a sheet that hold no figures; exceljs expands their ranges cell by cell, whole columns included. */
const NOT_READ = [
  'autoFilter',
  'conditionalFormatting',
  'dataValidations',
  'drawing',
  'extLst',
  'hyperlinks',
  'mergeCells',
  'picture',
  'rowBreaks',
  'tableParts',
];

/** Reads every sheet of an XLSX workbook as text. Bytes that are no readable workbook give an error finding. */
export async function readWorkbook(bytes: Uint8Array): Promise<GridReading> {
  try {
    if ((await measureUnpacked(bytes)) > LARGEST_UNPACKED) {
      const limit = LARGEST_UNPACKED / 1024 / 1024;
      return refuse(
        'workbook-too-large',
        `the workbook unpacks to more than ${limit} MiB; split it or export it as CSV`,
      );
    }
    const workbook = await loadWorkbook(bytes);
    const rowCount = workbook.worksheets.reduce((sum, sheet) => sum + sheet.actualRowCount, 0);
    if (rowCount > LARGEST_ROW_COUNT) {
      const message = `the workbook has ${rowCount} rows, more than ${LARGEST_ROW_COUNT}; split it or export it as CSV`;
      return refuse('workbook-too-large', message);
    }
    if (workbook.worksheets.length === 0) {
      return refuse(
        'unsupported-format',
        'the file is a zip file without sheets; export the report as CSV, XLSX or JSON',
      );
    }
    return { grids: workbook.worksheets.map(readSheet), findings: [] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refuse(
      'damaged-workbook',
      `the workbook cannot be read (${reason}); download it again, or open and save it in Excel`,
    );
  }
}

async function loadWorkbook(bytes: Uint8Array): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook();
  // exceljs expands every defined name into its cells; a name over whole columns would never end
  Object.defineProperty(workbook.definedNames, 'model', { get: () => [], set: () => undefined });
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  await workbook.xlsx.load(buffer as ArrayBuffer, { ignoreNodes: NOT_READ });
  return workbook;
}

function refuse(code: ErrorCode, message: string): GridReading {
  return { grids: [], findings: [finding(code, message)] };
}

function readSheet(sheet: ExcelJS.Worksheet): Grid {
  const rows: GridRow[] = [];
  sheet.eachRow({ includeEmpty: false }, (row, number) => {
    const cells: string[] = [];
    row.eachCell({ includeEmpty: false }, (cell, column) => {
      while (cells.length < column - 1) cells.push('');
      cells.push(cellText(cell.value, cell.numFmt));
    });
    rows.push({ number, cells });
  });
  return { sheet: sheet.name, format: 'xlsx', rows };
}

/** A cell's value as text. A formula without a cached result shows its formula, which no figure parses as. */
function cellText(value: ExcelJS.CellValue, numberFormat: string | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return numberText(value, numberFormat);
  if (typeof value !== 'object') return String(value);
  if (value instanceof Date) return dateText(value);
  if ('richText' in value) return value.richText.map(({ text }) => text).join('');
  if ('error' in value) return value.error;
  if ('formula' in value || 'sharedFormula' in value) {
    if (value.result !== undefined && value.result !== null) return cellText(value.result, numberFormat);
    return 'formula' in value && value.formula ? `=${value.formula}` : '=(formula without a result)';
  }
  return 'text' in value ? cellText(value.text, numberFormat) : JSON.stringify(value);
}

/** A number with the fifteen significant digits Excel itself keeps; percent formats show what Excel shows. */
function numberText(value: number, numberFormat: string | undefined): string {
  const isPercent = (numberFormat ?? '').replace(/"[^"]*"|\\./g, '').includes('%');
  return isPercent ? `${decimalText(value * 100)}%` : decimalText(value);
}

function decimalText(value: number): string {
  const rounded = Number(value.toPrecision(15));
  if (rounded !== 0 && Math.abs(rounded) < 1e-6) return rounded.toFixed(20).replace(/0+$/, '');
  return String(rounded);
}

/** Excel dates are midnights in UTC; a time of day is kept, so that it is not taken for a date. */
function dateText(value: Date): string {
  if (Number.isNaN(value.getTime())) return 'invalid date';
  const iso = value.toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso;
}
