import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import * as z from 'zod';
import { table } from '../../docs/build/pages.ts';
import { allocations } from './program.ts';

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
  const folder = join(FOLDER, 'nc');
  if (!existsSync(folder)) return null;
  return readdirSync(folder).flatMap((name) => (name.endsWith('.xlsx') ? [join(folder, name)] : []));
}

const GUIDE = 'docs/guides/project-the-year.md';
const HEAD = ['year', 'known months', 'tax changed', 'cities', 'median error', '90% within'];
const answer = z.object({
  data: z.array(
    z.object({
      ...{ year: z.string(), known_months: z.number(), tax_changed: z.string(), places: z.number() },
      ...{ median_error: z.number(), large_error: z.number() },
    }),
  ),
});

/** Fails if the guide to projections has other errors than a dataset of all published files of a state gives. */
export function requireGuideErrors(folder: string, state: string, basis: 'payment' | 'sales'): void {
  const choice = ['--type', 'city', '--minimum', '50000', '--basis', basis, '--db', 'dataset.sqlite'];
  const { stdout } = allocations(folder, 'projections', state, '--check', '--format', 'json', ...choice);
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
  const rows = answer
    .parse(JSON.parse(stdout))
    .data.filter(({ known_months }) => [3, 6, 9].includes(known_months))
    .map(({ year, known_months, tax_changed, places, median_error, large_error }) => [
      ...[year, `${known_months}`, tax_changed, `${places}`, percent(median_error), percent(large_error)],
    ]);
  expect(readFileSync(GUIDE, 'utf8')).toContain(`\n\n${table(HEAD, rows)}\n\n`);
}
