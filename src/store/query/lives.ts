import { getTableName } from 'drizzle-orm';
import type { JurisdictionLife } from '../../domain/reading/figure-reading.ts';
import { STATES } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import type { Dataset } from '../dataset.ts';
import { allocationTableOf } from '../schema.ts';
import type { StoredRows } from './stored-rows.ts';

/** Reads the first month and the newest payment of jurisdictions. Each takes one step in an index. */
export function openLives({ dataset }: Pick<StoredRows, 'dataset'>) {
  const ofStates = new Map(STATES.map((state) => [state.code, openState(dataset, state)]));
  return ({ id, state }: { id: number; state: string }): JurisdictionLife =>
    ofStates.get(state)?.(id) ?? { first_period: null, newest: null };
}

function openState({ sqlite }: Dataset, state: State): (id: number) => JurisdictionLife {
  const datapoints = `FROM ${getTableName(allocationTableOf(state))} WHERE jurisdiction_id = ?`;
  const first = sqlite
    .prepare<[number], string | null>(`SELECT min(allocation_period) ${datapoints}`)
    .pluck();
  const newest = sqlite.prepare<[number], Record<string, string | number | null>>(
    `SELECT allocation_period, ${state.headline} ${datapoints} ORDER BY allocation_period DESC LIMIT 1`,
  );
  return (id) => ({ first_period: first.get(id) ?? null, newest: newest.get(id) ?? null });
}
