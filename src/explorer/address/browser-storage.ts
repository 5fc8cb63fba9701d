type Name = 'localStorage' | 'sessionStorage';

/** What the page keeps until it is closed, if the browser stores nothing. */
const ofPage: Readonly<Record<Name, Map<string, string>>> = {
  localStorage: new Map(),
  sessionStorage: new Map(),
};

/** Reads a text that the browser stores for all tabs or for this one; `null` without one. */
export function readStored(name: Name, key: string): string | null {
  return storageOf(name)?.getItem(key) ?? ofPage[name].get(key) ?? null;
}

/** Stores a text for all tabs or for this one, or removes it. */
export function store(name: Name, key: string, text: string | null): void {
  const storage = storageOf(name);
  if (text === null) {
    storage?.removeItem(key);
    ofPage[name].delete(key);
  } else if (storage) storage.setItem(key, text);
  else ofPage[name].set(key, text);
}

/** `null` if the reader lets no site store anything: the browser then throws. */
function storageOf(name: Name): Storage | null {
  try {
    return globalThis[name];
  } catch {
    return null;
  }
}
