import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from 'drizzle-kit/api';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OperatorError } from '../../../src/domain/operator-error.ts';
import { openForWriting } from '../../../src/store/dataset.ts';
import { token } from '../../../src/store/tokens/token-schema.ts';
import { openTokens, type Tokens, tokenFileOf } from '../../../src/store/tokens/tokens.ts';

const MINUTE_MS = 60_000;

let folder: string;
let file: string;
let clock: Date;
let opened: Tokens[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'allocations-tokens-'));
  file = join(folder, 'data', 'allocations.tokens.sqlite');
  clock = new Date('2026-11-20T09:30:00.000Z');
  opened = [];
});

afterEach(() => {
  for (const tokens of opened) tokens.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the test's tokens, with the test's clock. */
function open(): Tokens {
  const tokens = openTokens(file, { now: () => clock });
  opened.push(tokens);
  return tokens;
}

/** What a call throws, which must be an `OperatorError` of one line. */
function refusal(call: () => unknown): OperatorError {
  try {
    call();
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    expect(error.message).not.toContain('\n');
    return error;
  }
  throw new Error('nothing was thrown');
}

const idOf = (text: string) => text.slice(4, 12);

describe('the file', () => {
  test.each([
    ['data/allocations.sqlite', 'data/allocations.tokens.sqlite'],
    ['allocations.sqlite', 'allocations.tokens.sqlite'],
    ['a.sqlite/b.sqlite', 'a.sqlite/b.tokens.sqlite'],
    ['allocations', 'allocations.tokens.sqlite'],
  ])('of %s is %s', (database, tokens) => {
    expect(tokenFileOf(database)).toBe(tokens);
  });

  test('is created with its folder, readable only by its owner, and keeps the mode that its owner set', () => {
    for (const mode of [0o600, 0o640]) {
      open();
      expect(statSync(file).mode & 0o777).toBe(mode);
      chmodSync(file, 0o640);
    }
  });

  test('has the schema of the migrations, which match the table: drizzle-kit would add none', async () => {
    open();
    const sqlite = new Database(file, { readonly: true });
    const strict = "SELECT strict FROM pragma_table_list WHERE schema = 'main' AND name = 'token'";
    expect(sqlite.prepare(strict).pluck().get()).toBe(1);
    // the letters STTK
    expect(sqlite.pragma('application_id', { simple: true })).toBe(0x5354544b);
    expect(sqlite.pragma('journal_mode', { simple: true })).toBe('delete');
    sqlite.close();
    const meta = 'src/store/token-migrations/meta';
    const { entries } = JSON.parse(readFileSync(`${meta}/_journal.json`, 'utf8'));
    const newest = String(entries.at(-1).idx).padStart(4, '0');
    const snapshot = JSON.parse(readFileSync(`${meta}/${newest}_snapshot.json`, 'utf8'));
    expect(await generateSQLiteMigration(snapshot, await generateSQLiteDrizzleJson({ token }))).toEqual([]);
  });

  test('contains the SHA-256 of a token, but no part of its secret', () => {
    const text = open().create('me', null);
    const bytes = readFileSync(file);
    expect(bytes.includes(createHash('sha256').update(text).digest('hex'))).toBe(true);
    expect(bytes.includes(text.slice(13))).toBe(false);
    expect(bytes.includes(Buffer.from(text.slice(13), 'base64url'))).toBe(false);
    expect(bytes.includes('sta_')).toBe(false);
  });
});

describe('refuses a file that is not a token database:', () => {
  beforeEach(() => {
    file = join(folder, 'other.sqlite');
  });

  test('a dataset', () => {
    openForWriting(file).close();
    const before = readFileSync(file);
    const { exitCode, message } = refusal(open);
    expect(exitCode).toBe(2);
    expect(message).toMatch(/is a SQLite database, but not a token database.*another file with --tokens\.$/i);
    expect(readFileSync(file)).toEqual(before);
  });

  test('a token database opened as a dataset', () => {
    open();
    expect(refusal(() => openForWriting(file)).message).toBe(
      `${file} is a SQLite database, but not an allocation dataset. Name another file with --db.`,
    );
  });

  test('a damaged one, without the advice to rebuild it from reports', () => {
    open().create('me', null);
    const bytes = readFileSync(file);
    // the page of the schema, behind the header of 100 bytes
    writeFileSync(file, bytes.fill(0x7f, 100, 200));
    const { message } = refusal(open);
    expect(message).toContain(
      'is damaged (SQLITE_CORRUPT). Restore it from a backup, or move it away and create new tokens',
    );
  });
});

describe('create', () => {
  test('returns a token in the right form, and lists it without its hash', () => {
    const tokens = open();
    const name = `Café № 5 ${'😀'.repeat(91)}`;
    const text = tokens.create(name, new Date('2027-02-18T09:30:00.000Z'));
    expect(text).toMatch(/^sta_[0-9a-f]{8}_[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from(text.slice(13), 'base64url')).toHaveLength(32);
    expect(tokens.list()).toEqual([
      {
        ...{ id: idOf(text), name, created_at: '2026-11-20T09:30:00.000Z', state: 'active' },
        ...{ expires_at: '2027-02-18T09:30:00.000Z', revoked_at: null, last_used_at: null },
      },
    ]);
  });

  test.each(['', '   ', 'a\nb', 'a\u0000b', 'a\u0085b', 'a\u2028b', 'a\ud800b', '😀'.repeat(101)])(
    'refuses the name %j',
    (name) => {
      const tokens = open();
      expect(refusal(() => tokens.create(name, null))).toMatchObject({ exitCode: 2 });
      expect(tokens.list()).toEqual([]);
    },
  );

  test('refuses the name of an active token, but accepts that of an expired or revoked one', () => {
    const tokens = open();
    const first = tokens.create('me', new Date('2026-11-20T10:00:00.000Z'));
    const { message, exitCode } = refusal(() => tokens.create('me', null));
    expect(exitCode).toBe(2);
    expect(message).toBe(
      `the token "me" (${idOf(first)}) exists; revoke it first (allocations token revoke ${idOf(first)}), or choose another name`,
    );
    clock = new Date('2026-11-20T10:00:00.000Z');
    const second = tokens.create('me', null);
    refusal(() => tokens.create('me', null));
    tokens.revoke('me');
    clock = new Date('2026-11-20T10:00:01.000Z');
    const third = tokens.create('me', null);
    expect(tokens.list().map(({ id, state }) => [id, state])).toEqual([
      [idOf(first), 'expired'],
      [idOf(second), 'revoked'],
      [idOf(third), 'active'],
    ]);
  });
});

describe('verify', () => {
  test('returns the owner of a token, also through another connection', () => {
    const text = open().create('me', null);
    expect(open().verify(text)).toEqual({ id: idOf(text), name: 'me' });
  });

  test('refuses any other text', () => {
    const tokens = open();
    const text = tokens.create('me', null);
    const id = fc.constantFrom(idOf(text), '00000000');
    const secret = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(id, secret, (someId, bytes) => {
        expect(tokens.verify(`sta_${someId}_${Buffer.from(bytes).toString('base64url')}`)).toBe(null);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (other) => {
        expect(tokens.verify(other)).toBe(null);
      }),
    );
    for (const at of text.split('').keys()) {
      const [before, letter, after] = [text.slice(0, at), text[at] === 'a' ? 'b' : 'a', text.slice(at + 1)];
      for (const other of [before + after, before + letter + after, before + letter + text.slice(at)])
        expect(tokens.verify(other)).toBe(null);
    }
    expect(tokens.verify(`${text} `)).toBe(null);
    expect(tokens.verify(`Bearer ${text}`)).toBe(null);
    expect(tokens.verify('sta_'.repeat(1_000_000))).toBe(null);
  });

  test('accepts a token until it expires', () => {
    const tokens = open();
    const text = tokens.create('me', new Date('2026-11-21T00:00:00.000Z'));
    clock = new Date('2026-11-20T23:59:59.999Z');
    expect(tokens.verify(text)).toEqual({ id: idOf(text), name: 'me' });
    clock = new Date('2026-11-21T00:00:00.000Z');
    expect(tokens.verify(text)).toBe(null);
    expect(tokens.list()).toMatchObject([{ state: 'expired', last_used_at: '2026-11-20T23:59:59.999Z' }]);
  });

  test('refuses a revoked token at once, also if another process revoked it', () => {
    const tokens = open();
    const [mine, other] = [tokens.create('mine', null), tokens.create('other', null)];
    for (const text of [mine, other]) expect(tokens.verify(text)).not.toBe(null);
    tokens.revoke('mine');
    open().revoke(idOf(other));
    for (const text of [mine, other]) expect(tokens.verify(text)).toBe(null);
  });
});

describe('revoke', () => {
  test('revokes the active token of a name, or the token with an id, for good', () => {
    const tokens = open();
    const first = tokens.create('me', new Date('2026-11-20T10:00:00.000Z'));
    clock = new Date('2026-11-20T11:00:00.000Z');
    const second = tokens.create('me', null);
    const revoked = {
      id: idOf(second),
      name: 'me',
      revoked_at: '2026-11-20T11:00:00.000Z',
      state: 'revoked',
    };
    expect(tokens.revoke('me')).toMatchObject(revoked);
    clock = new Date('2026-11-20T12:00:00.000Z');
    expect(tokens.revoke(idOf(first))).toMatchObject({ id: idOf(first), state: 'revoked' });
    expect(tokens.revoke('me')).toMatchObject(revoked);
    expect([first, second].map((text) => tokens.verify(text))).toEqual([null, null]);
  });

  test('revokes nothing for an unknown name or id', () => {
    const tokens = open();
    tokens.create('me', null);
    expect(tokens.revoke('you')).toBe(null);
    expect(tokens.list()).toMatchObject([{ state: 'active' }]);
  });
});

describe('the last use', () => {
  const lastUse = () => open().list()[0]?.last_used_at;

  test('is recorded at most once a minute', () => {
    const tokens = open();
    const text = tokens.create('me', null);
    expect(lastUse()).toBe(null);
    tokens.verify(text);
    expect(lastUse()).toBe('2026-11-20T09:30:00.000Z');
    clock = new Date('2026-11-20T09:30:59.999Z');
    tokens.verify(text);
    expect(lastUse()).toBe('2026-11-20T09:30:00.000Z');
    clock = new Date('2026-11-20T09:31:00.000Z');
    tokens.verify(text);
    expect(lastUse()).toBe('2026-11-20T09:31:00.000Z');
  });

  test('is recorded for each token separately, and not for a refusal', () => {
    const tokens = open();
    const [one, other] = [tokens.create('one', null), tokens.create('other', null)];
    tokens.verify(one);
    tokens.verify(`${other.slice(0, -1)}!`);
    tokens.verify(other.slice(0, 13) + one.slice(13));
    const uses = () =>
      Object.fromEntries(tokens.list().map(({ name, last_used_at }) => [name, last_used_at]));
    expect(uses()).toEqual({ one: '2026-11-20T09:30:00.000Z', other: null });
    clock = new Date('2026-11-20T09:30:01.000Z');
    tokens.verify(other);
    expect(uses()).toEqual({ one: '2026-11-20T09:30:00.000Z', other: '2026-11-20T09:30:01.000Z' });
  });

  test('is skipped without waiting while another program writes', () => {
    const tokens = open();
    const text = tokens.create('me', null);
    const writer = new Database(file);
    writer.exec('BEGIN IMMEDIATE');
    const times = [1, 2, 3].map(() => {
      // a use is noted once a minute
      clock = new Date(clock.getTime() + MINUTE_MS);
      const started = performance.now();
      expect(tokens.verify(text)).toEqual({ id: idOf(text), name: 'me' });
      return performance.now() - started;
    });
    // the patience with other programs is five seconds, each time; a busy machine delays hardly all three
    expect(Math.min(...times)).toBeLessThan(4000);
    writer.exec('ROLLBACK');
    writer.close();
    expect(lastUse()).toBe(null);
    clock = new Date(clock.getTime() + MINUTE_MS);
    tokens.verify(text);
    expect(lastUse()).toBe('2026-11-20T09:34:00.000Z');
  });

  test('is skipped if the file is read-only; verification still works', () => {
    const text = open().create('me', null);
    for (const tokens of opened.splice(0)) tokens.close();
    chmodSync(file, 0o400);
    const script = `
      import { openTokens } from ${JSON.stringify(resolve('src/store/tokens/tokens.ts'))};
      const tokens = openTokens(${JSON.stringify(file)});
      const verified = tokens.verify(${JSON.stringify(text)});
      let exitCode = 0;
      try { tokens.create('you', null); } catch (error) { exitCode = error.exitCode; }
      console.log(JSON.stringify({ verified, listed: tokens.list(), exitCode }));`;
    const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', script];
    // root may write to every file, unless that right is taken from it
    const asOthers = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override', ...node] : node;
    const [program = '', ...args] = asOthers;
    const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({
      verified: { id: idOf(text), name: 'me' },
      listed: [{ name: 'me', last_used_at: null }],
      exitCode: 74,
    });
  });
});
