import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { readLayoutFile } from '../../src/extract/layouts/layout-file.ts';
import type { Layout } from '../../src/extract/layouts/report-kind.ts';
import { findReportFiles } from '../../src/files/report-paths.ts';
import type { ReportReader } from '../../src/pipeline/intake/read-report.ts';
import { readRegisters } from '../../src/registers/registers.ts';
import { REPORT_KINDS } from '../../src/states/index.ts';
import { filesUnder } from '../rig/folders.ts';
import { createPipelineRig, loadedRig, type PipelineRig } from '../rig/pipeline-rig.ts';
import { processorMs } from '../rig/processor-time.ts';
import { statement, texasReport } from '../rig/reports/small-reports.ts';
import { readContent } from '../rig/stored-rows.ts';

const CITY = { code: '2999001', name: 'EXAMPLE CITY', current: 100 };

function year(first: string): string {
  return texasReport(
    Array.from({ length: 12 }, (_, at) => ({
      ...CITY,
      month: `${first}-${String(at + 1).padStart(2, '0')}`,
    })),
  );
}

/** The built-in layouts, with another header for a field of Texas's reports, and one that is not read. */
function layoutsWith(field: string, header: string, ignored: string): Layout[] {
  const kind = 'tx/payment-detail';
  const file = { aliases: [{ kind, field, headers: [header] }], ignored: [{ kind, headers: [ignored] }] };
  return readLayoutFile(JSON.stringify(file), REPORT_KINDS);
}

function monthsOf(rig: PipelineRig): string[] {
  const rows = rig.select<{ date: string }>('SELECT allocation_period AS date FROM tx_allocation ORDER BY 1');
  return rows.map(({ date }) => date.slice(0, 7));
}

describe('the archive', () => {
  test('keeps the bytes if writing the records fails after the commit, and the next run writes the records', async () => {
    const rig = createPipelineRig();
    const path = rig.write('a.csv', year('2024'));
    const first = await rig.run({ files: [path], dryRun: true });
    const record = join(rig.archive, 'tx/payment-detail', `${first.reports[0]?.sha256}.report.json`);
    // a folder where the record should go, put there after the report was read, stands in for a disk that is full
    const onProgress = () => {
      mkdirSync(record, { recursive: true });
      writeFileSync(join(record, 'in-the-way'), '');
    };
    await expect(rig.run({ files: [path], onProgress })).rejects.toThrow('Cannot use the');
    expect(monthsOf(rig)).toHaveLength(12);
    expect(filesUnder(rig.archive).filter((file) => file.endsWith('.csv'))).toHaveLength(1);
    rmSync(record, { recursive: true });
    await rig.run({ files: [path] });
    expect(existsSync(record)).toBe(true);
  });

  test('is locked by a run of another dataset', async () => {
    const rig = createPipelineRig();
    const files = [rig.write('a.csv', year('2024')), rig.write('b.csv', year('2023'))];
    const other = rig.run({ files, database: join(rig.folder, 'other.sqlite') });
    await expect(rig.run({ files })).rejects.toThrow(/Another run holds the lock on .*reports/);
    await other;
  });
});

describe('reprocessing', () => {
  test('with another layout removes jurisdictions that no longer exist', async () => {
    const rig = createPipelineRig();
    const lines = year('2024').trim().split('\n');
    const content = lines.map((line, at) => `${line},${at === 0 ? 'New ID' : '2999002'}`).join('\n');
    rig.write('a.csv', content.replace('Authority Code', 'Old ID'));
    const layouts = (header: string, ignored: string) => layoutsWith('code', header, ignored);
    await rig.run({ layouts: layouts('Old ID', 'New ID') });
    await rig.reprocess({ layouts: layouts('New ID', 'Old ID') });
    const fresh = join(rig.folder, 'fresh.sqlite');
    await rig.reprocess({ layouts: layouts('New ID', 'Old ID'), database: fresh });
    expect(rig.content()).toEqual(readContent(fresh));
    expect(rig.content().jurisdiction).toHaveLength(1);
  });

  test('with another layout writes the figures of the other column', async () => {
    const rig = createPipelineRig();
    const lines = year('2024').trim().split('\n');
    const content = lines.map((line, at) => `${line},${at === 0 ? 'New Audit' : '7.25'}`).join('\n');
    rig.write('a.csv', content.replace('Audit Collections', 'Old Audit'));
    const layouts = (header: string, ignored: string) => layoutsWith('audit_collections', header, ignored);
    await rig.run({ layouts: layouts('Old Audit', 'New Audit') });
    await rig.reprocess({ layouts: layouts('New Audit', 'Old Audit') });
    for (const table of ['tx_payment_detail_row', 'tx_allocation'])
      expect(rig.select(`SELECT DISTINCT audit_collections FROM ${table}`)).toEqual([
        { audit_collections: 725 },
      ]);
  });

  test('with another register renames jurisdictions and reports a change', async () => {
    const rig = await loadedRig({ 'a.csv': year('2024') });
    const folder = join(rig.folder, 'reference');
    writeFileSync(
      join(folder, 'names.csv'),
      'state,printed,shown,source\ntx,EXAMPLE CITY,ExampleCity,its own spelling\n',
    );
    expect((await rig.reprocess({ registers: readRegisters(folder) })).outcome).toBe('ok');
    expect(String(rig.content().jurisdiction?.[0])).toContain('ExampleCity');
  });
});

