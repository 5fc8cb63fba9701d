import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { beforeAll, expect, test } from 'vitest';
import { columnsOfStates } from '../../../../src/publish/warehouse/published-columns.ts';
import { openProgramFolder } from '../../../rig/datasets/program-folder.ts';
import { allocationsBeside } from '../../../rig/program.ts';
import { quarterly, statement, texasReport } from '../../../rig/reports/small-reports.ts';

// The tables and exit codes of `allocations export`.

const STATEMENTS = statement([
  { code: '01001', name: 'LA CAÑADA, NORTH', month: '2023-02', net: 80 },
  { code: '01001', name: 'LA CAÑADA, NORTH', month: '2024-02', net: 100 },
  { code: '01998', name: 'ALAMEDA COUNTY', type: 'County', month: '2024-02', net: 0.5 },
  { code: '01001', name: 'LA CAÑADA, NORTH', month: '2024-03', net: -20.25 },
]);
const QUARTERLY = quarterly([{ code: '01001', quarter: '4Q-23', pool: 7, total: 100 }]);
const DETAIL = texasReport([
  { code: '2999001', name: '=PLACE("A")', month: '2024-01', current: 1000 },
  { code: '3999001', name: 'TRANSIT', month: '2024-01', current: 2000 },
  { code: '2999001', name: '=PLACE("A")', month: '2024-02', current: 1500 },
]);
const CORRECTION = {
  state: 'ca',
  kind: 'ca/monthly-statement',
  jurisdiction: '01998',
  month: '2024-02',
  field: 'net_payment',
  published: '0.50',
  correct: '0.75',
  reason: 'a digit was mistyped',
  source: 'a letter',
};

const { folder, allocations, read, refuse, succeed, write } = openProgramFolder();

beforeAll(() => {
  for (const place of ['inbox', 'reference']) mkdirSync(join(folder, place));
  write('reference/corrections.json', JSON.stringify([CORRECTION]));
  const reports = { 'statements.csv': STATEMENTS, 'quarterly.csv': QUARTERLY, 'detail.csv': DETAIL };
  for (const [name, content] of Object.entries(reports)) write(`inbox/${name}`, content);
  expect(allocations('ingest', 'inbox', '--reference', 'reference', '--on-doubt', 'load')).toMatchObject({
    status: 0,
  });
});

/** Reads the records of a CSV file. No value in these tests contains a line break. */
function recordsOf(csv: string): Record<string, string>[] {
  const [header = '', ...lines] = csv.split('\r\n').slice(0, -1);
  const names = header.split(',');
  return lines.map((line) => {
    const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)];
    expect(cells).toHaveLength(names.length);
    const values = cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
    return Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']));
  });
}

const exported = (...args: string[]) => recordsOf(succeed('export', ...args));

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

test('a CSV has a line with sources for each datapoint, by jurisdiction and month', () => {
  const [first, second, third, county, ...more] = exported('--state', 'ca');
  expect(more).toEqual([]);
  expect(first).toMatchObject({
    name: 'La Cañada, North',
    allocation_period: '2023-02-01',
    net_payment: '80',
  });
  expect(second).toMatchObject({
    jurisdiction_id: '60001001',
    sales_tax_id: '01001',
    type: 'city',
    county: 'Alameda',
    sales_tax_rate: '',
    allocation_period: '2024-02-01',
    revenue_period: '2024-01-01',
    sales_period: '2023-12-01',
    // October to December are the second quarter of a fiscal year that starts in July
    quarter: '2',
    net_payment: '100',
    countywide_pool: '7',
    countywide_pool_percentage: '12.5',
    // from 80 to 100
    delta_net_payment: '0.25',
    trend_net_payment: '',
    ytd_net_payment: '',
    // every city gets the same share of a sale
    ...{ comparable_change: '0.25', tax_changes: '', doubt_code: '' },
    corrected: '',
    monthly_statement_file: 'statements.csv',
    monthly_statement_sheet: '',
    monthly_statement_row: '3',
    monthly_statement_sha256: hashOf(STATEMENTS),
    quarterly_allocations_file: 'quarterly.csv',
    quarterly_allocations_row: '2',
    quarterly_allocations_sha256: hashOf(QUARTERLY),
  });
  expect(third).toMatchObject({
    allocation_period: '2024-03-01',
    net_payment: '-20.25',
    countywide_pool: '0',
    quarterly_allocations_file: '',
  });
  expect(county).toMatchObject({
    name: 'Alameda County',
    type: 'county',
    net_payment: '0.75',
    corrected: 'net_payment',
  });
  // the table wraps long sources
  const shown = succeed('sources', '01998').replaceAll(/\s+/g, ' ');
  expect(shown).toMatch(/statements\.csv row 4 net_payment/);
});

