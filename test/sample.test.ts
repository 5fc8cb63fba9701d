import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Month } from '../src/domain/month.ts';
import { readGrids } from '../src/extract/formats/read.ts';
import { readWorkbook } from '../src/extract/formats/workbook/workbook.ts';
import { readOrigin } from '../src/files/origin-note.ts';
import { findReportFiles } from '../src/files/report-paths.ts';
import { readReport } from '../src/pipeline/intake/read-report.ts';
import { takeFiles } from '../src/pipeline/intake/report-inputs.ts';
import { executeRun } from '../src/pipeline/run.ts';
import type { RunSummary } from '../src/pipeline/summary.ts';
import { readRegisters } from '../src/registers/registers.ts';
import { TAX_CODES } from '../src/states/il/taxes.ts';
import { REPORT_KINDS } from '../src/states/index.ts';
import { openForReading } from '../src/store/dataset.ts';
import { type CoverageRow, readCoverage } from '../src/store/query/coverage.ts';
import { COLUMNS } from './rig/portals/portal-texas.ts';

const COMMITTED = 'fixtures/sample/reports';
const MONTHS = { from: '2018-06' as Month, to: '2026-10' as Month };

/** The printed cells of one row, in column order. A missing cell is `''`. */
type Line = readonly string[];

function listFiles(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => statSync(join(folder, name)).isFile()).sort();
}

/** Reads the rows of jurisdictions: no titles, headers or totals. */
async function readLines(file: string): Promise<Line[]> {
  const rows = await readRows(file);
  if (file.includes('disbursements')) return rows.filter(([, tax = '']) => /^[A-Z\d]+$/.test(tax));
  // lines have a name in the second column or a method in the third; totals have neither
  if (isDistribution(file))
    return rows.filter(
      ([, , second = '', figure = '']) => !/^(?:TOTAL)?$/.test(second) && /^-?\d/.test(figure),
    );
  const codeColumn = file.includes('payment-detail') ? 0 : 1;
  return rows.filter((cells) => /^\d+$/.test(cells[codeColumn] ?? ''));
}

async function readRows(file: string): Promise<string[][]> {
  if (file.endsWith('.json')) {
    const records: Record<string, string>[] = JSON.parse(readFileSync(file, 'utf8'));
    return records.map((record) => COLUMNS.map((key) => record[key] ?? ''));
  }
  if (file.endsWith('.csv')) return Papa.parse<string[]>(readFileSync(file, 'utf8')).data;
  const { grids } = await readGrids(readFileSync(file));
  return grids.flatMap(({ rows }) => rows.map(({ cells }) => [...cells]));
}

const isDistribution = (path: string) => /\bnc\b/.test(path);
const isNote = (name: string) => name.endsWith('.origin.json');

async function readFilesNamed(start: string): Promise<Line[]> {
  const files = listFiles(COMMITTED).filter((name) => name.startsWith(start) && !isNote(name));
  const lines = await Promise.all(files.map((name) => readLines(join(COMMITTED, name))));
  return lines.flat();
}

/** Converts `Jun-18`, `06/01/2018` or `2018-06-01…` to `2018-06`. */
function monthOf(printed = ''): string {
  if (/^\d{4}-/.test(printed)) return printed.slice(0, 7);
  if (printed.includes('/')) return `${printed.slice(6)}-${printed.slice(0, 2)}`;
  const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  const month = names.indexOf(printed.slice(0, 3)) + 1;
  return `20${printed.slice(4)}-${String(month).padStart(2, '0')}`;
}

/** The month that settles a quarter such as `2Q-18`: two months after its end. */
function settlementOf(quarter = ''): string {
  const year = 2000 + Number(quarter.slice(3));
  const month = Number(quarter[0]) * 3 + 2;
  return month > 12 ? `${year + 1}-02` : `${year}-${String(month).padStart(2, '0')}`;
}

