import { readFileSync } from 'node:fs';
import ExcelJS from 'exceljs';
import { unzipSync, zipSync } from 'fflate';
import { afterEach, describe, expect, test } from 'vitest';
import { findReportFiles } from '../../../src/files/report-paths.ts';
import readReport from '../../../src/pipeline/intake/read-report.ts';
import { openReadingThreads, type ReadingThreads } from '../../../src/pipeline/intake/reading-threads.ts';
import { REPORT_KINDS } from '../../../src/states/index.ts';
import { optionalMessage } from '../../rig/finding-message.ts';
import { createPipelineRig } from '../../rig/pipeline-rig.ts';
import { texasReport } from '../../rig/reports/small-reports.ts';

const LAYOUTS = REPORT_KINDS.flatMap(({ layouts }) => layouts);
const taskOf = (bytes: Uint8Array) => ({ bytes, layouts: LAYOUTS, fileName: '' });
/** A thread near its limit collects garbage again and again, which takes long where others are at work. */
const MOST_PATIENT_MS = 180_000;
let threads: ReadingThreads;

afterEach(() => threads.close());

async function workbook(rows: number): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('payments');
  for (let row = 0; row < rows; row += 1)
    sheet.addRow([row, `place ${row}`, row / 100, new Date(Date.UTC(2024, 2, 1))]);
  return new Uint8Array(await book.xlsx.writeBuffer());
}

/** A workbook of 15 kB whose records say that they fill millions of cells, because two bytes are missing. */
function binaryWorkbookWithoutEnd(): Uint8Array {
  const path = 'fixtures/tx/binary-workbook/reports/payment-detail.xlsb';
  const { 'xl/worksheets/sheet1.bin': sheet = expect.fail(), ...parts } = unzipSync(readFileSync(path));
  const damaged = Buffer.concat([sheet.subarray(0, 991), sheet.subarray(993)]);
  return zipSync({ ...parts, 'xl/worksheets/sheet1.bin': damaged });
}

describe('the threads that read reports', () => {
  test('read every fixture like the main thread, several at a time', async () => {
    threads = openReadingThreads();
    const files = await findReportFiles(['fixtures/ca', 'fixtures/tx', 'fixtures/sample/reports']);
    expect(files.length).toBeGreaterThan(100);
    const readings = await Promise.all(
      files.map(async (file) => {
        const bytes = readFileSync(file);
        return [await threads.readReport(taskOf(bytes)), await readReport(taskOf(bytes))] as const;
      }),
    );
    for (const [at, [inThread, here]] of readings.entries()) expect(inThread, files[at]).toStrictEqual(here);
    const formats = readings.map(([reading]) => ('rows' in reading ? reading.format : 'refused'));
    expect(new Set(formats)).toEqual(new Set(['csv', 'xlsx', 'xlsb', 'ods', 'xls', 'json', 'refused']));
  });

  test('stop a report that takes too long, and read the next one', async () => {
    threads = openReadingThreads(undefined, 5);
    const { kind, findings } = await threads.readReport(taskOf(await workbook(20_000)));
    expect(kind).toBeNull();
    expect(findings).toMatchObject([{ code: 'file-too-large', severity: 'error' }]);
    expect(optionalMessage(findings[0])).toContain('The time to read the file exceeds the limit of');
    await threads.close();
    threads = openReadingThreads();
    expect((await threads.readReport(taskOf(await workbook(1)))).findings).toMatchObject([
      { code: 'unrecognized-report' },
    ]);
  });

  test(
    'stop a report that fills their memory',
    async () => {
      threads = openReadingThreads(undefined, MOST_PATIENT_MS, 128);
      const { findings } = await threads.readReport(taskOf(binaryWorkbookWithoutEnd()));
      expect(findings).toMatchObject([{ code: 'file-too-large' }]);
      expect(optionalMessage(findings[0])).toContain('exceeds the limit of 128 MiB');
    },
    MOST_PATIENT_MS,
  );

  test('stop at once when the run is stopped', async () => {
    const controller = new AbortController();
    const stopped = openReadingThreads(controller.signal);
    threads = openReadingThreads();
    const bytes = await workbook(50_000);
    const ends: string[] = [];
    const undisturbed = threads.readReport(taskOf(bytes)).then(() => ends.push('read'));
    const reading = stopped.readReport(taskOf(bytes)).finally(() => ends.push('stopped'));
    setTimeout(() => controller.abort(new Error('stopped')), 200);
    await expect(reading).rejects.toThrow('stopped');
    await undisturbed;
    expect(ends).toEqual(['stopped', 'read']);
    await stopped.close();
  });
});

/** More than 8 MiB, so that a thread reads it. */
const REPEATED = 9 * 1024 * 1024;

function large(part: string, open = '', close = ''): Uint8Array {
  return Buffer.from(open + part.repeat(Math.ceil(REPEATED / part.length)) + close);
}

describe('the threads that read large texts', () => {
  test('give the same rows as the run itself', async () => {
    const cities = Array.from({ length: 40_000 }, (_, at) => ({
      code: String(2_000_000 + at),
      name: `CITY ${at} ${'X'.repeat(150)}`,
      month: '2024-03',
      current: at,
    }));
    const bytes = Buffer.from(texasReport(cities));
    expect(bytes.length).toBeGreaterThan(REPEATED);
    threads = openReadingThreads();
    const reading = await threads.readReport(taskOf(bytes));
    expect('rows' in reading && reading.rows.length).toBe(40_000);
    expect(reading).toStrictEqual(await readReport(taskOf(bytes)));
  });

  test.each([
    ['JSON objects', large('{},', '[', '{}]')],
    ['lines', large('a,b\n')],
  ])('refuse what fills their memory: %s', async (_, bytes) => {
    threads = openReadingThreads(undefined, MOST_PATIENT_MS, 64);
    const { kind, findings } = await threads.readReport(taskOf(bytes));
    expect(kind).toBeNull();
    expect(findings.map(optionalMessage)).toEqual([
      'The memory to read the file exceeds the limit of 64 MiB. Split the file by months, or export a workbook as CSV.',
    ]);
  });

  test('end with their time limit, and when the run is stopped', async () => {
    threads = openReadingThreads(undefined, 20);
    const { findings } = await threads.readReport(taskOf(large('{},', '[', '{}]')));
    expect(optionalMessage(findings[0])).toContain('The time to read the file exceeds the limit of');
    const controller = new AbortController();
    const stopped = openReadingThreads(controller.signal);
    const reading = stopped.readReport(taskOf(large('{},', '[', '{}]')));
    setTimeout(() => controller.abort(new Error('stopped')), 50);
    await expect(reading).rejects.toThrow('stopped');
    await stopped.close();
  });

  test('a text that fills the memory does not end the run', async () => {
    const rig = createPipelineRig();
    rig.write('a.json', large('{},', '[', '{}]'));
    rig.write(
      'c.csv',
      texasReport([{ code: '2999001', name: 'EXAMPLE CITY', month: '2024-03', current: 1 }]),
    );
    threads = openReadingThreads(undefined, MOST_PATIENT_MS, 64);
    const { outcome, reports } = await rig.run({ read: threads.readReport, concurrency: 2 });
    expect(outcome).toBe('partial');
    expect(reports.map(({ status, findings }) => [status, ...findings.map(({ code }) => code)])).toEqual([
      ['refused', 'file-too-large'],
      ['loaded'],
    ]);
  });
});
