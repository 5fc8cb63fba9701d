import { parseCounty } from '../../domain/jurisdiction-name.ts';
import { type FigureReading, type KnownState, knownStateOf } from '../../domain/reading/figure-reading.ts';
import { otherStateFault } from './known-names.ts';
import { nearestName } from './nearest-name.ts';
import { WrongFilter } from './wrong-filter.ts';

/** The county of a query as the dataset names it; `null` without one. Throws a `WrongFilter` if the state has no such county. */
export function requireCountyOf(
  view: FigureReading,
  { county, state }: { county?: string | undefined; state?: string | undefined },
): string | null {
  if (county === undefined || state === undefined) return requireCounty(view, view.states, county);
  const asked = knownStateOf(view, state);
  const owner = view.states.find((other) => parseCounty(county, view.counties(other)) !== undefined);
  if (owner && parseCounty(county, view.counties(asked)) === undefined)
    throw new WrongFilter('county', [otherStateFault(county, owner, state)]);
  return requireCounty(view, [asked], county);
}

/** The county of a request as the dataset names it; `null` without one. Throws a `WrongFilter` if no state has it. */
export function requireCounty(
  view: FigureReading,
  states: readonly KnownState[],
  county: string | undefined,
): string | null {
  if (county === undefined) return null;
  const having = states.filter((state) => view.counties(state).length > 0);
  const found = parseCounty(
    county,
    having.flatMap((state) => view.counties(state)),
  );
  if (found !== undefined) return found;
  const loaded = loadedStates(view, states);
  const faults = [
    ...unknownName(
      view,
      county,
      loaded.filter((state) => having.includes(state)),
    ),
    ...loaded.filter((state) => state.hasCounties && !having.includes(state)).map(unknownCounties),
  ];
  if (faults.length === 0)
    faults.push(
      `The reports of ${loaded.map(({ name }) => name).join(', ')} name no counties. Leave out the county.`,
    );
  throw new WrongFilter('county', [faults.join(' ')]);
}

/** The states with places in the dataset; all of them if it is empty. */
function loadedStates(view: FigureReading, states: readonly KnownState[]): readonly KnownState[] {
  const codes = new Set(Array.from(view.jurisdictions.values(), ({ state }) => state));
  const loaded = states.filter(({ code }) => codes.has(code));
  return loaded.length > 0 ? loaded : states;
}

function unknownName(view: FigureReading, county: string, states: readonly KnownState[]): string[] {
  if (states.length === 0) return [];
  const known = states.flatMap((state) => view.counties(state));
  const names = states.map(({ name }) => name).join(', ');
  return [`No county of ${names} is named "${county}". ${nearestName(county, known)}`];
}

/** Reports of the state name its counties, and none of them is loaded. */
function unknownCounties({ name }: KnownState): string {
  return `The dataset does not know yet which county a place of ${name} is in. Its comparison summaries say it: load the CSV of data.texas.gov, 53pa-m7sm for cities and qsh8-tby8 for other places, with allocations ingest. Or leave out the county.`;
}
