import { expect, test } from 'vitest';
import { type Finding, finding } from '../../src/domain/findings/finding.ts';
import type { ReportRecord } from '../../src/domain/report.ts';
import { summarizeRun } from '../../src/pipeline/summary.ts';
import { NO_COUNTS } from '../../src/store/write/allocations.ts';
import { optionalMessage } from '../rig/finding-message.ts';

/** What a run says that finds these in reports of earlier runs, called by their number. */
function summaryOf(findings: Finding[]) {
  return summarizeRun({
    runId: 1,
    summaries: [],
    settled: { findings, misfits: [], newFacts: 0, countyChanges: [], allocations: NO_COUNTS },
    records: new Map(
      [1, 2, 3].map((id) => [id, { file_name: `${id}.csv`, sha256: `${id}` } as ReportRecord]),
    ),
    hasChanged: true,
    milliseconds: 1,
  });
}

test('the summary lists a hundred findings of each code and file of earlier reports', () => {
  const inFile = (reportId: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...finding(
        'missing-month',
        { code: '1', name: 'A', months: '2024-01' },
        { row: at + 2, reportId, jurisdictionId: at },
      ),
    }));
  const { others, findings } = summaryOf([...inFile(1, 60), ...inFile(2, 130), ...inFile(3, 1)]);
  expect(findings.warning).toBe(191);
  const of = (name: string) => others.filter(({ file_name }) => file_name === name);
  expect([1, 2, 3].map((id) => of(`${id}.csv`).length)).toEqual([60, 101, 1]);
  expect(others).toHaveLength(162);
  expect(optionalMessage(of('2.csv').at(-1))).toBe('30 more findings of this kind.');
});
