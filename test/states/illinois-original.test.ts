import { readFileSync } from 'node:fs';
import { read, utils } from '@e965/xlsx';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import { readRegisters } from '../../src/registers/registers.ts';
import numbers from '../../src/states/il/governments.json' with { type: 'json' };
import { illinois } from '../../src/states/il/index.ts';
import { illinoisWorkbooks, requireGuideErrors } from '../rig/originals.ts';
import { createPipelineRig } from '../rig/pipeline-rig.ts';

const WORKBOOKS = illinoisWorkbooks();
const FIRST_YEAR = 2017;

/** A printed line with its twelve amounts and their total, in cents. */
interface Line {
  name: string;
  tax: string;
  vendor: string;
  amounts: number[];
  total: number;
}

interface FiscalYear {
  months: string[];
  lines: Line[];
  printedTotal: Line | undefined;
}

/** Governments that changed their names: the vendor number and the earlier name, and the later one. */
const RENAMED: Readonly<Record<string, string>> = {
  'ELMWOOD|390002770': 'ELMWOOD PARK|390002770',
  'JEISEYVILLE|390004278': 'JEISYVILLE|390004278',
};

/** Reads the lines with the spreadsheet library alone. */
function readYear(path: string, firstYear: number): FiscalYear {
  const [sheet] = Object.values(read(readFileSync(path), { type: 'buffer' }).Sheets);
  const rows = sheet ? utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: '' }) : [];
  const cents = (cell: unknown) => Math.round(Number(cell) * 100);
  const lines = rows.slice(rows.findIndex(([name]) => name === 'Local Government') + 1).map((cells) => ({
    ...{ name: `${cells[0]}`.trim(), tax: `${cells[1]}`.trim(), vendor: `${cells[2]}`.trim() },
    ...{ amounts: cells.slice(3, 15).map(cents), total: cents(cells[15]) },
  }));
  const months = Array.from({ length: 12 }, (_, at) =>
    new Date(Date.UTC(firstYear, 6 + at)).toISOString().slice(0, 10),
  );
  const printedTotal = lines.find(({ name }) => name === 'TOTAL');
  return { months, lines: lines.filter(({ tax }) => tax !== ''), printedTotal };
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, next) => all + next, 0);

describe.skipIf(WORKBOOKS === null)('the published workbooks of fiscal years 2018 to 2020', () => {
  let years: FiscalYear[];

  beforeAll(() => {
    years = (WORKBOOKS ?? []).map((path, at) => readYear(path, FIRST_YEAR + at));
  });

  test('add up: every FY Total and every TOTAL', () => {
    expect(years.map(({ lines }) => lines.length)).toEqual([2113, 2134, 2137]);
    for (const { months, lines, printedTotal } of years) {
      for (const line of lines) expect(sum(line.amounts), line.name).toBe(line.total);
      months.forEach((month, at) => {
        expect(sum(lines.map(({ amounts }) => amounts[at] ?? 0)), month).toBe(printedTotal?.amounts[at]);
      });
    }
    expect(years.map(({ printedTotal }) => printedTotal?.total)).toEqual([
      568_440_488_869, 585_391_681_093, 590_510_287_173,
    ]);
  });

  test('load: every government and month has the sum of its lines, and every month the printed TOTAL; the guide has the errors of projections', async () => {
    const rig = createPipelineRig();
    rig.options.registers = readRegisters('data/reference');
    const { reports, findings } = await rig.run({ files: WORKBOOKS ?? [], onDoubt: 'refuse' });
    expect(reports.map(({ status }) => status)).toEqual(['loaded', 'loaded', 'loaded']);
    expect(findings.error).toBe(0);
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
    for (const { months, lines } of years)
      for (const { name, vendor, amounts } of lines)
        amounts.forEach((cents, at) => {
          const printed = `${name}|${vendor}`;
          const key = `${RENAMED[printed] ?? printed}|${months[at]}`;
          ofLines.set(key, (ofLines.get(key) ?? 0) + cents);
        });
    expect(ofDataset).toEqual(ofLines);
    const sums = illinois.taxFields.map((name) => `coalesce(${name}, 0)`);
    const totals = sqlite
      .prepare<[], [string, number, number]>(
        `SELECT allocation_period, sum(net_payment), sum(${sums.join(' + ')})
         FROM il_allocation GROUP BY allocation_period ORDER BY allocation_period`,
      )
      .raw()
      .all();
    expect(totals).toEqual(
      years.flatMap(({ months, printedTotal }) =>
        months.map((month, at) => [month, printedTotal?.amounts[at], printedTotal?.amounts[at]]),
      ),
    );
    const told = sqlite
      .prepare<[], [string, string]>(
        "SELECT code, facts ->> 'code' FROM finding WHERE code LIKE '%-jurisdiction' OR code = 'name-changed'",
      )
      .raw()
      .all();
    expect(told.map((row) => row.join(' ')).sort()).toEqual([
      'ended-jurisdiction 390003605-green-rock',
      'name-changed 390002770-elmwood-park',
      'name-changed 390004278-jeisyville',
      'new-jurisdiction 290000197-will-county-cmft',
      'new-jurisdiction 390003004-ferris',
    ]);
    sqlite.close();
    requireGuideErrors(rig.folder, 'il', 'payment');
  });

  test('have the governments whose numbers are listed, each number from its vendor number where there is one', () => {
    const slug = (name: string) =>
      name
        .toLowerCase()
        .replaceAll("'", '')
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/-$/, '');
    const codes = new Set(
      years.at(-1)?.lines.map(({ name, vendor }) => (vendor === '' ? slug(name) : `${vendor}-${slug(name)}`)),
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
