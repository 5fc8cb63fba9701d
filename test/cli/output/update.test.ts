import { expect, test } from 'vitest';
import { firstLine, formatUpdate, type UpdateSummary } from '../../../src/cli/output/update.ts';
import type { Day, Month } from '../../../src/domain/month.ts';
import type { FetchSummary } from '../../../src/portals/summary.ts';
import { EMPTY_RUN } from '../../rig/datasets/empty-run.ts';

const SUMMARY: UpdateSummary = {
  outcome: 'nothing-new',
  attention: [],
  fetch: { outcome: 'nothing-new', units: [], duration_ms: 1 },
  run: EMPTY_RUN,
  verify: { ok: true, reports: 0, archived: 0, rows: 0, series: 0, datapoints: 0, findings: [] },
  expected: [],
  missing: [],
  notes: null,
};

const loaded = (rows: number) => ({
  ...{ path: 'a.csv', sha256: null, kind: null, status: 'loaded' as const },
  ...{ rows, from: null, to: null, findings: [] },
});

const due = (state: string, period: string, since: string, overdue = false) => ({
  ...{ state, kind: `${state}/some-kind` as const, period, overdue },
  ...{ allocation_period: period as Month, expected_since: since as Day },
});

test('the first line says what was loaded', () => {
  expect(firstLine(SUMMARY, [])).toBe('update: nothing new');
  const ok = {
    ...SUMMARY,
    outcome: 'ok' as const,
    run: { ...EMPTY_RUN, reports: [loaded(1834), loaded(12)] },
  };
  expect(firstLine(ok, [{ state: 'tx', periods: ['2026-11'] }])).toBe(
    'update: ok: 2 new reports, 1,846 rows, Texas November 2026',
  );
  expect(
    firstLine({ ...ok, run: { ...EMPTY_RUN, reports: [loaded(5)] } }, [
      { state: 'ca', periods: ['2026-10', '2026-11'] },
      { state: 'ca', periods: ['2026Q3'] },
      { state: 'tx', periods: ['2026-09', '2026-10', '2026-11'] },
    ]),
  ).toBe(
    'update: ok: 1 new report, 5 rows, California October 2026, November 2026, California Q3 2026, Texas September 2026 to November 2026',
  );
  expect(firstLine(ok, [{ state: 'tx', periods: [] }])).toBe(
    'update: ok: 2 new reports, 1,846 rows, no new month',
  );
});

test('a run after failed downloads does not say that there is nothing new', () => {
  const run = { ...EMPTY_RUN, run_id: 7, outcome: 'nothing-new' as const };
  const unit = (status: 'failed' | 'unchanged'): FetchSummary['units'][number] => ({
    ...{ feed: 'tx-payment-detail', state: 'tx', kind: 'tx/payment-detail', unit: '2026', status },
    ...{ file: null, sha256: null, url: 'https://portal.example/', http_status: null, rows: null },
    ...{ not_ready: false, portal_down: true, message: status === 'failed' ? 'no answer' : null },
  });
  const told = (fetch: UpdateSummary['fetch']) =>
    formatUpdate({ ...SUMMARY, fetch, run }, [])
      .split('\n')
      .find((line) => line.startsWith('Run 7: '));
  const fetched = { outcome: 'partial' as const, duration_ms: 1 };
  const none = 'Run 7: no download succeeded, and the inbox has nothing new. The dataset is unchanged.';
  expect(told({ ...fetched, units: [unit('failed'), unit('failed')] })).toBe(none);
  expect(told(null)).toBe(none);
  const some = 'Run 7: nothing new. The dataset is unchanged.';
  expect(told({ ...fetched, units: [unit('failed'), unit('unchanged')] })).toBe(some);
  expect(told(SUMMARY.fetch)).toBe(some);
});

test('the first line names the kind of an expected summary, which is no payment', () => {
  const expected = [
    due('tx', '2026-11', '2026-11-13'),
    { ...due('tx', '2026-11', '2026-11-13'), kind: 'tx/comparison-summary' as const },
  ];
  expect(firstLine({ ...SUMMARY, expected }, [])).toBe(
    'update: nothing new; expected since November 13, 2026, not loaded yet: Texas November 2026, Texas November 2026 (Comparison summary of counties, transit authorities and districts)',
  );
});

test('the first line separates expected periods from what needs a person', () => {
  const expected = [
    due('ca', '2026-10', '2026-10-31'),
    due('tx', '2026-10', '2026-10-09', true),
    due('tx', '2026-11', '2026-11-13'),
  ];
  expect(firstLine({ ...SUMMARY, expected }, [])).toBe(
    'update: nothing new; expected since October 31, 2026, not loaded yet: California October 2026; expected since November 13, 2026, not loaded yet: Texas November 2026',
  );
  const attention = [
    { about: 'refused' as const, summary: '1 report refused', details: ['x'] },
    { about: 'missing' as const, summary: '2 periods missing: tx 2026-03, tx 2026-04', details: ['x'] },
  ];
  expect(firstLine({ ...SUMMARY, outcome: 'attention', attention, expected: expected.slice(2) }, [])).toBe(
    'update: attention: 1 report refused; 2 periods missing: tx 2026-03, tx 2026-04; expected since November 13, 2026, not loaded yet: Texas November 2026',
  );
});
