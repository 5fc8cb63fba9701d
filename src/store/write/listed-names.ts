import { getTableName } from 'drizzle-orm';
import { firstDay, type Month } from '../../domain/month.ts';
import type { ReportKindName, RowPlace } from '../../domain/report.ts';
import type { State } from '../../states/state.ts';
import type { Dataset } from '../dataset.ts';
import { listedFact, listedJurisdiction } from '../fixed-tables.ts';

/** What a comparison sheet says of a jurisdiction in a month. */
export interface ListedFact {
  jurisdiction_id: number;
  month: Month;
  /** In millionths of the price. */
  sales_tax_rate: number | null;
  county: string | null;
  source: { reportId: number } & RowPlace;
}

/** The ids of the jurisdictions that listed names mean, by kind and name. */
export type ListedIds = ReadonlyMap<ReportKindName, ReadonlyMap<string, number>>;

/** Reads and writes which jurisdiction each listed name of a state means, and what the comparison sheets say of it. */
export function openListedJurisdictions({ sqlite }: Dataset, { code, comparisonSheets }: State) {
  const table = getTableName(listedJurisdiction);
  const select = sqlite
    .prepare<[string], [string, number]>(
      `SELECT listed, jurisdiction_id FROM ${table} WHERE kind = ? ORDER BY listed`,
    )
    .raw();
  const readKind = (kind: ReportKindName) => new Map(select.all(kind));
  return {
    read: (): ListedIds => new Map(comparisonSheets.map(({ name }) => [name, readKind(name)])),

    /** Makes the stored ids equal to the given ones. Returns whether anything differed. */
    write(ids: ListedIds): boolean {
      const insert = sqlite.prepare(
        `INSERT INTO ${table} (kind, listed, jurisdiction_id) VALUES (?, ?, ?)
         ON CONFLICT (kind, listed) DO UPDATE SET jurisdiction_id = excluded.jurisdiction_id`,
      );
      const remove = sqlite.prepare(`DELETE FROM ${table} WHERE kind = ? AND listed = ?`);
      let hasChanged = false;
      for (const { name: kind } of comparisonSheets) {
        const before = readKind(kind);
        for (const [listed, id] of ids.get(kind) ?? []) {
          if (before.get(listed) !== id) {
            insert.run(kind, listed, id);
            hasChanged = true;
          }
          before.delete(listed);
        }
        for (const listed of before.keys()) remove.run(kind, listed);
        hasChanged ||= before.size > 0;
      }
      return hasChanged;
    },

    /** Makes the stored facts of the state equal to the given ones. */
    replaceFacts(facts: Iterable<ListedFact>): void {
      const stored = getTableName(listedFact);
      sqlite
        .prepare(
          `DELETE FROM ${stored} WHERE jurisdiction_id IN (SELECT id FROM jurisdiction WHERE state = ?)`,
        )
        .run(code);
      const insert = sqlite.prepare(`INSERT INTO ${stored} VALUES (?, ?, ?, ?, ?, ?, ?)`);
      for (const { jurisdiction_id, month, sales_tax_rate, county, source } of facts)
        insert.run(
          ...[firstDay(month), jurisdiction_id, sales_tax_rate, county],
          ...[source.reportId, source.sheet, source.row],
        );
    },
  };
}

export type ListedJurisdictions = ReturnType<typeof openListedJurisdictions>;
