import { distance } from 'fastest-levenshtein';
import type { JurisdictionType } from '../domain/jurisdiction.ts';
import { type ReadName, readName } from '../domain/jurisdiction-name.ts';
import { formatCount, formatMoney } from '../domain/money.ts';
import { formatMonth, monthOfDate } from '../domain/month.ts';
import { OperatorError, USAGE } from '../domain/operator-error.ts';
import {
  EVERYWHERE,
  type FoundJurisdiction,
  type JurisdictionLookup,
  type LookupScope,
} from '../domain/reading/jurisdiction-search.ts';
import { plural } from '../domain/text/wording.ts';
import { joinNames } from '../records/files/source.ts';
import { requireCountyOf } from '../records/filters/known-counties.ts';
import { STATES } from '../states/index.ts';
import type { Dataset } from '../store/dataset.ts';
import { openLookup } from '../store/query/jurisdiction-lookup.ts';
import { readStateSources } from '../store/query/overview.ts';
import { type DatasetView, openReader } from '../store/query/view.ts';
import type { StoredJurisdiction } from '../store/write/jurisdictions.ts';
import { oneLine, tell } from './output/print.ts';
import { isSample } from './sample.ts';

const CHOICES_LISTED = 20;

/** Options that narrow down the jurisdictions. */
export interface ScopeFlags {
  state?: string | undefined;
  type?: JurisdictionType | undefined;
  county?: string | undefined;
}

/**
 * Makes a scope of the options. A county that only one state has also sets the state. Throws a `WrongFilter` if the state
 * has no such county.
 */
export function scopeOf(view: DatasetView, { state, type, county: asked }: ScopeFlags): LookupScope {
  const county = requireCountyOf(view, { county: asked, state });
  const having = STATES.filter((one) => county !== null && view.counties(one).includes(county));
  const only = having.length === 1 ? having[0]?.code : undefined;
  return { state: state ?? only ?? null, type: type ?? null, county };
}

/** The options that give this scope, as typed on the command line. */
function optionsOf(scope: LookupScope): string[] {
  return Object.entries(scope).flatMap(([name, value]) => (value === null ? [] : [`--${name} "${value}"`]));
}

/** Finds a jurisdiction by id, code or name. Throws an `OperatorError` unless exactly one matches. */
export function chooseJurisdiction(
  dataset: Dataset,
  idOrName: string,
  scope: LookupScope,
): StoredJurisdiction {
  return choose(dataset, openLookup(dataset), idOrName, scope);
}

/** Finds several jurisdictions, each by id, code or name. */
export function chooseJurisdictions(
  dataset: Dataset,
  idsOrNames: readonly string[],
  scope: LookupScope,
): StoredJurisdiction[] {
  const lookup = openLookup(dataset);
  return idsOrNames.map((idOrName) => choose(dataset, lookup, idOrName, scope));
}

/** Tells the operator the present name if a former one was given. */
function choose(
  dataset: Dataset,
  lookup: JurisdictionLookup,
  idOrName: string,
  scope: LookupScope,
): StoredJurisdiction {
  const found = lookup.find(idOrName, scope);
  const [first] = found;
  if (!first) throw new OperatorError(`${explainUnknown(dataset, idOrName, scope)}`, USAGE);
  if (found.length > 1) {
    const matches = `"${idOrName}" matches ${plural(found.length, 'jurisdiction')}`;
    throw new OperatorError(
      `${matches}: ${listChoices(found, tellApart(dataset))}. Give the id of one.`,
      USAGE,
    );
  }
  const { jurisdiction, formerName } = first;
  if (formerName !== null)
    tell(oneLine(`${formerName} is now called ${jurisdiction.name} (id ${jurisdiction.id}).`));
  return jurisdiction;
}

