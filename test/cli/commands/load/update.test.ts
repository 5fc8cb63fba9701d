import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { formatMonth, type Month } from '../../../../src/domain/month.ts';
import { acquireLock } from '../../../../src/files/lock.ts';
import { status } from '../../../rig/portals/portal.ts';
import { texasRows } from '../../../rig/portals/portal-texas.ts';
import { createUpdateRig, type UpdateRig } from '../../../rig/portals/update-rig.ts';
import { texasReport } from '../../../rig/reports/small-reports.ts';
import { readContent } from '../../../rig/stored-rows.ts';

// The real program against a stand-in of the Texas portal on loopback.

const TELL = ['--notify-command', 'cat > told.txt'];
const firstLine = (text: string) => text.split('\n')[0] ?? '';
/** What is said of a month that was paid already depends on the day the test runs. */
const withoutLate = (line: string) =>
  line.replace(/; expected since \w+ \d+, \d{4}, not loaded yet: Texas \w+ \d+$/, '');

/** Net payments in cents by code and month, as the dataset has them. */
function payments(file: string): Record<string, number> {
  const sqlite = new Database(file, { readonly: true });
  try {
    const rows = sqlite
      .prepare(
        `SELECT sales_tax_id || ' ' || substr(allocation_period, 1, 7), net_payment FROM tx_allocation
         JOIN jurisdiction ON jurisdiction.id = jurisdiction_id`,
      )
      .raw()
      .all();
    return Object.fromEntries(rows.map((row) => z.tuple([z.string(), z.number()]).parse(row)));
  } finally {
    sqlite.close();
  }
}

/** The same of the portal's rows. */
function published(months: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    texasRows(months).map((row) => [
      `${row.authority_id} ${row.allocation_month?.slice(0, 7)}`,
      Math.round(Number(row.net_payment) * 100),
    ]),
  );
}

/** The portal's rows without a month. */
const withoutMonth = ({ months }: UpdateRig, left = '') =>
  texasRows(months).filter((row) => !row.allocation_month?.startsWith(left));

test('builds the same dataset as an ingest of the files of the portal', async () => {
  const rig = await createUpdateRig();
  const { status: code, stdout, stderr } = await rig.update();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [first = '', last = ''] = [rig.months[0], rig.months.at(-1)];
  const isOfTwoYears = rig.months.some((month) => month.slice(0, 4) !== first.slice(0, 4));
  expect(withoutLate(firstLine(stdout))).toBe(
    `update: ok: ${isOfTwoYears ? '2 new reports' : '1 new report'}, 18 rows, Texas ${formatMonth(first as Month)} to ${formatMonth(last as Month)}`,
  );
  expect(payments(rig.database)).toEqual(published(rig.months));
  const ingested = await rig.run('ingest', 'data/inbox', '--db', 'by-hand.sqlite', '--archive', 'by-hand');
  expect(ingested.status).toBe(0);
  expect(readContent(join(rig.folder, 'by-hand.sqlite'))).toEqual(readContent(rig.database));
});

test('prints a new month as JSON', async () => {
  const rig = await createUpdateRig();
  rig.publish(withoutMonth(rig, rig.months.at(-1)));
  await rig.update();
  rig.publish();
  const { status: code, stdout } = await rig.update('--json');
  const { outcome, fetch, run, verify, expected, ...rest } = JSON.parse(stdout);
  expect({ code, outcome, rest }).toEqual({
    ...{ code: 0, outcome: 'ok', rest: { attention: [], missing: [], notes: null } },
  });
  expect([fetch.outcome, run.allocations.inserted, verify.ok, expected.length < 2]).toEqual([
    ...['ok', 3, true, true],
  ]);
  expect(payments(rig.database)).toEqual(published(rig.months));
});

test('loads the inbox if the portal file cannot be used', async () => {
  const rig = await createUpdateRig();
  await rig.update();
  rig.write('portals.json', '{');
  const { status: code, stdout } = await rig.update();
  expect(code).toBe(2);
  expect(firstLine(stdout)).toMatch(
    /^update: attention: the download failed: Cannot use the portal file portals\.json/,
  );
  expect(stdout).toContain('0 loaded');
  expect(stdout).toContain('Verification passed');
});

const told = ({ folder }: UpdateRig) =>
  existsSync(join(folder, 'told.txt')) ? readFileSync(join(folder, 'told.txt'), 'utf8') : null;

