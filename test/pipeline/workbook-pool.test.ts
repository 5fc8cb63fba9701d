import ExcelJS from 'exceljs';
import { afterEach, describe, expect, test } from 'vitest';
import { readWorkbook } from '../../src/extract/xlsx.ts';

// the threads need the compiled program
const compiled = new URL('../../dist/pipeline/workbook-pool.js', import.meta.url).href;
const { openWorkbookPool }: typeof import('../../src/pipeline/workbook-pool.ts') = await import(compiled);

type Pool = ReturnType<typeof openWorkbookPool>;
let pool: Pool;

afterEach(() => pool.close());

async function workbook(rows: number): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('payments');
  for (let row = 0; row < rows; row += 1)
    sheet.addRow([row, `place ${row}`, row / 100, new Date(Date.UTC(2024, 2, 1))]);
  return new Uint8Array(await book.xlsx.writeBuffer());
}

describe('the pool of threads', () => {
  test('reads what is read without it, several at a time', async () => {
    pool = openWorkbookPool();
    const bytes = await workbook(50);
    const expected = await readWorkbook(bytes);
    const readings = await Promise.all([1, 2, 3].map(() => pool.readWorkbook(bytes)));
    for (const reading of readings) expect(reading).toEqual(expected);
  });

  test('gives a workbook up that takes too long, and reads the next', async () => {
    pool = openWorkbookPool(undefined, 5);
    const { grids, findings } = await pool.readWorkbook(await workbook(20_000));
    expect(grids).toEqual([]);
    expect(findings).toMatchObject([{ code: 'workbook-too-large', severity: 'error' }]);
    await pool.close();
    pool = openWorkbookPool();
    expect((await pool.readWorkbook(await workbook(1))).grids).toHaveLength(1);
  });

  test('gives a workbook up that fills its memory', async () => {
    pool = openWorkbookPool(undefined, 60_000, 24);
    const { grids, findings } = await pool.readWorkbook(await workbook(60_000));
    expect(grids).toEqual([]);
    expect(findings).toMatchObject([{ code: 'workbook-too-large' }]);
    expect(findings[0]?.message).toContain('24 MiB of memory');
  });

  test('stops at once when the run is stopped', async () => {
    const controller = new AbortController();
    pool = openWorkbookPool(controller.signal);
    const reading = pool.readWorkbook(await workbook(50_000));
    setTimeout(() => controller.abort(new Error('stopped')), 200);
    const started = Date.now();
    await expect(reading).rejects.toThrow('stopped');
    expect(Date.now() - started).toBeLessThan(2_000);
  });
});
