import { BASE } from '../address/navigation.ts';

/** Several services of one host, under different paths, keep their tokens apart. */
const KEY = `allocations-token ${BASE.pathname}`;
/** The address that `allocations explore` prints begins the second way. */
const IN_ADDRESS = /^#(token|explore)=(.+)$/;
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** The token of this tab, else the one that the browser keeps; `null` if there is none. */
export function sessionToken(): string | null {
  return readStored('sessionStorage', KEY) ?? readStored('localStorage', KEY);
}

/** Keeps a token until the tab is closed. */
export function keepToken(token: string): void {
  store('sessionStorage', KEY, token);
}

/** Whether the page may come from `allocations explore`: that service is on this machine. */
export function isOnThisMachine(): boolean {
  return LOOPBACK.includes(location.hostname);
}

/**
 * Moves a token from the address, so that it is not in a shared link. The address of `explore` has a code that works once,
 * because browsers keep addresses. Its token is for all tabs: it opens only a service of this machine, and ends with it.
 */
export async function takeTokenFromAddress(): Promise<boolean> {
  const [, kind, text] = IN_ADDRESS.exec(location.hash) ?? [];
  if (text === undefined) return false;
  history.replaceState(history.state, '', location.pathname + location.search);
  if (kind === 'token') keepToken(text);
  else {
    const token = await tokenFor(text);
    // an address that was used before leaves the browser its token
    if (token === null) return false;
    store('localStorage', KEY, token);
    store('sessionStorage', KEY, null);
  }
  return true;
}

async function tokenFor(code: string): Promise<string | null> {
  try {
    const headers = { authorization: `Bearer ${code}` };
    const response = await fetch(new URL('explorer/token', BASE), { headers });
    return response.ok ? (await response.json()).token : null;
  } catch {
    return null;
  }
}

type Name = 'localStorage' | 'sessionStorage';

/** What the page keeps until it is closed, if the browser stores nothing. */
const ofPage: Readonly<Record<Name, Map<string, string>>> = {
  localStorage: new Map(),
  sessionStorage: new Map(),
};

/** Reads a text that the browser stores for all tabs or for this one; `null` without one. */
function readStored(name: Name, key: string): string | null {
  return storageOf(name)?.getItem(key) ?? ofPage[name].get(key) ?? null;
}

/** Stores a text for all tabs or for this one, or removes it. */
function store(name: Name, key: string, text: string | null): void {
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
