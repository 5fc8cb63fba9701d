import { csvPieces } from '../../records/files/csv.ts';
import type { ShownTable } from '../../records/files/file-table.ts';
import type { About } from '../../records/files/sheets.ts';
import { fileStartOf } from '../../records/files/source.ts';
import { useOverview } from '../service/overview.ts';

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The name of a saved file: it tells a sample from a whole dataset. */
export function useSavedName(fileName: string | undefined): string {
  return `${fileStartOf(useOverview().states)}${fileName ?? ''}`;
}

/** Saves a table as CSV with the names of the API. Its last column says where each row comes from. */
export function saveCsv(name: string, { columns, rows }: ShownTable, source: string): void {
  const table: ShownTable = {
    columns: [...columns, { name: 'source', content: 'text' }],
    *rows() {
      for (const row of rows()) yield [...row, source];
    },
  };
  saveFile(`${name}.csv`, new Blob([...csvPieces(table)], { type: 'text/csv' }));
}

/** Saves a table as a workbook, whose writer the browser loads only now. */
export async function saveWorkbook(name: string, table: ShownTable, about: About): Promise<void> {
  const { workbookPieces } = await import('../../records/files/workbook.ts');
  saveFile(`${name}.xlsx`, new Blob([...workbookPieces(table, about)], { type: WORKBOOK }));
}

/** Saves a file on the reader's machine. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // the browser has the content by then
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
