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

/** The names of the jurisdictions that `list --json` gives. */
function names(...args: string[]): string[] {
  const { total, jurisdictions } = JSON.parse(listed(...args, '--json').join('\n'));
  expect(total).toBe(jurisdictions.length);
  return jurisdictions.map(({ name }: { name: string }) => name);
}

describe('list', () => {
  test('has a line for each jurisdiction, by state and name, and a count', () => {
    expect(listed().slice(0, 5)).toEqual([
      'id         state  code     type              county          name            from     to',
      '60001001   ca     01001    city              Alameda         Alameda         2024-02  2024-02',
      '60001998   ca     01998    county            Alameda         Alameda County  2024-02  2024-02',
      '60001990   ca     01990    city              Alameda         Alder Creek     2024-02  2024-02',
      '60036990   ca     36990    city              San Bernardino  Juniper Wells   2024-01  2024-02',
    ]);
    expect(listed().slice(8, 10)).toEqual([
      '482999001  tx     2999001  city              -               Andrews         2024-01  2024-01',
      '484999001  tx     4999001  county            -               Andrews         2024-01  2024-01',
    ]);
    expect(listed().slice(-2)).toEqual(['', '17 jurisdictions']);
  });

  test('leaves out the county column if no jurisdiction has a county', () => {
    expect(listed('--q', 'andrews', '--type', 'county')).toEqual([
      'id         state  code     type    name     from     to',
      '484999001  tx     4999001  county  Andrews  2024-01  2024-01',
      '',
      '1 jurisdiction',
    ]);
  });

  test('shows the former name that matches', () => {
    expect(listed('--q', 'dry')).toEqual([
      'id        state  code   type  county          name                                from     to',
      '60036990  ca     36990  city  San Bernardino  Juniper Wells (formerly Dry Wells)  2024-01  2024-02',
      '',
      '1 jurisdiction',
    ]);
    expect(names('--q', 'tin cup')).toEqual(['Old Furnace']);
  });

  test.each([
    [['--state', 'CA', '--type', 'county'], ['Alameda County']],
    [
      ['--county', 'alameda'],
      ['Alameda', 'Alameda County', 'Alder Creek'],
    ],
    [['--county', 'San Bernardino County', '--q', 'dry'], ['Juniper Wells']],
    [['--type', 'SPD'], ['Wise Co Esd 1']],
    [
      ['--q', 'ALA'],
      ['Alameda', 'Alameda County'],
    ],
    [['--q', 'saint hel'], ['St. Helena']],
    [['--q', 'county of alameda'], ['Alameda County']],
    [['--q', '1990'], ['Alder Creek']],
    [['--q', '60001990'], ['Alder Creek']],
    // a present name and a former one
    [['--q', 'wells'], ['Juniper Wells']],
    [['--q', 'pasadena', '--state', 'tx'], ['Pasadena']],
  ])('%j', (args, expected) => {
    expect(names(...args)).toEqual(expected);
  });

  test('gives one JSON object', () => {
    expect(JSON.parse(listed('--q', 'dry wells', '--json').join('\n'))).toEqual({
      total: 1,
      jurisdictions: [
        {
          id: 60036990,
          state: 'ca',
          sales_tax_id: '36990',
          type: 'city',
          county: 'San Bernardino',
          name: 'Juniper Wells',
          former_name: 'Dry Wells',
          first_month: '2024-01',
          last_month: '2024-02',
        },
      ],
    });
  });

  test('says what to try if nothing matches', () => {
    expect(listed('--q', 'elder creek', '--state', 'ca')).toEqual([
      'No jurisdiction matches --state "ca" and --q "elder creek". Similar names: 60001990 Alder Creek (ca, city). Try a shorter part of the name, or fewer options.',
    ]);
    expect(listed('--q', 'elder creek', '--state', 'tx')).toEqual([
      'No jurisdiction matches --state "tx" and --q "elder creek". Try a shorter part of the name, or fewer options.',
    ]);
    expect(listed('--state', 'tx', '--type', 'transit')).toEqual([
      'No jurisdiction matches --state "tx" and --type "transit". Use fewer options.',
    ]);
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
    expect(run(place, 'list').stdout.split('\n')).toEqual([
      'id        state  code   type              county           name                     from     to',
      '60040990  ca     40990  special_district  San Luis Obispo  San Luis Obispo Flood    2024-01  2024-01',
      '                                                           Control And Water',
      '                                                           Conservation District',
      '',
      '1 jurisdiction',
      '',
    ]);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});
