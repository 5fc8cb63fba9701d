import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import Database from 'better-sqlite3';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findReportFiles } from '../../../src/files/report-paths.ts';
import { readReport } from '../../../src/pipeline/intake/read-report.ts';
import { REPORT_KINDS } from '../../../src/states/index.ts';
import { filesUnder } from '../files-under.ts';
import { createPipelineRig } from '../pipeline-rig.ts';
import { type Written, writeReports } from './full-size.ts';
import { GENERATOR_VERSION } from './full-size-cache.ts';

const SMALL = { californiaJurisdictions: 30, californiaMonths: 14, texasAuthorities: 40, texasMonths: 30 };
/** Digest of the files of SMALL, by generator version. If the digest changes, raise `GENERATOR_VERSION`. */
const DIGESTS: Readonly<Record<number, string>> = {
  2: '5c56e83aa47e0b73d9c2ae34c701a94f4f5072074414bc65b26f4ffcd83e9154',
};

const LAYOUTS = REPORT_KINDS.flatMap(({ layouts }) => layouts);

/** The cells of one line of figures as printed. */
type Line = readonly string[];

let scratch: string;
let folder: string;
let written: Written;
let statements: Line[];
let quarterlies: Line[];
/** By file, in the order of months. */
let payments: Line[][];

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'full-size-'));
  folder = join(scratch, 'reports');
  written = await writeReports(folder, SMALL);
  statements = readLines('ca/statements').flat();
  quarterlies = readLines('ca/quarterly').flat();
  payments = readLines('tx/');
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Returns the lines with a code (no headers, notes or totals) of each file whose path starts so. */
function readLines(start: string, root = folder): Line[][] {
  const files = filesUnder(root).filter((path) => relative(root, path).startsWith(start));
  return files.map((path) => {
    const rows = Papa.parse<string[]>(readFileSync(path, 'utf8')).data;
    return rows.filter((cells) => /^\d+$/.test(cells[start.startsWith('tx') ? 0 : 1] ?? ''));
  });
}

/** `06/01/2018`, `2018-06-01` or `Jun-18` as `2018-06`. */
function monthOf(printed = ''): string {
  if (printed.includes('/')) return `${printed.slice(6)}-${printed.slice(0, 2)}`;
  if (/^\d{4}/.test(printed)) return printed.slice(0, 7);
  const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  return `20${printed.slice(4)}-${String(names.indexOf(printed.slice(0, 3)) + 1).padStart(2, '0')}`;
}

