import { RECORDS } from '../../../src/records/index.ts';
import { apiTables } from './api.ts';
import { commandTables } from './commands.ts';
import { datasetTables } from './dataset.ts';
import { findingTables } from './findings.ts';
import { portalTables } from './portals.ts';
import { publishedTables } from './published.ts';
import { reportTables } from './reports.ts';

/** Every generated table by name, as Markdown. */
export async function generateTables(records = RECORDS): Promise<Readonly<Record<string, string>>> {
  return {
    ...(await commandTables(records)),
    ...findingTables(),
    ...portalTables(),
    ...reportTables(),
    ...datasetTables(),
    ...publishedTables(records),
    ...(await apiTables(records)),
  };
}
