import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { generateTables } from '../../docs/build/tables/index.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { readConfig } from '../../src/config.ts';
import { writeVersion } from '../../src/publish/parquet/writing-thread.ts';
import { recordTables } from '../../src/publish/warehouse/published-tables.ts';
import { RECORDS } from '../../src/records/index.ts';
import { serveForAll } from '../rig/datasets/served.ts';
import { statement } from '../rig/reports/small-reports.ts';
import { offices } from './invented-record.ts';

// A record that only the tests describe is found wherever lists are shown.

const records = [...RECORDS, offices];
const { rig, service } = serveForAll(
  { 'may.csv': statement([{ code: '01001', month: '2024-05', net: 100 }]) },
  { records },
);

const [ALDER, BIRCH, CEDAR] = [
  { name: 'Alder', opened: '2020-05-01', budget: 1234.56 },
  { name: 'Birch', opened: '2021-01-01', budget: null },
  { name: '=Cedar', opened: '2022-12-01', budget: -0.05 },
];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'allocations-records-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe('the service', () => {
  test.each([
    ['', [ALDER, BIRCH, CEDAR]],
    ['?limit=2&page=2', [CEDAR]],
    ['?name=Birch', [BIRCH]],
    ['?opened=2020-05-01,2021-01-01', [ALDER, BIRCH]],
    ['?sort=budget', [CEDAR, ALDER, BIRCH]],
    ['?sort=-budget', [ALDER, CEDAR, BIRCH]],
    ['?name=Nobody', []],
  ])('lists, filters, sorts and pages: %s', async (query, expected) => {
    const { data } = await service.json<{ data: unknown[] }>(`/api/offices${query}`);
    expect(data).toEqual(expected);
  });

  test('writes CSV and NDJSON', async () => {
    const csv = await service.get('/api/offices?format=csv');
    expect(csv.body).toBe(
      'name,opened,budget\r\nAlder,2020-05-01,1234.56\r\nBirch,2021-01-01,\r\n"\'=Cedar",2022-12-01,-0.05\r\n',
    );
    const ndjson = await service.get('/api/offices?format=ndjson');
    expect(
      ndjson.body
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([ALDER, BIRCH, CEDAR]);
  });

  test.each([
    ['opened=2020-05-02,2021-01-01', 'opened'],
    ['sort=opened', 'sort'],
    ['budget=1', 'budget'],
    ['limit=0', 'limit'],
  ])('refuses %s', async (query, parameter) => {
    const { statusCode, body } = await service.get(`/api/offices?${query}`);
    expect([statusCode, Object.keys(JSON.parse(body).errors)]).toEqual([422, [parameter]]);
  });

  test('answers 304 and describes the list', async () => {
    const { headers } = await service.get('/api/offices');
    const again = await service.get('/api/offices', { 'if-none-match': String(headers.etag) });
    expect(again.statusCode).toBe(304);
    const document = await service.json<{
      paths: Record<string, { get: { parameters: { name: string }[] } }>;
    }>('/openapi.json');
    const names = document.paths['/api/offices']?.get.parameters.map(({ name }) => name);
    expect(names).toEqual(['name', 'opened', 'sort', 'limit', 'page', 'format']);
  });
});

describe('the command', () => {
  test.each([
    [
      [],
      'office  opened     budget\nAlder   2020-05  1,234.56\nBirch   2021-01         -\n=Cedar  2022-12     -0.05\n',
    ],
    [['--name', 'Birch', '--columns', 'budget,name'], 'budget  office\n     -  Birch\n'],
    [
      ['--opened', '2022-01..2023-01', '--format', 'csv'],
      'name,opened,budget\r\n"\'=Cedar",2022-12-01,-0.05\r\n',
    ],
    [['--name', 'Alder', '--json'], `${JSON.stringify({ meta: { total: 1 }, data: [ALDER] })}\n`],
    [['--name', 'Alder', '--format', 'ndjson'], `${JSON.stringify(ALDER)}\n`],
    [['--limit', '1', '--columns', 'budget', '--format', 'ndjson'], '{"budget":1234.56}\n'],
    [['--name', 'Nobody'], 'No offices.\n'],
  ])('%j', async (args, expected) => {
    expect(await printed('offices', ...args)).toBe(expected);
  });

  test.each([
    ['.json', `${JSON.stringify({ meta: { total: 3 }, data: [ALDER, BIRCH, CEDAR] })}\n`],
    ['.ndjson', [ALDER, BIRCH, CEDAR].map((one) => `${JSON.stringify(one)}\n`).join('')],
  ])('writes %s files as it prints them', async (ending, expected) => {
    const file = join(newFolder(), `offices${ending}`);
    expect(await printed('offices', '--out', file)).toBe(`Wrote 3 offices to ${file}.\n`);
    expect(readFileSync(file, 'utf8')).toBe(expected);
  });

  test.each(['.csv', '.xlsx'])('writes %s files, with the headings of people if asked', async (ending) => {
    const file = join(newFolder(), `offices${ending}`);
    expect(await printed('offices', '--headings', 'people', '--out', file)).toBe(
      `Wrote 3 offices to ${file}.\n`,
    );
    if (ending === '.csv')
      return expect(readFileSync(file, 'utf8')).toMatch(
        /^\ufeffOffice,Opened,Budget\r\nAlder,2020-05-01,1234/,
      );
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.readFile(file);
    const [offices, about] = workbook.worksheets.map((sheet) => sheet.getSheetValues().slice(1));
    expect(offices?.map((row) => Object.values(row ?? {}))).toEqual([
      ['Office', 'Opened', 'Budget'],
      ['Alder', new Date('2020-05-01'), 1234.56],
      ['Birch', new Date('2021-01-01')],
      ['=Cedar', new Date('2022-12-01'), -0.05],
    ]);
    const told = ['Budget', 'Its year.', 'US dollars', 'budget'];
    expect(about?.map((row) => Object.values(row ?? {}))).toContainEqual(told);
  });
});

test('the Parquet files of a publication', async () => {
  const folder = newFolder();
  const task = { database: rig.database, folder, programVersion: '1', createdAt: '2026-11-22T00:00:00Z' };
  const { files, schema } = await writeVersion(task, recordTables(records));
  expect(files).toContainEqual(
    expect.objectContaining({ path: 'offices.parquet', rows: 3, sums: { budget: '1234.51' } }),
  );
  expect(schema.office?.at(-1)).toEqual({
    ...{ name: 'budget', type: 'numeric(18,2)', unit: 'US dollars', meaning: 'Its year' },
  });
  const file = await asyncBufferFromFile(join(folder, 'offices.parquet'));
  const dated = [ALDER, BIRCH, CEDAR].map((one) => ({ ...one, opened: new Date(one.opened) }));
  expect(await parquetReadObjects({ file })).toEqual(dated);
});

test('the tables of the documents', async () => {
  const tables = await generateTables(records);
  expect(tables.addresses).toContain('| `/api/offices` | List the offices |');
  expect(tables.parameters).toContain('### `/api/offices`\n\n');
  expect(tables.commands).toContain('### allocations offices\n\nList the offices.');
  expect(tables['published-tables']).toContain(
    '### Published `office`\n\n| column | type | meaning |\n|---|---|---|\n| `name` | `text` | Its name. |',
  );
});

async function printed(...args: string[]): Promise<string> {
  let text = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += chunk;
    return true;
  });
  try {
    const program = await buildProgram({ config: { ...readConfig(), database: rig.database }, records });
    await program.parseAsync(args, { from: 'user' });
  } finally {
    write.mockRestore();
  }
  return text;
}
