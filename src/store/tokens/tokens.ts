import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type Database from 'better-sqlite3';
import { asc, eq, sql } from 'drizzle-orm';
import { OperatorError, USAGE } from '../../domain/operator-error.ts';
import { type DatabaseFile, explainDatabase } from '../database-file.ts';
import { createLastUseNote, openTokenFile, TOKEN_DATABASE } from './token-file.ts';
import { token as tokenTable } from './token-schema.ts';

const ID_BYTES = 4;
const SECRET_BYTES = 32;
const TOKEN_TEXT = /^sta_([0-9a-f]{8})_[A-Za-z0-9_-]{43}$/;
/** Control characters, Unicode line breaks and lone surrogates are not allowed. */
const TOKEN_NAME = /^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}]{1,100}$/u;
const FEED_KEY = /^feed_([0-9a-f]{8})_[A-Za-z0-9_-]{43}$/;
/** Compared if no token has the id, so that an unknown id takes as long as a wrong secret. */
const NO_HASH = '0'.repeat(64);

type TokenRow = typeof tokenTable.$inferSelect;

type TokenState = 'active' | 'expired' | 'revoked';

/** A token as lists show it. Times are in UTC, such as `2026-11-20T09:30:00.000Z`; null if there is none. */
export interface StoredToken extends Omit<TokenRow, 'sha256'> {
  state: TokenState;
}

/** The default token file of a dataset, such as `data/allocations.tokens.sqlite`. */
export function tokenFileOf(database: string): string {
  return `${database.replace(/\.sqlite$/, '')}.tokens.sqlite`;
}

/**
 * Opens a token database. Creates or upgrades the file first; `:memory:` is a new database in memory. This and all
 * methods throw an `OperatorError` if the file cannot be used.
 */
export function openTokens(file: string, { now = () => new Date() }: { now?: () => Date } = {}): Tokens {
  return new Tokens(openTokenFile(file), now);
}

/** An open token database. */
export class Tokens {
  private readonly database: DatabaseFile;
  private readonly now: () => Date;
  private readonly selectById: Database.Statement<[string], TokenRow>;
  private readonly noteLastUse: (id: string, at: Date) => void;

  constructor(database: DatabaseFile, now: () => Date) {
    this.database = database;
    this.now = now;
    const byId = database.drizzle
      .select()
      .from(tokenTable)
      .where(eq(tokenTable.id, sql.placeholder('id')));
    // run without drizzle, which needs as much time to map the row as SQLite to read it
    this.selectById = database.sqlite.prepare<[string], TokenRow>(byId.toSQL().sql);
    this.noteLastUse = createLastUseNote(database);
  }

