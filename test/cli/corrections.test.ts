import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, expect, test } from 'vitest';
import { openProgramFolder } from '../rig/datasets/program-folder.ts';
import { hashOf } from '../rig/hash.ts';
import { differences } from '../rig/pipeline-rig.ts';
import { statement } from '../rig/reports/small-reports.ts';

// Output and exit codes of the commands that correct data.

const { folder, allocations, refuse, succeed, write } = openProgramFolder();
const ID = '60001001';

beforeAll(() => {
  for (const place of ['inbox', 'reference', 'data']) mkdirSync(join(folder, place));
  write('inbox/may.csv', statement([{ code: '01001', month: '2024-05', net: 100 }]));
  succeed('ingest', 'inbox', '--reference', 'reference');
  write('inbox/corrected.csv', statement([{ code: '01001', month: '2024-05', net: 120.5 }]));
  succeed('ingest', 'inbox', '--reference', 'reference');
});

test('revisions lists changed figures, and with --reported leaves out derived and new ones', () => {
  const text = succeed('revisions', '--state', 'ca', '--jurisdiction', ID);
  expect(text).toMatch(
    /60001001 +Place 01001 +2024-05 +2024-03 +net_payment +100\.00 +120\.50 +report +corrected\.csv/,
  );
  expect(succeed('revisions', '--since', '9999-01-01')).toBe('No revisions.\n');
  // a known jurisdiction without revisions is not an unknown jurisdiction
  refuse('revisions', '--jurisdiction', '99999');
  const change = (sql: string) => {
    const moved = new Database(join(folder, 'moved.sqlite'));
    moved.exec(sql);
    moved.close();
  };
  const dataset = new Database(join(folder, 'data/allocations.sqlite'));
  dataset.exec(`VACUUM INTO '${join(folder, 'moved.sqlite')}'`);
  dataset.close();
  change("UPDATE revision SET field = 'derived' WHERE id = (SELECT max(id) FROM revision)");
  const fieldsOf = (...options: string[]): string[] =>
    JSON.parse(succeed('revisions', '--db', 'moved.sqlite', '--json', ...options)).data.map(
      ({ field }: { field: string }) => field,
    );
  const [first, ...others] = fieldsOf();
  expect([first, others.length > 0]).toEqual(['derived', true]);
  expect(fieldsOf('--reported')).toEqual(others);
  change("UPDATE revision SET before = NULL WHERE field <> 'datapoint'");
  expect(fieldsOf('--reported')).toEqual(others.filter((field) => field === 'datapoint'));
});

test('withdraw asks which report is meant if two have the same file name', () => {
  const database = ['--db', 'mended.sqlite', '--archive', 'mended', '--reference', 'reference'];
  write('november.csv', statement([{ code: '01001', month: '2025-11', net: 7 }]));
  succeed('ingest', 'november.csv', ...database);
  const slipped = hashOf(readFileSync(join(folder, 'november.csv')));
  write('november.csv', statement([{ code: '01001', month: '2026-11', net: 7 }]));
  succeed('ingest', 'november.csv', ...database);
  const [refused, unnamed] = ['november.csv', 'elsewhere/november.csv'].map((file) =>
    allocations('withdraw', file, '--reason', 'a slip', ...database),
  );
  expect(refused?.status).toBe(2);
  expect(refused?.stderr).toContain(`november.csv could mean: ${slipped.slice(0, 12)} (received `);
  expect(refused?.stderr).toContain(
    ', November 2026, 1 row, the same as the file now). Name one by its hash',
  );
  expect(unnamed?.stderr).toContain('no report called elsewhere/november.csv');
  // another file with the name of a report
  write('other/november.csv', 'another');
  expect(refuse('withdraw', 'other/november.csv', '--reason', 'x', ...database)).toContain('could mean');
  const withdrawn = succeed('withdraw', slipped.slice(0, 8), '--reason', 'a slip', ...database);
  expect(withdrawn).toContain(
    `withdrawn    november.csv (${slipped.slice(0, 12)}), November 2025, 1 row. Later runs skip files with the same content`,
  );
  expect(withdrawn).toMatch(/^Run 3: the report was withdrawn\./);
  expect(withdrawn).toContain(' 1 updated, 1 removed, ');
  expect(withdrawn).toContain(
    'published figures of 1 datapoint changed or were removed (the other updates: derived figures or sources): allocations revisions --reported',
  );
  // only one of the two is left
  expect(succeed('withdraw', 'november.csv', '--reason', 'this too', ...database)).toContain(
    'November 2026, 1 row',
  );
  // a withdrawn file means itself, even if other reports had its name
  write('november.csv', statement([{ code: '01001', month: '2026-10', net: 7 }]));
  succeed('ingest', 'november.csv', ...database);
  write('november.csv', statement([{ code: '01001', month: '2026-11', net: 7 }]));
  expect(allocations('withdraw', 'november.csv', '--reason', 'again', ...database).stderr).toContain(
    'november.csv was already withdrawn at',
  );
});

