import { DERIVED_PREFIXES } from '../../../src/domain/allocation.ts';
import {
  type DescribedColumn,
  describeSchema,
  recordTables,
} from '../../../src/publish/warehouse/published-tables.ts';
import type { RecordList } from '../../../src/records/list.ts';
import { code, sentence, table } from '../pages.ts';

const PREFIXES = Object.values(DERIVED_PREFIXES);

/** The tables of Parquet files and of PostgreSQL, as the schema that both are made from has them. */
export function publishedTables(records: readonly RecordList[]): Record<string, string> {
  const tables = Object.entries(describeSchema(recordTables(records))).map(
    ([name, columns]) => `### Published ${code(name)}\n\n${columnsOf(columns)}`,
  );
  return { 'published-tables': tables.join('\n\n') };
}

function columnsOf(columns: readonly DescribedColumn[]): string {
  const isDerived = ({ name }: DescribedColumn) => PREFIXES.some((prefix) => name.startsWith(prefix));
  const own = columns.filter((column) => !isDerived(column));
  const { deltas, trends, ytd } = DERIVED_PREFIXES;
  const families = [
    [
      code(`${deltas}<field>`),
      code('numeric(18,6)'),
      'Change from the same month of the year before. Unit: fraction.',
    ],
    [
      code(`${trends}<field>`),
      'as the field',
      'Mean of the trailing twelve months. Unit: that of the field.',
    ],
    [code(`${ytd}<field>`), 'as the field', 'Sum of the calendar year so far. Unit: that of the field.'],
  ];
  return table(
    ['column', 'type', 'meaning'],
    [
      ...own.map(({ name, type, unit, meaning }) => [
        code(name),
        code(type),
        `${sentence(meaning)}${unit === null ? '' : ` Unit: ${unit}.`}`,
      ]),
      ...(columns.some(isDerived) ? families : []),
    ],
  );
}