function centsOf(printed = ''): number {
  const amount = Math.round(Number(printed.replace(/[$,()]/g, '')) * 100);
  return printed.startsWith('(') ? -amount : amount;
}

const isQuarterEnd = (month: string) => ['02', '05', '08', '11'].includes(month.slice(5));
const keyOf = (code = '', month = '') => `${code.padStart(5, '0')} ${month}`;

const statementKey = (line: Line) => keyOf(line[1], monthOf(line[0]));
const quarterlyKey = (line: Line) => keyOf(line[1], settlementOf(line[0]));
const paymentKey = (line: Line) => keyOf(line[0], monthOf(line[2]));

/** Adds up the columns of a line between two indexes, both included. */
function sumOf(line: Line, from: number, to: number): number {
  return line.slice(from, to + 1).reduce((sum, cell) => sum + centsOf(cell), 0);
}

let scratch: string;
let statements: Map<string, Line>;
let quarterlies: Map<string, Line>;
let payments: Map<string, Line>;
let paymentLines: Line[];
let disbursementLines: Line[];
let distributionLines: Line[];

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'sample-'));
  const statementLines = await readFilesNamed(join('ca', 'statements'));
  statements = new Map(statementLines.map((line) => [statementKey(line), line]));
  const quarterlyLines = await readFilesNamed(join('ca', 'quarterly'));
  quarterlies = new Map(quarterlyLines.map((line) => [quarterlyKey(line), line]));
  paymentLines = await readFilesNamed('tx');
  payments = new Map(paymentLines.map((line) => [paymentKey(line), line]));
  disbursementLines = await readFilesNamed('il');
  distributionLines = await readFilesNamed('nc');
  expect(statementLines).toHaveLength(statements.size);
  expect(quarterlyLines).toHaveLength(quarterlies.size);
});

afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

describe('the files', () => {
  test('are the same as the program writes', async () => {
    const written = join(scratch, 'written');
    execFileSync(process.execPath, ['--import', 'tsx', 'fixtures/sample/write-sample.ts', written]);
    const names = listFiles(COMMITTED);
    expect(listFiles(written)).toEqual(names);
    // the note of a workbook has the hash of its bytes, which are not compared
    for (const name of names.filter((each) => !each.endsWith('.xlsx.origin.json'))) {
      const [now, committed] = [readFileSync(join(written, name)), readFileSync(join(COMMITTED, name))];
      if (name.endsWith('.xlsx'))
        expect(await readWorkbook(now), name).toEqual(await readWorkbook(committed));
      else expect(now.equals(committed), name).toBe(true);
    }
  });

  test('have notes that their figures are invented, except those of Illinois and North Carolina', () => {
    const reports = listFiles(COMMITTED).filter((name) => !isNote(name) && !/^(?:il|nc)\b/.test(name));
    expect(listFiles(COMMITTED).filter(isNote)).toHaveLength(reports.length);
    for (const name of reports) {
      const path = join(COMMITTED, name);
      const { origin } = readOrigin(path, hash('sha256', readFileSync(path)));
      expect(origin, name).toMatchObject({ invented: true, status: null });
    }
  });

  test('are small', () => {
    const bytes = listFiles(COMMITTED).reduce((sum, name) => sum + statSync(join(COMMITTED, name)).size, 0);
    expect(bytes).toBeLessThan(1_000_000);
  });

  test('have twelve jurisdictions in California and Texas, one of which begins in 2021', () => {
    // eleven with 101 months, and one from March 2021 to October 2026
    expect(statements.size).toBe(11 * 101 + 68);
    // eleven with 101 months, and one from April 2021 to October 2026
    expect(payments.size).toBe(11 * 101 + 67);
  });
});

/** The governments of Illinois: a name with a vendor number, or without one. */
function governments(): Set<string> {
  return new Set(disbursementLines.map(([name, , vendor]) => `${name} ${vendor}`));
}

