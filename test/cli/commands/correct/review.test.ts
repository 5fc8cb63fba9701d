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

const hold = () => allocations('ingest', 'strange.csv', '--on-doubt', 'hold');

function monthsShown(): string[] {
  const { series } = JSON.parse(allocations('show', '01001', '--json').stdout);
  return series.map(({ allocation_period: month }: { allocation_period: string }) => month.slice(0, 7));
}

// the guide about strange files shows what ingest, held and reject print
test('a doubtful report is held with exit code 1 until it is accepted', () => {
  expect(allocations('held')).toMatchObject({ status: 0, stdout: 'No report is held.\n' });
  expect(hold()).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('0 loaded, 0 unchanged, 0 refused, 1 held'),
  });
  expect(monthsShown()).toEqual(['2024-05']);
  expect(allocations('ingest', 'strange.csv', '--on-doubt', 'hold', '--quiet')).toMatchObject({
    ...{ status: 1, stdout: '', stderr: expect.stringMatching(/^held +strange\.csv waits/) },
  });
  expect(JSON.parse(succeed('held', '--json')).held).toMatchObject([
    { file_name: 'strange.csv', last_month: '2062-05-01', last_sales_month: '2062-03-01' },
  ]);
  expect(succeed('status')).toMatch(
    /1 report held for your review \(details: allocations held\):\n {2}strange\.csv \([0-9a-f]{12}\): May 2062 \(sales of March 2062\)\n/,
  );
  const accepted = succeed('accept', 'strange.csv', '--reason', 'the state said so');
  // the name that a person knows, not that of the archive
  expect(accepted).toMatch(/ future-month: strange\.csv \([0-9a-f]{12}\), row 2: /);
  expect(accepted).not.toContain('data/reports');
  expect(monthsShown()).toEqual(['2062-05', '2024-05']);
  expect(JSON.parse(succeed('status', '--json')).held).toEqual([]);
  succeed('verify');
});

test('a doubtful report is refused for good by reject', () => {
  hold();
  expect(succeed('reject', 'strange.csv', '--reason', 'wrong year')).toContain('1 rejected');
  const refused = (...args: string[]) => allocations(...args, '--reason', 'x').stderr;
  expect(refused('reject', 'strange.csv')).toMatch(
    /strange\.csv is not held: it was withdrawn or rejected at .* \(wrong year\)\./,
  );
  expect(refused('accept', 'may.csv')).toMatch(
    /may\.csv is not held: it was loaded without a review\. To remove it, run allocations withdraw\./,
  );
  expect(allocations('ingest', 'strange.csv').stdout).toContain('This report was rejected on');
  expect(monthsShown()).toEqual(['2024-05']);
  succeed('verify');
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
