import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { CommanderError } from 'commander';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { buildProgram } from '../../../src/cli/program.ts';
import { OperatorError } from '../../../src/domain/operator-error.ts';
import { loadForAll } from '../../rig/datasets/served.ts';
import { allocations, endServers, type Outcome, serve } from '../../rig/program.ts';
import { statement } from '../../rig/reports/small-reports.ts';
import { CA } from '../../rig/service.ts';

const DB = ['--db', 'dataset.sqlite'];

const rig = loadForAll({ 'statement.csv': statement([{ code: '01990', month: '2024-01', net: 1 }]) });

afterEach(endServers);

/** Ended with this code, nothing on stdout and one line on stderr, which it returns. */
function complaint({ status, stdout, stderr }: Outcome, expected: number): string {
  expect({ status, stdout, lines: stderr.split('\n').length }).toEqual({
    status: expected,
    stdout: '',
    lines: 2,
  });
  expect(stderr).toMatch(/^allocations: .*\n$/);
  expect(stderr).not.toContain('Bug in the program');
  return stderr;
}

describe('a service that cannot start prints one line', () => {
  test('no dataset: 2, and no file is created', () => {
    expect(complaint(allocations(rig.folder, 'serve', '--db', 'none.sqlite'), 2)).toContain(
      'none.sqlite does not exist',
    );
    for (const name of ['none.sqlite', 'none.tokens.sqlite'])
      expect(existsSync(join(rig.folder, name))).toBe(false);
  });

  test('a damaged token database: ends, and serves nobody', () => {
    const file = join(rig.folder, 'damaged.tokens.sqlite');
    expect(allocations(rig.folder, 'token', 'create', 'a', '--tokens', file).status).toBe(0);
    const sqlite = new Database(file);
    sqlite.pragma('wal_checkpoint(TRUNCATE)');
    const root = Number(
      sqlite.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'token'").pluck().get(),
    );
    const size = Number(sqlite.pragma('page_size', { simple: true }));
    sqlite.close();
    const bytes = readFileSync(file);
    bytes.fill(0xff, (root - 1) * size, root * size);
    writeFileSync(file, bytes);
    const ended = allocations(rig.folder, 'serve', ...DB, '--port', '0', '--tokens', file);
    expect(ended.status).not.toBe(0);
    expect(ended.stderr).not.toContain('Serving');
  });

  test('a port in use: 74', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const ended = allocations(rig.folder, 'serve', ...DB, '--port', String(port));
    other.close();
    expect(complaint(ended, 74)).toContain(`port ${port}`);
  });
});

describe('a service that starts in the test process', () => {
  /** Why the program does not serve; where it would, there is no such dataset. */
  async function refusal(...args: string[]): Promise<{ exitCode: number; message: string }> {
    const quiet = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      const program = await buildProgram();
      await program.parseAsync(['serve', '--db', 'none.sqlite', ...args], { from: 'user' });
    } catch (error) {
      if (error instanceof OperatorError || error instanceof CommanderError) return error;
      throw error;
    } finally {
      quiet.mockRestore();
    }
    throw new Error('nothing was refused');
  }

  test('a dataset without tables', async () => {
    const file = join(rig.folder, 'older.sqlite');
    new Database(file).exec('PRAGMA application_id = 1398031444').close();
    const { exitCode, message } = await refusal('--db', file);
    expect({ exitCode, message }).toEqual({
      exitCode: 2,
      message: expect.stringContaining('older.sqlite is empty. Load your reports'),
    });
  });

  test.each([
    ['--host', ['0.0.0.0', '::', 'example.org', '127.0.0.1.example.org', '', '128.0.0.1'], '--no-auth'],
    ['--base-path', ['sales-tax', '/a b', '/a//b', '/../x', '/a?b', '/%41'], '--base-path: '],
    ['--allow-origin', ['example.org', 'https://example.org/', 'file://x', '*', ''], 'is not an origin.'],
  ])('%s %j', async (option, values, text) => {
    for (const value of values) {
      const { exitCode, message } = await refusal('--no-auth', option, value);
      expect([value, exitCode, message]).toEqual([value, 2, expect.stringContaining(text)]);
    }
  });

  test.each(['::1,nonsense', '10.0.0.0/99', '10.0.0.0/8,::/0'])('--trust-proxy %s', async (proxies) => {
    const known = ['--db', rig.database, '--port', '0'];
    const { exitCode, message } = await refusal(...known, '--trust-proxy', proxies);
    const wrong = proxies.split(',').at(-1);
    expect({ exitCode, message }).toEqual({ exitCode: 2, message: expect.stringContaining(`"${wrong}"`) });
  });

  test.each([
    ['--host', '127.0.0.2'],
    ['--host', '::1'],
    ['--host', 'localhost'],
    ['--base-path', '/'],
    ['--base-path', '/data/v1.0/'],
    ['--base-path', '/api'],
  ])('accepts %s %s', async (option, value) => {
    expect((await refusal('--no-auth', option, value)).message).toContain('does not exist');
  });

  test.each([
    ['--port', '65536'],
    ['--port', ''],
    ['--rate-limit', '0'],
    ['--log-level', 'loud'],
    ['--db', ':memory:'],
    ['--colour', 'red'],
  ])('%s %s', async (option, value) => {
    expect((await refusal(option, value)).message).toContain(option);
  });
});

test('--no-auth warns, listens only on this machine, and serves everybody below --base-path', async () => {
  const { address, texts } = await serve(rig.folder, ...DB, '--no-auth', '--base-path', '/sales-tax/');
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/sales-tax$/);
  const answer = await fetch(`${address}${CA}?limit=1`);
  expect(await answer.json()).toMatchObject({
    links: { first: `${address}${CA}?limit=1&page=1` },
  });
  await expect.poll(() => texts.stderr).toMatch(/Warning: --no-auth/);
});

test('new and revoked tokens take effect at once, and the log has none', async () => {
  const { address, texts } = await serve(rig.folder, ...DB);
  await expect.poll(() => texts.stderr).toContain('No token exists yet');
  // beside the dataset, not in it
  expect(existsSync(join(rig.folder, 'dataset.tokens.sqlite'))).toBe(true);
  const ask = async (token: string) =>
    (await fetch(`${address}${CA}?limit=1`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await ask('none')).toBe(401);
  const token = allocations(rig.folder, 'token', 'create', 'me', ...DB).stdout.trim();
  expect(await ask(token)).toBe(200);
  expect(allocations(rig.folder, 'token', 'revoke', 'me', ...DB).status).toBe(0);
  expect(await ask(token)).toBe(401);
  await fetch(`${address}/nothing?token=${token}`);
  const requests = () =>
    texts.stdout.split('\n').filter((line) => line !== '' && JSON.parse(line).msg === 'request');
  await expect.poll(requests).toHaveLength(4);
  expect(texts.stdout + texts.stderr).not.toContain(token.slice(13));
});
