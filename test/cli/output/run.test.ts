import { describe, expect, test } from 'vitest';
import { EXAMPLE_FACTS } from '../../../docs/build/findings/examples.ts';
import { formatSummary } from '../../../src/cli/output/run.ts';
import {
  capFindings,
  describeFinding,
  FINDINGS_PER_CODE,
  finding,
  findingMessage,
} from '../../../src/domain/findings/finding.ts';
import type { Month } from '../../../src/domain/month.ts';
import type { ReportSummary, RunSummary } from '../../../src/pipeline/summary.ts';
import { EMPTY_RUN } from '../../rig/datasets/empty-run.ts';

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

const OF_ROWS = {
  'unreadable-cell': finding('unreadable-cell', { text: '1OO', expects: 'an amount', hint: null }),
  'control-total': finding('control-total', { printed: 100, sum: 200 }),
};
const RENAMED = finding('name-changed', {
  code: '1',
  before: 'A',
  until: '2024-01',
  now: 'B',
  from: '2024-02',
});
const UNREADABLE = '"1OO" cannot be read. The column needs an amount. Fix the cell, then run ingest again.';
const TOTAL = findingMessage(OF_ROWS['control-total']);
/** The same without the advice, which only the first line of a run has. */
const TOTAL_AGAIN = describeFinding(OF_ROWS['control-total']).text;

const rows = (code: keyof typeof OF_ROWS, count: number) =>
  Array.from({ length: count }, (_, at) => ({ ...OF_ROWS[code], row: at + 2 }));

test('of many similar findings of a file, three are printed and the rest are counted', () => {
  const errors = { ...REPORT, findings: rows('unreadable-cell', 66) };
  expect(said({ reports: [errors] })).toEqual([
    `  error unreadable-cell: a.csv, row 2: ${UNREADABLE}`,
    `  error unreadable-cell: a.csv, row 3: ${UNREADABLE}`,
    `  error unreadable-cell: a.csv, row 4: ${UNREADABLE} (and 63 more unreadable-cell in this file)`,
  ]);
  const capped = { ...REPORT, findings: capFindings(rows('unreadable-cell', 250), FINDINGS_PER_CODE) };
  expect(said({ reports: [capped] }).at(-1)).toContain('(and at least 98 more unreadable-cell in this file)');
});

test('many warnings of one code and file do not crowd out the others', () => {
  const reports = [
    { ...REPORT, findings: [...rows('control-total', 30), finding('no-cents', { amounts: 7 })] },
    { ...REPORT, path: 'b.csv', findings: [...rows('control-total', 3), RENAMED] },
  ];
  expect(said({ reports, findings: { error: 0, warning: 34, info: 1 } })).toEqual([
    `  warning control-total: a.csv, row 2: ${TOTAL}`,
    `  warning control-total: a.csv, row 3: ${TOTAL_AGAIN}`,
    `  warning control-total: a.csv, row 4: ${TOTAL_AGAIN} (and 27 more control-total in this file)`,
    expect.stringMatching(/^ {2}warning no-cents: a\.csv: None of the 7 amounts has cents\./),
    `  warning control-total: b.csv, row 2: ${TOTAL_AGAIN}`,
    `  warning control-total: b.csv, row 3: ${TOTAL_AGAIN}`,
    `  warning control-total: b.csv, row 4: ${TOTAL_AGAIN}`,
    '  To see all: --json, or allocations findings',
  ]);
});

test('the last line counts only warnings that no other line counts', () => {
  const findings = { error: 0, warning: 30, info: 0 };
  const report = { ...REPORT, findings: rows('control-total', 30) };
  expect(said({ reports: [report], findings }).slice(2)).toEqual([
    `  warning control-total: a.csv, row 4: ${TOTAL_AGAIN} (and 27 more control-total in this file)`,
    '  To see all: --json, or allocations findings',
  ]);
  const many = Array.from({ length: 8 }, (_, at) => ({ ...report, path: `${at}.csv` }));
  expect(said({ reports: many, findings: { ...findings, warning: 240 } }).slice(19)).toEqual([
    `  warning control-total: 6.csv, row 3: ${TOTAL_AGAIN}`,
    '  Not shown: 58 warnings. To see all: --json, or allocations findings',
  ]);
});

