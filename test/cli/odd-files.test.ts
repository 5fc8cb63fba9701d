import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openProgramFolder } from '../rig/datasets/program-folder.ts';
import { differences } from '../rig/pipeline-rig.ts';
import { allocationsByOthers } from '../rig/program.ts';
import { statement } from '../rig/reports/small-reports.ts';

// How commands handle pipes, devices, unreadable files and other odd files.

const { folder, allocations, empty, write } = openProgramFolder();
const byOthers = (...args: string[]) => allocationsByOthers(folder, ...args);

beforeEach(() => {
  // only root can remove folders without permissions
  spawnSync('chmod', ['-R', 'u+rwX', folder]);
  empty();
  for (const place of ['inbox', 'drop', 'reference']) mkdirSync(join(folder, place));
});
afterAll(() => void spawnSync('chmod', ['-R', 'u+rwX', folder]));

function report(path: string, month: string): void {
  write(path, statement([{ code: '01001', month, net: 100 }]));
}

/** Makes a pipe that nobody writes to. */
function pipe(path: string): void {
  const { status, stderr } = spawnSync('mkfifo', [join(folder, path)], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
}

/** Writes a portal file that asks for nothing yet. */
function writePortalFile(): string[] {
  const feed = {
    ...{ name: 'later', kind: 'tx/payment-detail', protocol: 'socrata', first_month: '2099-12' },
    ...{ url: 'https://portal.example/later', month_field: 'month' },
    month_filter: { compare: 'list', write: '{yyyy}' },
  };
  write('portals.json', JSON.stringify({ tx: [feed] }));
  return ['--portals', 'portals.json', '--into', 'inbox'];
}

/** Lists the visible files of a folder. */
function namesIn(place: string): string[] {
  return readdirSync(join(folder, place)).filter((name) => !name.startsWith('.'));
}

test.each([
  ['layouts.json', '--layouts', 'layouts.json', 'Fix it, or name another with --layouts'],
  ['reference/corrections.json', '--reference', 'reference', 'check that it is a file'],
])('a pipe as the settings file %s gives a one-line error', (path, option, value, advice) => {
  report('inbox/good.csv', '2024-05');
  pipe(path);
  const { status, stderr } = allocations('ingest', 'inbox', option, value);
  expect(status).toBe(2);
  expect(stderr).toMatch(/^allocations: .*\(?it is not a regular file\)?[;.] .*\n$/);
  expect(stderr).toContain(advice);
});

/** An inbox with a report, and with a file and a folder that cannot be read. */
function closedInbox(): string[] {
  report('inbox/other.csv', '2024-06');
  report('inbox/secret', '2024-07');
  mkdirSync(join(folder, 'inbox/lost+found'));
  for (const name of ['secret', 'lost+found']) chmodSync(join(folder, 'inbox', name), 0);
  return writePortalFile();
}

test.each([['update'], ['ingest', 'inbox']])(
  'a file without read permission is refused by %s, which loads the rest',
  (...command) => {
    const feeds = closedInbox();
    const options = command[0] === 'update' ? feeds : [];
    const { status, stdout, stderr } = byOthers(...command, ...options, '--json');
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
    const answer = JSON.parse(stdout);
    const { reports } = command[0] === 'update' ? answer.run : answer;
    const found = reports.map(({ path, status, findings }: Record<string, unknown>) => [
      path,
      status,
      findings,
    ]);
    const of = (name: string) => found.find(([path]: string[]) => path === join('inbox', name));
    expect(of('other.csv')).toMatchObject(['inbox/other.csv', 'loaded', []]);
    expect(of('secret')).toMatchObject(['inbox/secret', 'refused', [{ code: 'unreadable-file' }]]);
    const message =
      'The folder cannot be read. Check its permissions, or keep the reports in a folder that does not contain it.';
    expect(of('lost+found')).toMatchObject([
      'inbox/lost+found',
      'refused',
      [{ code: 'unreadable-file', message }],
    ]);
  },
);

test('a foreign file in the archive does not stop any command, and stays unchanged', () => {
  report('inbox/good.csv', '2024-05');
  expect(allocations('ingest', 'inbox').status).toBe(0);
  const archive = join(folder, 'data/reports');
  mkdirSync(join(archive, 'tx/x.report.json'), { recursive: true });
  mkdirSync(join(archive, 'ca/monthly-statement/y.report.json'));
  pipe('data/reports/ca/monthly-statement/z.report.json');
  mkdirSync(join(archive, 'ca/lost+found'));
  mkdirSync(join(archive, 'lost+found'));
  for (const place of ['ca/lost+found', 'lost+found']) chmodSync(join(archive, place), 0);
  symlinkSync('loop', join(archive, 'ca/monthly-statement/loop'));
  symlinkSync('nothing', join(archive, 'ca/nowhere'));
  write('data/reports/ca/notes', 'which are no folder of reports');
  write('data/reports/readme.report.json', 'which is no record');
  report('inbox/more.csv', '2024-06');
  for (const [command = '', ...options] of [
    ['ingest', 'inbox'],
    ['reprocess'],
    ['rebuild', '--db', 'rebuilt.sqlite'],
  ]) {
    const { status, stderr } = byOthers(command, ...options);
    expect({ command, status, stderr }).toEqual({ command, status: 0, stderr: '' });
  }
  const { status, stdout } = byOthers('verify', '--json');
  expect(status).toBe(1);
  const unknown = JSON.parse(stdout).findings.map(({ message }: { message: string }) => message);
  const names = ['loop', 'z.report.json', 'notes', 'nowhere', 'readme.report.json'];
  expect(unknown).toHaveLength(names.length);
  for (const name of names)
    expect(unknown).toContainEqual(expect.stringMatching(`/${name} is no file of the archive`));
  const update = byOthers('update', ...writePortalFile());
  expect(update.stdout).toContain('Verification found 5 problems. Checked 2 reports');
  expect(differences(join(folder, 'rebuilt.sqlite'), join(folder, 'data/allocations.sqlite'))).toEqual([]);
  expect(readdirSync(join(archive, 'ca/monthly-statement'))).toHaveLength(2 * 2 + 3);
});

test('an archive gives a one-line error if it cannot be read', () => {
  report('inbox/good.csv', '2024-05');
  expect(allocations('ingest', 'inbox').status).toBe(0);
  chmodSync(join(folder, 'data/reports/ca/monthly-statement'), 0);
  const { status, stderr } = byOthers('reprocess');
  expect(status).toBe(74);
  expect(stderr).toMatch(
    /^allocations: Cannot use the archive .*monthly-statement \(EACCES.*\. Check the folder and its permissions, then run again\.\n$/,
  );
});

test('a damaged record in the archive is named, and written again by ingest after it is deleted', () => {
  const months = ['2024-05', '2024-06'];
  write('inbox/part.csv', statement(months.map((month) => ({ code: '01001', month, net: 1 }))));
  report('inbox/slip.csv', '2024-07');
  for (const args of [
    ['backfill', 'inbox/part.csv', '--from', '2024-05', '--to', '2024-05'],
    ['ingest', 'inbox/slip.csv'],
    ['withdraw', 'inbox/slip.csv', '--reason', 'a slip'],
  ])
    expect(allocations(...args).status).toBe(0);
  const place = 'data/reports/ca/monthly-statement';
  const paths = namesIn(place).flatMap((name) => (name.endsWith('.report.json') ? [join(place, name)] : []));
  expect(paths).toHaveLength(2);
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const before = paths.map(read);
  for (const path of paths) {
    write(path, '');
    for (const command of [['ingest', 'inbox/slip.csv'], ['verify']])
      expect(allocations(...command)).toMatchObject({
        status: 74,
        stderr: `allocations: ${path} is not a report record: it is empty or not JSON. To repair it, restore it from a backup, or delete it: the next ingest writes it again if the dataset has the report.\n`,
      });
    rmSync(join(folder, path));
    expect(allocations('verify').status).toBe(1);
    expect(allocations('ingest', 'inbox/slip.csv').status).toBe(0);
  }
  expect(paths.map(read)).toEqual(before);
  expect(allocations('verify').status).toBe(0);
});

const NOT_TEXT = Buffer.from([0x63, 0x61, 0x66, 0xe9]);
const inFolder = (place: string, ending = '') =>
  Buffer.concat([Buffer.from(`${join(folder, place)}/`), NOT_TEXT, Buffer.from(ending)]);

test('a name that is not UTF-8 is reported, for files and folders', () => {
  report('inbox/good.csv', '2024-05');
  writeFileSync(inFolder('inbox', '.csv'), 'x');
  mkdirSync(inFolder('inbox'));
  const { status, stdout } = allocations('ingest', 'inbox');
  expect(status).toBe(1);
  for (const name of ['caf\uFFFD', 'caf\uFFFD.csv'])
    expect(stdout).toContain(
      `error unreadable-file: inbox/${name}: The file name is not UTF-8. Rename the file.\n`,
    );
  expect(stdout).toContain('1 loaded, 0 unchanged, 2 refused');
  const named = allocations('ingest', 'inbox/caf\uFFFD.csv');
  expect(named.stderr).toBe(
    'allocations: inbox/caf\uFFFD.csv: The file name is not UTF-8. Rename the file.\n',
  );
});

test('an error about an unreadable database names the file, not its folder', () => {
  report('inbox/good.csv', '2024-05');
  expect(allocations('ingest', 'inbox').status).toBe(0);
  expect(allocations('token', 'create', 'me').status).toBe(0);
  for (const [file, ...command] of [
    ['data/allocations.tokens.sqlite', 'token', 'list'],
    ['data/allocations.sqlite', 'status'],
  ] as const) {
    chmodSync(join(folder, file), 0);
    const { status, stderr } = byOthers(...command);
    expect({ status, stderr }).toEqual({
      status: 74,
      stderr: `allocations: ${file} is not readable (SQLITE_CANTOPEN). Check its owner and its permissions.\n`,
    });
  }
});
