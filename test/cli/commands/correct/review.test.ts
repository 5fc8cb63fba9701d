import { beforeEach, expect, test } from 'vitest';
import { openProgramFolder } from '../../../rig/datasets/program-folder.ts';
import { statement } from '../../../rig/reports/small-reports.ts';

// The real program: a report of the year 2062 is doubtful.

const { allocations, empty, succeed, write } = openProgramFolder();

beforeEach(() => {
  empty();
  write('may.csv', statement([{ code: '01001', month: '2024-05', net: 100 }]));
  write('strange.csv', statement([{ code: '01001', month: '2062-05', net: 100 }]));
  succeed('ingest', 'may.csv');
});

function monthsShown(): string[] {
  const { data } = JSON.parse(allocations('sources', '01001', '--json').stdout);
  return data.map(({ allocation_period: month }: { allocation_period: string }) => month.slice(0, 7));
}

test('a doubtful report is refused with exit code 1 until it is accepted', () => {
  const advice = 'strange.csv is doubtful. Compare it with what the state published.';
  for (const command of [['ingest'], ['backfill', '--from', '2024-01', '--to', '2062-12']])
    expect(allocations(...command, 'strange.csv')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining(advice),
    });
  expect(allocations('ingest', 'strange.csv', '--quiet')).toMatchObject({
    ...{ status: 1, stdout: '', stderr: expect.stringContaining(advice) },
  });
  expect(monthsShown()).toEqual(['2024-05']);
  expect(allocations('ingest', 'strange.csv', 'may.csv', '--accept', 'both').status).toBe(2);
  const accepted = succeed('ingest', 'strange.csv', '--accept', 'the state said so');
  expect(accepted).toMatch(/ future-month: strange\.csv, row 2: /);
  expect(monthsShown()).toEqual(['2062-05', '2024-05']);
  succeed('verify');
  expect(succeed('ingest', 'strange.csv')).toContain('0 loaded, 1 unchanged, 0 refused');
  succeed('rebuild', '--db', 'again.sqlite', '--archive', 'data/reports');
  expect(succeed('reports', '--db', 'again.sqlite', '--json')).toContain('the state said so');
});

test('a doubtful report is loaded with a warning by --on-doubt load', () => {
  expect(succeed('ingest', 'strange.csv', '--on-doubt', 'load')).toContain(' future-month: ');
  expect(monthsShown()).toEqual(['2062-05', '2024-05']);
});

test('a dry run of withdraw says what would change', () => {
  const { status, stdout } = allocations('withdraw', 'may.csv', '--reason', 'a try', '--dry-run');
  expect(status).toBe(0);
  expect(stdout).toContain('\n  revisions    published figures of 1 datapoint would change or be removed\n');
  expect(stdout).not.toContain('allocations revisions');
  expect(allocations('withdraw', 'may.csv', '--reason', 'the real run').stdout).toContain(
    'published figures of 1 datapoint changed or were removed: allocations revisions --reported',
  );
});

test('backfill names the missing periods of a year that is only asked for in part', () => {
  const { stdout } = allocations('backfill', 'may.csv', '--from', '2022-11', '--to', '2024-05');
  expect(stdout).toMatch(
    /ca\/monthly-statement +1 of 19 +2022-11, 2022-12, all of 2023, 2024-01, 2024-02, 2024-03, 2024-04\n/,
  );
});
