import { getTableName } from 'drizzle-orm';
import { countiesIn } from '../../domain/jurisdiction.ts';
import { type Month, monthOfDate } from '../../domain/month.ts';
import { compareText } from '../../domain/text/compare-text.ts';
import { STATES } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import type { Dataset } from '../dataset.ts';
import { allocationTableOf } from '../schema.ts';
import { openJurisdictions, type StoredJurisdiction } from '../write/jurisdictions.ts';

export type { StoredJurisdiction };

/** Every jurisdiction, by state and id. */
export function listJurisdictions(dataset: Dataset): StoredJurisdiction[] {
  return STATES.flatMap((state) => openJurisdictions(dataset, state.code).list());
}

/** Looks up the first and last month with a datapoint of a jurisdiction; `null` if it has none. */
export function openSpans(
  { sqlite }: Dataset,
  state: State,
): (jurisdictionId: number) => [Month, Month] | null {
  const table = getTableName(allocationTableOf(state));
  // two queries take one index step each; a single one would scan the series
  const ends = sqlite
    .prepare<[number, number], [string | null, string | null]>(
      `SELECT (SELECT min(allocation_period) FROM ${table} WHERE jurisdiction_id = ?),
       (SELECT max(allocation_period) FROM ${table} WHERE jurisdiction_id = ?)`,
    )
    .raw();
  return (jurisdictionId) => {
    const [first, last] = ends.get(jurisdictionId, jurisdictionId) ?? [null, null];
    return first === null || last === null ? null : [monthOfDate(first), monthOfDate(last)];
  };
}

/** The counties of a state: those that its codes contain, else those that reports name, by name. */
export function readCounties({ sqlite }: Dataset, { code, counties }: State): readonly string[] {
  if (counties.length > 0) return counties;
  const stored = sqlite
    .prepare<[string], string>(
      'SELECT DISTINCT counties FROM jurisdiction WHERE state = ? AND counties IS NOT NULL',
    )
    .pluck()
    .all(code);
  return [...new Set(stored.flatMap(countiesIn))].sort(compareText);
}
