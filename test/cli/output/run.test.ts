import { expect, test } from 'vitest';
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
  ...{ path: 'a.csv', sha256: null, kind: null, status: 'loaded', rows: 0 },
  ...{ from: null, to: null, findings: [] },
};
const UNCHANGED: ReportSummary = { ...REPORT, status: 'unchanged' };

const linesOf = (summary: Partial<RunSummary>) => formatSummary({ ...EMPTY_RUN, ...summary }).split('\n');
/** The lines under the counts. */
const said = (summary: Partial<RunSummary>) => linesOf(summary).slice(5);

const OF_ROWS = {
  'unreadable-cell': finding('unreadable-cell', {
    ...{
      what: '"1OO" cannot be read.',
      expects: 'an amount',
      advice: 'Fix the cell, then run ingest again.',
    },
  }),
  'control-total': finding('control-total', { printed: 100, sum: 200 }),
};
const RENAMED = finding('name-changed', {
  ...{ code: '1', before: 'A', until: '2024-01', now: 'B', from: '2024-02' },
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
    { ...REPORT, findings: [...rows('control-total', 30), finding('sheet-ignored', {})] },
    { ...REPORT, path: 'b.csv', findings: [...rows('control-total', 3), RENAMED] },
  ];
  expect(said({ reports, findings: { error: 0, warning: 34, info: 1 } })).toEqual([
    `  warning control-total: a.csv, row 2: ${TOTAL}`,
    `  warning control-total: a.csv, row 3: ${TOTAL_AGAIN}`,
    `  warning control-total: a.csv, row 4: ${TOTAL_AGAIN} (and 27 more control-total in this file)`,
    '  warning sheet-ignored: a.csv: The sheet has no known header. It was skipped. If it contains figures, give it the header of the other sheets.',
    ...[2, 3, 4].map((row) => `  warning control-total: b.csv, row ${row}: ${TOTAL_AGAIN}`),
    '  To see all: --json, or allocations findings',
  ]);
  const report = { ...REPORT, findings: rows('control-total', 30) };
  const many = Array.from({ length: 8 }, (_, at) => ({ ...report, path: `${at}.csv` }));
  expect(said({ reports: many, findings: { error: 0, warning: 240, info: 0 } }).slice(19)).toEqual([
    `  warning control-total: 6.csv, row 3: ${TOTAL_AGAIN}`,
    '  Not shown: 58 warnings. To see all: --json, or allocations findings',
  ]);
});

test('infos are counted by code, with those beyond the limit of a file', () => {
  const infos = Array.from({ length: 130 }, (_, at) => ({ ...RENAMED, row: at + 2 }));
  const report = { ...REPORT, findings: capFindings(infos, FINDINGS_PER_CODE) };
  expect(linesOf({ reports: [report], findings: { error: 0, warning: 0, info: 130 } })[3]).toBe(
    '  findings     0 errors, 0 warnings, 130 infos (at least 101 name-changed)',
  );
});

test('removed datapoints are counted as removed', () => {
  const allocations = { inserted: 1, updated: 2, removed: 3, revised: 4, unchanged: 5 };
  expect(linesOf({ allocations }).slice(2, 4)).toEqual([
    '  datapoints   1 inserted, 2 updated, 3 removed, 5 unchanged',
    '  revisions    published figures of 4 datapoints changed or were removed (the other updates: derived figures or sources): allocations revisions --reported',
  ]);
});

const OUTDATED = {
  ...{ code: '01990', name: 'ALDER CREEK', month: '2024-05' },
  ...{ winner: 'may.csv row 12', lastMonth: '2024-06' },
};
const losing = (more?: number): ReportSummary => ({
  ...REPORT,
  findings: [finding('outdated-row', more === undefined ? OUTDATED : { ...OUTDATED, more })],
});
const REFUSED: ReportSummary = { ...REPORT, status: 'refused' };
const OUTSIDE: ReportSummary = { ...REPORT, status: 'outside-range' };

