import { getTableName } from 'drizzle-orm';
import { titleCase } from '../../domain/jurisdiction.ts';
import { isDamagedName, type ReadName, readName } from '../../domain/jurisdiction-name.ts';
import {
  type FormerNames,
  type JurisdictionLookup,
  openSearch,
  type SearchCandidate,
} from '../../domain/reading/jurisdiction-search.ts';
import { onceFor } from '../../domain/reading/once.ts';
import { STATES } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import type { Dataset } from '../dataset.ts';
import { rowTableOf } from '../schema.ts';
import { listJurisdictions } from './jurisdictions.ts';

/** Finds the jurisdictions of a dataset by id, code, name and former name. */
export function openLookup(dataset: Dataset): JurisdictionLookup {
  // each state is a piece of work
  const ofStates = STATES.map((state) =>
    onceFor(
      (all: readonly SearchCandidate[]) => all,
      (all) => readFormerNames(dataset, state, all),
    ),
  );
  return openSearch(
    listJurisdictions(dataset),
    STATES,
    (all) => new Map(ofStates.flatMap((formerNamesIn) => [...formerNamesIn(all)])),
  );
}

/** The former names of each jurisdiction of a state, by id. Other spellings of the present name, and damaged ones, do not count. */
function readFormerNames(
  { sqlite }: Dataset,
  { kinds }: State,
  candidates: readonly SearchCandidate[],
): FormerNames {
  const formerNames = new Map<number, ReadName[]>();
  const namesById = new Map(candidates.map(({ jurisdiction, names }) => [jurisdiction.id, names]));
  const rows = sqlite.prepare<[], [number, string]>(
    `SELECT DISTINCT jurisdiction_id, name FROM ${getTableName(rowTableOf(kinds[0].name))}`,
  );
  for (const [id, printed] of rows.raw().iterate()) {
    const name = readName(titleCase(printed));
    const known = [...(namesById.get(id) ?? []), ...(formerNames.get(id) ?? [])];
    if (isDamagedName(printed) || known.some(({ spelled }) => spelled === name.spelled)) continue;
    formerNames.set(id, [...(formerNames.get(id) ?? []), name]);
  }
  return formerNames;
}
