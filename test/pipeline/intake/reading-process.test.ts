import { readFileSync } from 'node:fs';
import ExcelJS from 'exceljs';
import { afterEach, describe, expect, test } from 'vitest';
import { findReportFiles } from '../../../src/files/report-paths.ts';
import { readReport } from '../../../src/pipeline/intake/read-report.ts';
import { ReadingProcess } from '../../../src/pipeline/intake/reading-process.ts';
import { REPORT_KINDS } from '../../../src/states/index.ts';
import { optionalMessage } from '../../rig/finding-message.ts';
import { createPipelineRig } from '../../rig/pipeline-rig.ts';
import { texasReport } from '../../rig/reports/small-reports.ts';

const LAYOUTS = REPORT_KINDS.flatMap(({ layouts }) => layouts);
/** A process near its limit collects garbage again and again, which takes long where others are at work. */
const MOST_PATIENT_MS = 180_000;
let reader: ReadingProcess;

afterEach(() => reader.close());

async function workbook(rows: number): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('payments');
  for (let row = 0; row < rows; row += 1)
    sheet.addRow([row, `place ${row}`, row / 100, new Date(Date.UTC(2024, 2, 1))]);
  return new Uint8Array(await book.xlsx.writeBuffer());
}

describe('the process that reads workbooks', () => {
  test('reads every fixture like the run itself', async () => {
    reader = new ReadingProcess();
    const files = await findReportFiles(['fixtures/ca', 'fixtures/tx', 'fixtures/sample/reports']);
    expect(files.length).toBeGreaterThan(100);
    const readings = await Promise.all(
      files.map(async (file) => {
        const bytes = readFileSync(file);
        return [await reader.read(bytes, LAYOUTS), await readReport(bytes, LAYOUTS)] as const;
      }),
    );
    for (const [at, [apart, here]] of readings.entries()) expect(apart, files[at]).toStrictEqual(here);
    const formats = readings.map(([reading]) => ('rows' in reading ? reading.format : 'refused'));
    expect(new Set(formats)).toEqual(new Set(['csv', 'xlsx', 'xls', 'json', 'refused']));
  });

  test('refuses a workbook that takes too long, and reads the next one', async () => {
    reader = new ReadingProcess(undefined, 5);
    const { kind, findings } = await reader.read(await workbook(20_000), LAYOUTS);
    expect(kind).toBeNull();
    expect(findings).toMatchObject([{ code: 'file-too-large', severity: 'error' }]);
    expect(optionalMessage(findings[0])).toContain('Reading the file takes longer than');
    reader.close();
    reader = new ReadingProcess();
    expect((await reader.read(await workbook(1), LAYOUTS)).findings).toMatchObject([
      { code: 'unrecognized-report' },
    ]);
  });

  test(
    'refuses a workbook that fills its memory, and reads the next one',
    async () => {
      reader = new ReadingProcess(undefined, MOST_PATIENT_MS, 128);
      const { findings } = await reader.read(await workbook(120_000), LAYOUTS);
      expect(findings).toMatchObject([{ code: 'file-too-large' }]);
      expect(optionalMessage(findings[0])).toContain('128 MiB of memory');
      const next = await reader.read(await workbook(1), LAYOUTS);
      expect(next.findings).toMatchObject([{ code: 'unrecognized-report' }]);
    },
    MOST_PATIENT_MS,
  );

  test('stops at once when the run is stopped', async () => {
    const controller = new AbortController();
    const stopped = new ReadingProcess(controller.signal);
    reader = new ReadingProcess();
    const bytes = await workbook(50_000);
    const ends: string[] = [];
    const undisturbed = reader.read(bytes, LAYOUTS).then(() => ends.push('read'));
    const reading = stopped.read(bytes, LAYOUTS).finally(() => ends.push('stopped'));
    setTimeout(() => controller.abort(new Error('stopped')), 200);
    await expect(reading).rejects.toThrow('stopped');
    await undisturbed;
    expect(ends).toEqual(['stopped', 'read']);
    stopped.close();
  });
});

/** More than 8 MiB, so that a process of its own reads it. */
const REPEATED = 9 * 1024 * 1024;

function large(part: string, open = '', close = ''): Uint8Array {
  return Buffer.from(open + part.repeat(Math.ceil(REPEATED / part.length)) + close);
}

describe('the process that reads a large text', () => {
  test('gives the same rows as the run itself', async () => {
    const cities = Array.from({ length: 40_000 }, (_, at) => ({
      code: String(2_000_000 + at),
      name: `CITY ${at} ${'X'.repeat(150)}`,
      month: '2024-03',
      current: at,
    }));
    const bytes = Buffer.from(texasReport(cities));
    expect(bytes.length).toBeGreaterThan(REPEATED);
    reader = new ReadingProcess();
    const reading = await reader.read(bytes, LAYOUTS);
    expect('rows' in reading && reading.rows.length).toBe(40_000);
    expect(reading).toStrictEqual(await readReport(bytes, LAYOUTS));
  });

  test.each([
    ['JSON objects', large('{},', '[', '{}]')],
    ['lines', large('a,b\n')],
  ])('refuses what fills its memory: %s', async (_, bytes) => {
    reader = new ReadingProcess(undefined, MOST_PATIENT_MS, 64);
    const { kind, findings } = await reader.read(bytes, LAYOUTS);
    expect(kind).toBeNull();
    expect(findings.map(optionalMessage)).toEqual([
      'Reading the file takes more than 64 MiB of memory. Split the file by months, or export a workbook as CSV.',
    ]);
  });

  test('ends with its time limit, and when the run is stopped', async () => {
    reader = new ReadingProcess(undefined, 20);
    const { findings } = await reader.read(large('{},', '[', '{}]'), LAYOUTS);
    expect(optionalMessage(findings[0])).toContain('Reading the file takes longer than');
    const controller = new AbortController();
    const stopped = new ReadingProcess(controller.signal);
    const reading = stopped.read(large('{},', '[', '{}]'), LAYOUTS);
    setTimeout(() => controller.abort(new Error('stopped')), 50);
    await expect(reading).rejects.toThrow('stopped');
    stopped.close();
  });

  test('a text that fills the memory does not end the run', async () => {
    const rig = createPipelineRig();
    rig.write('a.json', large('{},', '[', '{}]'));
    rig.write(
      'c.csv',
      texasReport([{ code: '2999001', name: 'EXAMPLE CITY', month: '2024-03', current: 1 }]),
    );
    reader = new ReadingProcess(undefined, MOST_PATIENT_MS, 64);
    const { outcome, reports } = await rig.run({ read: reader.read, concurrency: 2 });
    expect(outcome).toBe('partial');
    expect(reports.map(({ status, findings }) => [status, ...findings.map(({ code }) => code)])).toEqual([
      ['refused', 'file-too-large'],
      ['loaded'],
    ]);
  });
});
