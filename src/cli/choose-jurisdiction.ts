import { closest } from 'fastest-levenshtein';
import { formatCount } from '../domain/money.ts';
import { OperatorError, USAGE } from '../domain/operator-error.ts';
import type { Dataset } from '../store/dataset.ts';
import type { StoredJurisdiction } from '../store/jurisdictions.ts';
import { findJurisdictions, listJurisdictions } from '../store/query/jurisdictions.ts';

const CHOICES_LISTED = 20;

/** The one jurisdiction an id, a code or a name means. Throws an `OperatorError` where it may be several, or none. */
export function chooseJurisdiction(dataset: Dataset, idOrName: string): StoredJurisdiction {
  const found = findJurisdictions(dataset, idOrName);
  const [first] = found;
  if (first && found.length === 1) return first;
  if (!first) {
    const names = listJurisdictions(dataset).map(({ name }) => name);
    // no name is near a number
    const isName = names.length > 0 && !/^\s*\d+\s*$/.test(idOrName);
    const nearest = isName ? `; the nearest name is "${closest(idOrName, names)}"` : '';
    throw new OperatorError(`no jurisdiction has the id, code or name "${idOrName}"${nearest}`, USAGE);
  }
  const listed = found
    .slice(0, CHOICES_LISTED)
    .map(({ id, name, state, type }) => `${id} ${name} (${state}, ${type ?? 'type unknown'})`);
  const more = found.length > listed.length ? `, and ${formatCount(found.length - listed.length)} more` : '';
  throw new OperatorError(`"${idOrName}" may be ${listed.join(', ')}${more}; give the id`, USAGE);
}