test('a dataset rebuilt from the archive has the same figures', () => {
  succeed('rebuild', '--db', 'rebuilt.sqlite', '--reference', 'reference');
  const [live, rebuilt] = ['data/allocations.sqlite', 'rebuilt.sqlite'].map((name) => join(folder, name));
  expect(differences(`${live}`, `${rebuilt}`)).toEqual([]);
  expect(refuse('rebuild', '--db', 'rebuilt.sqlite')).toMatch(
    /^allocations: rebuilt\.sqlite exists\. Name a new file with --db/,
  );
});

test('verify ends with 1 if it finds a problem', () => {
  const verify = ['verify', '--reference', 'reference'];
  expect(succeed(...verify)).toMatch(/^Verification passed\. Checked 2 reports with 2 rows/);
  expect(JSON.parse(succeed(...verify, '--json'))).toMatchObject({ ok: true, findings: [] });
  const sqlite = new Database(join(folder, 'data/allocations.sqlite'));
  sqlite.exec('UPDATE ca_allocation SET net_payment = net_payment + 1');
  sqlite.close();
  const text = allocations(...verify);
  expect(text).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(
      /datapoints: ca_allocation \d+ 2024-\d\d-01: net_payment is \d+, but the archive and the registers give \d+/,
    ),
  });
  expect(JSON.parse(allocations(...verify, '--json').stdout).ok).toBe(false);
  succeed('reprocess', '--reference', 'reference');
  expect(succeed(...verify)).toMatch(/^Verification passed\./);
});

test('withdraw accepts a file, a file name or the beginning of a hash, once', () => {
  const withdraw = (name: string, reason: string) =>
    allocations('withdraw', name, '--reason', reason, '--reference', 'reference');
  const { sha256, file_name } = JSON.parse(succeed('sources', ID, '--json')).data[0].sources[0].report;
  expect(file_name).toBe('corrected.csv');
  refuse('withdraw', 'inbox');
  expect(withdraw('inbox', 'a folder').stderr).toMatch(/inbox is not a file\. Name one report/);
  expect(withdraw('inbox/corrected.csv', 'by \u001b[31mmistake\u202e').stderr).toContain(
    'Use one line of printable characters.',
  );
  expect(withdraw(sha256.slice(0, 8), 'mistaken').stdout).toContain('1 withdrawn');
  expect(succeed('export', ID)).toContain(',100,');
  expect(withdraw('inbox/corrected.csv', 'again')).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/corrected\.csv was already withdrawn at .* \(mistaken\)/),
  });
  expect(withdraw('nothing.csv', 'x').stderr).toMatch(/no report called nothing\.csv/);
  // withdraw the other report by its file name; this removes the jurisdiction, but not its revisions
  expect(withdraw('may.csv', 'mistaken too').status).toBe(0);
  expect(succeed('revisions', '--jurisdiction', ID)).toMatch(/ datapoint +- +- /);
  expect(succeed('verify', '--reference', 'reference')).toMatch(/^Verification passed\./);
});

test('a damaged dataset is reported with advice, not as a bug', () => {
  const damaged = readFileSync(join(folder, 'data/allocations.sqlite'));
  // damage all pages except the first, which identifies the file
  damaged.fill(0xff, 4096);
  write('damaged.sqlite', damaged);
  for (const command of [['sources', ID], ['status'], ['revisions'], ['publish', 'copy.sqlite']]) {
    const { status, stderr } = allocations(...command, '--db', 'damaged.sqlite');
    expect({ command, status, stderr }).toEqual({
      command,
      status: 74,
      stderr: expect.stringMatching(
        /^allocations: .* is damaged \(SQLITE_CORRUPT\)\. .*rebuild --db FILE\. If it is a copy, publish it again\.\n$/,
      ),
    });
  }
});
