import { describe, expect, test } from 'vitest';
import type { Month } from '../../src/domain/month.ts';
import type { ReportOrigin } from '../../src/domain/origin.ts';
import type { ReportRecord, StoredRow } from '../../src/domain/report.ts';
import { compareReports, isRestated } from '../../src/domain/report.ts';
import { chooseRows, countingReport } from '../../src/merge/choose.ts';
import { storedRow } from '../rig/datasets/stored-row.ts';
import { optionalMessage } from '../rig/finding-message.ts';

const KIND = 'tx/payment-detail';

function record(changes: Partial<ReportRecord> = {}): ReportRecord {
  return {
    sha256: 'b'.repeat(64),
    kind: KIND,
    format: 'csv',
    file_name: 'b.csv',
    received_at: '2026-05-01T00:00:00.000Z',
    first_month: '2024-01' as Month,
    last_month: '2024-06' as Month,
    accepted: null,
    withdrawn: null,
    origin: null,
    ...changes,
  };
}

const downloaded = (fetched_at: string) => ({ origin: { fetched_at } as ReportOrigin });
const [MORNING, NOON] = ['2026-05-01T08:00:00.000Z', '2026-05-01T12:00:00.000Z'];

describe('precedence of two reports', () => {
  // each is ahead by what is named, and behind by all that follows
  const behind = { sha256: 'a'.repeat(64) };
  test.each([
    [
      'the last month',
      { last_month: '2024-07' as Month, received_at: '2026-04-01T00:00:00.000Z', ...behind },
      downloaded(NOON),
    ],
    ['the time of receipt', { received_at: '2026-05-02T00:00:00.000Z', ...behind }, downloaded(NOON)],
    ['the time of download', { ...downloaded(NOON), ...behind }, downloaded(MORNING)],
    ['a download beside one put there by hand', { ...downloaded(MORNING), ...behind }, {}],
    ['the hash', { sha256: 'c'.repeat(64) }, {}],
  ] as const)('%s decides', (_, ahead, other) => {
    expect(compareReports(record(ahead), record(other))).toBeGreaterThan(0);
    expect(compareReports(record(other), record(ahead))).toBeLessThan(0);
    expect(compareReports(record(ahead), record(ahead))).toBe(0);
  });

  test.each([
    [{ last_month: '2024-07' as Month }, {}, true],
    [{ received_at: '2026-05-02T00:00:00.000Z' }, {}, true],
    [downloaded(NOON), downloaded(MORNING), true],
    [downloaded(NOON), downloaded(NOON), false],
    [downloaded(NOON), {}, false],
    [{ sha256: 'c'.repeat(64) }, {}, false],
  ] as const)('%j is known to be newer than %j: %s', (later, earlier, isKnown) => {
    expect(isRestated(record(earlier), record(later))).toBe(isKnown);
    expect(isRestated(record(later), record(earlier))).toBe(isKnown);
  });
});

describe('the report that counts for a month', () => {
  const counting = (...changes: Partial<ReportRecord>[]) =>
    countingReport(
      KIND,
      '2024-03' as Month,
      new Map(changes.map((change, at) => [at + 1, record({ sha256: `${at}`.repeat(64), ...change })])),
    );

  test('contains the month at its beginning, its end or between', () => {
    expect(counting({ first_month: '2024-03' as Month })).toBe(1);
    expect(counting({ last_month: '2024-03' as Month })).toBe(1);
    expect(counting({})).toBe(1);
    expect(counting({ first_month: '2024-04' as Month })).toBeNull();
    expect(counting({ last_month: '2024-02' as Month })).toBeNull();
    expect(counting()).toBeNull();
  });

  test('has the kind, and is not withdrawn', () => {
    expect(counting({ kind: 'ca/monthly-statement' })).toBeNull();
    expect(counting({ withdrawn: { at: NOON, reason: 'a test' } })).toBeNull();
  });

  test('takes precedence over all others', () => {
    const later = { received_at: '2026-05-02T00:00:00.000Z' };
    expect(counting({}, later, {})).toBe(2);
    expect(counting({}, {}, {})).toBe(3);
    expect(counting(later, { ...later, withdrawn: { at: NOON, reason: 'a test' } })).toBe(1);
  });
});

describe('the rows of one month', () => {
  const row = (reportId: number, month: string, net_payment: number | null, at = 2) =>
    storedRow({ reportId, month, row: at, figures: { net_payment, service_fee: 1 } });
  const reports = new Map([
    [1, record({ file_name: 'early.csv', received_at: '2026-05-01T00:00:00.000Z' })],
    [2, record({ file_name: 'late.csv', received_at: '2026-05-02T00:00:00.000Z', sha256: 'a'.repeat(64) })],
    [
      3,
      record({
        file_name: 'longer.csv',
        received_at: '2026-05-01T00:00:00.000Z',
        last_month: '2024-09' as Month,
      }),
    ],
    [4, record({ file_name: 'same.csv', received_at: '2026-05-02T00:00:00.000Z', sha256: 'c'.repeat(64) })],
  ]);
  const choose = (...rows: StoredRow[]) => {
    const chosen = chooseRows(rows, reports);
    return {
      from: chosen.rows.map(({ month, reportId }) => [month, reportId]),
      said: chosen.findings.map(({ code, reportId }) => [code, reportId]),
    };
  };

  test('one row wins in each month', () => {
    expect(
      choose(row(1, '2024-01', 1), row(2, '2024-02', 1), row(1, '2024-02', 2), row(1, '2024-03', 1)),
    ).toEqual({
      from: [
        ['2024-01', 1],
        ['2024-02', 2],
        ['2024-03', 1],
      ],
      said: [],
    });
  });

  test('a later row from a report that ends earlier gives a finding if it differs, also if one of the two is blank', () => {
    expect(choose(row(2, '2024-01', 5), row(3, '2024-01', 6))).toEqual({
      from: [['2024-01', 3]],
      said: [['outdated-row', 2]],
    });
    expect(choose(row(2, '2024-01', null), row(3, '2024-01', 6)).said).toEqual([['outdated-row', 2]]);
    expect(choose(row(2, '2024-01', 6), row(3, '2024-01', 6)).said).toEqual([]);
    // what came at the same time and ends earlier is what the other one restates
    expect(choose(row(1, '2024-01', 5), row(3, '2024-01', 6)).said).toEqual([]);
  });

  test('two rows in doubt give a finding at the winner, with both places', () => {
    const rows = [row(2, '2024-01', 5, 7), row(4, '2024-01', 6, 9)];
    expect(choose(...rows)).toEqual({ from: [['2024-01', 4]], said: [['conflicting-reports', 4]] });
    expect(optionalMessage(chooseRows(rows, reports).findings[0])).toContain(
      'Alpha (2000001), January 2024: same.csv row 9 and late.csv row 7 give different figures. Both reports came in one run',
    );
    expect(choose(row(2, '2024-01', 5), row(4, '2024-01', 5)).said).toEqual([]);
  });
});