test('infos are counted by code, with those beyond the limit of a file', () => {
  const infos = Array.from({ length: 130 }, (_, at) => ({ ...RENAMED, row: at + 2 }));
  const report = { ...REPORT, findings: capFindings(infos, FINDINGS_PER_CODE) };
  const run = { ...EMPTY_RUN, reports: [report], findings: { error: 0, warning: 0, info: 130 } };
  expect(formatSummary(run).split('\n').slice(3)).toEqual([
    '  findings     0 errors, 0 warnings, 130 infos (at least 101 name-changed)',
    expect.stringMatching(/^ {2}time /),
  ]);
});

test('removed datapoints are counted as removed', () => {
  const allocations = { inserted: 1, updated: 2, removed: 3, revised: 4, unchanged: 5 };
  expect(
    formatSummary({ ...EMPTY_RUN, allocations })
      .split('\n')
      .slice(2, 4),
  ).toEqual([
    '  datapoints   1 inserted, 2 updated, 3 removed, 5 unchanged',
    '  revisions    published figures of 4 datapoints changed or were removed (the other updates: derived figures or sources): allocations revisions --reported',
  ]);
});

describe('the first line', () => {
  const firstLine = (outcome: RunSummary['outcome'], ...reports: Partial<ReportSummary>[]) =>
    formatSummary({
      ...EMPTY_RUN,
      run_id: 12,
      outcome,
      reports: reports.map((report) => ({ ...REPORT, ...report })),
    }).split('\n')[0];
  const [outdated] = EXAMPLE_FACTS['outdated-row'];
  const losing = (more?: number) => ({
    findings: [finding('outdated-row', more === undefined ? outdated : { ...outdated, more })],
  });

  test('counts the rows that lose against another report', () => {
    expect(firstLine('ok', losing())).toBe(
      'Run 12: the report was loaded, but 1 row was not used, because another report wins (outdated-row).',
    );
    expect(firstLine('ok', losing(), losing(2), {})).toContain(', but 4 rows were not used,');
  });

  test('does not say of known reports that they were loaded', () => {
    const unchanged = { status: 'unchanged' } as const;
    const refused = { status: 'refused' } as const;
    expect(firstLine('ok', {})).toBe('Run 12: the report was loaded.');
    expect(firstLine('ok', {}, unchanged)).toBe('Run 12: all reports were loaded.');
    expect(firstLine('ok', unchanged, unchanged)).toBe('Run 12: 2 reports read again.');
    expect(firstLine('partial', refused, {})).toBe(
      'Run 12: some reports were refused, and the others were loaded.',
    );
    expect(firstLine('partial', refused, unchanged)).toBe(
      'Run 12: some reports were refused, and no other report is new.',
    );
    expect(firstLine('partial', refused, unchanged, { status: 'held' })).toBe(
      'Run 12: some reports were refused or held, and no other report is new.',
    );
  });
});

test('doubts about a held report come without the usual advice: the report is to be accepted or rejected', () => {
  const doubt = OF_ROWS['control-total'];
  const [text, advice] = [describeFinding(doubt).text, describeFinding(doubt).advice];
  expect(advice).not.toBe('');
  const held = said({
    reports: [{ ...REPORT, status: 'held', sha256: 'abcdef0123456789', findings: [doubt] }],
  });
  expect(held.at(0)).toContain('allocations accept abcdef012345 --reason TEXT, or allocations reject');
  expect(held.at(1)).toBe(`  warning control-total: a.csv: ${text}`);
  expect(said({ reports: [{ ...REPORT, findings: [doubt] }] })[0]).toContain(advice);
});

test('a rejected report is not called withdrawn', () => {
  const rejected: ReportSummary = { ...REPORT, status: 'rejected', sha256: 'abcdef0123456789' };
  const lines = formatSummary({ ...EMPTY_RUN, run_id: 7, outcome: 'ok', reports: [rejected] }).split('\n');
  expect(lines[0]).toBe('Run 7: the report was rejected.');
  expect(lines[1]).toContain('0 refused, 1 rejected');
  expect(lines.join(' ')).not.toContain('withdrawn');
});

