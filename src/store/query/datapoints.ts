import { getTableName } from 'drizzle-orm';
import type { JurisdictionType } from '../../domain/jurisdiction.ts';
import { firstDay } from '../../domain/month.ts';
import type { AskedMonths } from '../../domain/month-range.ts';
import type { State } from '../../states/state.ts';
import { kindColumnPrefix } from '../allocation-columns.ts';
import type { Dataset } from '../dataset.ts';
import { allocationTableOf } from '../schema.ts';
import type { SqlValue } from '../statements.ts';

/** Which datapoints to read; `null` does not filter. */
export interface DatapointFilter extends AskedMonths {
  jurisdictionIds: readonly number[] | null;
  type: JurisdictionType | null;
}

const OF_JURISDICTION = ['sales_tax_id', 'name', 'type', 'county', 'sales_tax_rate'];

/** The SQL expression of a column of a state's datapoints in files, such as `net_payment` or `payment_detail_file`. */
export function datapointSql({ kinds }: Pick<State, 'kinds'>, name: string): string {
  if (OF_JURISDICTION.includes(name)) return `jurisdiction.${name}`;
  if (name === 'corrected')
    return `(SELECT group_concat(finding."column", ' ' ORDER BY finding."column") FROM finding WHERE finding.jurisdiction_id = allocation.jurisdiction_id
        AND finding.allocation_period = allocation.allocation_period AND finding.code = 'figure-corrected')`;
  for (const kind of kinds) {
    const prefix = kindColumnPrefix(kind.name);
    if (name === `${prefix}_file`) return `${prefix}.file_name`;
    if (name === `${prefix}_sha256`) return `${prefix}.sha256`;
  }
  return `allocation.${name}`;
}

/** Reads a state's datapoints by jurisdiction and month, with the values of `columns` as stored. */
export function readDatapoints(
  { sqlite }: Dataset,
  state: State,
  columns: readonly { sql: string }[],
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
