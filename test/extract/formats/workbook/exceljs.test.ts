import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { expect, it } from 'vitest';
import { readWorkbook } from '../../../../src/extract/formats/workbook/workbook.ts';

const ROOT = join(import.meta.dirname, '../../../..');

/** A number or a text as exceljs reads it; null for other cells. */
function plainText({ type, value, numFmt = '' }: ExcelJS.Cell): string | null {
  if (type === ExcelJS.ValueType.String) return String(value);
  return type === ExcelJS.ValueType.Number && !numFmt.includes('%') ? String(value) : null;
}

it('reads every number and text of the fixtures as exceljs does', async () => {
  let compared = 0;
  for (const file of globSync('fixtures/{ca,nc,il,tx,sample}/**/*.xlsx', { cwd: ROOT })) {
    const bytes = readFileSync(join(ROOT, file));
    const { grids } = await readWorkbook(bytes);
    if (grids.length === 0) continue;
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(new Uint8Array(bytes).buffer);
    expect(grids.map(({ sheet }) => sheet)).toEqual(workbook.worksheets.map(({ name }) => name));
    for (const [at, sheet] of workbook.worksheets.entries()) {
      const rows = new Map(grids[at]?.rows.map(({ number, cells }) => [number, cells]));
      sheet.eachRow((row, number) => {
        row.eachCell((cell, column) => {
          const text = plainText(cell);
          if (text === null) return;
          const read = rows.get(number)?.[column - 1];
          compared += 1;
          if (read !== text) expect(Number(read), `${file} ${cell.address}`).toBeCloseTo(Number(text), 6);
        });
      });
    }
  }
  expect(compared).toBeGreaterThan(5000);
});
