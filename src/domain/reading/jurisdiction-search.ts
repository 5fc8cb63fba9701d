import { codeKey, isInCounty, type JurisdictionType } from '../jurisdiction.ts';
import { fitsName, isMisspelled, type NameFit, type ReadName, readName } from '../jurisdiction-name.ts';
import { compareText } from '../text/compare-text.ts';
import type { KnownJurisdiction, KnownState } from './known-state.ts';

/** Which jurisdictions to search; `null` does not filter. */
export interface LookupScope {
  state: string | null;
  type: JurisdictionType | null;
  /** A county as the state's contract names it. */
  county: string | null;
}

export const EVERYWHERE: LookupScope = { state: null, type: null, county: null };

/** A found jurisdiction, and the former name that matched; `null` if something else matched. */
export interface FoundJurisdiction {
  jurisdiction: KnownJurisdiction;
  formerName: string | null;
}

interface SearchedJurisdiction extends FoundJurisdiction {
  /** How well it matches; 0 is best. */
  rank: number;
}

/** A jurisdiction with its present names, as shown and as printed. */
export interface SearchCandidate {
  jurisdiction: KnownJurisdiction;
  names: readonly ReadName[];
}

export type FormerNames = ReadonlyMap<number, readonly ReadName[]>;
type Step = (candidate: SearchCandidate) => FoundJurisdiction | null;

const WHOLE_NAME: readonly NameFit[] = ['same', 'same-spelled', 'same-place'];
const PART_OF_NAME: readonly NameFit[] = ['begins', 'contains'];

/** Finds jurisdictions by id, code, name and former name. `readFormerNames` is only called if former names matter. */
export function openSearch(
  jurisdictions: Iterable<KnownJurisdiction>,
  states: readonly Pick<KnownState, 'code' | 'name'>[],
  readFormerNames: (candidates: readonly SearchCandidate[]) => FormerNames,
) {
  const all = Array.from(jurisdictions, (jurisdiction) => ({
    jurisdiction,
    names: [jurisdiction.name, jurisdiction.printed_name].map(readName),
  }));
  let formerNames: FormerNames | undefined;
  const formerNamesOf = (id: number): readonly ReadName[] => {
    // slow, because this reads every row of the reports
    formerNames ??= readFormerNames(all);
    return formerNames.get(id) ?? [];
  };
  const within = (scope: LookupScope) => all.filter(({ jurisdiction }) => isInScope(jurisdiction, scope));

  return {
    within: (scope: LookupScope) => within(scope).map(({ jurisdiction }) => jurisdiction),

    formerNamesOf: (id: number) => formerNamesOf(id).map(({ text }) => text),

    /**
     * Finds the jurisdictions that an id or a name means. Tries in turn: id, code with or without leading zeros, name,
     * former name, part of a name, part of a former name. Returns the matches of the first step with a match.
     */
    find(asked: string, scope: LookupScope): FoundJurisdiction[] {
      const candidates = within(scope);
      for (const step of stepsOf(asked, formerNamesOf)) {
        const found = candidates.flatMap((candidate) => step(candidate) ?? []);
        if (found.length > 0) return found;
      }
      return [];
    },

    /**
     * Finds every jurisdiction of a scope that any of these steps matches, by state and name; `null` matches all. If there
     * is none, the text may end with a state ("Paris, TX"), or have one typing error.
     */
    search(asked: string | null, scope: LookupScope): SearchedJurisdiction[] {
      const searchBy = (steps: readonly Step[], chosen = scope) =>
        within(chosen)
          .flatMap((candidate) => bestOf(steps, candidate) ?? [])
          .sort(({ jurisdiction: a }, { jurisdiction: b }) => compareByName(a, b));
      if (asked === null) return searchBy([foundByName]);
      const inState = placeInState(asked, states);
      const ofState = { ...scope, state: inState?.state ?? null };
      const isOther = inState === null || (scope.state !== null && scope.state !== inState.state);
      const tries = [
        () => searchBy(stepsOf(asked, formerNamesOf)),
        () => (isOther ? [] : searchBy(stepsOf(inState.place, formerNamesOf), ofState)),
        () => searchBy([misspelled(asked)]),
        () => (isOther ? [] : searchBy([misspelled(inState.place)], ofState)),
      ];
      for (const search of tries) {
        const found = search();
        if (found.length > 0) return found;
      }
      return [];
    },
  };
}

export type JurisdictionLookup = ReturnType<typeof openSearch>;

function isInScope(jurisdiction: KnownJurisdiction, { state, type, county }: LookupScope): boolean {
  return (
    (state === null || jurisdiction.state === state) &&
    (type === null || jurisdiction.type === type) &&
    (county === null || isInCounty(jurisdiction, county))
  );
}

/** The place and the state of a text such as `Paris, TX` or `paris texas`; `null` if it does not end with a state. */
function placeInState(
  asked: string,
  states: readonly Pick<KnownState, 'code' | 'name'>[],
): { place: string; state: string } | null {
  for (const { code, name } of states) {
    const [, place] = new RegExp(`^(.*\\S)[\\s,]+(?:${code}|${name})$`, 'i').exec(asked.trim()) ?? [];
    if (place) return { place, state: code };
  }
  return null;
}

function misspelled(asked: string): Step {
  const name = readName(asked);
  return (candidate) =>
    candidate.names.some((known) => isMisspelled(name, known)) ? foundByName(candidate) : null;
}

function stepsOf(asked: string, formerNamesOf: (id: number) => readonly ReadName[]): Step[] {
  const [text, name] = [asked.trim(), readName(asked)];
  const byKey = (isIt: (jurisdiction: KnownJurisdiction) => boolean): Step => {
    return (candidate) => (isIt(candidate.jurisdiction) ? foundByName(candidate) : null);
  };
  // a code that is made of the name alone says no more than the name, which other places may have too
  const byCode = (isIt: (code: string) => boolean) =>
    byKey(({ sales_tax_id: code, slug }) => code !== slug && isIt(code));
  const byName = (fit: NameFit): Step => {
    return (candidate) => {
      const { type } = candidate.jurisdiction;
      return candidate.names.some((known) => fitsName(fit, name, known, type))
        ? foundByName(candidate)
        : null;
    };
  };
  const byFormerName = (fit: NameFit): Step => {
    return ({ jurisdiction }) => {
      const { id, type } = jurisdiction;
      const former = formerNamesOf(id).find((known) => fitsName(fit, name, known, type));
      return former ? { jurisdiction, formerName: former.text } : null;
    };
  };
  return [
    byKey(({ id }) => String(id) === text),
    byCode((code) => code.toUpperCase() === text.toUpperCase()),
    // spreadsheets remove leading zeros
    byCode((code) => codeKey(code) === codeKey(text)),
    ...WHOLE_NAME.map(byName),
    ...WHOLE_NAME.map(byFormerName),
    ...PART_OF_NAME.map(byName),
    ...PART_OF_NAME.map(byFormerName),
  ];
}

function foundByName({ jurisdiction }: SearchCandidate): FoundJurisdiction {
  return { jurisdiction, formerName: null };
}

function bestOf(steps: readonly Step[], candidate: SearchCandidate): SearchedJurisdiction | null {
  for (const [rank, step] of steps.entries()) {
    const found = step(candidate);
    if (found) return { ...found, rank };
  }
  return null;
}

function compareByName(a: KnownJurisdiction, b: KnownJurisdiction): number {
  return compareText(a.state, b.state) || compareText(a.slug, b.slug) || a.id - b.id;
}
