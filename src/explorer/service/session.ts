import { BASE } from '../address/navigation.ts';

/** Several services of one host, under different paths, keep their tokens apart. */
const KEY = `allocations-token ${BASE.pathname}`;
const IN_ADDRESS = /^#token=(.+)$/;

/** The token of this tab; `null` if it has none. It is gone when the tab is closed. */
export function sessionToken(): string | null {
  return sessionStorage.getItem(KEY);
}

export function keepToken(token: string): void {
  sessionStorage.setItem(KEY, token);
}

/** Moves a token from the address to the session, so that it is not in the history and not in a shared link. */
export function takeTokenFromAddress(): boolean {
  const [, token] = IN_ADDRESS.exec(location.hash) ?? [];
  if (token === undefined) return false;
  keepToken(token);
  history.replaceState(history.state, '', location.pathname + location.search);
  return true;
}
