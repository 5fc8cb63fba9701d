import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadLookupReports } from '../../../rig/datasets/lookup-reports.ts';
import { allocations as run } from '../../../rig/program.ts';
import { statement } from '../../../rig/reports/small-reports.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'allocations-list-'));
  loadLookupReports(folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The lines that `list` prints. */
function listed(...args: string[]): string[] {
  const { status, stdout, stderr } = run(folder, 'list', ...args);
  expect({ args, status, stderr }).toEqual({ args, status: 0, stderr: '' });
  return stdout.split('\n').slice(0, -1);
}

describe('list', () => {
  test('has a line for each jurisdiction, by name and id', () => {
    expect(listed().slice(0, 5)).toEqual([
      '       id  state  code     type              county          name            first month  last month',
      ' 60001001  ca     01001    city              Alameda         Alameda         2024-02      2024-02',
      ' 60001998  ca     01998    county            Alameda         Alameda County  2024-02      2024-02',
      ' 60001990  ca     01990    city              Alameda         Alder Creek     2024-02      2024-02',
      '482999001  tx     2999001  city              -               Andrews         2024-01      2024-01',
    ]);
  });

  test('leaves out the county column if no jurisdiction has a county', () => {
    expect(listed('--q', 'andrews', '--type', 'COUNTY', '--state', 'TX')).toEqual([
      '       id  state  code     type    name     first month  last month',
      '484999001  tx     4999001  county  Andrews  2024-01      2024-01',
    ]);
  });

  test('shows the former name that matches', () => {
    expect(listed('--q', 'dry', '--county', 'San Bernardino County')).toEqual([
      '      id  state  code   type  county          name           former name  first month  last month',
      '60036990  ca     36990  city  San Bernardino  Juniper Wells  Dry Wells    2024-01      2024-02',
    ]);
  });

  test('names similar places of the same state if nothing matches', () => {
    expect(listed('--q', 'elder creek', '--state', 'ca')).toEqual([
      'No jurisdictions. Similar names: 60001990 Alder Creek (ca, city).',
    ]);
    expect(listed('--q', 'elder creek', '--state', 'tx')).toEqual(['No jurisdictions.']);
  });
});

test('a table of long names is 100 columns wide', () => {
  const place = mkdtempSync(join(tmpdir(), 'allocations-long-'));
  try {
    mkdirSync(join(place, 'inbox'));
    const name = 'SAN LUIS OBISPO FLOOD CONTROL AND WATER CONSERVATION DISTRICT';
    const report = statement([{ code: '40990', name, type: 'District', month: '2024-01', net: 1 }]);
    writeFileSync(join(place, 'inbox', 'long.csv'), report);
    expect(run(place, 'ingest', 'inbox')).toMatchObject({ status: 0 });
    const lines = run(place, 'list').stdout.split('\n');
    expect(lines.map((line) => line.length).sort((a, b) => b - a)[0]).toBe(100);
    expect(lines.slice(2).join('').replace(/\s+/g, ' ')).toContain(
      'Flood Control And Water Conservation District',
    );
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});
