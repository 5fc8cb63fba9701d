import { parseCounty } from '../../domain/jurisdiction-name.ts';
import { STATES, stateOf } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import { readCounties } from '../../store/query/jurisdictions.ts';
import { type DatasetView, perView } from '../../store/query/view.ts';
import { otherStateFault } from './known-names.ts';
import { nearestName } from './nearest-name.ts';
import { WrongFilter } from './wrong-filter.ts';

const readAll = perView(
  ({ dataset }) => new Map(STATES.map((state) => [state.code, readCounties(dataset, state)])),
);

/** The counties of a state in a view of the dataset. */
export function countiesOf(view: DatasetView, { code }: State): readonly string[] {
  return readAll(view).get(code) ?? [];
}

/** The county of a query as the dataset names it; `null` without one. Throws a `WrongFilter` if the state has no such county. */
export function requireCountyOf(
  view: DatasetView,
  { county, state }: { county?: string | undefined; state?: string | undefined },
): string | null {
  if (county === undefined || state === undefined) return requireCounty(view, STATES, county);
  const asked = stateOf(state);
  const owner = STATES.find((other) => parseCounty(county, countiesOf(view, other)) !== undefined);
  if (owner && parseCounty(county, countiesOf(view, asked)) === undefined)
    throw new WrongFilter('county', [otherStateFault(county, owner, state)]);
  return requireCounty(view, [asked], county);
}

/** The county of a request as the dataset names it; `null` without one. Throws a `WrongFilter` if no state has it. */
export function requireCounty(
  view: DatasetView,
  states: readonly State[],
  county: string | undefined,
): string | null {
  if (county === undefined) return null;
  const having = states.filter((state) => countiesOf(view, state).length > 0);
  const known = having.flatMap((state) => countiesOf(view, state));
  const found = parseCounty(county, known);
  if (found !== undefined) return found;
  const names = (having.length > 0 ? having : states).map(({ name }) => name).join(', ');
  const hint =
    known.length > 0
      ? nearestName(county, known)
      : 'The dataset has no counties of this state yet: its reports name them.';
  throw new WrongFilter('county', [`No county of ${names} is named "${county}". ${hint}`]);
}
