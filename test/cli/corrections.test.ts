import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import { openProgramFolder } from '../rig/datasets/program-folder.ts';
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

function hashOf(path: string): string {
  return createHash('sha256')
    .update(readFileSync(join(folder, path)))
    .digest('hex');
}

test('revisions lists changed figures, as text and as JSON', () => {
  const text = succeed('revisions', '--state', 'ca', '--jurisdiction', ID);
  expect(text).toMatch(
    /60001001 +Place 01001 +2024-05 +2024-03 +net_payment +100\.00 +120\.50 +report +corrected\.csv/,
  );
  const { revisions } = JSON.parse(succeed('revisions', '--json'));
  expect(revisions).toContainEqual(
    expect.objectContaining({
      field: 'net_payment',
      before: 100,
      after: 120.5,
      allocation_period: '2024-05-01',
    }),
  );
  expect(succeed('revisions', '--state', 'tx')).toBe('No revisions.\n');
  expect(succeed('revisions', '--since', '9999-01-01')).toBe('No revisions.\n');
  expect(allocations('revisions', '--since', 'yesterday').status).toBe(2);
  // a known jurisdiction without revisions is not an unknown jurisdiction
  expect(allocations('revisions', '--jurisdiction', '99999').status).toBe(2);
});

test('revisions --reported leaves out derived figures', () => {
  const copy = new Database(join(folder, 'data/allocations.sqlite'));
  copy.exec(`VACUUM INTO '${join(folder, 'moved.sqlite')}'`);
  copy.close();
  const moved = new Database(join(folder, 'moved.sqlite'));
  moved.exec("UPDATE revision SET field = 'derived' WHERE id = (SELECT max(id) FROM revision)");
  moved.close();
  const fieldsOf = (...options: string[]): string[] =>
    JSON.parse(succeed('revisions', '--db', 'moved.sqlite', '--json', ...options)).revisions.map(
      ({ field }: { field: string }) => field,
    );
  const [first, ...others] = fieldsOf();
  expect(first).toBe('derived');
  expect(others.length).toBeGreaterThan(0);
  expect(fieldsOf('--reported')).toEqual(others);
  // a new figure is not a changed figure
  const filled = new Database(join(folder, 'moved.sqlite'));
  filled.exec("UPDATE revision SET before = NULL WHERE field <> 'datapoint'");
  filled.close();
  expect(fieldsOf('--reported')).toEqual(others.filter((field) => field === 'datapoint'));
});

