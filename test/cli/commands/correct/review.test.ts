import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openProgramFolder } from '../../../rig/datasets/program-folder.ts';
import { statement } from '../../../rig/reports/small-reports.ts';

// The real program: a report of the year 2062 is doubtful.

const { folder, allocations, empty, succeed, write } = openProgramFolder();

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

describe('a doubtful report', () => {
  test('is held with exit code 1, and one line says what to do', () => {
    const { status, stdout } = hold();
    expect(status).toBe(1);
    expect(stdout).toMatch(/^Run 2: all reports are held for your review\.\n/);
    expect(stdout).toContain('0 loaded, 0 unchanged, 0 refused, 1 held');
    expect(stdout).toMatch(
      /\n {2}held {9}strange\.csv waits for your review: allocations accept [0-9a-f]{12} --reason TEXT, or allocations reject [0-9a-f]{12} --reason TEXT\n/,
    );
    expect(monthsShown()).toEqual(['2024-05']);
    const quiet = allocations('ingest', 'strange.csv', '--on-doubt', 'hold', '--quiet');
    expect(quiet).toMatchObject({ status: 1, stdout: '' });
    expect(quiet.stderr).toMatch(/^held +strange\.csv waits/);
    const { reports } = JSON.parse(allocations('ingest', 'strange.csv', '--json').stdout);
    expect(reports).toMatchObject([{ status: 'held', rows: 0, findings: [{ code: 'future-month' }] }]);
  });

  test('is listed by held and status until it is accepted', () => {
    expect(allocations('held')).toMatchObject({ status: 0, stdout: 'No report is held.\n' });
    hold();
    const { stdout } = allocations('held');
    expect(stdout).toMatch(
      /^strange\.csv \([0-9a-f]{12}\): Local Jurisdiction Statement of Tax Distribution, May 2062 \(sales of March 2062\), held since 20/,
    );
    expect(stdout).toContain('  future-month: strange.csv, row 2: ');
    expect(JSON.parse(allocations('held', '--json').stdout).held).toMatchObject([
      { file_name: 'strange.csv', last_month: '2062-05-01', last_sales_month: '2062-03-01' },
    ]);
    expect(allocations('status').stdout).toMatch(
      /1 report held for your review \(details: allocations held\):\n {2}strange\.csv \([0-9a-f]{12}\): May 2062 \(sales of March 2062\)\n/,
    );
    const accepted = allocations('accept', 'strange.csv', '--reason', 'the state said so');
    expect(accepted).toMatchObject({ status: 0, stderr: '' });
    // the name that a person knows, not that of the archive
    expect(accepted.stdout).toMatch(/ future-month: strange\.csv \([0-9a-f]{12}\), row 2: /);
    expect(accepted.stdout).not.toContain('data/reports');
    expect(monthsShown()).toEqual(['2062-05', '2024-05']);
    expect(allocations('held').stdout).toBe('No report is held.\n');
    expect(JSON.parse(allocations('status', '--json').stdout).held).toEqual([]);
    expect(allocations('verify').status).toBe(0);
  });

  test('is refused for good by reject', () => {
    hold();
    const { status, stdout } = allocations('reject', 'strange.csv', '--reason', 'wrong year');
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('1 rejected') });
    const again = allocations('reject', 'strange.csv', '--reason', 'again');
    expect(again.status).toBe(2);
    expect(again.stderr).toMatch(
      /strange\.csv is not held: it was withdrawn or rejected at .* \(wrong year\)\./,
    );
    expect(allocations('accept', 'may.csv', '--reason', 'x').stderr).toMatch(
      /may\.csv is not held: it was loaded without a review\. To remove it, run allocations withdraw\./,
    );
    expect(allocations('ingest', 'strange.csv').stdout).toContain('This report was rejected on');
    expect(allocations('reports', '--status', 'rejected').stdout).toContain('strange.csv');
    expect(monthsShown()).toEqual(['2024-05']);
    expect(allocations('verify').status).toBe(0);
  });

  test('is found by its name at the portal', () => {
    mkdirSync(join(folder, 'portal'));
    renameSync(join(folder, 'strange.csv'), join(folder, 'portal', 'to come.csv'));
    const feed = { name: 'drop', protocol: 'file', kind: 'ca/monthly-statement', url: 'portal/to come.csv' };
    write('portals.json', JSON.stringify({ ca: [feed] }));
    expect(allocations('update', '--portals', 'portals.json').stdout).toContain('1 report held');
    const rejected = allocations('reject', 'to come.csv', '--reason', 'wrong year');
    expect(rejected).toMatchObject({ status: 0, stderr: '' });
    expect(rejected.stdout).toMatch(/ rejected +drop-to-come-([0-9a-f]{12})\.csv \(\1\), May 2062\./);
  });
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
