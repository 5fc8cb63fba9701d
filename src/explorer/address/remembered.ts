/** Several services of one host, under different paths, keep their choices apart. */
const KEY = `allocations-choice ${new URL(document.baseURI).pathname}`;

/** What the browser keeps of a reader's choices: the state, and how years and periods count. */
export type RememberedName = 'state' | 'basis' | 'fiscal_year_start';

const NAMES: readonly string[] = ['state', 'basis', 'fiscal_year_start'] satisfies RememberedName[];

export function isRemembered(name: string): name is RememberedName {
  return NAMES.includes(name);
}

/** What the reader chose last; `null` if it is the usual. */
export function remembered(name: RememberedName): string | null {
  return localStorage.getItem(`${KEY} ${name}`);
}

/** Keeps a choice for views that are opened later; `null` is the usual. */
export function remember(name: RememberedName, value: string | null): void {
  if (value === null || value === '') localStorage.removeItem(`${KEY} ${name}`);
  else localStorage.setItem(`${KEY} ${name}`, value);
}
