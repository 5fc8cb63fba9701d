import type { FieldDefinition } from '../../domain/allocation.ts';
import { STATES } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import { figureColumn, kindColumnPrefix } from '../../store/allocation-columns.ts';
import { type DatapointColumn, datapointColumns } from '../../store/query/datapoints.ts';
import { type PublishedColumn, SHARED_MEANINGS } from './published-column.ts';

/** The columns that identify a datapoint. */
export const DATAPOINT_KEY = ['jurisdiction_id', 'allocation_period'];

/** The state of a datapoint. Published files leave it out, because the name of their folder gives it. */
export const STATE_COLUMN: PublishedColumn = {
  name: 'state',
  content: 'text',
  sql: 'state',
  isRequired: true,
  meaning: 'Two-letter code in lower case',
};

/** The published columns of one state's datapoints. */
export function columnsOfState(state: State): PublishedColumn[] {
  const meanings = meaningsOf(state);
  return datapointColumns(state).map((column) => publishedAs(column, meanings));
}

/**
 * The published columns of all states' datapoints: those that any state has. Query engines drop the columns of files
 * that differ, so every state's file has all of them. Throws if two states give one name to different contents.
 */
export function columnsOfStates(states: readonly State[] = STATES): PublishedColumn[] {
  const kinds = byKey(
    states.flatMap((state) => state.kinds),
    ({ name }) => kindColumnPrefix(name),
  );
  const fields = byKey(
    states.flatMap((state) => state.fields),
    ({ name }) => name,
  );
  const own = states.map((state) => ({ state, columns: columnsOfState(state) }));
  return datapointColumns({ fields, kinds }).map((column) => {
    const found = own.flatMap(({ state, columns }) => {
      const [same] = columns.filter(({ name }) => name === column.name);
      return same ? [{ state, same }] : [];
    });
    const meanings = new Set(found.map(({ same }) => same.meaning));
    const different = found.find(({ same }) => same.content !== column.content);
    if (different)
      throw new Error(
        `${column.name} of ${different.state.name} has another unit than that of another state`,
      );
    const texts =
      meanings.size > 1 ? found.map(({ state, same }) => `${state.name}: ${same.meaning}`) : [...meanings];
    return publishedAs(column, new Map([[column.name, texts.join('. ')]]));
  });
}

function publishedAs(column: DatapointColumn, meanings: ReadonlyMap<string, string>): PublishedColumn {
  const meaning = meanings.get(column.name);
  if (meaning === undefined)
    throw new Error(`describe the column ${column.name} in publish/warehouse/published-column.ts`);
  return { ...column, isRequired: DATAPOINT_KEY.includes(column.name), meaning };
}

/** What each column of a state means. */
function meaningsOf({ fields, kinds }: State): Map<string, string> {
  return new Map([
    ...Object.entries(SHARED_MEANINGS),
    ...fields.flatMap(fieldMeanings),
    ...kinds.flatMap(({ name }) => {
      const prefix = kindColumnPrefix(name);
      return [
        [`${prefix}_file`, `File name of the ${name} report that the figures come from`],
        [`${prefix}_sheet`, `Sheet of the ${name} report`],
        [`${prefix}_row`, `Row of the ${name} report, from 1`],
        [`${prefix}_sha256`, `SHA-256 of the ${name} report`],
      ] as const;
    }),
  ]);
}

function fieldMeanings({ name, unit, meaning, quarterEndOnly }: FieldDefinition): [string, string][] {
  const summed = unit === 'amount' ? 'Sum of the calendar year so far' : 'Mean of the quarter ends so far';
  const elsewhere = quarterEndOnly ? '. Only at quarter ends; 0 in other months' : '';
  return [
    [name, `${meaning}${elsewhere}`],
    [figureColumn(name, 'deltas'), `${name}: change from the same month of the year before`],
    [figureColumn(name, 'trends'), `${name}: mean of the trailing twelve months`],
    [figureColumn(name, 'ytd'), `${name}: ${summed.charAt(0).toLowerCase()}${summed.slice(1)}`],
  ];
}

function byKey<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
