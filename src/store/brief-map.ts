const REMEMBERED_MS = 25;

/**
 * A map that is emptied 25 milliseconds after its first value was put into it: requests that arrive together share what
 * is read from a file for one of them, and nobody gets anything older.
 */
export class BriefMap<Key, Value> extends Map<Key, Value> {
  override set(key: Key, value: Value): this {
    if (this.size === 0) setTimeout(() => this.clear(), REMEMBERED_MS);
    return super.set(key, value);
  }

  /** The value of a key, read where none is remembered. */
  getOrRead(key: Key, read: () => Value): Value {
    const known = this.get(key);
    if (known !== undefined || this.has(key)) return known as Value;
    const value = read();
    this.set(key, value);
    return value;
  }
}
