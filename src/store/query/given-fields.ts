import { getTableName } from 'drizzle-orm';
import { firstDay } from '../../domain/month.ts';
import type { ReportKindName, StoredRow } from '../../domain/report.ts';
import type { State } from '../../states/state.ts';
import { kindColumnPrefix } from '../allocation-columns.ts';
import type { Dataset } from '../dataset.ts';
import { allocationTableOf } from '../schema.ts';
import { ReportRows } from '../write/report-rows.ts';
import type { StoredJurisdiction } from './jurisdictions.ts';

/** The fields of one month that each report kind gives, in the state's order. */
export type GivenFields = ReadonlyMap<ReportKindName, readonly string[]>;

/** Reads which report kind gives which field of a jurisdiction, by the first day of the month. */
export function readGivenFields(
  dataset: Dataset,
  state: State,
  { id, sales_tax_id }: StoredJurisdiction,
): ReadonlyMap<string, GivenFields> {
  const names = state.kinds.map(({ name }) => name);
  const columns = names.map((name) => `${kindColumnPrefix(name)}_report_id`);
  const months = dataset.sqlite
    .prepare<[number], [string, ...(number | null)[]]>(
      `SELECT allocation_period, ${columns.join(', ')} FROM ${getTableName(allocationTableOf(state))} WHERE jurisdiction_id = ?`,
    )
    .raw()
    .all(id);
  const rowsByKind = state.kinds.map((kind) => {
    const rows = new ReportRows(dataset, kind).ofJurisdiction(id, sales_tax_id);
    return new Map(rows.map((row) => [`${firstDay(row.month)} ${row.reportId}`, row]));
  });
  return new Map(
    months.map(([period, ...reportIds]) => {
      const sources = new Map<ReportKindName, StoredRow>();
      for (const [at, name] of names.entries()) {
        const row = rowsByKind[at]?.get(`${period} ${reportIds[at]}`);
        if (row) sources.set(name, row);
      }
      return [period, fieldsOf(state, sources)];
    }),
  );
}

function fieldsOf(state: State, sources: ReadonlyMap<ReportKindName, StoredRow>): GivenFields {
  const givers = state.fields.map(({ name }) => ({ name, row: state.sourceOf(name, sources) }));
  return new Map(
    [...sources].map(([kind, row]) => [
      kind,
      givers.filter((giver) => giver.row === row).map(({ name }) => name),
    ]),
  );
}
