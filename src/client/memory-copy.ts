import type { AllocationOfAnyState } from './allocations.ts';
import type { MirroredCopy } from './mirror.ts';

/** The records of a copy by `<id of the jurisdiction> <allocation period>`. */
type RecordsByKey = Map<string, AllocationOfAnyState>;

/** A copy in memory, for `mirror`. */
export class MemoryCopy implements MirroredCopy {
  #version: string | null = null;
  #records: RecordsByKey = new Map();
  #changed: RecordsByKey = new Map();

  get version(): string | null {
    return this.#version;
  }

  /** Every record, by `<id of the jurisdiction> <allocation period>`, such as `60001990 2026-10-01`. */
  get records(): ReadonlyMap<string, AllocationOfAnyState> {
    return this.#records;
  }

  begin(isWhole: boolean): void {
    this.#changed = new Map(isWhole ? [] : this.#records);
  }

  remove(jurisdiction: number, period: string): void {
    this.#changed.delete(`${jurisdiction} ${period}`);
  }

  put(record: AllocationOfAnyState): void {
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
