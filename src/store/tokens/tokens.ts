import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { closeSync, existsSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { asc, eq, sql } from 'drizzle-orm';
import { MACHINE, messageOf, OperatorError, USAGE } from '../../domain/operator-error.ts';
import { packageFile } from '../../domain/package-file.ts';
import {
  applyMigrations,
  type DatabaseFile,
  type DatabaseKind,
  explainDatabase,
  makeFolderOf,
  openDatabase,
  pendingMigrations,
} from '../database-file.ts';
import { token as tokenTable } from './token-schema.ts';

const TOKEN_DATABASE: DatabaseKind = {
  name: 'a token database',
  // the letters STTK
  applicationId: 0x5354544b,
  migrations: packageFile('src/store/token-migrations'),
  option: '--tokens',
  repair: 'Restore it from a backup, or move it away and create new tokens: allocations token create <name>.',
};
const BUSY_TIMEOUT_MS = 5_000;
const OWNER_ONLY = 0o600;

const ID_BYTES = 4;
const SECRET_BYTES = 32;
const TOKEN_TEXT = /^sta_([0-9a-f]{8})_[A-Za-z0-9_-]{43}$/;
/** Characters, none of them a control character, a line break of Unicode or half of a pair. */
const TOKEN_NAME = /^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}]{1,100}$/u;
/** Compared with where no token has the id, so that this takes as long as a wrong secret. */
const NO_HASH = '0'.repeat(64);
const LAST_USE_EVERY_MS = 60_000;

type TokenRow = typeof tokenTable.$inferSelect;

export type TokenState = 'active' | 'expired' | 'revoked';

/** A token as lists show it. Times are UTC, as `2026-11-20T09:30:00.000Z`; null where there is none. */
export interface StoredToken extends Omit<TokenRow, 'sha256'> {
  state: TokenState;
}

/** Whose token a text is: its id and its name. */
export interface VerifiedToken {
  id: string;
  name: string;
}

/** An open token database. */
export type Tokens = ReturnType<typeof openTokens>;

/** Where the tokens of a dataset are kept unless told otherwise: `data/allocations.tokens.sqlite`. */
export function tokenFileOf(database: string): string {
  return `${database.replace(/\.sqlite$/, '')}.tokens.sqlite`;
}

/**
 * Opens a token database, creating or upgrading it first; `:memory:` is a new one in memory. Throws an
 * `OperatorError`, as do all its functions, where the file cannot be used.
 */
