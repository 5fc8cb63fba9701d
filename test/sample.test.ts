import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Month } from '../src/domain/month.ts';
import { readGrids } from '../src/extract/formats/read.ts';
import { readWorkbook } from '../src/extract/formats/workbook.ts';
import { readOrigin } from '../src/files/origin-note.ts';
import { findReportFiles } from '../src/files/report-paths.ts';
import type { RunSummary } from '../src/pipeline/summary.ts';
import { TAX_CODES } from '../src/states/il/taxes.ts';
import { openForReading } from '../src/store/dataset.ts';
import { type CoverageRow, readCoverage } from '../src/store/query/coverage.ts';
import { checkParts } from './rig/datasets/parts-of-payments.ts';
import { createPipelineRig } from './rig/pipeline-rig.ts';

const COMMITTED = 'fixtures/sample/reports';
const MONTHS = { from: '2018-06' as Month, to: '2026-10' as Month };

/** The printed cells of one row, in column order. A missing cell is `''`. */
type Line = readonly string[];

function listFiles(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => statSync(join(folder, name)).isFile()).sort();
}

/** Reads the printed lines of a state's workbooks, without titles, headers and totals. */
async function readLines(state: string, isLine: (cells: Line) => boolean): Promise<Line[]> {
  const files = listFiles(join(COMMITTED, state)).map((name) => join(COMMITTED, state, name));
  const read = await Promise.all(files.map((file) => readGrids(readFileSync(file))));
  return read.flatMap(({ grids }) =>
    grids.flatMap(({ rows }) => rows.map(({ cells }) => cells).filter(isLine)),
  );
}

const isNote = (name: string) => name.endsWith('.origin.json');

let scratch: string;

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'sample-'));
});

afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

test('the files are the same as the program writes', async () => {
  const written = join(scratch, 'written');
  execFileSync(process.execPath, ['--import', 'tsx', 'fixtures/sample/write-sample.ts', written]);
  const names = listFiles(COMMITTED);
  expect(listFiles(written)).toEqual(names);
  // the note of a workbook has the hash of its bytes, which are not compared
  for (const name of names.filter((each) => !each.endsWith('.xlsx.origin.json'))) {
    const [now, committed] = [readFileSync(join(written, name)), readFileSync(join(COMMITTED, name))];
    if (name.endsWith('.xlsx')) expect(await readWorkbook(now), name).toEqual(await readWorkbook(committed));
    else expect(now.equals(committed), name).toBe(true);
  }
});

test('the files have notes that their figures are invented, except those of Illinois and North Carolina', () => {
  const reports = listFiles(COMMITTED).filter((name) => !isNote(name) && !/^(?:il|nc)\b/.test(name));
  expect(listFiles(COMMITTED).filter(isNote)).toHaveLength(reports.length);
  for (const name of reports) {
    const path = join(COMMITTED, name);
    const { origin } = readOrigin(path, hash('sha256', readFileSync(path)));
    expect(origin, name).toMatchObject({ invented: true, status: null });
  }
});

test('the files are small', () => {
  const bytes = listFiles(COMMITTED).reduce((sum, name) => sum + statSync(join(COMMITTED, name)).size, 0);
  expect(bytes).toBeLessThan(1_000_000);
});

test('Illinois has the published figures of 59 governments in three years, with every known tax but two', async () => {
  const lines = await readLines('il', ([, tax = '']) => /^[A-Z\d]+$/.test(tax));
  expect(new Set(lines.map(([name, , vendor]) => `${name} ${vendor}`)).size).toBe(59);
  const taxes = new Set(lines.map(([, tax = '']) => tax));
  // nobody receives a business district tax or a municipal motor fuel tax in these years
  expect(TAX_CODES.filter((tax) => !taxes.has(tax))).toEqual(['BDIST', 'MMFT']);
  // read off the published workbook by hand
  expect(lines).toContainEqual([
    ...['ABINGDON', 'MT', '390000010', '13080.19', '15046.43', '20301.53', '14678.15', '14014.68'],
    ...['13855.46', '14038.58', '19867.13', '13445.43', '11481.97', '13610.89', '9755.34', '173175.78'],
  ]);
  expect(lines).toContainEqual([
    ...['ABINGDON', 'MT', '390000010', '14474.13', '14849.04', '14647.74', '15924.92', '15437.38'],
    ...['15188.26', '14312.61', '14738.11', '16192.33', '22404.8', '13434.19', '15392.32', '186995.83'],
  ]);
});

