import { beforeAll, expect, test } from 'vitest';
import { loadLookupReports } from '../../../rig/datasets/lookup-reports.ts';
import { openProgramFolder } from '../../../rig/datasets/program-folder.ts';
import { statement } from '../../../rig/reports/small-reports.ts';

const { folder, succeed, write } = openProgramFolder();

beforeAll(() => {
  loadLookupReports(folder);
});

/** The lines that `list` prints. */
const listed = (...args: string[]) =>
  succeed('list', ...args)
    .split('\n')
    .slice(0, -1);

test('list shows the former name that matches', () => {
  expect(listed('--q', 'dry', '--county', 'San Bernardino County')).toEqual([
    '      id  state  code   type  county          name           former name  last month  last sales  last payment',
    '60036990  ca     36990  city  San Bernardino  Juniper Wells  Dry Wells    2024-02     2023-12             1.00',
  ]);
});

test('list leaves out the county column if no jurisdiction has a county', () => {
  expect(listed('--q', 'andrews', '--type', 'COUNTY', '--state', 'TX')).toEqual([
    '       id  state  code     type    name     last month  last sales  last payment',
    '484999001  tx     4999001  county  Andrews  2024-01     2023-11           980.00',
  ]);
});

test('list names similar places of the same state if nothing matches', () => {
  expect(listed('--q', 'elser creek', '--state', 'ca')).toEqual([
    'No jurisdictions. Similar names: 60001990 Alder Creek (ca, city).',
  ]);
  expect(listed('--q', 'elder creek', '--state', 'tx')).toEqual(['No jurisdictions.']);
});

test('a table of long names is 100 columns wide', () => {
  const name = 'SAN LUIS OBISPO FLOOD CONTROL AND WATER CONSERVATION DISTRICT';
  write('long.csv', statement([{ code: '40990', name, type: 'District', month: '2024-01', net: 1 }]));
  succeed('ingest', 'long.csv', '--db', 'long.sqlite');
  const columns = 'id,state,sales_tax_id,type,county,name,first_period,last_period';
  const lines = listed('--db', 'long.sqlite', '--columns', columns);
  expect(Math.max(...lines.map((line) => line.length))).toBe(100);
  expect(lines.slice(2).join('').replace(/\s+/g, ' ')).toContain(
    'Flood Control And Water Conservation District',
  );
});
