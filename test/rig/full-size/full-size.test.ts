import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
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
/** By file, in the order of months. */
let payments: Line[][];

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'full-size-'));
  folder = join(scratch, 'reports');
  written = await writeReports(folder, SMALL);
  statements = readLines('ca/statements').flat();
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
const statementKey = (line: Line) => `${line[1]?.padStart(5, '0')} ${monthOf(line[0])}`;
const paymentKey = (line: Line) => `${line[0]} ${monthOf(line[2])}`;

function digestOf(root: string): string {
  const hash = createHash('sha256');
  for (const path of filesUnder(root)) hash.update(relative(root, path)).update(readFileSync(path));
  return hash.digest('hex');
}

describe('the reports', () => {
  test('have the bytes of their version, every time', async () => {
    const again = join(scratch, 'again');
    await writeReports(again, SMALL);
    expect(digestOf(again)).toBe(digestOf(folder));
    expect(digestOf(folder), 'raise GENERATOR_VERSION and add the digest').toBe(DIGESTS[GENERATOR_VERSION]);
  });
});

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

    const stored = rig.select<{ key: string; net: number }>(
      `SELECT sales_tax_id || ' ' || substr(allocation_period, 1, 7) AS key, net_payment AS net
       FROM tx_allocation JOIN jurisdiction ON jurisdiction.id = jurisdiction_id`,
    );
    const printed = [...latest].map(([key, line]) => [key, centsOf(line.at(-1))] as const);
    expect(new Map(stored.map(({ key, net }) => [key, net]))).toEqual(new Map(printed));
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
