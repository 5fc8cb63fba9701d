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
  const known = having.flatMap((state) => view.counties(state));
  const found = parseCounty(county, known);
  if (found !== undefined) return found;
  const names = (having.length > 0 ? having : states).map(({ name }) => name).join(', ');
  const hint =
    known.length > 0
      ? nearestName(county, known)
      : 'The dataset does not know yet which county a place is in. Load the comparison summaries of data.texas.gov, 53pa-m7sm for cities and qsh8-tby8 for other places of Texas, or leave out the county.';
  throw new WrongFilter('county', [`No county of ${names} is named "${county}". ${hint}`]);
}
