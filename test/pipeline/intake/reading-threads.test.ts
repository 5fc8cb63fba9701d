import { readFileSync } from 'node:fs';
import ExcelJS from 'exceljs';
import { unzipSync, zipSync } from 'fflate';
import { afterEach, describe, expect, test } from 'vitest';
import { findReportFiles } from '../../../src/files/report-paths.ts';
import { readReport } from '../../../src/pipeline/intake/read-report.ts';
import { openReadingThreads, type ReadingThreads } from '../../../src/pipeline/intake/reading-threads.ts';
import { REPORT_KINDS } from '../../../src/states/index.ts';
import { optionalMessage } from '../../rig/finding-message.ts';
import { createPipelineRig } from '../../rig/pipeline-rig.ts';
import { texasReport } from '../../rig/reports/small-reports.ts';

const LAYOUTS = REPORT_KINDS.flatMap(({ layouts }) => layouts);
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

describe('the threads that read workbooks', () => {
  test('read every fixture like the main thread, several at a time', async () => {
    threads = openReadingThreads();
    const files = await findReportFiles(['fixtures/ca', 'fixtures/tx', 'fixtures/sample/reports']);
    expect(files.length).toBeGreaterThan(100);
    const readings = await Promise.all(
      files.map(async (file) => {
        const bytes = readFileSync(file);
        return [await threads.readReport(bytes, LAYOUTS), await readReport(bytes, LAYOUTS)] as const;
      }),
    );
    for (const [at, [inThread, here]] of readings.entries()) expect(inThread, files[at]).toStrictEqual(here);
    const formats = readings.map(([reading]) => ('rows' in reading ? reading.format : 'refused'));
    expect(new Set(formats)).toEqual(new Set(['csv', 'xlsx', 'xls', 'json', 'refused']));
  });

  test('stop a report that takes too long, and read the next one', async () => {
    threads = openReadingThreads(undefined, 5);
    const { kind, findings } = await threads.readReport(await workbook(20_000), LAYOUTS);
    expect(kind).toBeNull();
    expect(findings).toMatchObject([{ code: 'file-too-large', severity: 'error' }]);
    expect(optionalMessage(findings[0])).toContain('Reading the file takes longer than');
    await threads.close();
    threads = openReadingThreads();
    expect((await threads.readReport(await workbook(1), LAYOUTS)).findings).toMatchObject([
      { code: 'unrecognized-report' },
    ]);
  });

  test(
    'stop a report that fills their memory',
    async () => {
      threads = openReadingThreads(undefined, MOST_PATIENT_MS, 128);
      const { findings } = await threads.readReport(await workbook(120_000), LAYOUTS);
      expect(findings).toMatchObject([{ code: 'file-too-large' }]);
      expect(optionalMessage(findings[0])).toContain('128 MiB of memory');
    },
    MOST_PATIENT_MS,
  );

  test('read a workbook alone if it exceeds its share of unpacked bytes', async () => {
    const parts = unzipSync(await workbook(3));
    const large = zipSync({ ...parts, 'xl/media/image1.png': new Uint8Array(200 * 1024 * 1024) });
    threads = openReadingThreads();
    const readings = await Promise.all(
      [large, await workbook(1), large].map((bytes) => threads.readReport(bytes, LAYOUTS)),
    );
    for (const { findings } of readings) expect(findings).toMatchObject([{ code: 'unrecognized-report' }]);
  });

  test('stop at once when the run is stopped', async () => {
    const controller = new AbortController();
    const stopped = openReadingThreads(controller.signal);
    threads = openReadingThreads();
    const bytes = await workbook(50_000);
    const ends: string[] = [];
    const undisturbed = threads.readReport(bytes, LAYOUTS).then(() => ends.push('read'));
    const reading = stopped.readReport(bytes, LAYOUTS).finally(() => ends.push('stopped'));
    setTimeout(() => controller.abort(new Error('stopped')), 200);
    await expect(reading).rejects.toThrow('stopped');
    await undisturbed;
    expect(ends).toEqual(['stopped', 'read']);
    await stopped.close();
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
    threads = openReadingThreads();
    const reading = await threads.readReport(bytes, LAYOUTS);
    expect('rows' in reading && reading.rows.length).toBe(40_000);
    expect(reading).toStrictEqual(await readReport(bytes, LAYOUTS));
  });

  test.each([
    ['JSON objects', large('{},', '[', '{}]')],
    ['lines', large('a,b\n')],
  ])('refuses what fills its memory: %s', async (_, bytes) => {
    threads = openReadingThreads(undefined, MOST_PATIENT_MS, 64);
    const { kind, findings } = await threads.readReport(bytes, LAYOUTS);
    expect(kind).toBeNull();
    expect(findings.map(optionalMessage)).toEqual([
      'Reading the file takes more than 64 MiB of memory. Split the file by months, or export a workbook as CSV.',
    ]);
  });

  test('ends with its time limit, and when the run is stopped', async () => {
    threads = openReadingThreads(undefined, 20);
    const { findings } = await threads.readReport(large('{},', '[', '{}]'), LAYOUTS);
    expect(optionalMessage(findings[0])).toContain('Reading the file takes longer than');
    const controller = new AbortController();
    const stopped = openReadingThreads(controller.signal);
    const reading = stopped.readReport(large('{},', '[', '{}]'), LAYOUTS);
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
