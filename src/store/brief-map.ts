const REMEMBERED_MS = 25;

/**
 * A map that clears itself 25 milliseconds after its first value. Requests that arrive together share one reading of a
 * file, and no request gets an older one.
 */
export class BriefMap<Key, Value extends object | string | null> extends Map<Key, Value> {
  override set(key: Key, value: Value): this {
    if (this.size === 0) setTimeout(() => this.clear(), REMEMBERED_MS);
    return super.set(key, value);
  }

  /** The stored value of a key. Reads and stores it if it is missing. */
  getOrRead(key: Key, read: () => Value): Value {
    const known = this.get(key);
    if (known !== undefined) return known;
    const value = read();
    this.set(key, value);
    return value;
  }
}
