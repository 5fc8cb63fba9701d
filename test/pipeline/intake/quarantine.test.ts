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
import { createWorkbench, type Workbench } from '../../rig/pipeline-rig.ts';

/** Loads what lies in the inbox, or under other paths, as `ingest` does. */
async function ingest(bench: Workbench, found = [join(bench.folder, 'inbox')]) {
  const summary = await bench.run({ reports: { files: await findReportFiles(found), found } });
  expect(summary.reports.map(({ status }) => status)).toEqual(summary.reports.map(() => 'refused'));
  return summary.reports.map(({ sha256 }) => join(bench.folder, 'quarantine', `${sha256}`));
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
    const bench = createWorkbench();
    chmodSync(bench.write('bad.csv', 'nonsense'), Number.parseInt(mode, 8));
    const [aside = ''] = await ingest(bench);
    expect(modesIn(aside)).toEqual({ 'findings.json': expected, 'report.csv': expected });
  });

  test('follow the file if its permissions were reduced later', async () => {
    const bench = createWorkbench();
    const path = bench.write('bad.csv', 'nonsense');
    chmodSync(path, 0o644);
    await ingest(bench);
    chmodSync(path, 0o600);
    const [aside = ''] = await ingest(bench);
    expect(modesIn(aside)).toEqual({ 'findings.json': '600', 'report.csv': '600' });
  });

  test('are no wider than those of the quarantine folder', async () => {
    const bench = createWorkbench();
    mkdirSync(join(bench.folder, 'quarantine'));
    chmodSync(bench.write('bad.csv', 'nonsense'), 0o644);
    const before = process.umask(0o077);
    try {
      const [aside = ''] = await ingest(bench);
      expect(modesIn(aside)).toEqual({ 'findings.json': '600', 'report.csv': '600' });
    } finally {
      process.umask(before);
    }
  });

  test.skipIf(process.getuid?.() !== 0)('give no access to another group', async () => {
    const bench = createWorkbench();
    const path = bench.write('bad.csv', 'nonsense');
    chownSync(path, 0, 12_345);
    chmodSync(path, 0o640);
    const [aside = ''] = await ingest(bench);
    expect(modesIn(aside)).toEqual({ 'findings.json': '600', 'report.csv': '600' });
  });
});

describe('a link that leads out of the inbox', () => {
  function linked(link: (bench: Workbench, secret: string) => void): Workbench {
    const bench = createWorkbench();
    mkdirSync(join(bench.folder, 'inbox'));
    mkdirSync(join(bench.folder, 'inbox-of-others'));
    const secret = join(bench.folder, 'inbox-of-others/secret.csv');
    writeFileSync(secret, 'nonsense');
    link(bench, secret);
    return bench;
  }

  const cases: [string, (bench: Workbench, secret: string) => void][] = [
    ['of a file', (bench, secret) => symlinkSync(secret, join(bench.folder, 'inbox/a.csv'))],
    [
      'of a file, relative',
      (bench) => symlinkSync('../inbox-of-others/secret.csv', join(bench.folder, 'inbox/a.csv')),
    ],
    [
      'of a folder',
      (bench) => symlinkSync(join(bench.folder, 'inbox-of-others'), join(bench.folder, 'inbox/folder')),
    ],
    [
      'by way of another',
      (bench, secret) => {
        symlinkSync(secret, join(bench.folder, 'inbox/.hidden'));
        symlinkSync('.hidden', join(bench.folder, 'inbox/a.csv'));
      },
    ],
  ];
  test.each(cases)('is not copied, and findings.json says why: %s', async (_, link) => {
    const bench = linked(link);
    const [aside = '', ...others] = await ingest(bench);
    expect([readdirSync(aside), others]).toEqual([['findings.json'], []]);
    expect(recordIn(aside).not_copied).toBe(
      'The file is a link to a place outside the folders that the run read. Open the original file.',
    );
    expect(recordIn(aside).findings[0].code).toBe('unrecognized-report');
  });

  test('is copied if it stays in the inbox or was named', async () => {
    const within = createWorkbench();
    symlinkSync(within.write('real/a.csv', 'nonsense'), join(within.folder, 'inbox/b.csv'));
    const [aside = ''] = await ingest(within);
    expect(recordIn(aside)).not.toHaveProperty('not_copied');

    const bench = linked((at, secret) => symlinkSync(secret, join(at.folder, 'inbox/a.csv')));
    const [named = ''] = await ingest(bench, [join(bench.folder, 'inbox/a.csv')]);
    expect(readFileSync(join(named, 'report.csv'), 'utf8')).toBe('nonsense');
  });

  test('is copied if the inbox itself is a link', async () => {
    const bench = createWorkbench();
    bench.write('a.csv', 'nonsense');
    symlinkSync(join(bench.folder, 'inbox'), join(bench.folder, 'way'));
    const [aside = ''] = await ingest(bench, [join(bench.folder, 'way')]);
    expect(existsSync(join(aside, 'report.csv'))).toBe(true);
  });
});
