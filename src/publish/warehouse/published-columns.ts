import { type ColumnType, column, flatColumns, type RecordColumn } from '../../records/description.ts';
import { describeAllocations } from '../../records/descriptions/allocation.ts';
import { doubtGroup } from '../../records/descriptions/shared-columns.ts';
import type { FileColumn } from '../../records/files/file-table.ts';
import { listingOf } from '../../records/listings.ts';
import type { JudgedPayment } from '../../records/queries/judgments.ts';
import { reasonsText } from '../../records/reasons.ts';
import { STATES } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import { kindColumnPrefix } from '../../store/allocation-columns.ts';
import { datapointSql } from '../../store/query/datapoints.ts';

export type PublishedColumn = Required<Pick<FileColumn, 'name' | 'content' | 'meaning' | 'isRequired'>>;

/** The decimals of a content that is stored as an integer and published as a decimal number. */
export const DECIMALS: Readonly<Partial<Record<ColumnType, number>>> = {
  amount: 2,
  percent: 6,
  ratio: 6,
  figure: 6,
};

/** All digits of published decimal numbers. */
export const PRECISION = 18;

/** The SQL types of contents, as PostgreSQL names them. */
export function sqlType(content: ColumnType): string {
  const places = DECIMALS[content];
  if (places !== undefined) return `numeric(${PRECISION},${places})`;
  const types: Partial<Record<ColumnType, string>> = {
    ...{ month: 'date', date: 'date', time: 'timestamptz' },
    ...{ number: 'bigint', count: 'bigint' },
  };
  return types[content] ?? 'text';
}

/** Writes a stored integer as a decimal number: 123456 cents are `1234.56`. */
export function decimalText(stored: number | bigint, content: ColumnType): string {
  const places = DECIMALS[content] ?? 0;
  const text = String(stored);
  if (places === 0) return text;
  const digits = (text.startsWith('-') ? text.slice(1) : text).padStart(places + 1, '0');
  const sign = text.startsWith('-') ? '-' : '';
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

const JUDGED_COLUMNS: readonly RecordColumn<JudgedPayment>[] = [
  column(
    'comparable_change',
    'ratio?',
    'Payment, comparable change',
    'Change of the payment from the year before, with a change of tax taken out. null if the tax is not known',
    { read: ({ payment }) => payment?.comparableChange ?? null },
  ),
  column(
    'tax_changes',
    'text?',
    'Payment, changes of tax',
    'Why the comparable change of the payment differs from the other, or why one of them is null',
    { read: ({ payment }) => payment && reasonsText(payment.reasons) },
  ),
  ...flatColumns([doubtGroup<JudgedPayment>(({ doubt }) => doubt)]),
  column(
    'mean_of_year_doubtful',
    'number',
    '12-month mean, doubtful',
    'How many payments of the twelve months the checks doubt',
    { read: ({ meanDoubtful }) => meanDoubtful },
  ),
  column(
    'year_to_date_doubtful',
    'number',
    'Year to date, doubtful',
    'How many payments of the year so far the checks doubt',
    { read: ({ yearToDateDoubtful }) => yearToDateDoubtful },
  ),
];

/** The columns that no table stores. */
export const JUDGED = new Map(JUDGED_COLUMNS.map((one) => [one.flatName, one]));

/** A column of published datapoints, and the SQL expression of its stored value: NULL if none is stored. */
export interface AllocationColumn extends PublishedColumn {
  heading?: string;
  sql: string;
}

export const DATAPOINT_KEY = ['jurisdiction_id', 'allocation_period'];

/** The state of a datapoint. Published files leave it out, because the name of their folder gives it. */
export const STATE_COLUMN: AllocationColumn = {
  name: 'state',
  content: 'text',
  sql: 'state',
  isRequired: true,
  meaning: 'Two-letter code in lower case',
};

/** The published columns of one state's datapoints. */
export function columnsOfState(state: State): AllocationColumn[] {
  return allocationFileColumns(state).map(({ flatName: name, type, heading, meaning }) => ({
    name,
    content: type,
    heading,
    meaning,
    isRequired: DATAPOINT_KEY.includes(name),
    sql: JUDGED.has(name) ? 'NULL' : datapointSql(state, name),
  }));
}

/**
 * The published columns of all states' datapoints: those that any state has. Query engines drop the columns of files
 * that differ, so every state's file has all of them. Throws if two states give one name to different contents.
 */
export function columnsOfStates(states: readonly State[] = STATES): AllocationColumn[] {
  const kinds = byKey(
    states.flatMap((state) => state.kinds),
    ({ name }) => kindColumnPrefix(name),
  );
  const fields = byKey(
    states.flatMap((state) => state.fields),
    ({ name }) => name,
  );
  const [first] = states;
  if (!first) return [];
  const own = states.map((state) => ({ state, columns: columnsOfState(state) }));
  return columnsOfState({ ...first, fields, kinds: [first.kinds[0], ...kinds.slice(1)] }).map((column) => {
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
    return { ...column, meaning: texts.join('. ') };
  });
}

function byKey<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

/** A column of files that tells where the figures of a row come from. */
type SourceColumn = Pick<RecordColumn<never>, 'flatName' | 'type' | 'heading' | 'meaning'>;

/** The columns of files after the figures: what was corrected, and the row of each report kind. */
function sourceColumns({ kinds }: State): SourceColumn[] {
  const column = (
    flatName: string,
    type: 'text' | 'number',
    heading: string,
    meaning: string,
  ): SourceColumn => ({ flatName, type, heading, meaning });
  return [
    column(
      'corrected',
      'text',
      'Corrected',
      'Fields whose figure comes from the register of corrections, separated by blanks',
    ),
    ...kinds.flatMap(({ name, linesBy }) => {
      const prefix = kindColumnPrefix(name);
      const row = linesBy
        ? `First row of the ${name} report that the figures come from, from 1. Several rows may add up: \`allocations sources\` names all`
        : `Row of the ${name} report, from 1`;
      return [
        column(
          `${prefix}_file`,
          'text',
          'Report',
          `File name of the ${name} report that the figures come from`,
        ),
        column(`${prefix}_sheet`, 'text', 'Sheet', `Sheet of the ${name} report`),
        column(`${prefix}_row`, 'number', 'Row', row),
        column(`${prefix}_sha256`, 'text', 'SHA-256', `SHA-256 of the ${name} report`),
      ];
    }),
  ];
}

/** The columns that files begin with; the others follow in the order of JSON. */
const FIRST = ['jurisdiction_id', 'sales_tax_id', 'name', 'type', 'county', 'sales_tax_rate'];

function allocationFileColumns(state: State): SourceColumn[] {
  const { files = [] } = describeAllocations(state, listingOf(state));
  const columns: readonly SourceColumn[] = files;
  const isFirst = ({ flatName }: SourceColumn) => FIRST.includes(flatName);
  return [
    ...FIRST.flatMap((name) => columns.filter(({ flatName }) => flatName === name)),
    ...columns.filter((column) => !isFirst(column)),
    ...JUDGED.values(),
    ...sourceColumns(state),
  ];
}
