import type { Writable } from 'node:stream';
import ExcelJS from 'exceljs';
import { formatCount } from '../domain/money.ts';
import { OperatorError, USAGE } from '../domain/operator-error.ts';
import type { Headings, ShownTable } from '../records/files/file-table.ts';
import {
  ABOUT_WIDTHS,
  type About,
  aboutSheet,
  SIGNATURE,
  tableSheet,
} from '../records/files/workbook-content.ts';

/** The limit of a sheet, including its head. */
const MOST_ROWS = 1_048_576;
/** Rows written before the writer waits until they left the memory. */
const ROWS_AT_ONCE = 500;
/** The next levels of compression take longer than the smaller file is worth. */
const QUICKEST = { zlib: { level: 1 } };
const BOLD = { font: { bold: true } };

/** The worksheets of the library's writer have this stream, which hands their XML on. */
interface Streamed {
  stream: { pipes: Writable[] };
}

/**
 * Writes a table as a workbook, row by row. A second sheet says where the figures come from, and what the columns mean.
 * Throws an `OperatorError` if the table has more rows than a sheet.
 */
export async function writeWorkbook(
  table: ShownTable,
  about: About,
  into: Writable,
  headings: Headings = 'people',
): Promise<void> {
  // the library waits for ever if nothing can be written
  const failed = new Promise<never>((_, reject) => into.once('error', reject));
  try {
    await Promise.race([failed, writeSheets(table, about, into, headings)]);
  } catch (error) {
    into.destroy();
    throw error;
  }
}

async function writeSheets(
  table: ShownTable,
  about: About,
  into: Writable,
  headings: Headings,
): Promise<void> {
  const writer = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: into, useStyles: true, zip: QUICKEST });
  Object.assign(writer, { creator: SIGNATURE, lastModifiedBy: SIGNATURE, title: about.title });
  const { columns, rows } = tableSheet(table, headings);
  const views = [{ state: 'frozen' as const, ySplit: 1 }];
  const sheet = writer.addWorksheet('Table', { views }) as ExcelJS.Worksheet & Streamed;
  sheet.columns = columns.map(({ width }) => ({ width }));
  // the library knows a style again by its object
  const styles = columns.map(({ format }) => (format === undefined ? {} : { numFmt: format }));
  addRow(
    sheet,
    columns.map(({ head }) => head),
    columns.map(() => BOLD),
  );
  let count = 1;
  for (const row of rows()) {
    count += 1;
    if (count > MOST_ROWS)
      throw new OperatorError(
        `A sheet holds ${formatCount(MOST_ROWS)} rows. The table has more. Ask for fewer rows, or write .csv.`,
        USAGE,
      );
    addRow(sheet, row, styles);
    if (count % ROWS_AT_ONCE === 0) await written(sheet);
  }
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: count, column: columns.length } };
  sheet.commit();
  const told = writer.addWorksheet('About');
  told.columns = ABOUT_WIDTHS.map((width) => ({ width }));
  for (const { texts, isBold } of aboutSheet(about, table.columns, headings))
    addRow(
      told,
      texts,
      texts.map(() => (isBold ? BOLD : {})),
    );
  told.commit();
  await writer.commit();
}

function addRow(
  sheet: ExcelJS.Worksheet,
  cells: readonly ExcelJS.CellValue[],
  styles: readonly Partial<ExcelJS.Style>[],
): void {
  const row = sheet.addRow(cells.map((cell) => (cell === '' ? null : cell)));
  row.eachCell((cell, at) => {
    cell.style = styles[at - 1] ?? {};
  });
  row.commit();
}

/** Waits until the rows so far are in the file: the writer would keep them all in memory. */
function written({ stream }: Streamed): Promise<void> {
  return new Promise((resolve) => {
    const [pipe] = stream.pipes;
    if (pipe) pipe.write(Buffer.alloc(0), () => resolve());
    else resolve();
  });
}