test('reports without a row of the requested months are not called unchanged', () => {
  const outside: ReportSummary = { ...REPORT, status: 'outside-range' };
  const lines = (...reports: ReportSummary[]) =>
    formatSummary({ ...EMPTY_RUN, run_id: 7, outcome: 'nothing-new', reports }).split('\n');
  expect(lines(outside)[0]).toBe('Run 7: no report has the requested months. The dataset is unchanged.');
  expect(lines(outside, { ...REPORT, status: 'unchanged' }).slice(0, 2)).toEqual([
    'Run 7: nothing new. The dataset is unchanged.',
    '  reports      0 loaded, 1 unchanged, 0 refused, 1 outside the requested months',
  ]);
});

test('a report outside the requested months is named by the months of its sales and its payments', () => {
  const outside: ReportSummary = {
    ...{ ...REPORT, path: 'june-2020.xlsx', kind: 'nc/distribution', status: 'outside-range' },
    ...{ from: '2020-08' as Month, to: '2020-08' as Month },
  };
  const text = formatSummary({ ...EMPTY_RUN, reports: [outside, { ...REPORT, status: 'unchanged' }] });
  expect(text).toContain('not in the requested months: sales of June 2020, paid in August 2020');
});

test('reports withdrawn earlier are not counted as unchanged', () => {
  const findings = [finding('withdrawn-report', { at: '2026-11-01', reason: 'a test' })];
  const reports = [
    { ...REPORT, status: 'unchanged', findings },
    { ...REPORT, status: 'unchanged' },
  ] as const;
  expect(formatSummary({ ...EMPTY_RUN, reports: [...reports] }).split('\n')[1]).toBe(
    '  reports      0 loaded, 1 unchanged, 0 refused, 1 withdrawn earlier',
  );
});

test('reports rejected earlier are called rejected, also in the finding', () => {
  const rejected = finding('withdrawn-report', { at: '2026-11-01', reason: 'a test', isRejected: true });
  const lines = formatSummary({
    ...EMPTY_RUN,
    reports: [{ ...REPORT, status: 'unchanged', findings: [rejected] }],
    findings: { error: 0, warning: 1, info: 0 },
  });
  expect(lines).toContain('0 unchanged, 0 refused, 1 rejected earlier\n');
  expect(lines).toContain('This report was rejected on 2026-11-01');
  expect(lines).not.toContain('was withdrawn');
});

test('a held total of about a thousandth keeps its advice', () => {
  const facts = { state: 'tx', month: '2026-10', total: 123_456, earlier: '2025-10', before: 120_000_000 };
  const jump = finding('total-jump', facts);
  const held = said({
    reports: [{ ...REPORT, status: 'held', sha256: 'abcdef0123456789', findings: [jump] }],
  });
  expect(held[1]).toMatch(
    /This is about a thousandth: the figures are probably in thousands\. Reject it, and ask the state for figures in dollars\.$/,
  );
  const half = finding('total-jump', { ...facts, total: 60_000_000 });
  expect(said({ reports: [{ ...REPORT, findings: [half] }] })[0]).not.toContain('thousand');
});

test('the lines of one file stand together, and a table has the result of each file', () => {
  const [error, warning] = [OF_ROWS['unreadable-cell'], finding('no-cents', { amounts: 7 })];
  const held: ReportSummary = { ...REPORT, status: 'held', sha256: 'abcdef0123456789', findings: [warning] };
  const lines = said({
    reports: [
      { ...held, path: 'a.csv' },
      { ...REPORT, path: 'b.csv', status: 'refused', findings: [error, warning] },
      { ...REPORT, path: 'c.csv' },
    ],
  });
  const files = lines.slice(0, 4).map((line) => /[abc]\.csv/.exec(line)?.[0]);
  expect(files).toEqual(['a.csv', 'a.csv', 'b.csv', 'b.csv']);
  expect(lines.slice(-5)).toEqual([
    '',
    'file          result',
    'a.csv         held, 1 warning',
    'b.csv         refused, 1 error, 1 warning',
    '1 other file  loaded or unchanged',
  ]);
});
