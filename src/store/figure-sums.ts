import { getTableName } from 'drizzle-orm';
import { STATES } from '../states/index.ts';
import type { State } from '../states/state.ts';
import { figureColumn } from './allocation-columns.ts';
import type { Dataset } from './dataset.ts';
import { allocationTableOf } from './schema.ts';

/** A prime, so that the sums stay exact. Only an edit by a multiple of it is not seen. */
const MODULUS = 1_000_000_007;

/** A number for all figures of each of these states, by code. An edit of a figure changes it. */
export function sumFigures({ sqlite }: Dataset, states: readonly State[] = STATES): Record<string, number> {
  return Object.fromEntries(
    states.map((state) => [state.code, Number(sqlite.prepare(sumOf(state)).pluck().get())]),
  );
}

/** The sums that the last run with a change left. */
export function lastSums({ sqlite }: Dataset): Record<string, number> {
  const left = sqlite
    .prepare<[], string | null>(
      'SELECT figure_sums FROM run WHERE dataset_version IS NOT NULL ORDER BY id DESC LIMIT 1',
    )
    .pluck()
    .get();
  return left ? JSON.parse(left) : {};
}

/** The sums after a run that settled these states. It keeps those of others, so that an edit of them still shows. */
export function sumsAfter(dataset: Dataset, settled: ReadonlySet<State>): Record<string, number> {
  const before = lastSums(dataset);
  const states = STATES.filter((state) => settled.has(state) || before[state.code] === undefined);
  return { ...before, ...sumFigures(dataset, states) };
}

/** Each column has its own factor, so that two figures of a datapoint cannot change places. */
function sumOf(state: State): string {
  const columns = state.fields.flatMap(({ name }) =>
    ([null, 'deltas', 'trends', 'ytd'] as const).map((family) => figureColumn(name, family)),
  );
  const terms = columns.map((column, at) => `ifnull(${column}, -1) % ${MODULUS} * ${at + 2}`);
  return `SELECT ifnull(sum((${terms.join(' + ')}) % ${MODULUS}), 0) FROM ${getTableName(allocationTableOf(state))}`;
}