test('North Carolina has the published figures of 60 places in 24 months', async () => {
  // lines have a name in the second column or a method in the third; totals have neither
  const lines = await readLines(
    'nc',
    ([, , second = '', figure = '']) => !/^(?:TOTAL)?$/.test(second) && /^-?\d/.test(figure),
  );
  // 21 counties; of 39 municipalities, Durham has three lines, and five others have two
  expect(lines).toHaveLength(24 * (21 + 39 + 5 + 2));
  // read off the published workbook of July 2018 by hand
  expect(lines).toContainEqual([
    ...['', '', 'BURLINGTON *', '484029.88', '227501.34', '237347.49', '0', '1.45', '0', '0', '0'],
    ...['202691.13', '1151571.29'],
  ]);
});

describe('loading it', () => {
  const rig = createPipelineRig(afterAll);
  let summary: RunSummary;
  let coverage: CoverageRow[];
  let database: Database.Database;

  beforeAll(async () => {
    const files = await findReportFiles([COMMITTED]);
    summary = await rig.run({ command: 'backfill', files, months: { ...MONTHS, from: '2017-07' as Month } });
    const dataset = openForReading(rig.database);
    coverage = readCoverage(dataset, MONTHS);
    dataset.close();
    database = new Database(rig.database, { readonly: true });
  });

  afterAll(() => database?.close());

  function count(sql: string): unknown {
    return database.prepare(sql).pluck().get();
  }

  test('loads every report', () => {
    expect(summary.outcome).toBe('ok');
    expect(summary.reports).toHaveLength(listFiles(COMMITTED).filter((name) => !isNote(name)).length);
    expect(summary.reports.filter(({ status }) => status !== 'loaded')).toEqual([]);
  });

  test('finds no errors, three unusual payments, new jurisdictions, changed names and the lines with the source', () => {
    expect(summary.findings).toEqual({ error: 0, warning: 3, info: 31 });
    const warned = database
      .prepare("SELECT DISTINCT state, code FROM finding WHERE severity = 'warning'")
      .all();
    expect(warned).toEqual([{ state: 'nc', code: 'unusual-payment' }]);
    const infos = database
      .prepare("SELECT state, code FROM finding WHERE severity = 'info' ORDER BY state, code")
      .all();
    expect(infos).toEqual([
      { state: 'ca', code: 'name-changed' },
      { state: 'ca', code: 'new-jurisdiction' },
      ...Array.from({ length: 3 }, () => ({ state: 'il', code: 'skipped-line' })),
      ...Array.from({ length: 24 }, () => ({ state: 'nc', code: 'skipped-line' })),
      { state: 'tx', code: 'name-changed' },
      { state: 'tx', code: 'new-jurisdiction' },
    ]);
  });

  test('gives one datapoint for each jurisdiction and month of the files', () => {
    // eleven with 101 months, and one from March 2021 to October 2026
    expect(count('SELECT count(*) FROM ca_allocation')).toBe(11 * 101 + 68);
    // eleven with 101 months, and one from April 2021 to October 2026
    expect(count('SELECT count(*) FROM tx_allocation')).toBe(11 * 101 + 67);
    expect(count('SELECT count(*) FROM il_allocation')).toBe(59 * 36);
    expect(count('SELECT count(*) FROM nc_allocation')).toBe(60 * 24);
    expect(summary.allocations).toMatchObject({ updated: 0, removed: 0, revised: 0, unchanged: 0 });
  });

  test("explains every payment by the state's own parts", () => {
    const datapoints = 11 * 101 + 68 + 11 * 101 + 67 + 59 * 36 + 60 * 24;
    expect(checkParts(rig.database)).toEqual({ datapoints, unexplained: 0 });
  });

  test('covers every month and quarter from June 2018 to October 2026, and three fiscal years of Illinois', () => {
    const invented = coverage.filter(({ state }) => ['ca', 'tx'].includes(state));
    const sheets = ['tx/comparison-summary', 'tx/city-comparison-summary'];
    const missingIn = (isSheet: boolean) =>
      invented.filter(({ kind }) => sheets.includes(kind) === isSheet).flatMap(({ missing }) => missing);
    expect(missingIn(false)).toEqual([]);
    // Texas's comparison sheets begin in October 2023
    expect(missingIn(true)).toHaveLength(sheets.length * 64);
    expect(count('SELECT min(allocation_period) FROM il_allocation')).toBe('2017-07-01');
    expect(count('SELECT max(allocation_period) FROM il_allocation')).toBe('2020-06-01');
    // the sales of July 2018 and of June 2020
    expect(count('SELECT min(allocation_period) FROM nc_allocation')).toBe('2018-09-01');
    expect(count('SELECT max(allocation_period) FROM nc_allocation')).toBe('2020-08-01');
    const present = (kind: string) =>
      coverage.filter((row) => row.kind === kind).reduce((sum, row) => sum + row.present, 0);
    expect(present('ca/monthly-statement')).toBe(101);
    // 2Q-18 to 2Q-26
    expect(present('ca/quarterly-allocations')).toBe(33);
    expect(present('tx/payment-detail')).toBe(101);
    for (const kind of sheets) expect(present(kind)).toBe(37);
  });
});
