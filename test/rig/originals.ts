import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where published files are kept that are not part of the repository: a folder for each state. */
const FOLDER = process.env.ALLOCATIONS_ORIGINALS ?? '../shared/data';

/** The workbook of fiscal year 2020 as the Illinois Department of Revenue published it; `null` if it is not here. */
export function illinoisWorkbook(): string | null {
  const path = join(FOLDER, 'il', 'idor_sales_fy20.xlsx');
  return existsSync(path) ? path : null;
}
