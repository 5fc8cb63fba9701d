import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monthAt } from '../../../src/domain/month.ts';
import { californiaTables, raisePayment } from '../../rig/full-size/california-tables.ts';
import type { Size } from '../../rig/full-size/full-size.ts';
import { LAST_MONTH } from '../../rig/full-size/jurisdictions.ts';
import { PORTAL_CSV, printReport } from '../../rig/reports/dress.ts';
import type { Line, ReportTable } from '../../rig/reports/report-table.ts';

/** Months before the last one: the one whose figures the new month gets, and the one to restate. */
const LIKE_THE_NEXT = 2;
const RESTATED = 12;

/**
 * Writes two statements of California, each into its own folder: one of the month after the last, and one of the
 * month a year before the last, with every payment raised by a dollar.
 */
export async function writeNewReports(
  folder: string,
  size: Size,
): Promise<{ newMonth: string; restatedMonth: string }> {
  const source = { first: LAST_MONTH - size.californiaMonths + 1, last: LAST_MONTH };
  const paths = { newMonth: join(folder, 'new-month'), restatedMonth: join(folder, 'restated-month') };
  for (const table of californiaTables(size.californiaJurisdictions, source)) {
    if (table.path === statementPath(LAST_MONTH - LIKE_THE_NEXT))
      await write(paths.newMonth, { ...table, lines: table.lines.map(ofNextMonth) });
    if (table.path === statementPath(LAST_MONTH - RESTATED))
      await write(paths.restatedMonth, { ...table, lines: table.lines.map(raisePayment) });
  }
  return paths;
}

function statementPath(month: number): string {
  return `ca/statements-${monthAt(month)}`;
}

async function write(folder: string, table: ReportTable): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'statement.csv'), await printReport(table, PORTAL_CSV));
}

function ofNextMonth([, ...others]: Line): Line {
  return [monthAt(LAST_MONTH + 1), ...others];
}
