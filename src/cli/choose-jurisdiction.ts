import { formatCount } from '../domain/money.ts';
import { OperatorError, USAGE } from '../domain/operator-error.ts';
import { plural } from '../domain/text/wording.ts';
import type { Dataset } from '../store/dataset.ts';
import {
  EVERYWHERE,
  type FoundJurisdiction,
  type JurisdictionLookup,
  type LookupScope,
  openLookup,
} from '../store/query/jurisdiction-lookup.ts';
import type { StoredJurisdiction } from '../store/write/jurisdictions.ts';
import { optionsOf } from './jurisdiction-scope.ts';
import { nearNames } from './near-names.ts';
import { oneLine, tell } from './output/print.ts';

const CHOICES_LISTED = 20;

/** Finds a jurisdiction by id, code or name. Throws an `OperatorError` unless exactly one matches. */
export function chooseJurisdiction(
  dataset: Dataset,
  idOrName: string,
  scope: LookupScope,
): StoredJurisdiction {
  return choose(openLookup(dataset), idOrName, scope);
}

/** Finds several jurisdictions, each by id, code or name. */
export function chooseJurisdictions(
  dataset: Dataset,
  idsOrNames: readonly string[],
  scope: LookupScope,
): StoredJurisdiction[] {
  const lookup = openLookup(dataset);
  return idsOrNames.map((idOrName) => choose(lookup, idOrName, scope));
}

/** Tells the operator the present name if a former one was given. */
function choose(lookup: JurisdictionLookup, idOrName: string, scope: LookupScope): StoredJurisdiction {
  const found = lookup.find(idOrName, scope);
  const [first] = found;
  if (!first) throw new OperatorError(explainUnknown(lookup, idOrName, scope), USAGE);
  if (found.length > 1) {
    const matches = `"${idOrName}" matches ${plural(found.length, 'jurisdiction')}`;
    throw new OperatorError(`${matches}: ${listChoices(found)}. Give the id of one.`, USAGE);
  }
  const { jurisdiction, formerName } = first;
  if (formerName !== null)
    tell(oneLine(`${formerName} is now called ${jurisdiction.name} (id ${jurisdiction.id}).`));
  return jurisdiction;
}

function explainUnknown(lookup: JurisdictionLookup, idOrName: string, scope: LookupScope): string {
  const options = optionsOf(scope);
  const withOptions = options.length > 0 ? ` with ${options.join(' and ')}` : '';
  const unknown = `No jurisdiction has the id, code or name "${idOrName}"${withOptions}.`;
  const elsewhere = options.length > 0 ? lookup.find(idOrName, EVERYWHERE) : [];
  if (elsewhere.length > 0) return `${unknown} Without these options, it matches ${listChoices(elsewhere)}.`;
  const near = describeNear(lookup, idOrName, scope);
  const advice = near === undefined ? 'Check the spelling.' : `Similar names: ${near}.`;
  return `${unknown} ${advice} To search for part of a name, run: allocations list --q TEXT`;
}

/** Lists the jurisdictions whose present or former names are similar to an unknown one; undefined if no name is similar. */
export function describeNear(
  lookup: JurisdictionLookup,
  unknown: string,
  scope: LookupScope,
): string | undefined {
  const namesOf = ({ id, name }: StoredJurisdiction) => [name, ...lookup.formerNamesOf(id)] as const;
  const near = nearNames(unknown, lookup.within(scope), namesOf).map(({ item, name }) => ({
    jurisdiction: item,
    formerName: name === item.name ? null : name,
  }));
  return near.length > 0 ? listChoices(near) : undefined;
}

function listChoices(found: readonly FoundJurisdiction[]): string {
  const listed = found
    .slice(0, CHOICES_LISTED)
    .map(({ jurisdiction: { id, name, state, type }, formerName }) => {
      const former = formerName === null ? '' : `, formerly ${formerName}`;
      return `${id} ${name} (${state}, ${type ?? 'type unknown'}${former})`;
    });
  const more = found.length - listed.length;
  return `${listed.join(', ')}${more > 0 ? `, and ${formatCount(more)} more` : ''}`;
}
