import { expect, test } from 'vitest';
import { openProgramFolder } from '../../../rig/datasets/program-folder.ts';
import { texasReport } from '../../../rig/reports/small-reports.ts';

const { allocations, write } = openProgramFolder();

test('months that a spreadsheet program changed are told once for the file', () => {
  const paid = ['2022-10', '2022-11'].map((month) => ({
    ...{ code: '2001001', name: 'PALESTINE', month, current: 1000 },
  }));
  const changed = ['2022-10', '2022-11'].reduce(
    (text, month, at) => text.replaceAll(`${month}-01`, ['22-Oct', '22-Nov'][at] ?? ''),
    texasReport(paid),
  );
  write('changed.csv', changed);
  const { status, stdout } = allocations('ingest', 'changed.csv');
  expect(status).toBe(1);
  expect(changed).toContain('22-Oct');
  expect(stdout.split('cannot be read')).toHaveLength(2);
  expect(stdout).toContain(
    'This file was saved by a spreadsheet program, which changed the months. Download it again, and load it without opening it.',
  );
});

test('a schedule of payments is told what it is for', () => {
  write(
    'schedule.csv',
    'report_due_date,current_report_month_quarter,payment_distribution_date\n2024-11-20,October,2024-12-13\n',
  );
  const { stdout } = allocations('ingest', 'schedule.csv');
  expect(stdout).toContain(
    'The file has the dates of payments, and no payments. Copy the dates into schedule.csv',
  );
});

test('a file with another header is told the known reports by their titles', () => {
  write('other.csv', 'a,b\n1,2\n');
  const { stdout } = allocations('ingest', 'other.csv');
  expect(stdout).toContain('Local Allocation Payment Detail');
  expect(stdout).not.toContain('tx/payment-detail');
});
