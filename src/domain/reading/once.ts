/** Values that are made once for the same rows of a dataset. */

interface Rows {
  content: object;
}

/** Makes a value once for all views of the same rows. For what stays in memory. */
export function perContent<View extends Rows, Made>(make: (view: View) => Made): (view: View) => Made {
  return onceFor(({ content }) => content, make);
}

/** Makes a value once for each key and all views of the same rows. */
export function perContentAndKey<View extends Rows, Asked extends readonly unknown[], Made>(
  make: (view: View, ...asked: Asked) => Made,
  keyOf: (...asked: Asked) => string,
): (view: View, ...asked: Asked) => Made {
  const madeOf = perContent((_: View) => new Map<string, Made>());
  return (view, ...asked) => {
    const made = madeOf(view);
    const key = keyOf(...asked);
    const value = made.get(key) ?? make(view, ...asked);
    made.set(key, value);
    return value;
  };
}

/** Makes a value once for the same arguments. */
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
    const value = make(view);
    made.set(keyOf(view), { value });
    return value;
  };
}
