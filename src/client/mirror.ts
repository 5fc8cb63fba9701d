import { answered, ServiceError } from './connect.ts';
import type { Client } from './generated/client/index.ts';
import { listRevisions, readiness, showOverview } from './generated/sdk.gen.ts';
import { readWholeList } from './whole-lists.ts';

/** A record of any state's list of allocations. It has `jurisdiction` or `entity`. */
export interface MirroredRecord {
  dates: { allocation_period: string };
  jurisdiction?: { id: number };
  entity?: { id: number };
  [member: string]: unknown;
}

/** A removed figure or record, as `/api/revisions` lists it. */
interface RevisedFigure {
  jurisdiction: { id: number };
  allocation_period: string;
  field: string;
}

/** A copy of all allocations. A change is made whole or not at all, as in a transaction. */
export interface MirroredCopy {
  /** The version of the dataset that the copy has; `null` if it is empty. */
  readonly version: string | null;
  /** Begins a change; if it `isWhole`, without all records so far. */
  begin(isWhole: boolean): Promise<void> | void;
  /** Removes a record, if the copy has it. */
  remove(jurisdiction: number, period: string): Promise<void> | void;
  /** Adds a record, or replaces the one of its jurisdiction and period. */
  put(record: MirroredRecord): Promise<void> | void;
  /** Ends the change. From now on, the copy has this version. */
  commit(version: string): Promise<void> | void;
  /** Undoes the change. */
  rollback(): Promise<void> | void;
}

const MOST_BEGINNINGS = 5;

/** The answers were of different versions of the dataset, because it changed meanwhile. */
class VersionChange extends Error {}

/**
 * Makes a copy current: reads what changed since its version, or everything if the copy is empty or the dataset does not
 * come from its version. Returns what it did. If it throws, the copy is as before.
 */
export async function mirror(
  client: Client,
  copy: MirroredCopy,
): Promise<'current' | 'updated' | 'replaced'> {
  for (let beginning = 1; beginning <= MOST_BEGINNINGS; beginning += 1) {
    const { data } = await answered(readiness({ client }));
    if (copy.version === data.dataset_version) return 'current';
    const since = copy.version !== null && (await isKnown(client, copy.version)) ? copy.version : null;
    await copy.begin(since === null);
    try {
      await change(client, copy, since, data.dataset_version);
      await copy.commit(data.dataset_version);
      return since === null ? 'replaced' : 'updated';
    } catch (error) {
      await copy.rollback();
      if (!(error instanceof VersionChange)) throw error;
    }
  }
  throw new Error(`The dataset changed ${MOST_BEGINNINGS} times while it was read. Try again later.`);
}

/** Whether the service knows what changed since a version. It does not if the dataset was rebuilt. */
async function isKnown(client: Client, version: string): Promise<boolean> {
  try {
    await answered(listRevisions({ client, query: { since_version: version, limit: 1 } }));
    return true;
  } catch (error) {
    if (error instanceof ServiceError && Object.hasOwn(error.errors, 'since_version')) return false;
    throw error;
  }
}

/** Reads the change to `version`. First removes records, because a removed record may exist again. */
async function change(
  client: Client,
  copy: MirroredCopy,
  since: string | null,
  version: string,
): Promise<void> {
  const read = async <Item>(url: string, take: (item: Item) => Promise<void> | void) => {
    const list = await readWholeList<Item>(
      client,
      url,
      since === null ? undefined : { since_version: since },
    );
    if (list.version !== version) {
      await list.cancel();
      throw new VersionChange();
    }
    for await (const item of list.records) await take(item);
  };
  if (since !== null)
    await read<RevisedFigure>('/api/revisions', async ({ field, jurisdiction, allocation_period }) => {
      if (field === 'datapoint') await copy.remove(jurisdiction.id, allocation_period);
    });
  const overview = await answered(showOverview({ client }));
  if (overview.version !== version) throw new VersionChange();
  for (const { state } of overview.data.data.states)
    await read<MirroredRecord>(`/api/${state}/sales-tax/allocations`, (record) => copy.put(record));
}

/** The records of a copy by `<id> <period>`. */
type RecordsByKey = Map<string, MirroredRecord>;

/** A copy in memory. */
export class MemoryCopy implements MirroredCopy {
  #version: string | null = null;
  #records: RecordsByKey = new Map();
  #changed: RecordsByKey = new Map();

  get version(): string | null {
    return this.#version;
  }

  /** Every record, by `<id of the jurisdiction> <allocation period>`. */
  get records(): ReadonlyMap<string, MirroredRecord> {
    return this.#records;
  }

  begin(isWhole: boolean): void {
    this.#changed = new Map(isWhole ? [] : this.#records);
  }

  remove(jurisdiction: number, period: string): void {
    this.#changed.delete(`${jurisdiction} ${period}`);
  }

  put(record: MirroredRecord): void {
    const { id } = record.jurisdiction ?? record.entity ?? {};
    if (id === undefined) throw new Error('A record has neither jurisdiction nor entity.');
    this.#changed.set(`${id} ${record.dates.allocation_period}`, record);
  }

  commit(version: string): void {
    this.#records = this.#changed;
    this.#version = version;
  }

  rollback(): void {
    this.#changed = new Map();
  }
}
