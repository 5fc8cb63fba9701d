import { Option } from 'commander';
import type { JurisdictionType } from '../domain/jurisdiction.ts';
import { parseCounty } from '../domain/jurisdiction-name.ts';
import { OperatorError, USAGE } from '../domain/operator-error.ts';
import { STATES } from '../states/index.ts';
import type { LookupScope } from '../store/query/jurisdiction-lookup.ts';
import { nearNames } from './near-names.ts';

/** Options that say which jurisdictions are meant. */
export interface ScopeFlags {
  state?: string;
  type?: JurisdictionType;
  county?: string;
}

/** Its text is read by `scopeOf`: which counties there are depends on `--state`. */
export function countyOption(description: string): Option {
  return new Option('--county <name>', description);
}

/**
 * The scope that options give; a county that only one state has gives the state too. Throws an `OperatorError` if
 * `--county` is not a county of the state.
 */
export function scopeOf({ state, type, county }: ScopeFlags): LookupScope {
  const scope = { state: state ?? null, type: type ?? null, county: null };
  return county === undefined ? scope : { ...scope, ...chooseCounty(county, scope.state) };
}

/** The options that give a scope, as they are typed; empty if it is everywhere. */
export function optionsOf(scope: LookupScope): string[] {
  return Object.entries(scope).flatMap(([name, value]) => (value === null ? [] : [`--${name} "${value}"`]));
}

function chooseCounty(asked: string, stateCode: string | null): Pick<LookupScope, 'state' | 'county'> {
  const states = STATES.filter(({ code }) => stateCode === null || code === stateCode);
  const known = states.flatMap(({ counties }) => counties);
  const county = parseCounty(asked, known);
  if (county !== undefined) {
    const [first, ...others] = states.filter(({ counties }) => counties.includes(county));
    return { county, state: first && others.length === 0 ? first.code : null };
  }
  const withCounties = states.filter(({ counties }) => counties.length > 0);
  const names = (withCounties.length > 0 ? withCounties : states).map(({ name }) => name).join(' and ');
  if (known.length === 0)
    throw new OperatorError(`the counties of ${names} are not known; leave out --county`, USAGE);
  const near = nearNames(asked, known, (name) => [name]).map(({ name }) => name);
  const advice = near.length > 0 ? `near names: ${near.join(', ')}` : 'check the spelling';
  throw new OperatorError(`no county of ${names} is called "${asked}"; ${advice}`, USAGE);
}