test('withdraw asks which report is meant if two have the same file name', () => {
  const database = ['--db', 'mended.sqlite', '--archive', 'mended', '--reference', 'reference'];
  write('november.csv', statement([{ code: '01001', month: '2025-11', net: 7 }]));
  succeed('ingest', 'november.csv', ...database);
  const slipped = hashOf('november.csv');
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
  mkdirSync(join(folder, 'other'));
  write('other/november.csv', 'another');
  expect(allocations('withdraw', 'other/november.csv', '--reason', 'x', ...database).stderr).toContain(
    'could mean',
  );
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

describe('rebuild', () => {
  test('a dataset rebuilt from the archive has the same figures', () => {
    succeed('rebuild', '--db', 'rebuilt.sqlite', '--reference', 'reference');
    const [live, rebuilt] = ['data/allocations.sqlite', 'rebuilt.sqlite'].map((name) => join(folder, name));
    expect(differences(`${live}`, `${rebuilt}`)).toEqual([]);
    expect(refuse('rebuild', '--db', 'rebuilt.sqlite')).toMatch(
      /^allocations: rebuilt\.sqlite exists\. Name a new file with --db/,
    );
  });
});

describe('corrections.json', () => {
  const entry = {
    state: 'ca',
    kind: 'ca/monthly-statement',
    jurisdiction: '01001',
    month: '2024-05',
    field: 'net_payment',
    published: '999',
    correct: '1',
    reason: 'a test',
    source: 'a letter',
  };

  test('a matching entry corrects the figure, and show names the correction', () => {
    const source = () => JSON.parse(succeed('show', ID, '--json')).series[0];
    expect(source()).toMatchObject({ value: 120.5, corrected: null });
    write('reference/corrections.json', JSON.stringify([{ ...entry, published: '120.5', correct: '110' }]));
    succeed('reprocess', '--reference', 'reference');
    expect(source()).toMatchObject({ value: 110, corrected: 'net_payment' });
    // the table wraps long sources
    expect(succeed('show', ID).replaceAll(/\s+/g, ' ')).toMatch(
      / 2024-05 110\.00 .* corrected\.csv row 2; net_payment from corrections\.json/,
    );
    write('reference/corrections.json', '[]');
    succeed('reprocess', '--reference', 'reference');
    expect(succeed('show', ID)).not.toContain('corrections.json');
  });
});

test('verify ends with 1 if it finds a problem', () => {
  expect(succeed('verify', '--reference', 'reference')).toMatch(
    /^Verification passed\. Checked 2 reports with 2 rows/,
  );
  expect(JSON.parse(succeed('verify', '--reference', 'reference', '--json'))).toMatchObject({
    ok: true,
    findings: [],
  });
  const sqlite = new Database(join(folder, 'data/allocations.sqlite'));
  sqlite.exec('UPDATE ca_allocation SET net_payment = net_payment + 1');
  sqlite.close();
  const { status, stdout } = allocations('verify', '--reference', 'reference', '--json');
  expect(status).toBe(1);
  const text = allocations('verify', '--reference', 'reference');
  expect(text.status).toBe(1);
  expect(text.stdout).toMatch(
    /datapoints: ca_allocation \d+ 2024-\d\d-01: net_payment is \d+, but the archive and the registers give \d+/,
  );
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    findings: [{ about: 'datapoints' }, { about: 'datapoints' }],
  });
  const quick = allocations('verify', '--quick');
  expect({ status: quick.status, stdout: quick.stdout }).toEqual({
    status: 1,
    stdout: expect.stringContaining('ca_allocation has other figures than the last run left'),
  });
  succeed('reprocess', '--reference', 'reference');
  expect(succeed('verify', '--reference', 'reference')).toMatch(/^Verification passed\./);
});

test('withdraw accepts a file, a file name or the beginning of a hash, once', () => {
  const { series } = JSON.parse(succeed('show', ID, '--json'));
  const { sha256, file_name } = series[0].sources[0];
  expect(file_name).toBe('corrected.csv');
  expect(allocations('withdraw', 'inbox').status).toBe(2);
  expect(allocations('withdraw', 'inbox', '--reason', 'a folder').stderr).toMatch(
    /inbox is not a file\. Name one report/,
  );
  const withdrawn = succeed(
    'withdraw',
    sha256.slice(0, 8),
    '--reason',
    'mistaken',
    '--reference',
    'reference',
  );
  expect(withdrawn).toContain('1 withdrawn');
  expect(succeed('show', ID)).toContain('100.00');
  const again = allocations(
    'withdraw',
    'inbox/corrected.csv',
    '--reason',
    'again',
    '--reference',
    'reference',
  );
  expect({ status: again.status, stderr: again.stderr }).toEqual({
    status: 2,
    stderr: expect.stringMatching(/corrected\.csv was already withdrawn at .* \(mistaken\)/),
  });
  expect(allocations('withdraw', 'nothing.csv', '--reason', 'x').stderr).toMatch(
    /no report called nothing\.csv/,
  );
  // withdraw the other report by its file name; this removes the jurisdiction, but not its revisions
  succeed('withdraw', 'may.csv', '--reason', 'mistaken too', '--reference', 'reference');
  expect(succeed('revisions', '--jurisdiction', ID)).toMatch(/ datapoint +- +- /);
  expect(allocations('verify', '--reference', 'reference').stdout).toMatch(/^Verification passed\./);
});

test('a damaged dataset is reported with advice, not as a bug', () => {
  const damaged = readFileSync(join(folder, 'data/allocations.sqlite'));
  // damage all pages except the first, which identifies the file
  damaged.fill(0xff, 4096);
  write('damaged.sqlite', damaged);
  for (const command of [['show', ID], ['status'], ['revisions'], ['publish', 'snapshots']]) {
    const { status, stderr } = allocations(...command, '--db', 'damaged.sqlite');
    expect({ command, status, stderr }).toEqual({
      command,
      status: 74,
      stderr: expect.stringMatching(
        /^allocations: .* is damaged \(SQLITE_CORRUPT\)\. .*rebuild --db FILE\. If it is a snapshot, publish it again\.\n$/,
      ),
    });
  }
});
