import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where published files are kept that are not part of the repository: a folder for each state. */
const FOLDER = process.env.ALLOCATIONS_ORIGINALS ?? '../shared/data';

/** The workbooks of fiscal years as the Illinois Department of Revenue published them; `null` if they are not here. */
export function illinoisWorkbooks(): string[] | null {
  const names = ['idor_sales_fy18.xls', 'idor_sales_fy19.xls', 'idor_sales_fy20.xlsx'];
  const paths = names.map((name) => join(FOLDER, 'il', name));
  return paths.every((path) => existsSync(path)) ? paths : null;
}

/** The monthly workbooks of the North Carolina Department of Revenue; `null` if they are not here. */
export function northCarolinaWorkbooks(): string[] | null {
  const folder = originalReports('nc');
  if (folder === null) return null;
  return readdirSync(folder).flatMap((name) => (name.endsWith('.xlsx') ? [join(folder, name)] : []));
}

/** The folder of all published files of a state; `null` if it is not here. */
export function originalReports(state: string): string | null {
  const folder = join(FOLDER, state);
  return existsSync(folder) ? folder : null;
}
