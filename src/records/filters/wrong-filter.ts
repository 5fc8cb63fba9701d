/** A filter that names what does not exist. The message of a fault is a sentence that says what to do. */
export class WrongFilter extends Error {
  override name = 'WrongFilter';
  readonly errors: Readonly<Record<string, string[]>>;

  constructor(filter: string, faults: string[]) {
    super(faults.map((fault) => `${filter}: ${fault}`).join(' '));
    this.errors = { [filter]: faults };
  }
}