  /**
   * Creates a token that is valid until a time or, with null, until it is revoked. Returns its text, which is not
   * stored. Throws an `OperatorError` if the name is invalid or taken.
   */
  create(name: string, expiresAt: Date | null): string {
    return this.exclusively(() => {
      const at = this.now();
      requireName(name);
      requireNoneActive(this.readAll(), name);
      const id = randomBytes(ID_BYTES).toString('hex');
      const text = `sta_${id}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
      const expires_at = expiresAt?.toISOString() ?? null;
      this.database.drizzle
        .insert(tokenTable)
        .values({ id, name, sha256: hash('sha256', text), created_at: at.toISOString(), expires_at })
        .run();
      return text;
    });
  }

  /** All tokens, expired and revoked ones included, oldest first. */
  list(): StoredToken[] {
    return this.explained(() => this.readAll());
  }

  /**
   * Revokes a token. If several have the name, it takes the active one, otherwise the newest. A revoked token stays
   * as it is. `null` if no token has the id or name.
   */
  revoke(nameOrId: string): StoredToken | null {
    return this.exclusively(() => {
      const found = chooseToken(this.readAll(), nameOrId);
      if (!found || found.revoked_at !== null) return found;
      const revoked_at = this.now().toISOString();
      this.database.drizzle.update(tokenTable).set({ revoked_at }).where(eq(tokenTable.id, found.id)).run();
      return { ...found, revoked_at, state: 'revoked' };
    });
  }

  /** Returns the owner of a token; null if the token is unknown, expired or revoked. */
  verify(text: string): Pick<TokenRow, 'id' | 'name'> | null {
    return this.activeOne(() => this.rowOf(text));
  }

  /** As `verify`, of the key of a feed. */
  verifyFeedKey(text: string): Pick<TokenRow, 'id' | 'name'> | null {
    return this.activeOne(() => this.rowOf(text, FEED_KEY, text, feedKeyOf));
  }

  /**
   * The key that opens the feed of updates, and nothing else, as long as the token is valid. Who reads the token file can
   * compute it. `null` if no active token has the id or name.
   */
  feedKey(nameOrId: string): string | null {
    const found = chooseToken(this.list(), nameOrId);
    const row = found?.state === 'active' ? this.selectById.get(found.id) : undefined;
    return row ? feedKeyOf(row) : null;
  }

  /** Returns the state of a token; null if it is unknown. Who has the whole token may know why it no longer works. */
  stateOf(text: string): TokenState | null {
    return this.explained(() => {
      const row = this.rowOf(text);
      return row ? stateOf(row, this.now()) : null;
    });
  }

  private activeOne(find: () => TokenRow | null): Pick<TokenRow, 'id' | 'name'> | null {
    return this.explained(() => {
      const at = this.now();
      const row = find();
      if (!row || stateOf(row, at) !== 'active') return null;
      this.noteLastUse(row.id, at);
      return { id: row.id, name: row.name };
    });
  }

  private rowOf(
    text: string,
    pattern = TOKEN_TEXT,
    given = hash('sha256', text),
    secretOf = ({ sha256 }: Pick<TokenRow, 'id' | 'sha256'>) => sha256,
  ): TokenRow | null {
    const [, id] = pattern.exec(text) ?? [];
    if (id === undefined) return null;
    const row = this.selectById.get(id);
    const stored = secretOf(row ?? { id, sha256: NO_HASH });
    const isSame = timingSafeEqual(Buffer.from(given), Buffer.from(stored));
    return row && isSame ? row : null;
  }

  close(): void {
    this.database.close();
  }

  private readAll(): StoredToken[] {
    const at = this.now();
    const rows = this.database.drizzle
      .select()
      .from(tokenTable)
      .orderBy(asc(tokenTable.created_at), asc(tokenTable.id))
      .all();
    return rows.map((row) => storedToken(row, at));
  }

  /** Runs one transaction that locks the file from its start. */
  private exclusively<Result>(work: () => Result): Result {
    return this.explained(() => this.database.sqlite.transaction(work).immediate());
  }

  private explained<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw explainDatabase(this.database.file, error, TOKEN_DATABASE);
    }
  }
}

function feedKeyOf({ id, sha256 }: Pick<TokenRow, 'id' | 'sha256'>): string {
  return `feed_${id}_${hash('sha256', `feed ${sha256}`, 'base64url')}`;
}

function requireName(name: string): void {
  if (name.trim() !== '' && TOKEN_NAME.test(name)) return;
  throw new OperatorError(
    'this is not a valid token name; give 1 to 100 characters without control characters',
    USAGE,
  );
}

function requireNoneActive(tokens: readonly StoredToken[], name: string): void {
  const taken = tokens.find((token) => token.name === name && token.state === 'active');
  if (!taken) return;
  throw new OperatorError(
    `the token "${name}" (${taken.id}) exists; revoke it first (allocations token revoke ${taken.id}), or choose another name`,
    USAGE,
  );
}

function chooseToken(tokens: readonly StoredToken[], nameOrId: string): StoredToken | null {
  const named = tokens.filter(({ name }) => name === nameOrId);
  const active = named.find(({ state }) => state === 'active');
  return tokens.find(({ id }) => id === nameOrId) ?? active ?? named.at(-1) ?? null;
}

function storedToken(row: TokenRow, at: Date): StoredToken {
  const { sha256: _, ...shown } = row;
  return { ...shown, state: stateOf(row, at) };
}

function stateOf({ revoked_at, expires_at }: TokenRow, at: Date): TokenState {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && expires_at <= at.toISOString() ? 'expired' : 'active';
}