export function openTokens(file: string, { now = () => new Date() }: { now?: () => Date } = {}) {
  const database = openTokenFile(file);
  const { sqlite, drizzle } = database;
  const byId = drizzle
    .select()
    .from(tokenTable)
    .where(eq(tokenTable.id, sql.placeholder('id')));
  // run without drizzle, whose mapping of the row takes as long as reading it
  const selectById = sqlite.prepare<[string], TokenRow>(byId.toSQL().sql);
  const noteLastUse = createLastUseNote(database);

  const explained = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      throw explainDatabase(file, error, TOKEN_DATABASE);
    }
  };
  /** Runs as one transaction that no other process can come between. */
  const exclusively = <Result>(work: () => Result): Result =>
    explained(() => sqlite.transaction(work).immediate());
  const verify = (text: string): VerifiedToken | null => {
    const [, id] = TOKEN_TEXT.exec(text) ?? [];
    if (id === undefined) return null;
    const row = selectById.get(id);
    const stored = Buffer.from(row?.sha256 ?? NO_HASH);
    const isSame = timingSafeEqual(Buffer.from(hash('sha256', text)), stored);
    const at = now();
    if (!row || !isSame || stateOf(row, at) !== 'active') return null;
    noteLastUse(id, at);
    return { id, name: row.name };
  };
  const list = (): StoredToken[] => {
    const at = now();
    const rows = drizzle
      .select()
      .from(tokenTable)
      .orderBy(asc(tokenTable.created_at), asc(tokenTable.id))
      .all();
    return rows.map((row) => storedToken(row, at));
  };

  return {
    /**
     * Makes a token, valid until a time or, with null, until it is revoked. Returns its text, which is stored nowhere.
     * Throws an `OperatorError` where the name cannot be taken or the time is past.
     */
    create: (name: string, expiresAt: Date | null): string =>
      exclusively(() => {
        requireName(name);
        const at = now();
        if (expiresAt && expiresAt <= at) {
          throw new OperatorError(
            `a token cannot expire at ${expiresAt.toISOString()}, which is past; give a later time`,
            USAGE,
          );
        }
        requireNoneActive(list(), name);
        const id = randomBytes(ID_BYTES).toString('hex');
        const text = `sta_${id}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
        const expires_at = expiresAt?.toISOString() ?? null;
        drizzle
          .insert(tokenTable)
          .values({ id, name, sha256: hash('sha256', text), created_at: at.toISOString(), expires_at })
          .run();
        return text;
      }),

    /** Every token there ever was, oldest first. */
    list: (): StoredToken[] => explained(list),

    /**
     * Ends a token for ever; of several with the name the active one, else the newest. One that is revoked stays as
     * it is. Throws an `OperatorError` where none has the id or name.
     */
    revoke: (nameOrId: string): StoredToken =>
      exclusively(() => {
        const found = chooseToken(list(), nameOrId);
        if (!found) {
          throw new OperatorError(
            `no token has the id or name "${nameOrId}"; allocations token list shows them`,
            USAGE,
          );
        }
        if (found.revoked_at !== null) return found;
        const revoked_at = now().toISOString();
        drizzle.update(tokenTable).set({ revoked_at }).where(eq(tokenTable.id, found.id)).run();
        return { ...found, revoked_at, state: 'revoked' };
      }),

    /** Whose token a text is; null where it is none, or one that is expired or revoked. */
    verify: (text: string): VerifiedToken | null => explained(() => verify(text)),

    close: (): void => database.close(),
  };
}

function openTokenFile(file: string): DatabaseFile {
  if (file !== ':memory:') createForOwner(file);
  return openDatabase(file, TOKEN_DATABASE, { timeout: BUSY_TIMEOUT_MS }, (database) => {
    if (pendingMigrations(database, TOKEN_DATABASE) > 0) upgrade(database);
  });
}

/** SQLite would let everybody read a file it creates. */
function createForOwner(file: string): void {
  makeFolderOf(file, TOKEN_DATABASE);
  if (existsSync(file)) return;
  try {
    closeSync(openSync(file, 'a', OWNER_ONLY));
  } catch (error) {
    const reason = messageOf(error);
    throw new OperatorError(`${file} cannot be made (${reason}); name another file with --tokens`, MACHINE);
  }
}

/** Migrates under a lock held across transactions: of two programs that start at once the second waits. */
function upgrade(database: DatabaseFile): void {
  const { sqlite } = database;
  // the lock before the mode: in the mode, one that waits for the lock lets nobody else have it
  sqlite.exec('BEGIN EXCLUSIVE; PRAGMA locking_mode = EXCLUSIVE; COMMIT');
  applyMigrations(database, TOKEN_DATABASE);
  sqlite.pragma('locking_mode = NORMAL');
  // the lock is given up by the next access
  sqlite.prepare('SELECT count(*) FROM sqlite_master').get();
}

/** Notes when a token was used, at most once a minute; a note that cannot be written now is left out. */
function createLastUseNote({ sqlite, drizzle }: DatabaseFile): (id: string, at: Date) => void {
  const update = drizzle
    .update(tokenTable)
    .set({ last_used_at: sql`${sql.placeholder('last_used_at')}` })
    .where(eq(tokenTable.id, sql.placeholder('id')))
    .prepare();
  const noted = new Map<string, number>();
  return (id, at) => {
    if (at.getTime() - (noted.get(id) ?? Number.NEGATIVE_INFINITY) < LAST_USE_EVERY_MS) return;
    noted.set(id, at.getTime());
    // whoever is being verified must not wait for another program's lock
    sqlite.pragma('busy_timeout = 0');
    try {
      update.run({ id, last_used_at: at.toISOString() });
    } catch (error) {
      if (!(error instanceof Database.SqliteError)) throw error;
    } finally {
      sqlite.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  };
}

function requireName(name: string): void {
  if (name.trim() !== '' && TOKEN_NAME.test(name)) return;
  throw new OperatorError(
    'this cannot be the name of a token; give 1 to 100 characters without control characters',
    USAGE,
  );
}

function requireNoneActive(tokens: readonly StoredToken[], name: string): void {
  const taken = tokens.find((token) => token.name === name && token.state === 'active');
  if (!taken) return;
  throw new OperatorError(
    `there is a token "${name}" (${taken.id}); revoke it first (allocations token revoke ${taken.id}), or take another name`,
    USAGE,
  );
}

function chooseToken(tokens: readonly StoredToken[], nameOrId: string): StoredToken | undefined {
  const named = tokens.filter(({ name }) => name === nameOrId);
  return (
    tokens.find(({ id }) => id === nameOrId) ?? named.find(({ state }) => state === 'active') ?? named.at(-1)
  );
}

function storedToken(row: TokenRow, at: Date): StoredToken {
  const { sha256: _, ...shown } = row;
  return { ...shown, state: stateOf(row, at) };
}

function stateOf({ revoked_at, expires_at }: TokenRow, at: Date): TokenState {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && expires_at <= at.toISOString() ? 'expired' : 'active';
}
