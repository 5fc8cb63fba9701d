import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, expect, test } from 'vitest';
import { loadLookupReports } from '../rig/datasets/lookup-reports.ts';
import { openProgramFolder } from '../rig/datasets/program-folder.ts';

// How commands find jurisdictions by id, code and name.

const { folder, allocations, refuse, succeed } = openProgramFolder();

beforeAll(() => {
  loadLookupReports(folder);
});

test.each([
  [['Saint Helena'], '60028001', ''],
  [['City of Andrews'], '482999001', ''],
  [['Andrews', '--type', 'COUNTY'], '484999001', ''],
  [['Pasadena', '--county', 'los angeles county'], '60019001', ''],
  [['Creek', '--state', 'ca', '--county', 'ALAMEDA'], '60001990', ''],
  [['City of Dry Wells'], '60036990', 'allocations: Dry Wells is now called Juniper Wells (id 60036990).\n'],
  [['dry w'], '60036990', 'allocations: Dry Wells is now called Juniper Wells (id 60036990).\n'],
  // a later report replaced the former name in every month
  [['Tin Cup'], '60045990', 'allocations: Tin Cup is now called Old Furnace (id 60045990).\n'],
])('export finds %j', (args, id, said) => {
  const { stdout, stderr } = allocations('export', ...args, '--columns', 'jurisdiction_id');
  expect([stdout.split('\r\n')[1], stderr]).toEqual([id, said]);
});

test('other commands also find a jurisdiction by a former name', () => {
  const stderr = 'allocations: Dry Wells is now called Juniper Wells (id 60036990).\n';
  const exported = allocations('export', 'Dry Wells');
  expect(exported).toMatchObject({ status: 0, stderr });
  expect(exported.stdout).toContain('60036990,36990,Juniper Wells,');
  const findings = allocations('findings', '--jurisdiction', 'Dry Wells', '--json');
  expect(findings).toMatchObject({ status: 0, stderr });
  expect(JSON.parse(findings.stdout).data).toMatchObject([{ code: 'name-changed' }]);
});

test('status and sources name the version of the dataset', () => {
  const dataset = new Database(join(folder, 'data/allocations.sqlite'), { readonly: true });
  const version = dataset.prepare('SELECT dataset_version FROM run ORDER BY id DESC').pluck().get();
  dataset.close();
  expect(version).toMatch(/^[0-9a-f-]{36}$/);
  for (const command of [['status'], ['sources', 'Pasadena', '--state', 'tx']])
    expect(succeed(...command)).toContain(`\n\nDataset version: ${version}\n`);
});

test('a list of a state without reports says what to load', () => {
  for (const command of ['compare', 'months'])
    expect(succeed(command, 'nc')).toBe(
      'Nothing of North Carolina is loaded yet. Load its reports: allocations ingest <path>\n',
    );
  expect(succeed('compare', 'tx', '--minimum', '1000000000')).toBe('No lines.\n');
});

test('export writes the jurisdictions of a county', () => {
  const exported = (...args: string[]) => succeed('export', ...args, '--columns', 'jurisdiction_id').trim();
  const alameda = ['60001001', '60001990', '60001998'];
  // only California has counties, so --state is not needed
  expect(exported('--county', 'Alameda').split('\r\n').slice(1)).toEqual(alameda);
  expect(exported('--county', 'Alameda', '--type', 'city').split('\r\n').slice(1)).toEqual(
    alameda.slice(0, 2),
  );
  expect(exported('pasadena', '--county', 'Los Angeles').split('\r\n').slice(1)).toEqual(['60019001']);
});

test.each([
  [
    ['sources', 'Andrews'],
    '"Andrews" matches 2 jurisdictions: 482999001 Andrews (tx, city, 980.00 paid in January 2024), 484999001 Andrews (tx, county, 980.00 paid in January 2024). Give the id of one',
  ],
  [
    ['sources', 'Elder Creek'],
    'No jurisdiction has the id, code or name "Elder Creek". Similar names: 60001990 Alder Creek (ca, city). To search for part of a name, run: allocations list --q TEXT',
  ],
  [
    ['sources', 'Dry Welts'],
    'No jurisdiction has the id, code or name "Dry Welts". Similar names: 60036990 Juniper Wells (ca, city, formerly Dry Wells). To search',
  ],
  [['sources', 'Elsewhere'], 'name "Elsewhere". Check the spelling. To search'],
  [
    ['sources', 'Pasadina', '--state', 'tx'],
    'name "Pasadina" with --state "tx". Similar names: 482101001 Pasadena (tx, city). To search',
  ],
  [
    ['sources', 'Alder Creek', '--state', 'tx', '--type', 'city'],
    'name "Alder Creek" with --state "tx" and --type "city". Without these options, it matches 60001990 Alder Creek (ca, city).\n',
  ],
  [
    ['sources', 'St. Helena', '--county', 'Alameda'],
    'name "St. Helena" with --state "ca" and --county "Alameda". Without these options, it matches 60028001 St. Helena (ca, city).\n',
  ],
  [
    ['sources', 'Pasadena', '--county', 'Los Angelos'],
    'county: No county of California is named "Los Angelos". Did you mean "Los Angeles"? allocations list shows the counties, docs/reference/dataset.md all fields. The dataset does not know yet which county a place of Texas is in. Its comparison summaries say it: load the CSV of data.texas.gov, 53pa-m7sm for cities and qsh8-tby8 for other places, with allocations ingest. Or leave out the county.\n',
  ],
  [['list', '--columns', 'nmae'], 'Did you mean "name"? All names: id, name, slug, '],
  [['compare', '--sort', 'summ'], 'All names: value, ago, '],
  [
    ['compare', 'il', '--county', 'Cook'],
    'county: The reports of Illinois name no counties. Leave out the county.',
  ],
  [
    ['list', '--state', 'tx', '--county', 'Alameda'],
    'Alameda belongs to California, but state is tx. Set state to ca, or leave it out.\n',
  ],
  [
    ['status', '--db', 'none.sqlite'],
    'Nothing is loaded yet: none.sqlite does not exist. Load your reports: allocations ingest <path> --db none.sqlite.',
  ],
])('the error message of %j', (args, message) => {
  expect(refuse(...args)).toContain(message);
});
