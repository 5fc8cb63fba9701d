import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { rebuildDataset } from '../../src/pipeline/rebuild.ts';
import { optionalMessage } from '../rig/finding-message.ts';
import { filesUnder } from '../rig/folders.ts';
import { hashOf } from '../rig/hash.ts';
import { createPipelineRig, loadedRig, type PipelineRig } from '../rig/pipeline-rig.ts';
import { texasReport } from '../rig/reports/small-reports.ts';
import { readContent } from '../rig/stored-rows.ts';

const REPORT = texasReport([{ code: '2999001', name: 'EXAMPLE CITY', month: '2024-03', current: 100 }]);
const ORIGIN = {
  url: 'https://portal.example/resource/abcd-1234.csv?$limit=50000',
  fetched_at: '2026-10-09T06:00:00.000Z',
  status: 200,
  etag: '"v1"',
  last_modified: null,
  bytes: Buffer.byteLength(REPORT),
};

/** Notes beside a file where it came from. */
function note(path: string, origin: object | string): void {
  const text = typeof origin === 'string' ? origin : JSON.stringify(origin);
  writeFileSync(join(dirname(path), `.${basename(path)}.origin.json`), text);
}

/** The origins in the dataset, as text, by file name. */
function origins(file: string): Record<string, unknown> {
  const sqlite = new Database(file, { readonly: true });
  try {
    const rows = sqlite
      .prepare<[], [string, string | null]>('SELECT file_name, origin FROM report')
      .raw()
      .all();
    return Object.fromEntries(
      rows.map(([name, origin]) => [name, origin === null ? null : JSON.parse(origin)]),
    );
  } finally {
    sqlite.close();
  }
}

function archiveRecord({ archive }: PipelineRig): string {
  return filesUnder(archive).find((path) => path.endsWith('.report.json')) ?? '';
}

describe('the origin of a report', () => {
  test('comes from the note beside the file, in the dataset, the archive and a rebuilt dataset', async () => {
    const rig = createPipelineRig();
    note(rig.write('march.csv', REPORT), { ...ORIGIN, sha256: hashOf(REPORT) });
    expect((await rig.run()).findings).toEqual({ error: 0, warning: 0, info: 0 });
    expect(origins(rig.database)).toEqual({ 'march.csv': ORIGIN });
    expect(JSON.parse(readFileSync(archiveRecord(rig), 'utf8')).origin).toEqual(ORIGIN);
    const rebuilt = join(rig.folder, 'rebuilt.sqlite');
    await rebuildDataset({ ...rig.options, database: rebuilt }, null);
    expect(readContent(rebuilt)).toEqual(rig.content());
    expect(origins(rebuilt)).toEqual({ 'march.csv': ORIGIN });
    await rig.reprocess();
    expect(origins(rig.database)).toEqual({ 'march.csv': ORIGIN });
  });

  test('is null for a file without a note, and if the note is about other bytes', async () => {
    const rig = createPipelineRig();
    rig.write('hand.csv', REPORT);
    note(rig.write('edited.csv', `${REPORT}\n`), { ...ORIGIN, sha256: hashOf(REPORT) });
    expect((await rig.run()).findings.warning).toBe(0);
    expect(origins(rig.database)).toEqual({ 'hand.csv': null, 'edited.csv': null });
  });

  test('gives a warning if it is cut off, and the report is loaded', async () => {
    const rig = createPipelineRig();
    note(rig.write('march.csv', REPORT), '{"url":');
    const summary = await rig.run();
    expect(summary.reports).toMatchObject([
      { status: 'loaded', rows: 1, findings: [{ severity: 'warning', code: 'damaged-origin' }] },
    ]);
    expect(optionalMessage(summary.reports[0]?.findings[0])).toContain('.march.csv.origin.json');
    expect(origins(rig.database)).toEqual({ 'march.csv': null });
    const rebuilt = join(rig.folder, 'rebuilt.sqlite');
    await rebuildDataset({ ...rig.options, database: rebuilt }, null);
    expect(readContent(rebuilt)).toEqual(rig.content());
  });

  test('may be missing in older records of the archive', async () => {
    const rig = await loadedRig({ 'march.csv': REPORT });
    const path = archiveRecord(rig);
    const { origin, ...older } = JSON.parse(readFileSync(path, 'utf8'));
    expect(origin).toBeNull();
    writeFileSync(path, JSON.stringify(older));
    const rebuilt = join(rig.folder, 'rebuilt.sqlite');
    await rebuildDataset({ ...rig.options, database: rebuilt }, null);
    expect(origins(rebuilt)).toEqual({ 'march.csv': null });
  });
});
