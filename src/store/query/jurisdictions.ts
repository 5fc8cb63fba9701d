import { countiesIn } from '../../domain/jurisdiction.ts';
import { compareText } from '../../domain/text/compare-text.ts';
import { STATES } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import type { Dataset } from '../dataset.ts';
import { openJurisdictions, type StoredJurisdiction } from '../write/jurisdictions.ts';

export type { StoredJurisdiction };

/** Every jurisdiction, by state and id. */
export function listJurisdictions(dataset: Dataset): StoredJurisdiction[] {
  return STATES.flatMap((state) => openJurisdictions(dataset, state.code).list());
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