describe('a type that only a register has', () => {
  test('ends the finding for every jurisdiction of the register, including those the run does not touch', async () => {
    const rig = createPipelineRig();
    const untyped = (code: string, month: string) =>
      statement([{ code, month, net: 1 }]).replace(',City,', ',,');
    await rig.run({
      files: [
        rig.write('a.csv', untyped('01990', '2024-01')),
        rig.write('b.csv', untyped('01991', '2024-01')),
      ],
    });
    const unknown = () => rig.content().finding?.filter((item) => String(item).includes('unknown-type'));
    expect(unknown()).toHaveLength(2);
    const folder = join(rig.folder, 'reference');
    const register = 'state,sales_tax_id,type,name,source\nca,01990,city,,a list\nca,1991,city,,a list\n';
    writeFileSync(join(folder, 'jurisdictions.csv'), register);
    await rig.run({
      files: [rig.write('c.csv', untyped('01991', '2024-02'))],
      registers: readRegisters(folder),
    });
    expect(unknown()).toEqual([]);
  });
});

describe('finding report files', () => {
  test('reads each folder once, even if several links lead to it', async () => {
    const rig = createPipelineRig();
    const folders = Array.from({ length: 11 }, (_, at) => join(rig.folder, 'web', `d${at}`));
    for (const folder of folders) mkdirSync(folder, { recursive: true });
    for (const [at, folder] of folders.entries()) {
      writeFileSync(join(folder, 'report.csv'), '');
      for (const [other, target] of folders.entries())
        if (other !== at) symlinkSync(target, join(folder, `l${other}`));
    }
    expect(await findReportFiles([join(rig.folder, 'web')])).toHaveLength(11);
  });
});

describe('oversized files', () => {
  test.each([
    [
      'a JSON with a key of its own in every record',
      JSON.stringify(Array.from({ length: 40_000 }, (_, at) => ({ [`k${at}`]: 1 }))),
      'unrecognized-report',
    ],
    ['a CSV in which every quotation mark is one too many', '"a"b,'.repeat(2_000_000), 'damaged-file'],
    ['a file of more than 64 MiB', new Uint8Array(64 * 1024 * 1024 + 1), 'file-too-large'],
    ['a CSV of one endless row', 'a,'.repeat(500_000), 'unrecognized-report'],
  ])('%s is refused quickly', async (_, content, code) => {
    const rig = createPipelineRig();
    rig.write('big', content);
    const work = async () => {
      const { reports } = await rig.run();
      expect(reports[0]?.findings.map((item) => item.code)).toEqual([code]);
    };
    expect(await processorMs(work)).toBeLessThan(20_000);
  });
});

describe('the same bytes under two names in one run', () => {
  test('get the first name, whichever file is read first', async () => {
    for (const concurrency of [1, 2, 8]) {
      const rig = createPipelineRig();
      for (const name of ['b.csv', 'a.csv', 'c.csv']) rig.write(name, year('2024'));
      const inbox = (name: string) => join(rig.folder, 'inbox', name);
      const files = await findReportFiles([inbox('b.csv'), inbox('c.csv'), inbox('a.csv')]);
      let readings = 0;
      // the first file is read last
      const read: ReportReader = async (...given) => {
        if (readings++ === 0) await setTimeout(20);
        return rig.options.read(...given);
      };
      const { reports } = await rig.run({ concurrency, files, read });
      expect(reports.filter(({ status }) => status === 'loaded')).toHaveLength(1);
      expect(String(rig.content().report?.[0])).toContain('"a.csv"');
      const [record = ''] = filesUnder(rig.archive).filter((file) => file.endsWith('.report.json'));
      expect(JSON.parse(readFileSync(record, 'utf8')).file_name).toBe('a.csv');
    }
  });
});