/** Returns 0 for a missing figure. */
function centsOf(printed = ''): number {
  if (isMissing(printed)) return 0;
  const amount = Math.round(Number(printed.replace(/[$,()-]/g, '')) * 100);
  return /[(-]/.test(printed) ? -amount : amount;
}

const isMissing = (printed = '') => ['', '-', 'N/A', '.'].includes(printed);
const settles = (month: string) => ['02', '05', '08', '11'].includes(month.slice(5));
const statementKey = (line: Line) => `${line[1]?.padStart(5, '0')} ${monthOf(line[0])}`;
const paymentKey = (line: Line) => `${line[0]} ${monthOf(line[2])}`;
const figuresOf = (line: Line) => line.slice(4).map((cell) => (isMissing(cell) ? null : centsOf(cell)));

/** Returns the months of each code, in order. */
function monthsByCode(keys: readonly string[]): Map<string, string[]> {
  const months = new Map<string, string[]>();
  for (const key of [...new Set(keys)].sort()) {
    const [code = '', month = ''] = key.split(' ');
    months.set(code, [...(months.get(code) ?? []), month]);
  }
  return months;
}

function digestOf(root: string): string {
  const hash = createHash('sha256');
  for (const path of filesUnder(root)) hash.update(relative(root, path)).update(readFileSync(path));
  return hash.digest('hex');
}

describe('the reports', () => {
  test('are counted', () => {
    const paths = filesUnder(folder);
    // 14 statements, the corrected one of June 2026, four quarterly reports, two payment details of Texas
    expect(paths).toHaveLength(14 + 1 + 4 + 2);
    expect(written).toEqual({
      files: paths.length,
      rows: statements.length + quarterlies.length + payments.flat().length,
      bytes: paths.reduce((sum, path) => sum + statSync(path).size, 0),
    });
  });

  test('have the bytes of their version, every time', async () => {
    const again = join(scratch, 'again');
    await writeReports(again, SMALL);
    expect(digestOf(again)).toBe(digestOf(folder));
    expect(digestOf(folder), 'raise GENERATOR_VERSION and add the digest').toBe(DIGESTS[GENERATOR_VERSION]);
  });

  test('of Texas hold 24 months and start a year apart', () => {
    const spans = payments.map((lines) => lines.map((line) => monthOf(line[2])).sort());
    expect(spans.map((months) => [months[0], months.at(-1)])).toEqual([
      ['2024-05', '2026-04'],
      ['2025-05', '2026-10'],
    ]);
  });

  test('start in 1990 at the earliest', async () => {
    await expect(writeReports(join(scratch, 'old'), { ...SMALL, californiaMonths: 443 })).rejects.toThrow(
      RangeError,
    );
  });
});

describe('the figures', () => {
  test('include jurisdictions that begin and end', () => {
    for (const [keys, first] of [
      [statements.map(statementKey), '2025-09'],
      [payments.flat().map(paymentKey), '2024-05'],
    ] as const) {
      const lives = [...monthsByCode(keys).values()];
      expect(lives.filter((months) => months[0] !== first)).toHaveLength(1);
      expect(lives.filter((months) => months.at(-1) !== '2026-10')).toHaveLength(1);
    }
  });

  test('include negative amounts', () => {
    const negatives = [...statements, ...payments.flat()].filter((line) =>
      line.slice(4).some((cell) => centsOf(cell) < 0),
    );
    expect(negatives.length).toBeGreaterThan(100);
    expect(quarterlies.some((line) => centsOf(line[14]) < 0)).toBe(true);
  });

  test('of Texas add up, and each month pays what the month before retained', () => {
    for (const lines of payments) {
      const retained = new Map(lines.map((line) => [paymentKey(line), centsOf(line[12])]));
      const before = new Map(
        [...monthsByCode([...retained.keys()])].flatMap(([code, months]) =>
          months.slice(1).map((month, at) => [`${code} ${month}`, retained.get(`${code} ${months[at]}`)]),
        ),
      );
      for (const line of lines) {
        const [total = 0, ...parts] = line.slice(4, 11).map(centsOf);
        const [fee = 0, kept = 0, prior = 0, net] = line.slice(11).map(centsOf);
        expect(
          parts.reduce((sum, part) => sum + part, 0),
          line.join(),
        ).toBe(total);
        expect(net, line.join()).toBe(total - fee - kept + prior);
        expect(prior, line.join()).toBe(before.get(paymentKey(line)) ?? prior);
      }
      expect(before.size).toBeGreaterThan(40 * 15);
    }
  });

  test('of California add up', () => {
    for (const line of statements) {
      const [distributed = 0, advance = 0, prior = 0, cost = 0, other = 0, net] = line.slice(4).map(centsOf);
      const isSettled = settles(monthOf(line[0]));
      const isLeftToQuarterly = isSettled && line.slice(6, 8).every(isMissing);
      // adjustments of other months are an oddity and are not paid
      if (!isLeftToQuarterly)
        expect(net, line.join()).toBe(distributed + advance - (isSettled ? prior + cost - other : 0));
      if (!isSettled) expect(line.slice(6, 8).every(isMissing), line.join()).toBe(true);
    }
  });

  test('sometimes miss a month, a line or a cell', async () => {
    const large = join(scratch, 'large');
    await writeReports(large, {
      ...SMALL,
      californiaJurisdictions: 420,
      texasAuthorities: 130,
      texasMonths: 14,
    });
    const lines = (start: string) => readLines(start, large).flat();
    const [statements, quarterlies] = [lines('ca/statements'), lines('ca/quarterly')];
    const settled = statements.filter((line) => settles(monthOf(line[0])));
    const odd = {
      leftToQuarterly: settled.filter((line) => line.slice(6, 8).every(isMissing)).length,
      notPaid: statements.filter((line) => !settles(monthOf(line[0])) && !isMissing(line[8])).length,
      notInQuarterly: settled.length - quarterlies.length,
      missing: 0,
    };
    for (const keys of [statements.map(statementKey), lines('tx/').map(paymentKey)]) {
      for (const months of monthsByCode(keys).values()) {
        const [first = '', last = ''] = [months[0], months.at(-1)];
        const span =
          12 * (Number(last.slice(0, 4)) - Number(first.slice(0, 4))) +
          Number(last.slice(5)) -
          Number(first.slice(5)) +
          1;
        odd.missing += span - months.length;
      }
    }
    // one in 200 of 1,700 lines, one in 1,000 of 4,200, one in 300 of 1,700
    expect(odd.leftToQuarterly).toBeGreaterThan(2);
    expect(odd.notPaid).toBeGreaterThan(0);
    expect(odd.notInQuarterly).toBeGreaterThan(0);
    // the ordinal numbers that end in 23
    expect(odd.missing).toBe(4 + 2);
    const headers = filesUnder(large).map(
      (path) => readFileSync(path, 'utf8').split(',Jurisdiction,').length - 1,
    );
    expect(new Set(headers)).toEqual(new Set([0, 1, 2]));
  });

  test('are printed in many ways', () => {
    const texts = filesUnder(folder).map((path) => readFileSync(path, 'utf8'));
    const haveSome = (pattern: RegExp) => texts.filter((text) => pattern.test(text)).length;
    for (const [way, pattern] of Object.entries({
      plain: /,-\d+\.\d\d[,\n]/,
      parentheses: /"\(\d[\d,.]+\)"/,
      dollars: /"?\(\$\d/,
      'minus behind': /\d\.\d\d-/,
      'lost zeros': /,1\d{3},/,
      dashes: /,-,/,
      'N/A': /,N\/A[,\n]/,
      note: /Illustrative/,
      total: /^Total/m,
    }))
      expect(haveSome(pattern), way).toBeGreaterThan(0);
  });
});

/** Returns the months that lack more than 2 % of the codes of the month before; a key is a code and a month. */
function monthsThatLost(keys: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key.slice(-7), (counts.get(key.slice(-7)) ?? 0) + 1);
  const months = [...counts.keys()].sort();
  return months.filter(
    (month, at) => (counts.get(month) ?? 0) < 0.98 * (counts.get(months[at - 1] ?? '') ?? 0),
  );
}

