import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, expect, test } from 'vitest';
import { openProgramFolder } from '../../../rig/datasets/program-folder.ts';
import { statement } from '../../../rig/reports/small-reports.ts';

// The output and exit codes of `allocations findings`.

const { folder, allocations, refuse, succeed, write } = openProgramFolder();

beforeAll(() => {
  for (const place of ['inbox', 'reference']) mkdirSync(join(folder, place));
  const ingest = (name: string, content: string) => {
    write(`inbox/${name}`, content);
    expect(allocations('ingest', join('inbox', name), '--reference', 'reference').status).toBe(0);
  };
  ingest('may.csv', statement([{ code: '01001', month: '2024-05', net: 100 }]));
  // June is missing, and two jurisdictions are new
  ingest(
    'july.csv',
    statement(['01001', '01002', '01003'].map((code) => ({ code, month: '2024-07', net: 100 }))),
  );
});

const linesOf = (...args: string[]) =>
  succeed('findings', ...args)
    .trimEnd()
    .split('\n');

const MISSING =
  '  warning missing-report: ca 2024-06 july.csv: No report "Local Jurisdiction Statement of Tax Distribution" has June 2024, but earlier and later reports are loaded. Find the missing report and run ingest.';
const newOne = (code: string, row: number) =>
  `  info new-jurisdiction: ca 2024-07 Place ${code} july.csv, row ${row}: Place ${code} (${code}) first appears in July 2024. The dataset begins with May 2024. Check that it is not an old jurisdiction under a new code.`;

test('lists current findings with report and row, the most severe first', () => {
  expect(linesOf()).toEqual([MISSING, newOne('01002', 3), newOne('01003', 4)]);
});

test('narrows the list to a jurisdiction, a code and a run', () => {
  expect(linesOf('--code', 'new-jurisdiction', '--jurisdiction', '01003')).toEqual([newOne('01003', 4)]);
  expect(linesOf('--run', '1')).toEqual(['No findings.']);
  expect(refuse('findings', '--run', '99')).not.toBe('');
});

test('prints a thousand, and counts the rest', () => {
  const many = join(folder, 'many.sqlite');
  const dataset = new Database(join(folder, 'data/allocations.sqlite'));
  dataset.exec(`VACUUM INTO '${many}'`);
  dataset.close();
  const copy = new Database(many);
  const columns = 'run_id, scope, state, severity, code, facts';
  const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)';
  copy.exec(
    `${numbers} INSERT INTO finding (${columns}) SELECT 2, 'state', 'ca', 'warning', 'total-jump',
      json_object('state', 'ca', 'month', '2024-01', 'total', i, 'earlier', '2023-01', 'before', 1) FROM n`,
  );
  copy.close();
  const lines = linesOf('--db', many);
  expect(lines).toHaveLength(1001);
  expect(lines.at(-1)).toBe(
    '203 more findings not shown. --format and --out give all. Filters narrow the list.',
  );
});