test('export takes the columns, the number and the format of all lists', () => {
  const args = ['export', '--state', 'ca', '--columns', 'allocation_period,net_payment', '--limit', '2'];
  expect(succeed(...args)).toBe('allocation_period,net_payment\r\n2023-02-01,80\r\n2024-02-01,100\r\n');
  expect(succeed(...args, '--format', 'ndjson').split('\n')[0]).toBe(
    JSON.stringify({ allocation_period: '2023-02-01', net_payment: 80 }),
  );
});

test('a CSV contains only the jurisdictions and months asked for', () => {
  const places = (...args: string[]) =>
    exported(...args).map(({ sales_tax_id, allocation_period }) => `${sales_tax_id} ${allocation_period}`);
  const all = ['2999001 2024-01-01', '2999001 2024-02-01', '3999001 2024-01-01'];
  expect(places('--state', 'tx')).toEqual(all);
  expect(places('--state', 'TX', '--type', 'Transit')).toEqual(all.slice(2));
  expect(places('--state', 'tx', '--from', '2024-02')).toEqual(all.slice(1, 2));
  expect(places('Transit', '2999001', '--to', '2024-01')).toEqual([all[0], all[2]]);
  expect(places('--state', 'tx', '--type', 'county')).toEqual([]);
});

test('a workbook has the lines of the CSV, and says where they come from', async () => {
  expect(succeed('export', '--state', 'ca', '--headings', 'names', '--out', 'ca.XLSX')).toBe(
    'Wrote 4 datapoints of California to ca.XLSX.\n',
  );
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(join(folder, 'ca.XLSX'));
  const [sheet, about] = workbook.worksheets;
  const [names = [], ...rows] = (sheet?.getSheetValues() ?? []).slice(1) as unknown[][];
  const printed = (value: unknown) =>
    value instanceof Date ? value.toISOString().slice(0, 10) : String(value ?? '');
  expect(
    rows.map((row) => Object.fromEntries(names.map((name, at) => [name, printed(row[at])]).slice(1))),
  ).toEqual(exported('--state', 'ca'));
  expect([1, 2].map((column) => about?.getRow(2).getCell(column).value)).toEqual([
    ...['Source: California', '2 reports, the newest of March 2024'],
  ]);
});

test('of two exports to a file at once, one is complete', async () => {
  const outcomes = await Promise.all(
    ['ca', 'tx'].map((state) => allocationsBeside(folder, 'export', '--state', state, '--out', 'both.csv')),
  );
  expect(outcomes.map(({ status }) => status)).toEqual([0, 0]);
  const either = ['ca', 'tx'].map((state) => succeed('export', '--state', state));
  expect(either).toContain(read('both.csv'));
});

test.each([
  [[], 'No state given. Add --state, or name jurisdictions.'],
  [['01001', '2999001'], 'The states ca and tx have different columns. Export each state separately.'],
  [
    ['--state', 'ca', '--type', 'town'],
    "'--type <type>' argument 'town' is invalid. Allowed choices are city, county, transit, special_district (or spd).",
  ],
  [
    ['--state', 'ca', '--out', 'ca.ods'],
    '"ca.ods" does not end with .csv, .xlsx, .json, .ndjson or .parquet',
  ],
  [['--state', 'ca', '--from', '2024-03', '--to', '2024-02'], '--from 2024-03 is later than --to 2024-02'],
])('%j is refused', (args, message) => {
  expect(refuse('export', ...args)).toContain(message);
});

test('Parquet has the columns of all states and the state, whichever state is written', async () => {
  const columnsOf = async (state: string) => {
    const file = join(folder, `${state}.parquet`);
    expect(allocations('export', '--state', state, '--out', file)).toMatchObject({ status: 0 });
    const buffer = await asyncBufferFromFile(file);
    const { schema } = await parquetMetadataAsync(buffer);
    return {
      schema,
      rows: await parquetReadObjects({ file: buffer, columns: ['state', 'net_payment', 'transit'] }),
    };
  };
  const [california, texas] = await Promise.all(['ca', 'tx'].map(columnsOf));
  expect(california?.schema).toEqual(texas?.schema);
  const published = ['state', ...columnsOfStates().map(({ name }) => name)];
  expect(california?.schema.slice(1).map(({ name }) => name)).toEqual(published);
  // Texas keeps two percent of 1,000.00, 1,500.00 and 2,000.00; transit is a field of Illinois
  expect(texas?.rows).toEqual(
    [980, 1470, 1960].map((net) => ({ state: 'tx', net_payment: net, transit: null })),
  );
});
