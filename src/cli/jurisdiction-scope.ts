import type { JurisdictionType } from '../domain/jurisdiction.ts';
import type { LookupScope } from '../store/query/jurisdiction-lookup.ts';

/** Options that say which jurisdictions are meant. */
export interface ScopeFlags {
  state?: string;
  type?: JurisdictionType;
}

export function scopeOf({ state, type }: ScopeFlags): LookupScope {
  return { state: state ?? null, type: type ?? null };
}

/** The options that give a scope, as they are typed; empty if it is everywhere. */
export function optionsOf(scope: LookupScope): string[] {
  return Object.entries(scope).flatMap(([name, value]) => (value === null ? [] : [`--${name} "${value}"`]));
}
