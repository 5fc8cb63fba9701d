import { BASE } from '../address/navigation.ts';

/** Several services of one host, under different paths, keep their tokens apart. */
const KEY = `allocations-token ${BASE.pathname}`;
/** The address that `allocations explore` prints begins the second way. */
const IN_ADDRESS = /^#(token|explore)=(.+)$/;
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** The token of this tab, else the one that the browser keeps; `null` if there is none. */
export function sessionToken(): string | null {
  return sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY);
}

/** Keeps a token until the tab is closed. */
export function keepToken(token: string): void {
  sessionStorage.setItem(KEY, token);
}

/** Whether the token is one that all tabs of the browser share. */
export function isKeptToken(): boolean {
  return sessionStorage.getItem(KEY) === null && localStorage.getItem(KEY) !== null;
}

/** Whether the page may come from `allocations explore`: that service is on this machine. */
export function isOnThisMachine(): boolean {
  return LOOPBACK.includes(location.hostname);
}

/**
 * Moves a token from the address, so that it is not in the history and not in a shared link. That of `explore` is for
 * all tabs of the browser: it opens only a service of this machine, and ends with it.
 */
export async function takeTokenFromAddress(): Promise<boolean> {
  const [, kind, token] = IN_ADDRESS.exec(location.hash) ?? [];
  if (token === undefined) return false;
  history.replaceState(history.state, '', location.pathname + location.search);
  if (kind !== 'explore' || !isOnThisMachine()) keepToken(token);
  // a link of somebody else must not take the token from all tabs
  else if (localStorage.getItem(KEY) === null || (await isAccepted(token))) {
    localStorage.setItem(KEY, token);
    sessionStorage.removeItem(KEY);
  }
  return true;
}

async function isAccepted(token: string): Promise<boolean> {
  try {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(new URL('api/overview', BASE), { method: 'HEAD', headers })).ok;
  } catch {
    return false;
  }
}