test('a refused report needs a person: the notify command gets the summary on stdin, as text or JSON', async () => {
  const rig = await createUpdateRig();
  rig.write('data/inbox/page.csv', '<!DOCTYPE html><html><title>Sorry</title></html>');
  const text = await rig.update(...TELL);
  expect(text.status).toBe(1);
  expect(withoutLate(firstLine(text.stdout))).toBe('update: attention: 1 report refused');
  expect(text.stdout).toContain('  refused: data/inbox/page.csv: unreadable-file: ');
  expect(told(rig)).toBe(text.stdout);
  // the rest is loaded
  expect(payments(rig.database)).toEqual(published(rig.months));
  const json = await rig.update(...TELL, '--json');
  expect(json.status).toBe(1);
  expect(told(rig)).toBe(json.stdout);
  expect(JSON.parse(json.stdout)).toMatchObject({
    outcome: 'attention',
    attention: [{ about: 'refused', summary: '1 report refused' }],
  });
  const quiet = await rig.update('--quiet');
  expect(quiet).toMatchObject({ status: 1, stdout: '' });
  expect(withoutLate(firstLine(quiet.stderr))).toBe('update: attention: 1 report refused');
  // alerts only
  expect(quiet.stderr).toContain('  refused: data/inbox/page.csv');
  for (const calm of ['Fetched:', 'datapoints', 'Verification']) expect(quiet.stderr).not.toContain(calm);
});

test('with --notify always, every update sends a note of what changed', async () => {
  const rig = await createUpdateRig();
  const last = rig.months.at(-1) ?? '';
  const always = [...TELL, '--notify', 'always'];
  rig.publish(withoutMonth(rig, last));
  await rig.update();
  rig.publish();
  // the note that was not delivered is part of the next one
  const failing = await rig.update('--notify-command', 'exit 5', '--notify', 'always');
  expect(failing.stderr).toContain('the notify command failed with exit code 5');
  const { status: code, stdout } = await rig.update(...always);
  expect(code).toBe(0);
  expect(withoutLate(firstLine(stdout))).toBe('update: nothing new');
  const note = told(rig)?.split('\n') ?? [];
  expect(note[0]).toBe(firstLine(stdout));
  const cents = texasRows(rig.months)
    .filter((row) => row.allocation_month?.startsWith(last))
    .reduce((sum, row) => sum + Math.round(Number(row.net_payment) * 100), 0);
  const dollars = Math.round(cents / 100).toLocaleString('en');
  expect(note[2]).toMatch(/^Texas: payments of \w+ \d{4}\. /);
  expect(note[2]).toContain(` got $${dollars} in `);
  await rig.update(...always);
  expect(told(rig)).toContain('Nothing is new since the last note.');
});

test('a missing month needs a person, until it is loaded, and not before --since', async () => {
  const rig = await createUpdateRig();
  const [, gap = '', after = ''] = rig.months;
  rig.publish(withoutMonth(rig, gap));
  const { status: code, stdout } = await rig.update();
  expect(code).toBe(1);
  expect(withoutLate(firstLine(stdout))).toBe(
    `update: attention: 1 period missing: Texas ${formatMonth(gap as Month)}`,
  );
  // still so, as long as it is
  const again = JSON.parse((await rig.update('--json')).stdout);
  expect(again).toMatchObject({
    outcome: 'attention',
    missing: [{ state: 'tx', kind: 'tx/payment-detail', period: gap }],
  });
  expect((await rig.update('--since', after)).status).toBe(0);
  rig.publish();
  expect((await rig.update()).status).toBe(0);
});

test('a month with fewer jurisdictions needs a person, once, and again if the notification failed', async () => {
  const rig = await createUpdateRig();
  const [before = '', last = ''] = rig.months.slice(-2);
  // two of three places
  rig.publish(
    texasRows(rig.months).filter(
      (row) => !(row.allocation_month?.startsWith(last) && row.authority_id === '2999001'),
    ),
  );
  const warning = `update: attention: 1 new warning: Local Allocation Payment Detail of ${formatMonth(last as Month)} has 33.3% fewer jurisdictions than ${formatMonth(before as Month)} (2 instead of 3)`;
  const loading = ['--on-doubt', 'load'];
  const failing = await rig.updateAlone(...loading, '--notify-command', 'echo no mail today; exit 5');
  expect(failing.status).toBe(1);
  expect(withoutLate(firstLine(failing.stdout))).toBe(warning);
  // what the command prints does not come between
  expect(failing.stdout).not.toContain('no mail today');
  expect(failing.stderr).toContain('no mail today\n');
  expect(failing.stderr).toContain('allocations: the notify command failed with exit code 5\n');
  const telling = await rig.update(...TELL);
  expect(telling.status).toBe(1);
  expect(withoutLate(firstLine(`${told(rig)}`))).toBe(warning);
  const after = await rig.update(...TELL);
  expect(after.status).toBe(0);
  expect(withoutLate(firstLine(after.stdout))).toBe('update: nothing new');
  expect(payments(rig.database)).not.toHaveProperty(`2999001 ${last}`);
});

