import { beforeAll, describe, expect, test } from 'vitest';
import { loadLookupReports } from '../rig/datasets/lookup-reports.ts';
import { openProgramFolder } from '../rig/datasets/program-folder.ts';

// How commands find jurisdictions by id, code and name.

const { folder, allocations, refuse } = openProgramFolder();

beforeAll(() => {
  loadLookupReports(folder);
});

/** The id that `show` finds, and its stderr. */
function shown(...args: string[]): { id: string | undefined; stderr: string } {
  const { stdout, stderr } = allocations('show', ...args);
  return { id: /, id (\d+),/.exec(stdout)?.[1], stderr };
}

describe('show finds', () => {
  test.each([
    [['Saint Helena'], '60028001'],
    [['Alameda'], '60001001'],
    [['City of Andrews'], '482999001'],
    [['Andrews', '--type', 'COUNTY'], '484999001'],
    [['Pasadena', '--state', 'CA'], '60019001'],
    [['Pasadena', '--county', 'los angeles county'], '60019001'],
    [['Creek', '--state', 'ca', '--county', 'ALAMEDA'], '60001990'],
  ])('%j', (args, id) => {
    expect(shown(...args)).toEqual({ id, stderr: '' });
  });

  test('a jurisdiction by a former name, and prints the present name', () => {
    const stderr = 'allocations: Dry Wells is now called Juniper Wells (id 60036990).\n';
    for (const name of ['Dry Wells', 'dry wells', 'City of Dry Wells', 'dry w'])
      expect(shown(name)).toEqual({ id: '60036990', stderr });
  });

  test('a former name that a later report replaced in every month', () => {
    const stderr = 'allocations: Tin Cup is now called Old Furnace (id 60045990).\n';
    expect(shown('Tin Cup')).toEqual({ id: '60045990', stderr });
  });
});

test('other commands also find a jurisdiction by a former name', () => {
  const stderr = 'allocations: Dry Wells is now called Juniper Wells (id 60036990).\n';
  const exported = allocations('export', 'Dry Wells');
  expect(exported).toMatchObject({ status: 0, stderr });
  expect(exported.stdout).toContain('60036990,36990,Juniper Wells,');
  const findings = allocations('findings', '--jurisdiction', 'Dry Wells', '--json');
  expect(findings).toMatchObject({ status: 0, stderr });
  expect(JSON.parse(findings.stdout).findings).toContainEqual(
    expect.objectContaining({
      code: 'name-changed',
      jurisdiction: expect.objectContaining({ id: 60036990 }),
    }),
  );
  expect(allocations('revisions', '--jurisdiction', 'Dry Wells')).toMatchObject({ status: 0, stderr });
});

test('export writes the jurisdictions of a county', () => {
  const exported = (...args: string[]) => {
    const { status, stdout, stderr } = allocations('export', ...args);
    expect({ args, status, stderr }).toEqual({ args, status: 0, stderr: '' });
    return stdout
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0]);
  };
  const alameda = ['60001001', '60001990', '60001998'];
  expect(exported('--state', 'ca', '--county', 'alameda county')).toEqual(alameda);
  // only California has counties, so --state is not needed
  expect(exported('--county', 'Alameda')).toEqual(alameda);
  expect(exported('--county', 'Alameda', '--type', 'city')).toEqual(alameda.slice(0, 2));
  expect(exported('pasadena', '--county', 'Los Angeles')).toEqual(['60019001']);
  expect(exported('--county', 'Alpine')).toEqual([]);
});

describe('an error message', () => {
  test.each([
    [
      ['show', 'Andrews'],
      '"Andrews" matches 2 jurisdictions: 482999001 Andrews (tx, city), 484999001 Andrews (tx, county). Give the id of one',
    ],
    [
      ['show', 'Elder Creek'],
      'No jurisdiction has the id, code or name "Elder Creek". Similar names: 60001990 Alder Creek (ca, city). To search for part of a name, run: allocations list --q TEXT',
    ],
    [
      ['show', 'Dry Welts'],
      'No jurisdiction has the id, code or name "Dry Welts". Similar names: 60036990 Juniper Wells (ca, city, formerly Dry Wells). To search',
    ],
    [['show', 'Elsewhere'], 'name "Elsewhere". Check the spelling. To search'],
    [
      ['show', 'Pasadina', '--state', 'tx'],
      'name "Pasadina" with --state "tx". Similar names: 482101001 Pasadena (tx, city). To search',
    ],
    [
      ['show', 'Alder Creek', '--state', 'tx', '--type', 'city'],
      'name "Alder Creek" with --state "tx" and --type "city". Without these options, it matches 60001990 Alder Creek (ca, city).\n',
    ],
    [
      ['findings', '--state', 'ca', '--jurisdiction', 'Andrews County'],
      'name "Andrews County" with --state "ca". Without these options, it matches 484999001 Andrews (tx, county).\n',
    ],
    [
      ['show', 'St. Helena', '--county', 'Alameda'],
      'name "St. Helena" with --state "ca" and --county "Alameda". Without these options, it matches 60028001 St. Helena (ca, city).\n',
    ],
    [
      ['show', 'Pasadena', '--county', 'Los Angelos'],
      'county: No county of California is named "Los Angelos". Did you mean "Los Angeles"? allocations list shows the counties, docs/reference/dataset.md all fields. The dataset does not know yet which county a place of Texas is in. Its comparison summaries say it: load the CSV of data.texas.gov, 53pa-m7sm for cities and qsh8-tby8 for other places, with allocations ingest. Or leave out the county.\n',
    ],
    [['list', '--columns', 'nmae'], 'Did you mean "name"? All names: id, name, slug, '],
    [['compare', '--sort', 'summ'], 'Did you mean "sum"? All names: value, year_ago, '],
    [
      ['list', '--state', 'tx', '--county', 'Alameda'],
      'Alameda belongs to California, but state is tx. Set state to ca, or leave it out.\n',
    ],
    [
      ['list', '--state', 'tx', '--county', 'Travis'],
      'which county a place of Texas is in. Its comparison summaries say it: load the CSV of data.texas.gov, 53pa-m7sm for cities and qsh8-tby8 for other places, with allocations ingest. Or leave out the county.\n',
    ],
    [
      ['status', '--db', 'none.sqlite'],
      'Nothing is loaded yet: none.sqlite does not exist. Load your reports: allocations ingest <path> --db none.sqlite.',
    ],
  ])('%j', (args, message) => {
    expect(refuse(...args)).toContain(message);
  });

  test('at most five similar names are listed', () => {
    const { stderr } = allocations('show', 'Mesquite X');
    const listed = stderr.match(/\d{9} Mesquite [A-F] \(tx, city\)/g);
    expect(listed).toHaveLength(5);
    expect(stderr).toContain('(tx, city). To search');
  });
});
