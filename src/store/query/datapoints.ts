import { getTableName } from 'drizzle-orm';
import { type FieldDefinition, RATIO_SCALE, UNIT_SCALES, type Unit } from '../../domain/allocation.ts';
import type { JurisdictionType } from '../../domain/jurisdiction.ts';
import { firstDay } from '../../domain/month.ts';
import type { AskedMonths } from '../../domain/month-range.ts';
import type { ReportKind, State } from '../../states/state.ts';
import { DERIVED_PREFIXES, kindColumnPrefix } from '../allocation-columns.ts';
import type { Dataset } from '../dataset.ts';
import { allocationTableOf } from '../schema.ts';
import type { SqlValue } from '../statements.ts';

/** A column of the exported table of datapoints. */
export interface DatapointColumn {
  /** As in the dataset. The columns of a report are `<kind>_file`, `<kind>_row` and so on. */
  name: string;
  /** Months are dates of their first day, amounts are in dollars, percentages in percent, ratios are fractions. */
  content: 'text' | 'month' | 'number' | 'ratio' | Unit;
  /** The SQL expression of the value. */
  sql: string;
}

/** Which datapoints to read; `null` does not filter. */
export interface DatapointFilter extends AskedMonths {
  jurisdictionIds: readonly number[] | null;
  type: JurisdictionType | null;
}

/** Stored units in one shown unit, by content. */
const SCALES = { ...UNIT_SCALES, ratio: RATIO_SCALE, number: 1, text: 1, month: 1 };

/** The columns of datapoints with these fields and kinds: jurisdiction, dates, figures, derived figures and sources. */
export function datapointColumns({
  fields,
  kinds,
}: {
  fields: readonly FieldDefinition[];
  kinds: readonly Pick<ReportKind, 'name'>[];
}): DatapointColumn[] {
  const column = (content: DatapointColumn['content'], name: string, sql = `allocation.${name}`) => ({
    name,
    content,
    sql,
  });
  const { deltas, trends, ytd } = DERIVED_PREFIXES;
  return [
    column('number', 'jurisdiction_id'),
    column('text', 'sales_tax_id', 'jurisdiction.sales_tax_id'),
    column('text', 'name', 'jurisdiction.name'),
    column('text', 'type', 'jurisdiction.type'),
    column('text', 'county', 'jurisdiction.county'),
    column('ratio', 'sales_tax_rate', 'jurisdiction.sales_tax_rate'),
    column('month', 'allocation_period'),
    column('month', 'revenue_period'),
    column('month', 'sales_period'),
    column('number', 'quarter'),
    ...fields.map(({ name, unit }) => column(unit, name)),
    ...fields.map(({ name }) => column('ratio', `${deltas}${name}`)),
    ...[trends, ytd].flatMap((prefix) => fields.map(({ name, unit }) => column(unit, `${prefix}${name}`))),
    column(
      'text',
      'corrected',
      `(SELECT group_concat(finding."column", ' ' ORDER BY finding."column") FROM finding WHERE finding.jurisdiction_id = allocation.jurisdiction_id
        AND finding.allocation_period = allocation.allocation_period AND finding.code = 'figure-corrected')`,
    ),
    ...kinds.flatMap((kind) => {
      const prefix = kindColumnPrefix(kind.name);
      return [
        column('text', `${prefix}_file`, `${prefix}.file_name`),
        column('text', `${prefix}_sheet`),
        column('number', `${prefix}_row`),
        column('text', `${prefix}_sha256`, `${prefix}.sha256`),
      ];
    }),
  ];
}

/** The shown values of a row of stored values: dollars, percent, fractions. */
export function toShown(
  columns: readonly Pick<DatapointColumn, 'content'>[],
): (values: readonly SqlValue[]) => SqlValue[] {
  const scales = columns.map(({ content }) => SCALES[content]);
  return (values) =>
    values.map((value, at) => (typeof value === 'number' ? value / (scales[at] ?? 1) : value));
}

/** Reads a state's datapoints by jurisdiction and month, with the values of `columns` as stored. */
export function readDatapoints(
  { sqlite }: Dataset,
  state: State,
  columns: readonly DatapointColumn[],
  { jurisdictionIds, type, from, to }: DatapointFilter,
): IterableIterator<SqlValue[]> {
  const reports = state.kinds.map(({ name }) => {
    const prefix = kindColumnPrefix(name);
    return `LEFT JOIN report AS ${prefix} ON ${prefix}.id = allocation.${prefix}_report_id`;
  });
  return sqlite
    .prepare<unknown[], SqlValue[]>(
      `SELECT ${columns.map(({ sql }) => sql).join(', ')} FROM ${getTableName(allocationTableOf(state))} AS allocation
       CROSS JOIN jurisdiction ON jurisdiction.id = allocation.jurisdiction_id ${reports.join(' ')}
       WHERE allocation.allocation_period BETWEEN @from AND @to AND (@type IS NULL OR jurisdiction.type = @type)
         AND (@ids IS NULL OR allocation.jurisdiction_id IN (SELECT value FROM json_each(@ids)))
       ORDER BY allocation.jurisdiction_id, allocation.allocation_period`,
    )
    .raw()
    .iterate({
      from: from ? firstDay(from) : '',
      to: to ? firstDay(to) : '9',
      type,
      ids: jurisdictionIds && JSON.stringify(jurisdictionIds),
    });
}
