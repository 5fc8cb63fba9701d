import { getTableColumns, getTableName, type Table } from 'drizzle-orm';
import { allKindsOf, REPORT_KINDS, STATES } from '../../../src/states/index.ts';
import type { State } from '../../../src/states/state.ts';
import { kindColumnPrefix } from '../../../src/store/allocation-columns.ts';
import { allocationTableOf, rowTableOf, TABLES } from '../../../src/store/schema.ts';
import { DATASET_VIEWS } from '../../../src/store/views/dataset-views.ts';
import { code, codes, table } from '../pages.ts';
import {
  ALLOCATION_COLUMNS,
  COLUMNS,
  ROW_COLUMNS,
  TABLE_MEANINGS,
  VIEW_COLUMNS,
  VIEW_MEANINGS,
} from './dataset-columns.ts';

const UNITS = { amount: 'cents', percent: 'millionths of a percent' } as const;

/** The tables of the dataset with their columns, as the schema has them. */
export function datasetTables(): Record<string, string> {
  const generated = new Set<Table>(
    STATES.flatMap((state) => [
      allocationTableOf(state),
      ...allKindsOf(state).map(({ name }) => rowTableOf(name)),
    ]),
  );
  const standing = TABLES.filter((one) => !generated.has(one));
  return {
    tables: table(
      ['table', 'one row is'],
      TABLES.map((one) => [code(getTableName(one)), meaningOf(one)]),
    ),
    views: viewColumns(),
    'allocation-columns': allocationColumns(),
    ...Object.fromEntries(STATES.map((state) => [`${state.code}-fields`, fieldsOf(state)])),
    'row-columns': rowColumns(),
    'standing-tables': standing
      .map((one) => `### ${code(getTableName(one))}\n\n${meaningOf(one)}\n\n${columnsOf(one)}`)
      .join('\n\n'),
  };
}

function meaningOf(one: Table): string {
  const name = getTableName(one);
  if (name.endsWith('_allocation')) return 'One jurisdiction and one allocation period: a datapoint.';
  if (name.endsWith('_row')) return 'One line of one report, also if another report replaced it.';
  return required(TABLE_MEANINGS[name], `the table ${name}`);
}

/** The views with their columns. Those of the states differ only by their fields. */
function viewColumns(): string {
  const fields = new Set(STATES.flatMap((state) => state.fields.map(({ name }) => name)));
  const heads = DATASET_VIEWS.map(({ name, columns }) => {
    const rows = columns
      .filter((column) => !fields.has(column))
      .map((column) => [code(column), required(VIEW_COLUMNS[column], `${name}.${column}`)]);
    const meaning = VIEW_MEANINGS[name] ?? 'One jurisdiction and one allocation period of the state.';
    return { name, meaning, rows };
  });
  const views = Map.groupBy(
    heads,
    ({ meaning, rows }) => `${meaning}\n\n${table(['column', 'meaning'], rows)}`,
  );
  return [...views]
    .map(([text, named]) => `### ${named.map(({ name }) => code(name)).join(', ')}\n\n${text}`)
    .join('\n\n');
}

function columnsOf(one: Table): string {
  const name = getTableName(one);
  const rows = Object.keys(getTableColumns(one)).map((column) => [
    code(column),
    required(COLUMNS[name]?.[column], `${name}.${column}`),
  ]);
  return table(['column', 'meaning'], rows);
}

/** The columns that every state's datapoints have, then the families of columns. */
function allocationColumns(): string {
  const own = new Set(STATES.flatMap(({ fields }) => fields.map(({ name }) => name)));
  const shared = STATES.map((state) => Object.keys(getTableColumns(allocationTableOf(state))))
    .reduce((left, right) => left.filter((name) => right.includes(name)))
    .filter((name) => !own.has(name) && !/^(?:delta|trend|ytd)_/.test(name));
  return table(
    ['column', 'meaning'],
    [
      ...shared.map((name) => [code(name), required(ALLOCATION_COLUMNS[name], name)]),
      ['the fields below', 'The figures of the datapoint, in the unit of the field.'],
      [code('delta_<field>'), 'Change to the same month a year before, in millionths: 50000 is +5%.'],
      [code('trend_<field>'), 'Mean of the trailing twelve months, in the unit of the field.'],
      [code('ytd_<field>'), 'Sum of the calendar year so far, in the unit of the field.'],
      [
        codes(['<kind>_report_id', '<kind>_sheet', '<kind>_row']),
        `The source: report, sheet and row. ${STATES.map(sourcePrefixes).join(' ')}`,
      ],
    ],
  );
}

function sourcePrefixes({ name, kinds }: State): string {
  return `${name}: ${codes(kinds.map((kind) => kindColumnPrefix(kind.name)))}.`;
}

function fieldsOf({ fields }: State): string {
  return table(
    ['column', 'unit', 'meaning', 'read from', 'in other months'],
    fields.map(({ name, unit, meaning, readFrom, quarterEndOnly }) => [
      code(name),
      UNITS[unit],
      meaning,
      readFrom,
      quarterEndOnly ? '0' : '',
    ]),
  );
}

/** The columns that the rows of every kind have. */
function rowColumns(): string {
  const known = new Set(REPORT_KINDS.flatMap(({ name }) => Object.keys(getTableColumns(rowTableOf(name)))));
  return table(
    ['column', 'meaning'],
    Object.keys(ROW_COLUMNS)
      .filter((name) => known.has(name))
      .map((name) => [code(name), required(ROW_COLUMNS[name], name)]),
  );
}

/** Fails `npm run docs` if a new table or column has no description. */
function required(text: string | undefined, what: string): string {
  if (text === undefined) throw new Error(`describe ${what} in docs/build/tables/dataset-columns.ts`);
  return text;
}