test('an update that fails needs a person, but not if another run holds the lock', async () => {
  const rig = await createUpdateRig();
  rig.write('no-dataset', 'text of somebody, long enough to be no database at all '.repeat(20));
  const { status: code, stdout, stderr } = await rig.update('--db', 'no-dataset', ...TELL);
  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^allocations: no-dataset is not a SQLite database[^\n]*\n$/);
  expect(told(rig)).toMatch(/^update: failed: no-dataset is not a SQLite database[^\n]*\n$/);
  rmSync(join(rig.folder, 'told.txt'));
  await rig.update();
  const content = readContent(rig.database);
  const lock = acquireLock(rig.database, 'ingest', '2026-11-01T00:00:00.000Z');
  try {
    const locked = await rig.update(...TELL);
    expect(locked.status).toBe(75);
    expect(locked.stderr).toMatch(
      /^allocations: Another run holds the lock on [^\n]*"allocations ingest"[^\n]*\n$/,
    );
    expect(told(rig)).toBeNull();
  } finally {
    lock.release();
  }
  expect(readContent(rig.database)).toEqual(content);
});

test('SIGTERM while the portal is silent changes nothing and notifies nobody', async () => {
  const rig = await createUpdateRig();
  await rig.update();
  const content = readContent(rig.database);
  const asked = new Promise<void>((resolve) => rig.portal.inject(() => resolve()));
  const program = rig.start(['update', '--portals', 'portals.json', '--notify-command', 'cat > told.txt']);
  await asked;
  program.child.kill('SIGTERM');
  const { status: code } = await program.closed;
  expect(code).toBe(143);
  expect(program.texts).toEqual({
    stdout: '',
    stderr: 'allocations: Stopped by SIGTERM. The dataset is complete. The next update continues.\n',
  });
  expect(existsSync(join(rig.folder, 'told.txt'))).toBe(false);
  expect(readContent(rig.database)).toEqual(content);
});

/** What stands in the log when the program is killed. */
const MOMENTS = [
  ...['update started', 'unit new', 'fetch finished', 'report loaded', 'ingest finished', 'verify finished'],
];

