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
    '  … and 1 info (1 name-changed): see --json and allocations findings',
  ]);
});

test('what a line tells of is not told again at the end, which says where all of it stands', () => {
  const findings = { error: 0, warning: 30, info: 0 };
  const report = { ...REPORT, findings: rows('quarterly-total', 30) };
  expect(said({ reports: [report], findings }).slice(2)).toEqual([
    '  warning quarterly-total: a.csv, row 4: why (and 27 more quarterly-total of this file)',
    '  … all of them: see --json and allocations findings',
  ]);
  const many = Array.from({ length: 8 }, (_, at) => ({ ...report, path: `${at}.csv` }));
  expect(said({ reports: many, findings: { ...findings, warning: 240 } }).slice(19)).toEqual([
    '  warning quarterly-total: 6.csv, row 3: why',
    '  … and 58 warnings: see --json and allocations findings',
  ]);
});

test('infos beyond those kept of a file are not left out of the number of their code', () => {
  const infos = Array.from({ length: 130 }, (_, at) => finding('name-changed', 'new', { row: at + 2 }));
  const report = { ...REPORT, findings: capFindings(infos, FINDINGS_PER_CODE) };
  expect(said({ reports: [report], findings: { error: 0, warning: 0, info: 130 } })).toEqual([
    '  … and 130 infos (at least 101 name-changed): see --json and allocations findings',
  ]);
});
