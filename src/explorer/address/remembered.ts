import { ID_SPAN } from '../../domain/jurisdiction.ts';
import { readStored, store } from './browser-storage.ts';

/** Several services of one host, under different paths, keep their choices apart. */
const KEY = `allocations-choice ${new URL(document.baseURI).pathname}`;

/** What the browser keeps of a reader's choices: the state, and how years and periods count. */
export type RememberedName = 'state' | 'basis' | 'fiscal_year_start';

const NAMES: readonly string[] = ['state', 'basis', 'fiscal_year_start'] satisfies RememberedName[];

export function isRemembered(name: string): name is RememberedName {
  return NAMES.includes(name);
}

/** What the reader chose last, of a state if `of` names one; `null` if it is the usual. */
export function remembered(name: RememberedName, of = ''): string | null {
  return readStored('localStorage', keyOf(name, of));
}

/** Keeps a choice for views that are opened later; `null` is the usual. */
export function remember(name: RememberedName, value: string | null, of = ''): void {
  store('localStorage', keyOf(name, of), value || null);
}

function keyOf(name: RememberedName, of: string): string {
  return `${KEY} ${name} ${of}`.trimEnd();
}

/** What every id of a state begins with; the id of a group begins with its state. */
export function stateKeyOf(id: string): string {
  return /^\d+$/.test(id) ? String(Math.trunc(Number(id) / ID_SPAN)) : id.replace(/:.*/, '');
}