describe('an update that was killed completes when it runs again', () => {
  let killed = 0;
  // on a busy machine, some kills come after the end
  afterAll(() => expect(killed).toBeGreaterThan(0));

  test.each(MOMENTS)('killed after %s', async (moment) => {
    const [whole, rig] = [await createUpdateRig(), await createUpdateRig()];
    expect((await whole.update()).status).toBe(0);
    const log = join(rig.folder, 'update.log');
    const { child, closed } = rig.start(['update', '--portals', 'portals.json', '--log', log]);
    const watch = setInterval(() => {
      if (existsSync(log) && readFileSync(log, 'utf8').includes(moment)) child.kill('SIGKILL');
    }, 2);
    if ((await closed).signal === 'SIGKILL') killed += 1;
    clearInterval(watch);
    const { status: code, stdout } = await rig.update();
    expect({ moment, code, said: stdout }).toMatchObject({ moment, code: 0 });
    expect(stdout).toContain('Verification passed');
    expect(payments(rig.database)).toEqual(published(whole.months));
    expect(readContent(rig.database).tx_allocation).toEqual(readContent(whole.database).tx_allocation);
    const inbox = readdirSync(join(rig.folder, 'data/inbox'));
    expect(inbox.filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});

test('an update reports doubtful figures again if it was killed before, or nobody read its output', async () => {
  const rig = await createUpdateRig();
  await rig.update();
  const row = { code: '2000001', name: 'A', month: `${rig.months.at(-1)}`, current: 100 };
  const doubtful = (net: string) => texasReport([row]).replace(/[\d.]+\n$/, `${net}\n`);
  rig.write('data/inbox/doubtful.csv', doubtful('7.00'));
  expect((await rig.updateAlone('--notify-command', 'kill -KILL $PPID')).signal).toBe('SIGKILL');
  rig.write('data/inbox/another.csv', doubtful('8.00'));
  const told = await rig.update('--notify-command', 'cat > told.txt');
  expect(told.status).toBe(1);
  expect(firstLine(told.stdout)).toMatch(
    /: 3 new warnings: .* is printed as .*, This report leaves out rows/,
  );
  expect(told.stdout).toContain('data/inbox/doubtful.csv, row 2, field net_payment: row-arithmetic');
  expect((await rig.update()).status).toBe(0);
  // if stdout is full, the notification is sent once
  rig.write('data/inbox/third.csv', doubtful('9.00'));
  const command = `exec ${process.execPath} ${resolve('dist/cli/main.js')} update --state tx --portals portals.json --notify-command 'cat >> all.txt' > /dev/full`;
  for (const status of [74, 74]) {
    const shell = spawn('/bin/sh', ['-c', command], { cwd: rig.folder, stdio: 'ignore' });
    expect(await once(shell, 'exit')).toEqual([status, null]);
  }
  const all = readFileSync(join(rig.folder, 'all.txt'), 'utf8');
  expect(all.match(/new warnings?: .* is printed as /g)).toHaveLength(1);
});

test('an update notifies if the dataset was lost but not the archive', async () => {
  const rig = await createUpdateRig();
  await rig.update();
  rmSync(`${rig.database}-wal`, { force: true });
  rmSync(`${rig.database}-shm`, { force: true });
  rig.write('data/allocations.sqlite', '');
  expect((await rig.update('--notify-command', 'exit 3')).status).toBe(1);
  // without a notify command what is printed tells, and this time it could not be
  const command = `exec ${process.execPath} ${resolve('dist/cli/main.js')} update --state tx --portals portals.json > /dev/full`;
  const shell = spawn('/bin/sh', ['-c', command], { cwd: rig.folder, stdio: 'ignore' });
  expect(await once(shell, 'exit')).toEqual([74, null]);
  const { status: code, stdout } = await rig.update();
  expect(code).toBe(1);
  expect(firstLine(stdout)).toMatch(/the dataset is new, but the archive has \d+ older reports?/);
  expect(stdout).toContain('run allocations rebuild: it loads all archived reports');
  expect((await rig.update()).status).toBe(0);
});

const line = z.looseObject({
  level: z.enum(['info', 'warn', 'error']),
  time: z.iso.datetime(),
  step: z.enum(['begin', 'fetch', 'ingest', 'verify', 'attention', 'end']),
  msg: z.string().min(1),
});

test('the log has a JSON line for every step, request and finding, and no token', async () => {
  const rig = await createUpdateRig();
  const token = 'app-token-that-nobody-sees';
  rig.write('data/inbox/page.csv', '<!DOCTYPE html><html><title>Sorry</title></html>');
  rig.portal.inject(status(404));
  const args = ['update', '--portals', 'portals.json', '--log', 'logs/update.log', ...TELL];
  const { texts, closed } = rig.start(args, { ALLOCATIONS_SOCRATA_TOKEN: token });
  expect((await closed).status).toBe(1);
  const text = readFileSync(join(rig.folder, 'logs/update.log'), 'utf8');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((each) => line.parse(JSON.parse(each)));
  expect(lines.map(({ step }) => step).filter((step, at, all) => step !== all[at - 1])).toEqual([
    ...['begin', 'fetch', 'ingest', 'verify', 'attention', 'end'],
  ]);
  const requests = lines.filter((each) => 'url' in each && !('unit' in each));
  expect(requests).toHaveLength(rig.portal.requests.length);
  expect(requests[0]).toMatchObject({ level: 'warn', status: 404, feed: 'tx-payment-detail' });
  expect(lines.filter(({ level, code }) => level === 'error' && code === 'unreadable-file')).toHaveLength(1);
  expect(lines.at(-1)).toMatchObject({ msg: 'update finished', outcome: 'attention' });
  const told = readFileSync(join(rig.folder, 'told.txt'), 'utf8');
  for (const said of [text, texts.stdout, texts.stderr, told]) expect(said).not.toContain(token);
  // lines are added
  await rig.update('--log', 'logs/update.log');
  expect(readFileSync(join(rig.folder, 'logs/update.log'), 'utf8').startsWith(text)).toBe(true);
});

test('a log that cannot be opened ends the update before it begins; a full one does not', async () => {
  const rig = await createUpdateRig();
  rig.write('occupied', '');
  const told = join(rig.folder, 'told');
  const closed = await rig.update('--log', 'occupied/update.log', '--notify-command', `cat > '${told}'`);
  expect(readFileSync(told, 'utf8')).toMatch(/^update: failed: Cannot use the log occupied\/update\.log/);
  expect(closed).toMatchObject({ status: 74, stdout: '' });
  expect(closed.stderr).toMatch(/^allocations: Cannot use the log occupied\/update\.log [^\n]*\n$/);
  expect(rig.portal.requests).toEqual([]);
  const full = await rig.update('--log', '/dev/full');
  expect(full.status).toBe(0);
  expect(full.stderr).toMatch(/^allocations: Cannot write the log \/dev\/full any more [^\n]*\n$/);
  expect(withoutLate(firstLine(full.stdout))).toMatch(/^update: ok: /);
});
