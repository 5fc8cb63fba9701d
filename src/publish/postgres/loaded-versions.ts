import pg from 'pg';
import * as z from 'zod';
import { errorCode, messageOf, OperatorError, USAGE } from '../../domain/operator-error.ts';
import { inTransaction, type PostgresClient, shownAddress } from './connection.ts';
import { STABLE_SCHEMA } from './stable-views.ts';

const { escapeIdentifier } = pg;

const LOCK_TIMEOUT_MS = 300;
/** The object is in use, or something depends on it. */
const KEPT_BECAUSE: Readonly<Record<string, string>> = {
  '55P03': 'a reader still uses it',
  '40P01': 'a reader still uses it',
  '2BP01': 'something else depends on it',
};

/** The role of the connection. What others own may run their functions with the publisher's rights. */
const OWN_ROLE = '(SELECT oid FROM pg_roles WHERE rolname = current_user)';

/** The comment of a version's schema, as JSON. A schema without it, or of another owner, is not ours. */
const note = z.object({
  dataset_version: z.string(),
  schema_sha256: z.string(),
  budgets_sha256: z.string().optional(),
  tables: z.array(z.string()),
});

export type VersionNote = z.output<typeof note>;

export interface LoadedVersion extends VersionNote {
  schema: string;
}

/** A version that was not removed, and why. */
interface KeptVersion {
  schema: string;
  reason: string;
}

export interface Removal {
  removed: string[];
  kept: KeptVersion[];
}

/** The schemas of versions by name; `null` for a schema of such a name that is not ours. */
export async function listLoaded(client: PostgresClient): Promise<Map<string, LoadedVersion | null>> {
  const { rows } = await client.query<{ schema: string; note: string | null }>(
    `SELECT nspname AS schema, CASE WHEN nspowner = ${OWN_ROLE} THEN obj_description(oid, 'pg_namespace') END AS note
     FROM pg_namespace WHERE starts_with(nspname, $1)`,
    [`${STABLE_SCHEMA}_`],
  );
  return new Map(rows.map(({ schema, note: text }) => [schema, readNote(schema, text ?? '')]));
}

function readNote(schema: string, text: string): LoadedVersion | null {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = note.safeParse(content);
  return parsed.success ? { schema, ...parsed.data } : null;
}

/** Throws an `OperatorError` if the stable schema belongs to another role. */
export async function requireStableSchema(client: PostgresClient): Promise<void> {
  const { rows } = await client.query<{ owner: string }>(
    `SELECT pg_get_userbyid(nspowner) AS owner FROM pg_namespace WHERE nspname = $1 AND nspowner <> ${OWN_ROLE}`,
    [STABLE_SCHEMA],
  );
  const [other] = rows;
  if (!other) return;
  throw new OperatorError(
    `Cannot publish to ${shownAddress(client)}. The schema ${STABLE_SCHEMA} belongs to the user ${other.owner}. Publish as this user, or name another database.`,
    USAGE,
  );
}

/** The schema that the stable views show; `null` before the first publication. */
export async function readInService(client: PostgresClient): Promise<string | null> {
  const view = `${STABLE_SCHEMA}.dataset`;
  const { rows: known } = await client.query(
    `SELECT 1 FROM pg_class WHERE oid = to_regclass($1) AND relowner = ${OWN_ROLE}`,
    [view],
  );
  if (known.length === 0) return null;
  const { rows } = await client.query<{ schema_name: string }>(`SELECT schema_name FROM ${view}`);
  return rows[0]?.schema_name ?? null;
}

/** Removes versions with everything that was loaded, but nothing that others made. */
export async function removeVersions(
  client: PostgresClient,
  versions: readonly LoadedVersion[],
): Promise<Removal> {
  const removed: string[] = [];
  const kept: KeptVersion[] = [];
  for (const { schema, tables } of versions) {
    const names = tables.map((table) => `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`);
    try {
      await inTransaction(client, () =>
        client.query(
          `SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}; DROP TABLE IF EXISTS ${names.join(', ')}; DROP SCHEMA ${escapeIdentifier(schema)}`,
        ),
      );
      removed.push(schema);
    } catch (error) {
      const reason = KEPT_BECAUSE[errorCode(error) ?? ''];
      if (reason === undefined) throw error;
      kept.push({ schema, reason: `${reason}: ${messageOf(error)}` });
    }
  }
  return { removed, kept };
}
