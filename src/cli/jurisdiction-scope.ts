import { Option } from 'commander';
import type { JurisdictionType } from '../domain/jurisdiction.ts';
import { parseCounty } from '../domain/jurisdiction-name.ts';
import { OperatorError, USAGE } from '../domain/operator-error.ts';
import { STATES, STATES_WITH_COUNTIES } from '../states/index.ts';
import type { Dataset } from '../store/dataset.ts';
import type { LookupScope } from '../store/query/jurisdiction-lookup.ts';
import { readCounties } from '../store/query/jurisdictions.ts';
import { nearNames } from './near-names.ts';

/** Options that narrow down the jurisdictions. */
export interface ScopeFlags {
  state?: string;
  type?: JurisdictionType;
  county?: string;
}

/** `scopeOf` parses its text, because the known counties depend on `--state` and on the dataset. */
export function countyOption(description: string): Option {
  return new Option('--county <name>', `${description} (${STATES_WITH_COUNTIES})`);
}

/**
 * Makes a scope of the options. A county that only one state has also sets the state.
 * Throws an `OperatorError` if the state has no such county.
 */
export function scopeOf(dataset: Dataset, { state, type, county }: ScopeFlags): LookupScope {
  const scope = { state: state ?? null, type: type ?? null, county: null };
  return county === undefined ? scope : { ...scope, ...chooseCounty(dataset, county, scope.state) };
}

/** The options that give this scope, as typed on the command line. */
export function optionsOf(scope: LookupScope): string[] {
  return Object.entries(scope).flatMap(([name, value]) => (value === null ? [] : [`--${name} "${value}"`]));
}

function chooseCounty(
  dataset: Dataset,
  asked: string,
  stateCode: string | null,
): Pick<LookupScope, 'state' | 'county'> {
  const states = STATES.filter(({ code }) => stateCode === null || code === stateCode);
  const ofStates = states.map((state) => ({ state, counties: readCounties(dataset, state) }));
  const known = ofStates.flatMap(({ counties }) => counties);
  const county = parseCounty(asked, known);
  if (county !== undefined) {
    const having = ofStates.filter(({ counties }) => counties.includes(county));
    const [first, ...others] = having.map(({ state }) => state);
    return { county, state: first && others.length === 0 ? first.code : null };
  }
  const withCounties =
    known.length > 0
      ? ofStates.filter(({ counties }) => counties.length > 0).map(({ state }) => state)
      : states.filter(({ hasCounties }) => hasCounties);
  const names = (withCounties.length > 0 ? withCounties : states).map(({ name }) => name).join(' and ');
  if (known.length === 0)
    throw new OperatorError(
      withCounties.length > 0
        ? `The dataset has no counties of ${names} yet: its reports name them. Load them, or leave out --county.`
        : `The counties of ${names} are unknown. Leave out --county.`,
      USAGE,
    );
  const near = nearNames(asked, known, (name) => [name]).map(({ name }) => name);
  const advice = near.length > 0 ? `Similar names: ${near.join(', ')}.` : 'Check the spelling.';
  throw new OperatorError(`No county of ${names} is called "${asked}". ${advice}`, USAGE);
}
