import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { table } from '../../docs/build/pages.ts';
import { scratchFolder } from '../rig/folders.ts';
import { originalReports } from '../rig/originals.ts';
import { allocations } from '../rig/program.ts';

const GUIDE = readFileSync('docs/guides/project-the-year.md', 'utf8');
const HEAD = ['year', 'known months', 'tax changed', 'cities', 'median error', '90% within'];
const answer = z.object({
  data: z.array(
    z.object({
      ...{ year: z.string(), known_months: z.number(), tax_changed: z.string(), places: z.number() },
      ...{ median_error: z.number(), large_error: z.number() },
    }),
  ),
});

test.for([
  ['il', 'payment'],
  ['nc', 'sales'],
] as const)('the guide has the errors of the published files of %s', async ([state, basis], { skip }) => {
  const reports = resolve(originalReports(state) ?? skip('the published files are not here'));
  const folder = scratchFolder();
  const load = allocations(folder, 'backfill', reports, '--from', '1990-01', '--to', '2026-10');
  expect(load.status, load.stderr).toBe(0);
  const choice = ['--type', 'city', '--minimum', '50000', '--basis', basis];
  const { stdout } = allocations(folder, 'projections', state, '--check', '--format', 'json', ...choice);
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
  const rows = answer
    .parse(JSON.parse(stdout))
    .data.filter(({ known_months }) => [3, 6, 9].includes(known_months))
    .map(({ year, known_months, tax_changed, places, median_error, large_error }) => [
      ...[year, `${known_months}`, tax_changed, `${places}`, percent(median_error), percent(large_error)],
    ]);
  expect(GUIDE).toContain(`\n\n${table(HEAD, rows)}\n\n`);
});
