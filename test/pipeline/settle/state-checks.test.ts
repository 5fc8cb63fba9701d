import { expect, test } from 'vitest';
import { findingsOf } from '../../rig/finding-message.ts';
import { createPipelineRig } from '../../rig/pipeline-rig.ts';
import { statement } from '../../rig/reports/small-reports.ts';

const rowsOf = (code: string, months: readonly string[], type = 'City') =>
  months.map((month) => ({ code, type, month: `2024-${month}`, net: 100 }));

test('each gap in a series gives a finding if other series have the months', async () => {
  const rig = createPipelineRig();
  // nobody has May
  const most = rowsOf('10001', ['01', '02', '03', '04', '06', '07', '08']);
  await rig.load({ 's.csv': statement([...most, ...rowsOf('10002', ['01', '06', '08'])]) });
  const gap = (months: string) =>
    `Place 10002 (10002) has no figures for ${months}, although other jurisdictions have figures. Figures derived across the gap are null. Ask the state for the missing figures.`;
  // the header is row 1, and seven rows are of the other place
  expect(findingsOf(rig, 'missing-month')).toMatchObject([
    { month: '2024-06', file_name: 's.csv', row: 10, message: gap('February 2024 to April 2024') },
    { month: '2024-08', file_name: 's.csv', row: 11, message: gap('July 2024') },
  ]);
  expect(findingsOf(rig, 'missing-report')).toMatchObject([
    {
      month: '2024-05',
      file_name: 's.csv',
      message:
        'No report "Local Jurisdiction Statement of Tax Distribution" has May 2024, but earlier and later reports are loaded. Find the missing report and run ingest.',
    },
  ]);
});

test('a series that begins late, ends early or has no type gives a finding at its row', async () => {
  const rig = createPipelineRig();
  const most = rowsOf('10002', ['01', '02', '03']);
  rig.write('s.csv', statement([...most, ...rowsOf('10001', ['02']), ...rowsOf('10003', ['02'], '')]));
  await rig.run();
  const told = (row: number, message: unknown) => ({ month: '2024-02', file_name: 's.csv', row, message });
  const places = [
    [5, 'Place 10001 (10001)'],
    [6, 'Place 10003 (10003)'],
  ] as const;
  expect(findingsOf(rig, 'new-jurisdiction')).toMatchObject(
    places.map(([row, place]) =>
      told(
        row,
        `${place} first appears in February 2024. The dataset begins with January 2024. Check that it is not an old jurisdiction under a new code.`,
      ),
    ),
  );
  expect(findingsOf(rig, 'ended-jurisdiction')).toMatchObject(
    places.map(([row, place]) =>
      told(
        row,
        `${place} last appears in February 2024. The newest month of the dataset is March 2024. Check whether it has ended, or whether its row is missing.`,
      ),
    ),
  );
  expect(findingsOf(rig, 'unknown-type')).toMatchObject([
    told(6, expect.stringContaining('gives the type of Place 10003 (10003).')),
  ]);
});
