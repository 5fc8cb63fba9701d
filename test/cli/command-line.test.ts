import { spawn, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import ExcelJS from 'exceljs';
import { beforeEach, expect, test } from 'vitest';
import { openProgramFolder } from '../rig/datasets/program-folder.ts';
import { monthsFrom } from '../rig/reports/months.ts';
import { quarterly, statement, texasReport } from '../rig/reports/small-reports.ts';

const PROGRAM = resolve('dist/cli/main.js');

const { folder, allocations, empty, refuse, write } = openProgramFolder();

beforeEach(() => {
  empty();
  mkdirSync(join(folder, 'inbox'));
});

function inbox(name: string, content: string | Uint8Array): string {
  write(`inbox/${name}`, content);
  return `inbox/${name}`;
}

const GOOD = texasReport([
  { code: '2999001', name: 'EXAMPLE CITY', month: '2024-03', current: 100 },
  { code: '4999001', name: 'EXAMPLE COUNTY', month: '2024-03', current: 50 },
]);

test('ingest skips the dataset and the archive if they are inside the inbox', () => {
  inbox('good.csv', GOOD);
  inbox('bad.csv', 'x');
  const places = ['--db', 'inbox/all.sqlite', '--archive', 'inbox/kept', '--quarantine', 'inbox/refused'];
  expect(allocations('token', 'create', 'me', '--db', 'inbox/all.sqlite').status).toBe(0);
  for (const status of ['loaded', 'unchanged', 'unchanged']) {
    const { reports } = JSON.parse(allocations('ingest', './inbox/', ...places, '--json').stdout);
    const taken = reports.map((report: { path: string; status: string }) => [report.path, report.status]);
    expect(taken).toEqual([
      ['inbox/bad.csv', 'refused'],
      ['inbox/good.csv', status],
    ]);
  }
  // also through a link
  symlinkSync(join(folder, 'inbox'), join(folder, 'way'));
  const around = JSON.parse(allocations('ingest', 'way', ...places, '--json').stdout);
  expect(around.reports).toHaveLength(2);
});

test('ingest keeps the reports of each dataset beside it, so that a second one does not mix with the first', () => {
  const [good, bad] = [inbox('good.csv', GOOD), inbox('bad.csv', 'x')];
  expect(allocations('ingest', good).status).toBe(0);
  expect(allocations('ingest', good, bad, '--db', 'data/real.sqlite').status).toBe(1);
  for (const kept of ['data/reports', 'data/real.reports', 'data/real.quarantine'])
    expect(existsSync(join(folder, kept)), kept).toBe(true);
  expect(existsSync(join(folder, 'data/quarantine'))).toBe(false);
  expect(allocations('verify', '--db', 'data/real.sqlite').stdout).toContain('Verification passed');
  // what an earlier version loaded is in the archive of all datasets
  renameSync(join(folder, 'data/real.reports'), join(folder, 'data/moved'));
  expect(allocations('verify', '--db', 'data/real.sqlite').stderr).toContain(
    'data/real.sqlite has no archive data/real.reports. Name the folder of its reports with --archive.',
  );
  expect(allocations('verify', '--db', 'data/real.sqlite', '--archive', 'data/moved').status).toBe(0);
});

test('ingest skips its own files even if they are named, and says so', () => {
  inbox('good.csv', GOOD);
  const places = ['--db', 'inbox/all.sqlite', '--archive', 'inbox/kept', '--quarantine', 'inbox/refused'];
  expect(allocations('ingest', 'inbox/good.csv', ...places).status).toBe(0);
  // files that a killed run leaves behind
  for (const name of ['all.sqlite.lock.json', 'kept.lock.json'])
    writeFileSync(join(folder, 'inbox', name), '{}');
  const names = readdirSync(join(folder, 'inbox')).sort();
  expect(names).toContain('all.sqlite.lock');
  const everything = names.map((name) => join('inbox', name));
  const { status, stdout, stderr } = allocations('ingest', ...everything, ...places, '--json');
  expect(JSON.parse(stdout).reports).toHaveLength(1);
  expect(status).toBe(0);
  for (const path of everything.filter((name) => !['inbox/good.csv', 'inbox/kept'].includes(name)))
    expect(stderr).toContain(`Skipped ${path}: the program keeps its own files there.`);
  expect(existsSync(join(folder, 'inbox', 'refused'))).toBe(false);
  expect(refuse('ingest', 'inbox/kept/tx', ...places)).toContain(
    'Name the folder that contains your reports',
  );
  // the folder contains only archived files
  expect(allocations('ingest', 'inbox/kept', ...places).stderr).toContain('inbox/kept contains no reports');
  const around = ['--db', 'inbox/all.sqlite', '--archive', 'inbox', '--quarantine', 'inbox/refused'];
  const { reports } = JSON.parse(allocations('ingest', 'inbox/good.csv', ...around, '--json').stdout);
  expect(reports).toMatchObject([{ status: 'unchanged' }]);
});

test('ingest passes over files of systems, names other foreign files once, and replaces patterns itself', () => {
  inbox('good.csv', GOOD);
  for (const name of ['desktop.ini', 'Thumbs.db', 'letter.docx', 'scan.pdf'])
    writeFileSync(join(folder, 'inbox', name), '[.ShellClassInfo]');
  const of = (...args: string[]) => {
    const { status, stdout, stderr } = allocations('ingest', ...args, '--json', '--dry-run');
    return [status, JSON.parse(stdout).reports.map(({ path }: { path: string }) => path), stderr];
  };
  const said = 'allocations: Passed over 2 files of other kinds: inbox/letter.docx, inbox/scan.pdf.\n';
  expect(of('inbox')).toEqual([0, ['inbox/good.csv'], said]);
  expect(of('inbox/*.csv')).toEqual([0, ['inbox/good.csv'], '']);
  expect(of('inbox/*')).toEqual([0, ['inbox/good.csv'], said]);
  // a file that is named is read
  expect(of('inbox/scan.pdf')[0]).toBe(1);
  expect(refuse('ingest', 'inbox/*.xlsx')).toContain('No file fits inbox/*.xlsx. Check the pattern.');
});

test('the summary contains findings about reports of earlier runs', () => {
  const of = (month: string) => texasReport([{ code: '2999001', name: 'EXAMPLE', month, current: 100 }]);
  allocations('ingest', inbox('may.csv', of('2024-05')));
  // the report that shows the gap gets the finding
  const january = inbox('january.csv', of('2024-01'));
  expect(allocations('ingest', january, '--dry-run').stdout).toMatch(
    /\n {2}warning missing-report: may\.csv: No report "Local Allocation Payment Detail" has February 2024 to April 2024/,
  );
  const { others, findings, reports } = JSON.parse(allocations('ingest', january, '--json').stdout);
  expect(others).toMatchObject([{ code: 'missing-report', severity: 'warning', file_name: 'may.csv' }]);
  expect([findings.warning, reports[0].findings]).toEqual([1, []]);
});

test('--quiet prints nothing, --dry-run writes nothing', () => {
  inbox('good.csv', GOOD);
  expect(allocations('ingest', 'inbox', '--quiet', '--dry-run')).toEqual(
    expect.objectContaining({ status: 0, stdout: '', stderr: '' }),
  );
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

test('a failure is printed on stderr with --quiet, and shown by status', () => {
  inbox('bad.csv', GOOD.replace('100.00', '1OO.00'));
  const { status, stdout, stderr } = allocations('ingest', 'inbox', '--quiet');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(
    /^error unreadable-cell: inbox\/bad.csv, row 2, column "Total Collections": "1OO.00" /,
  );
  expect(allocations('status').stdout).toContain(
    'inbox/bad.csv, row 2, column "Total Collections": unreadable-cell: "1OO.00" cannot be read',
  );
});

test('a wrong environment names the setting', () => {
  for (const [setting, value, message] of [
    ['ALLOCATIONS_DB', ':memory:', 'must be a path'],
    [
      'ALLOCATIONS_DB',
      't/mine.sqlite\r',
      'must be a path without control characters, and without blanks or quotation marks at its ends',
    ],
    ['ALLOCATIONS_CONCURRENCY', 'many', 'must be a whole number from 1 to 64'],
  ] as const) {
    const env = { PATH: process.env.PATH, [setting]: value };
    const settings = { cwd: folder, encoding: 'utf8', env } as const;
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, 'status'], settings);
    expect({ status, stderr }).toEqual({ status: 2, stderr: `allocations: ${setting} ${message}.\n` });
  }
});

test('a failure to write the output is one line and exit code 74', () => {
  inbox('good.csv', GOOD);
  const command = `"${process.execPath}" "${PROGRAM}" ingest inbox > /dev/full`;
  const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
  expect({ status, lines: stderr.trim().split('\n').length }).toEqual({ status: 74, lines: 1 });
  expect(stderr).toContain('Cannot write the output');
});

test('a mistyped archive is an error, not an empty archive', () => {
  expect(allocations('reprocess', '--archive', 'nowhere')).toMatchObject({ status: 2, stdout: '' });
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

test.each([
  [['ingest'], 'missing required argument'],
  [['ingest', 'nowhere'], 'nowhere does not exist'],
  [['ingest', 'inbox', '--concurrency', '0'], 'from 1 to 64'],
  [['ingest', 'inbox', '--colour'], 'unknown option'],
  [['ingest', 'inbox', '--layouts', 'none.json'], 'none.json'],
  [['backfill', 'inbox', '--from', '2018-06'], "'--to <month>' not specified"],
  [['reprocess', '--state', 'zz'], 'Allowed choices are ca, tx'],
  [['reprocess', '--from', '2026-10', '--to', '2018-06'], 'is later than'],
  [['ingest', 'inbox', '--db', ':memory:'], 'Give a path'],
  [
    ['ingest', 'inbox', '--db', 't/mine.sqlite '],
    "option '--db <file>' argument 't/mine.sqlite ' is invalid",
  ],
  [['ingest', 'inbox', '--archive', '"reports"'], 'quotation marks at its ends'],
  [['frobnicate'], 'unknown command'],
])('wrong usage %j ends with 2 and a message, with --json too', (args, message) => {
  const said = refuse(...args);
  expect(said).toContain(message);
  expect(said).not.toContain('    at ');
  const { status, stdout } = allocations(...args, '--json');
  expect([status, Object.keys(JSON.parse(stdout))]).toEqual([2, ['error']]);
});

test('a finding is one line, even if the file name or a cell contains line breaks', () => {
  inbox('a\nb\u001b[31m.csv', GOOD.replace('Net Payment', '"Net\nPaid"'));
  const { status, stdout } = allocations('ingest', 'inbox');
  expect(status).toBe(1);
  const lines = stdout.trim().split('\n');
  expect(lines.filter((line) => line.startsWith('  error '))).toHaveLength(1);
  expect(lines).toHaveLength(5 + 1);
  expect(stdout).not.toContain('\u001b');
});

test('output never contains control characters, direction marks or broken characters', () => {
  const evil = '\u007f\u009b31m\u202e\u2066\u2028\uffff';
  inbox(`a${evil}.csv`, GOOD);
  inbox('b.json', JSON.stringify([{ [`key${evil}\ud800\u001b`]: 1 }]));
  const hasAny = (text: string) => /[^\P{C}\r\n]|[\u2028\u2029\uffff]/u.test(text);
  const calls = [
    ['ingest', 'inbox'],
    ['ingest', 'inbox', '--quiet'],
    ['sources', '2999001', '--json'],
    ['sources', `no${evil}`],
    ['export', '--state', 'tx'],
    ['token', 'create', `x${evil}`],
    ['frobnicate', evil],
    ['ingest', 'inbox', `--colour${evil}`],
    ['update', '--into', `in${evil}`, '--portals', `none${evil}`],
  ];
  for (const call of calls) {
    const { stdout, stderr } = allocations(...call);
    expect({ call, has: hasAny(stdout + stderr) }).toEqual({ call, has: false });
  }
  const { stdout } = allocations('sources', '2999001', '--json');
  expect(JSON.parse(stdout).data[0].sources[0].report.file_name).toBe(`a${evil}.csv`);
  expect(allocations('sources', '2999001').stdout).toContain(
    'a\\u007f\\u009b31m\\u202e\\u2066\\u2028\\uffff.csv',
  );
});

/** Expects that a run leaves the file as it is. */
function expectUntouched(message: string): void {
  inbox('good.csv', GOOD);
  const before = readFileSync(join(folder, 'data.sqlite'));
  const { status, stderr } = allocations('ingest', 'inbox', '--db', 'data.sqlite');
  expect(status).toBe(2);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).toContain(message);
  expect(readFileSync(join(folder, 'data.sqlite'))).toEqual(before);
}

test('a text is not taken for a dataset', () => {
  writeFileSync(
    join(folder, 'data.sqlite'),
    'not a database at all, but long enough to be read as one'.repeat(30),
  );
  expectUntouched('is not a SQLite database');
});

test('a database of another program is not taken for a dataset', () => {
  const other = new Database(join(folder, 'data.sqlite'));
  other.exec('CREATE TABLE notes (text)');
  other.close();
  expectUntouched('not an allocation dataset');
});

test('a dataset of a newer version is not opened', () => {
  inbox('good.csv', GOOD);
  allocations('ingest', 'inbox', '--db', 'data.sqlite');
  const newer = new Database(join(folder, 'data.sqlite'));
  newer.exec("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('later', 9999999999999)");
  newer.pragma('journal_mode = DELETE');
  newer.close();
  expectUntouched('A newer version of this program wrote ');
});

test('a second run ends with 75 and names the first, and a killed run leaves no lock', async () => {
  inbox('good.csv', GOOD);
  allocations('ingest', 'inbox');
  // a process that holds the lock like a run
  const script = `
    import { acquireLock } from ${JSON.stringify(resolve('src/files/lock.ts'))};
    // without this reference, the lock would be released
    globalThis.held = acquireLock(${JSON.stringify(join(folder, 'data/allocations.sqlite'))}, 'backfill', '2026-11-01T00:00:00.000Z');
    console.log('held');
    setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]);
  await new Promise((done) => holder.stdout.once('data', done));
  const { status, stderr } = allocations('ingest', 'inbox');
  expect(status).toBe(75);
  expect(stderr).toContain(`pid ${holder.pid} ("allocations backfill", started 2026-11-01T00:00:00.000Z)`);
  const ended = new Promise((done) => holder.once('exit', done));
  holder.kill('SIGKILL');
  await ended;
  expect(allocations('ingest', 'inbox').status).toBe(0);
});

test('months that are missing inside a series are listed', () => {
  const months = ['2024-01', '2024-03', '2024-04', '2024-08'];
  inbox(
    'gaps.csv',
    statement(months.map((month) => ({ code: '01990', name: 'ALDER CREEK', month, net: 1 }))),
  );
  allocations('ingest', 'inbox');
  const lines = allocations('missing', '--status', 'missing').stdout.split('\n').slice(0, 3);
  expect(lines.map((line) => line.trim().split(/ {2,}/).slice(2))).toEqual([
    ['period', 'month', 'sales of', 'status'],
    ['2024-02', '2024-02', '2023-12', 'missing'],
    ['2024-05', '2024-05', '2024-03', 'missing'],
  ]);
  expect(allocations('status').stdout).toMatch(
    /Expected, but not loaded yet:\n {2}"Local .*: September 2024 to .*, overdue since [A-Z]\w+ \d+, 2024\n/,
  );
  expect(JSON.parse(allocations('status', '--json').stdout).meta).toMatchObject({
    gaps: expect.arrayContaining([
      expect.objectContaining({ missing: ['2024-02', '2024-05', '2024-06', '2024-07'] }),
    ]),
    expected: expect.arrayContaining([expect.objectContaining({ period: '2024-09', overdue: true })]),
  });
  const { data: each } = JSON.parse(allocations('missing', '--status', 'missing', '--json').stdout);
  expect(each.map(({ period }: { period: string }) => period).slice(0, 4)).toEqual([
    ...['2024-02', '2024-05', '2024-06', '2024-07'],
  ]);
});

test('status counts missing quarters', () => {
  const rows = monthsFrom('2023-03', 13).map((month) => ({ code: '01990', month, net: 1000 }));
  inbox('statement.csv', statement(rows));
  allocations('ingest', 'inbox');
  const { data, meta: status } = JSON.parse(allocations('status', '--json').stdout);
  expect(data[0]).toMatchObject({ last_month: '2024-03-01', last_sales_month: '2024-01-01' });
  // settled in May, August and November 2023 and February 2024
  expect(status.gaps).toMatchObject([
    { year: '2023', present: 0, missing: ['2023Q1', '2023Q2', '2023Q3', '2023Q4'] },
  ]);
});

type Sourced = { rows: string; sources: { report: { sha256: string } }[] };

test('a source names the sheet and the hash of the report', async () => {
  for (const name of ['a', 'b']) mkdirSync(join(folder, 'inbox', name));
  const write = async (name: string, ...months: [string, number][]) => {
    const rows = months.map(([month, net], at) => ({ code: `0100${at + 1}`, month, net }));
    const workbook = new ExcelJS.Workbook();
    const lines = statement(rows).trim().split('\n');
    workbook.addWorksheet('Spring').addRows(lines.map((line) => line.split(',')));
    return inbox(join(name, 'report.xlsx'), new Uint8Array(await workbook.xlsx.writeBuffer()));
  };
  const later = await write('b', ['2024-05', 3], ['2024-06', 4]);
  const earlier = await write('a', ['2024-05', 1], ['2024-05', 2]);
  expect(allocations('ingest', later).status).toBe(0);
  const { stdout } = allocations('ingest', earlier);
  expect(stdout).toContain('differ from report.xlsx sheet "Spring" row 2, which counts');
  expect(stdout).toContain('Place 01002 (01002) in May 2024 (report.xlsx sheet "Spring" row 3). This');
  const [ofMay, ofJune] = [earlier, later].map((file) => hash('sha256', readFileSync(join(folder, file))));
  const { data } = JSON.parse(allocations('sources', '01002', '--json').stdout);
  expect(data.map(({ rows, sources: [one] }: Sourced) => [rows, one?.report.sha256])).toEqual([
    ['report.xlsx sheet "Spring" row 3', ofJune],
    ['report.xlsx sheet "Spring" row 3', ofMay],
  ]);
  expect(allocations('sources', '01001').stdout).toMatch(/ report\.xlsx sheet "Spring" row 2\n/);
});

test('status shows a run without details', () => {
  inbox('quarterly.csv', quarterly([{ code: '01001', quarter: '1Q-24', pool: 1, total: 1 }]));
  inbox('wrong.csv', 'no report');
  allocations('ingest', 'inbox');
  expect(allocations('status').stdout).toMatch(/ partial +1\n/);
  const dataset = new Database(join(folder, 'data/allocations.sqlite'));
  dataset.exec("UPDATE run SET summary = '{}'");
  dataset.close();
  expect(allocations('status').stdout).toMatch(/ partial +-\n/);
});

test('messages use the singular for one thing, and name an unknown type', () => {
  const row = { code: '01990', name: 'ALDER CREEK', type: ' ', month: '2024-03', net: 1 };
  inbox('one.csv', statement([row]));
  inbox('two.csv', statement([{ ...row, code: '01991', month: '2026-10' }]));
  allocations('backfill', 'inbox', '--from', '2024-03', '--to', '2024-03');
  const said = (...args: string[]) => allocations(...args).stdout;
  expect(said('export', '01990', '--out', 'one.csv')).toBe('Wrote 1 datapoint of California to one.csv.\n');
  expect(said('verify')).toBe(
    'Verification passed. Checked 1 report with 1 row, 1 archived file, 1 datapoint of 1 jurisdiction.\n',
  );
  expect(said('publish', 'copy.sqlite')).toMatch(/^Published copy\.sqlite: 1 file, \d\.\d MiB\.\n$/);
  expect(said('publish', 'copy.sqlite')).toBe('Nothing new. copy.sqlite already contains this data.\n');
  expect(refuse('publish', 'copies')).toContain(
    '--format parquet or --format site. For a copy of the dataset, name',
  );
  allocations('ingest', 'inbox');
  const either = allocations('sources', 'Alder Creek');
  expect(either.stderr).toContain(
    'matches 2 jurisdictions: 60001990 Alder Creek (ca, type unknown, Alameda County, 1.00 paid in March 2024), 60001991',
  );
});

test('help shows a command inside another, and names an unknown one', () => {
  const add = allocations('help', 'layouts', 'add');
  expect(add).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Usage: allocations layouts add /) });
  expect(refuse('help', 'layouts', 'ad')).toContain("unknown command 'ad'\n(Did you mean add?)");
});

test('a list is also a command by the name of its address', () => {
  const usage = (name: string) => allocations(name, '--help').stdout.split('\n')[0];
  expect(usage('jurisdictions')).toBe('Usage: allocations list|jurisdictions [options]');
  expect(usage('jurisdictions')).toBe(usage('list'));
});