test.each<[RunSummary['outcome'], ReportSummary[], string]>([
  ['ok', [REPORT], 'the report was loaded.'],
  ['ok', [REPORT, UNCHANGED], 'all reports were loaded.'],
  ['ok', [UNCHANGED, UNCHANGED], '2 reports read again.'],
  ['ok', [{ ...REPORT, status: 'withdrawn' }], 'the report was withdrawn.'],
  ['partial', [REFUSED, REPORT], 'some reports were refused, and the others were loaded.'],
  ['partial', [REFUSED, UNCHANGED], 'some reports were refused, and no other report is new.'],
  ['nothing-new', [OUTSIDE], 'no report has the requested months. The dataset is unchanged.'],
  ['nothing-new', [OUTSIDE, UNCHANGED], 'nothing new. The dataset is unchanged.'],
  [
    'ok',
    [losing()],
    'the report was loaded, but 1 row was not used, because another report wins (outdated-row).',
  ],
  [
    'ok',
    [losing(), losing(2), REPORT],
    'all reports were loaded, but 4 rows were not used, because another report wins (outdated-row).',
  ],
])('the first line of the outcome %s with %j', (outcome, reports, line) => {
  expect(linesOf({ run_id: 12, outcome, reports })[0]).toBe(`Run 12: ${line}`);
});

test('a withdrawn report of a dataset of 0.2.0 has no number of rows', () => {
  const withdrawn = (count: number): ReportSummary => ({ ...REPORT, status: 'withdrawn', rows: count });
  const lineOf = (count: number) =>
    said({ reports: [withdrawn(count)] }).find((line) => /^ {2}withdrawn /.test(line));
  expect(lineOf(12)).toContain(', 12 rows. Later runs');
  expect(lineOf(-1)).not.toContain('row');
});

test('each status has its own count', () => {
  const withdrawn = finding('withdrawn-report', { at: '2026-11-01', reason: 'a test' });
  const countsOf = (...reports: ReportSummary[]) => linesOf({ reports })[1];
  expect(countsOf(OUTSIDE, UNCHANGED)).toBe(
    '  reports      0 loaded, 1 unchanged, 0 refused, 1 outside the requested months',
  );
  expect(countsOf({ ...UNCHANGED, findings: [withdrawn] }, UNCHANGED)).toBe(
    '  reports      0 loaded, 1 unchanged, 0 refused, 1 withdrawn earlier',
  );
  expect(countsOf({ ...REPORT, status: 'withdrawn' })).toBe(
    '  reports      0 loaded, 0 unchanged, 0 refused, 1 withdrawn',
  );
});

test('a report outside the requested months is named by the months of its sales and its payments', () => {
  const outside: ReportSummary = {
    ...{ ...OUTSIDE, path: 'june-2020.xlsx', kind: 'nc/distribution' },
    ...{ from: '2020-08' as Month, to: '2020-08' as Month },
  };
  expect(linesOf({ reports: [outside, UNCHANGED] }).join('\n')).toContain(
    'not in the requested months: sales of June 2020, paid in August 2020',
  );
});

test('doubts about a refused report come without the usual advice: the report may be accepted', () => {
  const doubt = OF_ROWS['control-total'];
  const { text, advice } = describeFinding(doubt);
  expect(advice).not.toBe('');
  const refused = { ...REFUSED, path: 'my reports/a.csv', findings: [doubt] };
  const findings = { error: 0, warning: 1, info: 0 };
  expect(said({ reports: [refused], findings })).toEqual([
    '  refused      my reports/a.csv is doubtful. Compare it with what the state published. To load it anyway: allocations ingest "my reports/a.csv" --accept REASON',
    `  warning control-total: my reports/a.csv: ${text}`,
  ]);
  expect(said({ reports: [{ ...REPORT, findings: [doubt] }] })[0]).toContain(advice);
  // an error cannot be accepted
  const error = { ...REFUSED, findings: [doubt, OF_ROWS['unreadable-cell']] };
  expect(said({ reports: [error] }).join()).not.toContain('--accept');
});

test('the lines of one file stand together, and a table has the result of each file', () => {
  const [error, warning] = [OF_ROWS['unreadable-cell'], finding('sheet-ignored', {})];
  const lines = said({
    reports: [
      { ...REFUSED, findings: [warning] },
      { ...REFUSED, path: 'b.csv', findings: [error, warning] },
      { ...REPORT, path: 'c.csv' },
    ],
  });
  const files = lines.slice(0, 4).map((line) => /[abc]\.csv/.exec(line)?.[0]);
  expect(files).toEqual(['a.csv', 'a.csv', 'b.csv', 'b.csv']);
  expect(lines.slice(-5)).toEqual([
    '',
    'file          result',
    'a.csv         refused, 1 warning',
    'b.csv         refused, 1 error, 1 warning',
    '1 other file  loaded or unchanged',
  ]);
});