describe('loading the reports', () => {
  test('refuses none and gives one datapoint per line', async () => {
    const rig = createPipelineRig();
    const summary = await rig.run({ files: await findReportFiles([folder]) });
    expect(summary.outcome).toBe('ok');
    const rows = summary.reports.reduce((sum, report) => sum + report.rows, 0);
    expect(rows).toBe(written.rows);
    const latest = new Map(payments.flat().map((line) => [paymentKey(line), line]));
    const inserted = new Set(statements.map(statementKey)).size + latest.size;
    expect(summary.allocations).toEqual({ inserted, updated: 0, removed: 0, revised: 0, unchanged: 0 });

    const dataset = new Database(rig.database, { readonly: true });
    try {
      const codes = dataset
        .prepare<[], [string, number]>(
          "SELECT code, count(*) FROM finding WHERE severity <> 'info' GROUP BY code ORDER BY code",
        )
        .raw();
      const [off = 0, disagreeing = 0] = [
        statements.filter((line) => !settles(monthOf(line[0])) && !isMissing(line[8])).length,
        quarterlies.filter((line) => isDisagreeing(line)).length,
      ];
      const found = Object.fromEntries(codes.all());
      // fewer rows are compared below; totals of so few jurisdictions jump
      const { 'quarterly-total': totals, 'fewer-rows': _, 'total-jump': __, ...others } = found;
      expect(totals).toBeGreaterThan(0);
      expect(others).toEqual({
        // one per tenth line of the corrected statement
        'conflicting-reports': 3,
        // one per state: the ordinal number 23
        'missing-month': 2,
        'off-quarter-amount': off,
        'reports-disagree': disagreeing,
        // a month with an odd figure
        'unusual-payment': 1,
        // an amount off the quarter end does not belong to the payment
        'unusual-sum': off,
      });
      const fewer = dataset
        .prepare(
          `SELECT state || ' ' || substr(allocation_period, 1, 7) FROM finding WHERE code = 'fewer-rows'
           AND facts ->> 'kind' <> 'ca/quarterly-allocations' ORDER BY 1`,
        )
        .pluck();
      expect(fewer.all()).toEqual([
        ...monthsThatLost([...new Set(statements.map(statementKey))]).map((month) => `ca ${month}`),
        ...monthsThatLost([...latest.keys()]).map((month) => `tx ${month}`),
      ]);
      const stored = dataset
        .prepare(
          `SELECT net_payment FROM tx_allocation JOIN jurisdiction ON jurisdiction.id = jurisdiction_id
           WHERE sales_tax_id = ? AND allocation_period = ?`,
        )
        .pluck();
      const restated = payments[0]?.filter((line) => {
        const later = latest.get(paymentKey(line)) ?? line;
        return figuresOf(later).join() !== figuresOf(line).join();
      });
      expect(restated?.length).toBeGreaterThan(0);
      for (const line of restated ?? []) {
        const [code, month] = paymentKey(line).split(' ');
        expect(stored.get(code, `${month}-01`)).toBe(figuresOf(latest.get(paymentKey(line)) ?? []).at(-1));
      }
    } finally {
      dataset.close();
    }
  });

  test('gives the same rows from workbooks', async () => {
    const size = { californiaJurisdictions: 5, californiaMonths: 4, texasAuthorities: 5, texasMonths: 3 };
    const [asText, asWorkbooks] = [join(scratch, 'text'), join(scratch, 'workbooks')];
    const { files, rows } = await writeReports(asText, size);
    expect(await writeReports(asWorkbooks, { ...size, format: 'xlsx' })).toMatchObject({ files, rows });
    const [fromText, fromWorkbooks] = await Promise.all([asText, asWorkbooks].map(readRows));
    expect(fromText?.length).toBe(rows);
    expect(fromWorkbooks).toEqual(fromText);
  });
});

/** Returns whether a quarterly line has another cost than the statement of that quarter. */
function isDisagreeing(quarterly: Line): boolean {
  const [quarter = '', year = ''] = `${quarterly[0]}`.split('Q-');
  const settled =
    Number(quarter) === 4
      ? `20${Number(year) + 1}-02`
      : `20${year}-${String(3 * Number(quarter) + 2).padStart(2, '0')}`;
  const statement = statements.find(
    (line) => statementKey(line) === `${quarterly[1]?.padStart(5, '0')} ${settled}`,
  );
  return (
    statement !== undefined && !isMissing(statement[7]) && centsOf(statement[7]) !== centsOf(quarterly[18])
  );
}

/** Returns all rows of a folder's reports, without the sheet name. */
async function readRows(root: string) {
  const rows = [];
  for (const path of filesUnder(root)) {
    const reading = await readReport(readFileSync(path), LAYOUTS);
    if (!('rows' in reading)) throw new Error(`${path} was refused`);
    rows.push(...reading.rows.map((row) => ({ ...row, sheet: null })));
  }
  return rows;
}
