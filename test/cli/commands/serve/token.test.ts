import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { parseExpiry } from '../../../../src/cli/commands/serve/token.ts';
import { openTokens } from '../../../../src/store/tokens/tokens.ts';
import { openProgramFolder } from '../../../rig/datasets/program-folder.ts';
import { filesUnder } from '../../../rig/folders.ts';

const DAY_MS = 86_400_000;

const { folder, allocations, empty } = openProgramFolder();

beforeEach(empty);

const token = (...args: string[]) => allocations('token', ...args);

const tokenFile = () => join(folder, 'data', 'allocations.tokens.sqlite');

test('token feed-key prints the key of an active token', () => {
  const text = token('create', 'me').stdout.trim();
  const { stdout } = token('feed-key', 'me');
  const tokens = openTokens(tokenFile());
  expect(tokens.verifyFeedKey(stdout.trim())).toEqual({ id: text.slice(4, 12), name: 'me' });
  tokens.close();
  token('revoke', 'me');
  expect(token('feed-key', 'me')).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/No active token has the id or name "me"\.\s*$/),
  });
});

test('token create prints only the token on stdout, and one line about it on stderr', () => {
  const { status, stdout, stderr } = token('create', 'me');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^sta_[0-9a-f]{8}_[A-Za-z0-9_-]{43}\n$/);
  expect(stderr).toBe(
    'Store the token of "me" now: it is not shown again. It is valid until you revoke it. Send it in the header: Authorization: Bearer <token>\n',
  );
  expect(statSync(tokenFile()).mode & 0o777).toBe(0o600);
  for (const name of readdirSync(join(folder, 'data'))) {
    expect(readFileSync(join(folder, 'data', name)).includes(stdout.trim().slice(13))).toBe(false);
  }
});

test('token list prints a table that shows the state of each token', () => {
  const used = token('create', 'used').stdout.trim();
  token('create', 'gone');
  token('revoke', 'gone');
  // a token of yesterday, expired an hour later
  const yesterday = new Date(Date.now() - DAY_MS);
  const past = openTokens(tokenFile(), { now: () => yesterday });
  past.create('old', new Date(yesterday.getTime() + 3_600_000));
  past.close();
  const tokens = openTokens(tokenFile(), { now: () => new Date('2026-11-20T09:30:00.000Z') });
  tokens.verify(used);
  tokens.close();
  const { status, stdout } = token('list');
  expect(status).toBe(0);
  const [head, ...rows] = stdout.trim().split('\n');
  expect(head).toMatch(/^id +name +created +expires +last used +state$/);
  const time = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC';
  expect(rows).toHaveLength(3);
  expect(rows[0]).toMatch(new RegExp(`^[0-9a-f]{8}  old +${time}  ${time}  - +expired$`));
  expect(rows[1]).toMatch(
    new RegExp(`^${used.slice(4, 12)}  used +${time}  - +2026-11-20 09:30 UTC  active$`),
  );
  expect(rows[2]).toMatch(new RegExp(`^[0-9a-f]{8}  gone +${time}  - +- +revoked$`));
});

test('token list --json prints one object without hashes', () => {
  const text = token('create', 'me', '--expires', '90d').stdout.trim();
  const { status, stdout, stderr } = token('list', '--json');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const { tokens, ...rest } = JSON.parse(stdout);
  expect(rest).toEqual({});
  const [{ created_at, expires_at }] = tokens;
  expect(Date.parse(expires_at) - Date.parse(created_at)).toBeCloseTo(90 * DAY_MS, -4);
  expect(tokens).toEqual([
    {
      id: text.slice(4, 12),
      name: 'me',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      revoked_at: null,
      last_used_at: null,
      state: 'active',
    },
  ]);
});

test('token revoke accepts an id or a name, and prints the revoked token', () => {
  const id = token('create', 'me').stdout.slice(4, 12);
  const { status, stdout } = token('revoke', id);
  expect(status).toBe(0);
  expect(stdout).toMatch(
    new RegExp(`^Revoked the token ${id} of "me" at \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC\\.\n$`),
  );
  expect(token('revoke', 'me').stdout).toBe(stdout);
});

test('token revoke ends with 2 for an unknown name, and suggests a similar one', () => {
  token('create', 'dashboard');
  token('create', 'backup');
  expect(token('revoke', 'dashbord')).toMatchObject({
    ...{ status: 2, stdout: '' },
    stderr: 'allocations: No token has the id or name "dashbord". Did you mean "dashboard"?\n',
  });
});

test('the token database is next to the dataset unless --tokens or the environment names another', () => {
  const create = (env: Record<string, string>, ...args: string[]) =>
    spawnSync(process.execPath, [resolve('dist/cli/main.js'), 'token', 'create', 'me', ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...env },
    });
  create({}, '--db', 'other/texas.sqlite');
  create({ ALLOCATIONS_TOKENS: 'from-environment.sqlite' });
  create({ ALLOCATIONS_TOKENS: 'unused.sqlite' }, '--tokens', 'from-option.sqlite');
  create({ ALLOCATIONS_DB: 'here.sqlite' });
  const made = filesUnder(folder).filter((path) => path.endsWith('.sqlite'));
  expect(made.map((path) => relative(folder, path))).toEqual([
    ...['from-environment.sqlite', 'from-option.sqlite', 'here.tokens.sqlite', 'other/texas.tokens.sqlite'],
  ]);
});

test.each([
  [['token'], 'Usage: allocations token'],
  [['token', 'frobnicate'], "unknown command 'frobnicate'"],
  [['token', 'create'], "missing required argument 'name'"],
  [
    ['token', 'create', 'me', '--expires', 'soon'],
    'Give a duration (24h, 90d, 12w, 1y), or a future day like',
  ],
  [['token', 'create', 'me', '--expires', '2020-01-31'], 'a future day like 2027-01-31'],
  [['token', 'create', 'me', '--tokens', ''], 'Give a path'],
  [['token', 'list'], 'does not exist. Create a token first'],
  [['token', 'revoke', 'me'], 'does not exist'],
])('wrong usage %j ends with 2, and creates no file', (args, message) => {
  const { status, stdout, stderr } = allocations(...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('    at ');
  expect(readdirSync(folder)).toEqual([]);
});

const now = new Date('2026-11-20T09:30:00.000Z');

test.each([
  ['24h', '2026-11-21T09:30:00.000Z'],
  ['90d', '2027-02-18T09:30:00.000Z'],
  ['12w', '2027-02-12T09:30:00.000Z'],
  // 2028 is a leap year
  ['2y', '2028-11-19T09:30:00.000Z'],
  ['2027-01-31', '2027-01-31T23:59:59.999Z'],
  ['2028-02-29', '2028-02-29T23:59:59.999Z'],
  ['2026-11-20', '2026-11-20T23:59:59.999Z'],
])('the expiry %s is %s', (text, expected) => {
  expect(parseExpiry(text, now)?.toISOString()).toBe(expected);
});

test.each([
  ...['', '90', '-1d', '90 d', '5m', '9000y', '100000d', '2026-11-19', '2027-02-29', '2027-1-31'],
  ...['2027-01-31T00:00:00Z', '__proto__'],
])('the expiry %j is none', (text) => {
  expect(parseExpiry(text, now)).toBe(null);
});