describe('Illinois', () => {
  test('has the published figures of 59 governments in three years, with every known tax but two', () => {
    expect(governments().size).toBe(59);
    const taxes = new Set(disbursementLines.map(([, tax = '']) => tax));
    // nobody receives a business district tax or a municipal motor fuel tax in these years
    expect(TAX_CODES.filter((tax) => !taxes.has(tax))).toEqual(['BDIST', 'MMFT']);
    // read off the published workbook by hand
    expect(disbursementLines).toContainEqual([
      ...['ABINGDON', 'MT', '390000010', '13080.19', '15046.43', '20301.53', '14678.15', '14014.68'],
      ...['13855.46', '14038.58', '19867.13', '13445.43', '11481.97', '13610.89', '9755.34', '173175.78'],
    ]);
    expect(disbursementLines).toContainEqual([
      ...['ABINGDON', 'MT', '390000010', '14474.13', '14849.04', '14647.74', '15924.92', '15437.38'],
      ...['15188.26', '14312.61', '14738.11', '16192.33', '22404.8', '13434.19', '15392.32', '186995.83'],
    ]);
  });

  test('the twelve months of every line add up to its total', () => {
    for (const line of disbursementLines) expect(sumOf(line, 3, 14), line.join()).toBe(centsOf(line[15]));
  });
});

describe('North Carolina', () => {
  test('has the published figures of 60 places in 24 months', () => {
    // 21 counties; of 39 municipalities, Durham has three lines, and five others have two
    expect(distributionLines).toHaveLength(24 * (21 + 39 + 5 + 2));
    // read off the published workbook of July 2018 by hand
    expect(distributionLines).toContainEqual([
      ...['', '', 'BURLINGTON *', '484029.88', '227501.34', '237347.49', '0', '1.45', '0', '0', '0'],
      ...['202691.13', '1151571.29'],
    ]);
  });

  test('the columns of every line add up to its total', () => {
    for (const line of distributionLines) expect(sumOf(line, 3, 11), line.join()).toBe(centsOf(line[12]));
  });
});

describe('Texas', () => {
  test('overlapping files agree', () => {
    expect(paymentLines.length).toBeGreaterThan(payments.size);
    const numbers = (line: Line) => [
      line[1],
      ...line.slice(4).map((cell) => (cell === '' ? null : centsOf(cell))),
    ];
    for (const line of paymentLines)
      expect(numbers(line)).toEqual(numbers(payments.get(paymentKey(line)) ?? []));
  });

  test('total, fee, retained and net add up in every row', () => {
    for (const line of payments.values()) {
      const [total = 0, fee = 0, retained = 0, prior = 0, net = 0] = [4, 11, 12, 13, 14].map((at) =>
        centsOf(line[at]),
      );
      expect(sumOf(line, 5, 10), line.join()).toBe(total);
      expect(net, line.join()).toBe(total - fee - retained + prior);
      expect(Math.abs(fee - total * 0.02), line.join()).toBeLessThanOrEqual(1);
      expect(Math.abs(retained - (total - fee) * 0.02), line.join()).toBeLessThanOrEqual(1);
    }
  });

  test('an amount retained in one month is paid in the next', () => {
    const ofAuthorities = [...payments.entries()]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, line]) => line);
    let compared = 0;
    ofAuthorities.forEach((line, at) => {
      const before = ofAuthorities[at - 1];
      if (before?.[0] !== line[0]) return;
      compared += 1;
      expect(centsOf(line[13]), line.join()).toBe(centsOf(before?.[12]));
    });
    expect(compared).toBe(payments.size - 12);
  });
});

