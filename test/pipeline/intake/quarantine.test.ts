import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findReportFiles } from '../../../src/files/report-paths.ts';
import { takeFiles } from '../../../src/pipeline/intake/report-inputs.ts';
import { createPipelineRig, type PipelineRig } from '../../rig/pipeline-rig.ts';

/** Loads what lies in the inbox, or under other paths, as `ingest` does. */
async function ingest(rig: PipelineRig, found = [join(rig.folder, 'inbox')]) {
  const summary = await rig.run({ reports: takeFiles(await findReportFiles(found), found) });
  expect(summary.reports.map(({ status }) => status)).toEqual(summary.reports.map(() => 'refused'));
  return summary.reports.map(({ sha256 }) => join(rig.folder, 'quarantine', `${sha256}`));
}

function modesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder).sort();
  return Object.fromEntries(
    names.map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
  );
}

function recordIn(folder: string) {
  return JSON.parse(readFileSync(join(folder, 'findings.json'), 'utf8'));
}

describe('the permissions of a quarantined file', () => {
  const cases: [string, string][] = [
    ['640', '640'],
    ['600', '600'],
    ['400', '400'],
    ['644', '644'],
    // nothing in the quarantine is to be run
    ['755', '644'],
  ];
  test.each(cases)('are no wider than those of the file: %s', async (mode, expected) => {
    const rig = createPipelineRig();
    chmodSync(rig.write('bad.csv', 'nonsense'), Number.parseInt(mode, 8));
    const [aside = ''] = await ingest(rig);
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

  test.skipIf(process.getuid?.() !== 0)('give no access to another group', async () => {
    const rig = createPipelineRig();
    const path = rig.write('bad.csv', 'nonsense');
    chownSync(path, 0, 12_345);
    chmodSync(path, 0o640);
    const [aside = ''] = await ingest(rig);
    expect(modesIn(aside)).toEqual({ 'findings.json': '600', 'report.csv': '600' });
  });
});

describe('a link that leads out of the inbox', () => {
  function linked(link: (rig: PipelineRig, secret: string) => void): PipelineRig {
    const rig = createPipelineRig();
    mkdirSync(join(rig.folder, 'inbox'));
    mkdirSync(join(rig.folder, 'inbox-of-others'));
    const secret = join(rig.folder, 'inbox-of-others/secret.csv');
    writeFileSync(secret, 'nonsense');
    link(rig, secret);
    return rig;
  }

  const cases: [string, (rig: PipelineRig, secret: string) => void][] = [
    ['of a file', (rig, secret) => symlinkSync(secret, join(rig.folder, 'inbox/a.csv'))],
    [
      'of a file, relative',
      (rig) => symlinkSync('../inbox-of-others/secret.csv', join(rig.folder, 'inbox/a.csv')),
    ],
    [
      'of a folder',
      (rig) => symlinkSync(join(rig.folder, 'inbox-of-others'), join(rig.folder, 'inbox/folder')),
    ],
    [
      'by way of another',
      (rig, secret) => {
        symlinkSync(secret, join(rig.folder, 'inbox/.hidden'));
        symlinkSync('.hidden', join(rig.folder, 'inbox/a.csv'));
      },
    ],
  ];
  test.each(cases)('is not copied, and findings.json says why: %s', async (_, link) => {
    const rig = linked(link);
    const [aside = '', ...others] = await ingest(rig);
    expect([readdirSync(aside), others]).toEqual([['findings.json'], []]);
    expect(recordIn(aside).not_copied).toBe(
      'The file is a link to a place outside the folders that the run read. Open the original file.',
    );
    expect(recordIn(aside).findings[0].code).toBe('unrecognized-report');
  });

  test('is copied if it stays in the inbox or was named', async () => {
    const within = createPipelineRig();
    symlinkSync(within.write('real/a.csv', 'nonsense'), join(within.folder, 'inbox/b.csv'));
    const [aside = ''] = await ingest(within);
    expect(recordIn(aside)).not.toHaveProperty('not_copied');

    const rig = linked((at, secret) => symlinkSync(secret, join(at.folder, 'inbox/a.csv')));
    const [named = ''] = await ingest(rig, [join(rig.folder, 'inbox/a.csv')]);
    expect(readFileSync(join(named, 'report.csv'), 'utf8')).toBe('nonsense');
  });

  test('is copied if the inbox itself is a link', async () => {
    const rig = createPipelineRig();
    rig.write('a.csv', 'nonsense');
    symlinkSync(join(rig.folder, 'inbox'), join(rig.folder, 'way'));
    const [aside = ''] = await ingest(rig, [join(rig.folder, 'way')]);
    expect(existsSync(join(aside, 'report.csv'))).toBe(true);
  });
});
