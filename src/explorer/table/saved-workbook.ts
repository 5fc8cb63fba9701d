import writeExcelFile, { type Cell } from 'write-excel-file/browser';
import type { ShownTable } from '../../records/files/file-table.ts';
import {
  ABOUT_WIDTHS,
  type About,
  aboutSheet,
  type SheetValue,
  tableSheet,
} from '../../records/files/workbook-content.ts';

/** A table as a workbook. A second sheet says where the figures come from, and what the columns mean. */
export function tableWorkbook(table: ShownTable, about: About): Promise<Blob> {
  const { columns, rows } = tableSheet(table, 'people');
  const lines = Array.from(rows(), (row) => row.map((value, at) => cellOf(value, columns[at]?.format)));
  const told = aboutSheet(about, table.columns, 'people');
  return writeExcelFile([
    {
      sheet: 'Table',
      data: [columns.map(({ head }) => boldCell(head)), ...lines],
      columns: columns.map(({ width }) => ({ width })),
      stickyRowsCount: 1,
    },
    {
      sheet: 'About',
      data: told.map(({ texts, isBold }) => texts.map((text) => (isBold ? boldCell(text) : text || null))),
      columns: ABOUT_WIDTHS.map((width) => ({ width })),
    },
  ]).toBlob();
}

function boldCell(value: string): Cell {
  return { value, fontWeight: 'bold' };
}

/** A text has no number format. */
function cellOf(value: SheetValue, format: string | undefined): Cell {
  return value === null || typeof value === 'string' || format === undefined ? value : { value, format };
}