describe('California', () => {
  test('a statement adds up, and its quarter-end columns are blank off-quarter', () => {
    for (const [key, line] of statements) {
      const [distributed = 0, advance = 0, prior = 0, cost = 0, other = 0] = line.slice(4, 9).map(centsOf);
      expect(centsOf(line[9]), key).toBe(distributed + advance - prior - cost + other);
      const isBlank = line.slice(6, 9).every((cell) => cell === '');
      expect(isBlank, key).toBe(!isQuarterEnd(key.slice(6)));
    }
  });

  test('net prior allocations equal the payments of the two months before', () => {
    for (const key of quarterlies.keys()) {
      const [year, month] = [Number(key.slice(6, 10)), Number(key.slice(11))];
      const before = [month - 2, month - 1].map((each) =>
        each > 0
          ? `${key.slice(0, 6)}${year}-${String(each).padStart(2, '0')}`
          : `${key.slice(0, 6)}${year - 1}-${12 + each}`,
      );
      const paid = before.reduce((sum, at) => sum + centsOf(statements.get(at)?.[9]), 0);
      expect(centsOf(statements.get(key)?.[6]), key).toBe(paid);
    }
  });

  test('the quarterly report adds up and agrees with the statement', () => {
    const settled = [...statements.keys()].filter((key) => isQuarterEnd(key.slice(6)));
    expect([...quarterlies.keys()].sort()).toEqual(settled.sort());
    for (const [key, line] of quarterlies) {
      const statement = statements.get(key) ?? [];
      const at = (column: number) => centsOf(line[column]);
      expect(at(6), key).toBe(sumOf(line, 3, 5));
      expect(at(13), key).toBe(at(6) + at(8) + at(10));
      expect(at(15), key).toBe(at(13) - Math.abs(at(14)));
      expect(at(19), key).toBe(at(16) - at(17) - at(18));
      expect([at(17), at(18), at(19)], key).toEqual([statement[6], statement[7], statement[9]].map(centsOf));
    }
  });
});

