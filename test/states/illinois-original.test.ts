import Database from 'better-sqlite3';
import ExcelJS from 'exceljs';
import { beforeAll, describe, expect, test } from 'vitest';
import { readRegisters } from '../../src/registers/registers.ts';
import numbers from '../../src/states/il/governments.json' with { type: 'json' };
import { illinoisWorkbook } from '../rig/originals.ts';
import { createPipelineRig } from '../rig/pipeline-rig.ts';

const WORKBOOK = illinoisWorkbook();

/** A printed line with its twelve amounts and their total, in cents. */
interface Line {
  name: string;
  tax: string;
  vendor: string;
  amounts: number[];
  total: number;
}

const MONTHS = ['07', '08', '09', '10', '11', '12']
  .map((month) => `2019-${month}-01`)
  .concat(['01', '02', '03', '04', '05', '06'].map((month) => `2020-${month}-01`));

const GROUPS = [
  'state_shared',
  'home_rule',
  'non_home_rule',
  'business_district',
  'public_safety_and_schools',
  'transit',
  'vehicles_and_rental',
  'motor_fuel',
  'other',
];

/** Reads the lines with the spreadsheet library alone. */
async function readLines(path: string): Promise<Line[]> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.readFile(path);
  const lines: Line[] = [];
  book.worksheets[0]?.eachRow((row, number) => {
    const text = (at: number) => `${row.getCell(at).value ?? ''}`.trim();
    const cents = (at: number) => Math.round(Number(row.getCell(at).value) * 100);
    if (number <= 6 || !(Number(row.getCell(16).value) >= 0) || text(1) === '') return;
    const amounts = MONTHS.map((_, at) => cents(4 + at));
    lines.push({ name: text(1), tax: text(2), vendor: text(3), amounts, total: cents(16) });
  });
  return lines;
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, next) => all + next, 0);

describe.skipIf(WORKBOOK === null)('the published workbook of fiscal year 2020', () => {
  let lines: Line[];
  let printedTotal: Line | undefined;

  beforeAll(async () => {
    const all = await readLines(WORKBOOK ?? '');
    lines = all.filter(({ tax }) => tax !== '');
    printedTotal = all.find(({ name }) => name === 'TOTAL');
  });

  test('adds up: every FY Total and every TOTAL', () => {
    expect(lines).toHaveLength(2137);
    for (const line of lines) expect(sum(line.amounts), line.name).toBe(line.total);
    MONTHS.forEach((month, at) => {
      expect(sum(lines.map(({ amounts }) => amounts[at] ?? 0)), month).toBe(printedTotal?.amounts[at]);
    });
    expect(printedTotal?.total).toBe(590_510_287_173);
  });

  test('loads: every government and month has the sum of its lines, and every month the printed TOTAL', async () => {
    const rig = createPipelineRig();
    rig.options.registers = readRegisters('data/reference');
    const { reports, findings } = await rig.run({ files: [WORKBOOK ?? ''], onDoubt: 'hold' });
    expect(reports).toMatchObject([{ status: 'loaded', rows: 16_932 }]);
    // the job stamp and the print line
    expect(findings).toEqual({ error: 0, warning: 0, info: 2 });
    const sqlite = new Database(rig.database, { readonly: true });
    const stored = sqlite
      .prepare<[], [string, string, string, number]>(
        `SELECT printed_name, sales_tax_id, allocation_period, net_payment FROM il_allocation
         JOIN jurisdiction ON jurisdiction.id = jurisdiction_id`,
      )
      .raw()
      .all();
    const ofDataset = new Map(
      stored.map(([name, code, month, cents]) => [
        `${name}|${/^\d{9}(?=-)/.exec(code)?.[0] ?? ''}|${month}`,
        cents,
      ]),
    );
    const ofLines = new Map<string, number>();
    for (const { name, vendor, amounts } of lines)
      amounts.forEach((cents, at) => {
        const key = `${name}|${vendor}|${MONTHS[at]}`;
        ofLines.set(key, (ofLines.get(key) ?? 0) + cents);
      });
    expect(ofDataset).toEqual(ofLines);
    const sums = GROUPS.map((name) => `coalesce(${name}, 0)`);
    const totals = sqlite
      .prepare<[], [number, number]>(
        `SELECT sum(net_payment), sum(${sums.join(' + ')}) FROM il_allocation GROUP BY allocation_period ORDER BY 1`,
      )
      .raw()
      .all();
    const printed = [...(printedTotal?.amounts ?? [])].sort((a, b) => a - b);
    expect(totals).toEqual(printed.map((cents) => [cents, cents]));
    sqlite.close();
  });

  test('has the governments whose numbers are listed, each number from its vendor number where there is one', () => {
    const slug = (name: string) =>
      name
        .toLowerCase()
        .replaceAll("'", '')
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/-$/, '');
    const codes = new Set(
      lines.map(({ name, vendor }) => (vendor === '' ? slug(name) : `${vendor}-${slug(name)}`)),
    );
    expect(Object.keys(numbers).sort()).toEqual([...codes].sort());
    const others = Object.entries(numbers).filter(
      ([code, number]) => Number(`${code.slice(0, 2)}${code.slice(4, 9)}`) !== number,
    );
    // fifteen without a vendor number, and six second names on one
    expect(others.map(([, number]) => number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 21 }, (_, at) => at + 1),
    );
  });
});
