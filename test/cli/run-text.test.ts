import { expect, test } from 'vitest';
import { formatSummary } from '../../src/cli/run-text.ts';
import { capFindings, FINDINGS_PER_CODE, finding } from '../../src/domain/finding.ts';
import type { ReportSummary, RunSummary } from '../../src/pipeline/summary.ts';
import { EMPTY_RUN } from './empty-run.ts';

const REPORT: ReportSummary = {
  path: 'a.csv',
  sha256: null,
  kind: null,
  status: 'loaded',
  rows: 0,
  from: null,
  to: null,
  findings: [],
};
/** The lines under the counts. */
function said(summary: Partial<RunSummary>): string[] {
  return formatSummary({ ...EMPTY_RUN, ...summary })
    .split('\n')
    .slice(5);
}

const rows = (code: 'bad-month' | 'quarterly-total', count: number) =>
  Array.from({ length: count }, (_, at) => finding(code, 'why', { row: at + 2 }));

test('of many like findings of a file three are printed, and how many more there are', () => {
  const errors = { ...REPORT, findings: rows('bad-month', 66) };
  expect(said({ reports: [errors] })).toEqual([
    '  error bad-month: a.csv, row 2: why',
    '  error bad-month: a.csv, row 3: why',
    '  error bad-month: a.csv, row 4: why (and 63 more bad-month of this file)',
  ]);
  const capped = { ...REPORT, findings: capFindings(rows('bad-month', 250), FINDINGS_PER_CODE) };
  expect(said({ reports: [capped] }).at(-1)).toContain('(and at least 98 more bad-month of this file)');
});

test('warnings of one code and file do not crowd out the others; infos are counted by code', () => {
  const reports = [
    { ...REPORT, findings: [...rows('quarterly-total', 30), finding('lone-month', 'a slip')] },
    { ...REPORT, path: 'b.csv', findings: [...rows('quarterly-total', 3), finding('name-changed', 'new')] },
  ];
  expect(said({ reports, findings: { error: 0, warning: 34, info: 1 } })).toEqual([
    '  warning quarterly-total: a.csv, row 2: why',
    '  warning quarterly-total: a.csv, row 3: why',
    '  warning quarterly-total: a.csv, row 4: why (and 27 more quarterly-total of this file)',
    '  warning lone-month: a.csv: a slip',
    '  warning quarterly-total: b.csv, row 2: why',
    '  warning quarterly-total: b.csv, row 3: why',
    '  warning quarterly-total: b.csv, row 4: why',
    '  … and 27 warnings, 1 info (1 name-changed): see --json and allocations findings',
  ]);
});