/** Says that the sample has few places, and how to load real ones. Empty for another dataset. */
export function explainSample(dataset: Dataset): string {
  if (!isSample(dataset.file)) return '';
  const lookup = openLookup(dataset);
  const counts = readStateSources(dataset).flatMap(({ state: { name, code }, hasInvented }) => {
    const { length } = lookup.within({ ...EVERYWHERE, state: code });
    return length > 0 ? [`${plural(length, hasInvented ? 'invented place' : 'place')} of ${name}`] : [];
  });
  return `The sample has only ${joinNames(counts)}. Load your reports. For Texas, open https://data.texas.gov, search for 3p4v-vsr3, choose Export, then CSV. Then run: allocations ingest FILE. docs/guides/getting-started.md has the other states.`;
}

function explainUnknown(dataset: Dataset, idOrName: string, scope: LookupScope): string {
  const lookup = openLookup(dataset);
  if (lookup.within(EVERYWHERE).length === 0)
    return 'Nothing is loaded yet. Load your reports: allocations ingest <path>';
  const options = optionsOf(scope);
  const withOptions = options.length > 0 ? ` with ${options.join(' and ')}` : '';
  const unknown = `No jurisdiction has the id, code or name "${idOrName}"${withOptions}.`;
  const elsewhere = options.length > 0 ? lookup.find(idOrName, EVERYWHERE) : [];
  if (elsewhere.length > 0) return `${unknown} Without these options, it matches ${listChoices(elsewhere)}.`;
  const near = describeNear(lookup, idOrName, scope);
  const sample = explainSample(dataset);
  if (near === undefined && sample !== '') return `${unknown} ${sample}`;
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

/** What tells places of one name apart: `, Lake County, 12,345.67 paid in June 2020`. */
function tellApart(dataset: Dataset): (jurisdiction: StoredJurisdiction) => string {
  const view = openReader(dataset).read((present) => present);
  return (jurisdiction) => {
    const { newest } = view.lifeOf(jurisdiction);
    const paid = newest?.net_payment;
    const last =
      typeof paid === 'number'
        ? `, ${formatMoney(paid)} paid in ${formatMonth(monthOfDate(`${newest?.allocation_period}`))}`
        : '';
    return `${jurisdiction.county === null || jurisdiction.type === 'county' ? '' : `, ${jurisdiction.county} County`}${last}`;
  };
}

function listChoices(
  found: readonly FoundJurisdiction[],
  describe: (jurisdiction: StoredJurisdiction) => string = () => '',
): string {
  const listed = found.slice(0, CHOICES_LISTED).map(({ jurisdiction, formerName }) => {
    const { id, name, state, type } = jurisdiction;
    const former = formerName === null ? '' : `, formerly ${formerName}`;
    return `${id} ${name} (${state}, ${type ?? 'type unknown'}${former}${describe(jurisdiction)})`;
  });
  const more = found.length - listed.length;
  return `${listed.join(', ')}${more > 0 ? `, and ${formatCount(more)} more` : ''}`;
}

const MOST_NEAR = 5;
/** The share of a name that may differ. */
const DIFFERENT_SHARE = 0.4;
/** Only this many characters of a name are compared. */
const LONGEST_COMPARED = 100;

/** An item, and whichever of its names is most similar to the one asked for. */
interface NearName<Item> {
  item: Item;
  name: string;
}

/** Finds items with a name similar to an unknown one: at most five, the most similar first. */
function nearNames<Item>(
  unknown: string,
  items: readonly Item[],
  namesOf: (item: Item) => readonly [string, ...string[]],
): NearName<Item>[] {
  const asked = readName(unknown.slice(0, LONGEST_COMPARED));
  // numbers are codes or ids, not misspelled names
  if (/^\d*$/.test(asked.slug)) return [];
  const most = Math.max(2, Math.floor(asked.place.length * DIFFERENT_SHARE));
  const nearest = (item: Item) =>
    namesOf(item)
      .map((name) => ({ item, name, difference: differenceOf(asked, readName(name)) }))
      .reduce((best, other) => (other.difference < best.difference ? other : best));
  return items
    .map(nearest)
    .filter(({ difference }) => difference <= most)
    .sort((a, b) => a.difference - b.difference)
    .slice(0, MOST_NEAR);
}

function differenceOf(asked: ReadName, known: ReadName): number {
  return Math.min(distance(asked.spelled, known.spelled), distance(asked.place, known.place));
}
