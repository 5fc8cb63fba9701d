import type { Overview } from '../../client/generated/types.gen.ts';
import { fileStartOf } from '../../records/files/source.ts';
import type { About } from '../../records/files/workbook-content.ts';
import { useOverview } from '../service/overview.ts';
import type { TableColumn } from './columns.ts';

/** The name of a saved file: it tells a sample from a whole dataset. */
export function useSavedName(fileName: string | undefined): string {
  return `${fileStartOf(useOverview().states)}${fileName ?? ''}`;
}

/** A table as the page shows it. */
interface SavedTable<Row> {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
}

/** Saves a table as CSV, whose writer the browser loads only now. */
export async function saveCsv<Row>(name: string, table: SavedTable<Row>, overview: Overview): Promise<void> {
  const { csvWithSource, fileTableOf } = await import('./saved-table.ts');
  const content = csvWithSource(fileTableOf(table.columns, table.rows), overview, location.href);
  saveFile(`${name}.csv`, content);
}

/** Saves a table as a workbook. */
export async function saveWorkbook<Row>(name: string, table: SavedTable<Row>, about: About): Promise<void> {
  const [{ tableWorkbook }, { fileTableOf }] = await Promise.all([
    import('./saved-workbook.ts'),
    import('./saved-table.ts'),
  ]);
  saveFile(`${name}.xlsx`, await tableWorkbook(fileTableOf(table.columns, table.rows), about));
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
