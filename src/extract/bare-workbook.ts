import { unzipSync, zipSync } from 'fflate';
import { isReadPart, type WorkbookInspection } from './workbook-archive.ts';

/** Whether a workbook has parts beside those that are read. */
export function hasMoreParts({ parts }: WorkbookInspection): boolean {
  return !parts.every(isReadPart);
}

/**
 * A workbook of the parts that are read alone. exceljs looks into tables, comments, drawings and what relates them to
 * the sheets as well, none of which holds a figure, and throws at what it does not know there. Throws where the zip
 * file is damaged.
 */
export function bareWorkbook(bytes: Uint8Array): Uint8Array {
  return zipSync(unzipSync(bytes, { filter: ({ name }) => isReadPart(name) }), { level: 1 });
}