describe('loading it', () => {
  let summary: RunSummary;
  let coverage: CoverageRow[];
  let database: Database.Database;

  beforeAll(async () => {
    const reference = join(scratch, 'reference');
    mkdirSync(reference);
    const file = join(scratch, 'allocations.sqlite');
    summary = await executeRun({
      command: 'backfill',
      reports: takeFiles(await findReportFiles([COMMITTED])),
      months: { ...MONTHS, from: '2017-07' as Month },
      database: file,
      archive: join(scratch, 'archive'),
      quarantine: join(scratch, 'quarantine'),
      layouts: REPORT_KINDS.flatMap(({ layouts }) => layouts),
      registers: readRegisters(reference),
      concurrency: 2,
      keepRuns: 400,
      dryRun: false,
      readReport,
      now: () => new Date('2026-11-02T08:00:00Z'),
      programVersion: 'test',
    });
    const dataset = openForReading(file);
    coverage = readCoverage(dataset, MONTHS);
    dataset.close();
    database = new Database(file, { readonly: true });
  });

  afterAll(() => database?.close());

  function count(sql: string): unknown {
    return database.prepare(sql).pluck().get();
  }

  /** One column of the datapoint of a jurisdiction and month. */
  function stored(state: 'ca' | 'tx', code: string, month: string, column: string): unknown {
    return database
      .prepare(
        `SELECT ${column} FROM ${state}_allocation JOIN jurisdiction ON jurisdiction.id = jurisdiction_id
         WHERE state = ? AND sales_tax_id = ? AND allocation_period = ?`,
      )
      .pluck()
      .get(state, code, `${month}-01`);
  }

  test('loads every report with all its rows', async () => {
    expect(summary.outcome).toBe('ok');
    expect(summary.reports).toHaveLength(listFiles(COMMITTED).filter((name) => !isNote(name)).length);
    for (const { path, status, rows } of summary.reports) {
      // lines of a government and month add up to a row
      const printed = path.includes('disbursements')
        ? governments().size * 12
        : // the lines of a municipality in several counties add up to a row
          (await readLines(path)).length - (isDistribution(path) ? 5 + 2 : 0);
      expect({ path, status, rows }).toEqual({ path, status: 'loaded', rows: printed });
    }
  });

  test('finds no errors, three unusual payments, new jurisdictions, changed names and the lines with the source', () => {
    expect(summary.findings).toEqual({ error: 0, warning: 3, info: 7 });
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
      { state: 'il', code: 'note-row' },
      { state: 'il', code: 'note-row' },
      { state: 'il', code: 'note-row' },
      { state: 'tx', code: 'name-changed' },
      { state: 'tx', code: 'new-jurisdiction' },
    ]);
  });

  test('gives one datapoint for each jurisdiction and month of the files', () => {
    expect(count('SELECT count(*) FROM ca_allocation')).toBe(statements.size);
    expect(count('SELECT count(*) FROM tx_allocation')).toBe(payments.size);
    expect(count('SELECT count(*) FROM il_allocation')).toBe(59 * 36);
    expect(count('SELECT count(*) FROM nc_allocation')).toBe(60 * 24);
    const counts = {
      inserted: statements.size + payments.size + 59 * 36 + 60 * 24,
      updated: 0,
      removed: 0,
      revised: 0,
      unchanged: 0,
    };
    expect(summary.allocations).toEqual(counts);
  });

  test('has every type of jurisdiction in each state', () => {
    const types = database
      .prepare('SELECT state, type, count(*) FROM jurisdiction GROUP BY state, type ORDER BY state, type')
      .raw()
      .all();
    expect(types).toEqual([
      ['ca', 'city', 6],
      ['ca', 'county', 2],
      ['ca', 'special_district', 2],
      ['ca', 'transit', 2],
      ['il', 'city', 41],
      ['il', 'county', 13],
      ['il', 'special_district', 2],
      ['il', 'transit', 3],
      ['nc', 'city', 39],
      ['nc', 'county', 21],
      ['tx', 'city', 5],
      ['tx', 'county', 2],
      ['tx', 'special_district', 3],
      ['tx', 'transit', 2],
    ]);
  });

  test('covers every month and quarter from June 2018 to October 2026, and three fiscal years of Illinois', () => {
    const invented = coverage.filter(({ state }) => ['ca', 'tx'].includes(state));
    expect(invented.flatMap(({ missing }) => missing)).toEqual([]);
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
  });

  test('derives the change to a year before', () => {
    const [now, then] = ['2026-10', '2025-10'].map((month) => centsOf(statements.get(`01990 ${month}`)?.[9]));
    const expected = Math.round(((Number(now) - Number(then)) / Number(then)) * 1_000_000);
    expect(stored('ca', '01990', '2026-10', 'delta_net_payment')).toBe(expected);
  });

  test('derives the mean of twelve months', () => {
    const months = [
      '2020-11',
      '2020-12',
      ...Array.from({ length: 10 }, (_, at) => `2021-${`${at + 1}`.padStart(2, '0')}`),
    ];
    const sum = months.reduce((total, month) => total + centsOf(payments.get(`2999012 ${month}`)?.[6]), 0);
    expect(stored('tx', '2999012', '2021-10', 'trend_current_collections')).toBe(Math.round(sum / 12));
  });

  test('derives the mean of four quarter ends of a percentage', () => {
    const quarters = ['2024-11', '2025-02', '2025-05', '2025-08'];
    const sum = quarters.reduce((total, month) => {
      return total + Math.round(Number.parseFloat(`${quarterlies.get(`19990 ${month}`)?.[7]}`) * 1_000_000);
    }, 0);
    expect(stored('ca', '19990', '2025-10', 'trend_countywide_pool_percentage')).toBe(Math.round(sum / 4));
  });

  test('derives the year to date', () => {
    const quarterEnds = ['2024-02', '2024-05', '2024-08'];
    const sum = quarterEnds.reduce(
      (total, month) => total + centsOf(statements.get(`36990 ${month}`)?.[7]),
      0,
    );
    expect(stored('ca', '36990', '2024-10', 'ytd_administrative_cost')).toBe(sum);
  });
});
