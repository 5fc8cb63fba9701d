import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findReportFiles } from '../../../src/files/report-paths.ts';
import { createPipelineRig, type PipelineRig } from '../../rig/pipeline-rig.ts';

/** Loads what lies in the inbox, or under other paths, as `ingest` does. */
async function ingest(rig: PipelineRig, found = [join(rig.folder, 'inbox')]) {
  const summary = await rig.run({ files: await findReportFiles(found) });
  expect(summary.reports.map(({ status }) => status)).toEqual(summary.reports.map(() => 'refused'));
  return summary.reports.map(({ sha256 }) => join(rig.folder, 'quarantine', `${sha256}`));
}

function modesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder).sort();
  return Object.fromEntries(
    names.map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
  );
}

test('what a killed run left of a copy is removed when the file is refused again', async () => {
  const rig = createPipelineRig();
  rig.write('bad.csv', 'nonsense');
  const [aside = ''] = await ingest(rig);
  writeFileSync(join(aside, 'report.csv.4711'), 'nons');
  await ingest(rig);
  expect(readdirSync(aside).sort()).toEqual(['findings.json', 'report.csv']);
});

describe('the permissions of a quarantined file', () => {
  const cases: [string, string][] = [
    ['640', '600'],
    ['400', '400'],
    // nothing in the quarantine is to be run
    ['755', '644'],
  ];
  test.each(cases)('are no wider than those of the file: %s', async (mode, expected) => {
    const rig = createPipelineRig();
    chmodSync(rig.write('bad.csv', 'nonsense'), Number.parseInt(mode, 8));
    const [aside = ''] = await ingest(rig);
    expect(readFileSync(join(aside, 'report.csv'), 'utf8')).toBe('nonsense');
    const { findings } = JSON.parse(readFileSync(join(aside, 'findings.json'), 'utf8'));
    expect(findings).toMatchObject([{ code: 'unrecognized-report' }]);
    expect(modesIn(aside)).toEqual({ 'findings.json': expected, 'report.csv': expected });
  });

  test('follow the file if its permissions were reduced later', async () => {
    const rig = createPipelineRig();
    const path = rig.write('bad.csv', 'nonsense');
    chmodSync(path, 0o644);
    await ingest(rig);
    chmodSync(path, 0o600);
    const [aside = ''] = await ingest(rig);
    expect(modesIn(aside)).toEqual({ 'findings.json': '600', 'report.csv': '600' });
  });

  test('are no wider than those of the quarantine folder', async () => {
    const rig = createPipelineRig();
    mkdirSync(join(rig.folder, 'quarantine'));
    chmodSync(rig.write('bad.csv', 'nonsense'), 0o644);
    const before = process.umask(0o077);
    try {
      const [aside = ''] = await ingest(rig);
      expect(modesIn(aside)).toEqual({ 'findings.json': '600', 'report.csv': '600' });
    } finally {
      process.umask(before);
    }
  });
});
