import type * as z from 'zod';
import type { changeRecord } from '../../api/records/change.ts';
import type { ExportedTable } from '../../publish/table.ts';
import type { SqlValue } from '../../store/statements.ts';

/** The columns of the table of changes. Amounts are in dollars. */
export const CHANGE_COLUMNS: ExportedTable['columns'] = [
  { name: 'change', content: 'text' },
  { name: 'state', content: 'text' },
  { name: 'allocation_period', content: 'text' },
  { name: 'jurisdiction_id', content: 'number' },
  { name: 'name', content: 'text' },
  { name: 'type', content: 'text' },
  { name: 'county', content: 'text' },
  { name: 'field', content: 'text' },
  { name: 'before', content: 'number' },
  { name: 'after', content: 'number' },
  { name: 'total', content: 'number' },
  { name: 'jurisdictions', content: 'number' },
  { name: 'file_name', content: 'text' },
  { name: 'sha256', content: 'text' },
  { name: 'reason', content: 'text' },
  { name: 'at', content: 'text' },
];

/** A change as a row of this table. */
export function changeRow({ jurisdiction, report, ...change }: z.output<typeof changeRecord>): SqlValue[] {
  const { id = null, name = null, type = null, county = null } = jurisdiction ?? {};
  return [
    ...[change.change, change.state, change.allocation_period, id, name, type, county, change.field],
    ...[change.before, change.after, change.total, change.jurisdictions],
    ...[report?.file_name ?? null, report?.sha256 ?? null, change.reason, change.at],
  ];
}
