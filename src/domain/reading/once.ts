/** Values that are made once for the same rows of a dataset, and how queries that need many of them are divided. */

interface Rows {
  content: object;
}

/** What all values that are asked for by a key take together. Those that nobody asked for longest make room. */
const MOST_BYTES = 256 * 1024 * 1024;
const MOST_VALUES = 10_000;
/** What an entry takes besides its value and its key. */
const BYTES_OF_ENTRY = 250;

/** The value that was asked for last is the last. A library would be 6 kB more for the page. */
const memory = new Map<string, { value: unknown; bytes: number }>();
let [makers, contents, kept] = [0, 0, 0];

function keep(key: string, value: unknown, ofValue: number): void {
  const bytes = ofValue + 2 * key.length + BYTES_OF_ENTRY;
  if (bytes > MOST_BYTES) return;
  forget(key);
  memory.set(key, { value, bytes });
  kept += bytes;
  for (const oldest of memory.keys()) {
    if (kept <= MOST_BYTES && memory.size <= MOST_VALUES) return;
    forget(oldest);
  }
}

function forget(key: string): void {
  kept -= memory.get(key)?.bytes ?? 0;
  memory.delete(key);
}

/** Makes a value once for each key, while there is memory for it. `bytesOf` says about how much a value takes. */
export function keptByKey<Asked extends unknown[], Made>(
  make: (...asked: Asked) => Made,
  keyOf: (...asked: Asked) => string,
  bytesOf: (made: Made, ...asked: Asked) => number,
): (...asked: Asked) => Made {
  makers += 1;
  const maker = makers;
  return (...asked) => {
    const key = `${maker} ${keyOf(...asked)}`;
    const known = memory.get(key);
    if (known) {
      memory.delete(key);
      memory.set(key, known);
      // only this maker has keys with its number
      return known.value as Made;
    }
    const value = makeInPiece(() => make(...asked));
    keep(key, value, bytesOf(value, ...asked));
    return value;
  };
}

/** Makes a value once for all views of the same rows. For what stays in memory. */
export function perContent<View extends Rows, Made>(make: (view: View) => Made): (view: View) => Made {
  return onceFor(({ content }) => content, make);
}

/** New rows replace others, whose values would only fill the memory. */
const numberOf = perContent((_: Rows) => {
  memory.clear();
  kept = 0;
  contents += 1;
  return contents;
});

/** Makes a value once for each key and all views of the same rows, as `keptByKey` does. */
export function perContentAndKey<View extends Rows, Asked extends unknown[], Made>(
  make: (view: View, ...asked: Asked) => Made,
  keyOf: (...asked: Asked) => string,
  bytesOf: (made: Made, view: View, ...asked: Asked) => number,
): (view: View, ...asked: Asked) => Made {
  return keptByKey(make, (view, ...asked) => `${numberOf(view)} ${keyOf(...asked)}`, bytesOf);
}

/** Makes a value once for the same arguments, of which there are few. It stays as long as what holds this function. */
export function once<Asked extends readonly (string | number)[], Made>(
  make: (...asked: Asked) => Made,
): (...asked: Asked) => Made {
  const made = new Map<string, Made>();
  return (...asked) => {
    const key = asked.join(' ');
    const value = made.get(key) ?? make(...asked);
    made.set(key, value);
    return value;
  };
}

/** Makes a value once for each object that `keyOf` names, and drops it with that object. */
export function onceFor<View, Made>(keyOf: (view: View) => object, make: (view: View) => Made) {
  const made = new WeakMap<object, { value: Made }>();
  return (view: View): Made => {
    const known = made.get(keyOf(view));
    if (known) return known.value;
    const value = makeInPiece(() => make(view));
    made.set(keyOf(view), { value });
    return value;
  };
}

/** What a query returns in place of its result if it needs a further piece of work. */
export const PAUSED = Symbol('paused');

class Pause extends Error {}

/** The present piece of work: whether its time is over, and whether it made a value that stays. */
let piece: { isOver(): boolean; hasMade: boolean } | null = null;

/**
 * Runs a query, until its time is over and it would make another value that stays. Then it is to be run again, from its
 * start: it has what it made.
 */
export function workInPiece<Result>(isOver: () => boolean, query: () => Result): Result | typeof PAUSED {
  piece = { isOver, hasMade: false };
  try {
    return query();
  } catch (error) {
    if (error instanceof Pause) return PAUSED;
    throw error;
  } finally {
    piece = null;
  }
}

function makeInPiece<Made>(make: () => Made): Made {
  if (piece?.hasMade && piece.isOver()) throw new Pause();
  const value = make();
  if (piece) piece.hasMade = true;
  return value;
}
