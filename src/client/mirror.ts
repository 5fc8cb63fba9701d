import { type AllocationOfAnyState, allocationsOf } from './allocations.ts';
import { call } from './calls.ts';
import { ServiceError } from './connection.ts';
import type { Client } from './generated/client/index.ts';
import { listRevisions, readiness, showOverview } from './generated/sdk.gen.ts';
import { pause, waitToBegin } from './waiting.ts';
import { readWholeList, type WholeList } from './whole-lists.ts';

/** A copy of all allocations. A change is made whole or not at all, as in a transaction. */
export interface MirroredCopy {
  /** The version of the dataset that the copy has; `null` before the first change. */
  readonly version: string | null;
  /** Begins a change. If it `isWhole`, the copy has no records from now on. */
  begin(isWhole: boolean): Promise<void> | void;
  /** Removes a record, if the copy has it. */
  remove(jurisdiction: number, period: string): Promise<void> | void;
  /** Adds a record, or replaces the one of its jurisdiction and period. */
  put(record: AllocationOfAnyState): Promise<void> | void;
  /** Ends the change. From now on, the copy has this version. */
  commit(version: string): Promise<void> | void;
  /** Undoes the change. */
  rollback(): Promise<void> | void;
}

/** How `mirror` waits. */
export interface MirrorOptions {
  /** Ends the requests and the waiting. */
  signal?: AbortSignal | undefined;
  /**
   * How long to wait before `mirror` replaces the copy because the service does not know its version: another server of
   * the service may know it. Default: 60. Give 0 if there is only one server.
   */
  secondsBeforeReplacing?: number | undefined;
}

const A_MINUTE = 60;

/** What is read into a copy. */
interface Change {
  client: Client;
  signal: AbortSignal | undefined;
  /** The version of the copy; `null` to read everything. */
  since: string | null;
  /** The version that the copy will have. */
  version: string;
}

/** An answer was of another version, because the dataset changed meanwhile. */
class VersionChange extends Error {}

/**
 * Makes a copy current: reads what changed since its version. Reads everything the first time, and if the service
 * does not know its version because the dataset was rebuilt. Returns what it did. If it throws, the copy is as before.
 */
export async function mirror(
  client: Client,
  copy: MirroredCopy,
  { signal, secondsBeforeReplacing = A_MINUTE }: MirrorOptions = {},
): Promise<'current' | 'updated' | 'replaced'> {
  let mayReplace = copy.version === null;
  for (let beginning = 1; ; beginning += 1) {
    await waitToBegin(beginning, signal);
    const { data } = await call(readiness, { client, signal });
    const version = data.dataset_version;
    if (copy.version === version) return 'current';
    const since = await knownVersion(client, copy.version, signal);
    if (since === null && !mayReplace) {
      mayReplace = true;
      await pause(1000 * secondsBeforeReplacing, signal);
    } else if (await applyChange({ client, signal, since, version }, copy)) {
      return since === null ? 'replaced' : 'updated';
    }
  }
}

/** Returns the version if the service knows what changed since then, else `null`. */
async function knownVersion(
  client: Client,
  version: string | null,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  if (version === null) return null;
  try {
    await call(listRevisions, { client, query: { since_version: version, limit: 1 }, signal });
    return version;
  } catch (error) {
    if (error instanceof ServiceError && Object.hasOwn(error.errors, 'since_version')) return null;
    throw error;
  }
}

/** Returns `false` and leaves the copy as it was if the dataset changes meanwhile. */
async function applyChange(change: Change, copy: MirroredCopy): Promise<boolean> {
  await copy.begin(change.since === null);
  try {
    // first removals, because a removed record may exist again
    if (change.since !== null) await removeRecords(change, copy);
    await putRecords(change, copy);
    await copy.commit(change.version);
    return true;
  } catch (error) {
    await copy.rollback();
    if (error instanceof VersionChange) return false;
    throw error;
  }
}

async function removeRecords({ client, signal, since, version }: Change, copy: MirroredCopy): Promise<void> {
  const query = { since_version: since ?? undefined };
  const revisions = await readWholeList(listRevisions, { client, query, signal });
  for await (const { field, jurisdiction, allocation_period } of recordsOf(revisions, version))
    if (field === 'datapoint') await copy.remove(jurisdiction.id, allocation_period);
}

async function putRecords({ client, signal, since, version }: Change, copy: MirroredCopy): Promise<void> {
  const overview = await call(showOverview, { client, signal });
  if (overview.version !== version) throw new VersionChange();
  const query = { since_version: since ?? undefined };
  for (const { state } of overview.data.data.states) {
    const allocations = await readWholeList(allocationsOf(state), { client, query, signal });
    for await (const record of recordsOf(allocations, version)) await copy.put(record);
  }
}

async function* recordsOf<Item>(list: WholeList<Item>, version: string): AsyncGenerator<Item, void> {
  if (list.version !== version) {
    await list.cancel();
    throw new VersionChange();
  }
  yield* list.records;
}
