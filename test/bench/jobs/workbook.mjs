/** Reads one workbook with exceljs. Plain JavaScript, because threads have no TypeScript loader. */
import { readFile } from 'node:fs/promises';
import ExcelJS from 'exceljs';

/** @param {string} path */
export default async function readWorkbook(path) {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(await readFile(path));
  return workbook.worksheets.reduce((rows, sheet) => rows + sheet.rowCount, 0);
}
