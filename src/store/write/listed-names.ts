import { getTableName } from 'drizzle-orm';
import { firstDay, type Month, monthOfDate } from '../../domain/month.ts';
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

const TABLE = getTableName(listedFact);

/** Reads and writes what the comparison sheets of a state say of its jurisdictions, month by month. */
export class ListedFacts {
  private readonly dataset: Dataset;
  private readonly state: string;

  constructor(dataset: Dataset, { code }: State) {
    this.dataset = dataset;
    this.state = code;
  }

  *all(): Generator<ListedFact> {
    const rows = this.dataset.sqlite
      .prepare<[string], StoredFact>(
        `SELECT fact.* FROM ${TABLE} AS fact JOIN jurisdiction ON jurisdiction.id = jurisdiction_id WHERE state = ?`,
      )
      .iterate(this.state);
    for (const { allocation_period, report_id: reportId, sheet, row, ...fact } of rows)
      yield { ...fact, month: monthOfDate(allocation_period), source: { reportId, sheet, row } };
  }

  replace(isChosen: (month: Month) => boolean, facts: Iterable<ListedFact>): void {
    const { sqlite } = this.dataset;
    const months = sqlite
      .prepare<[], string>(`SELECT DISTINCT allocation_period FROM ${TABLE}`)
      .pluck()
      .all();
    const remove = sqlite.prepare(
      `DELETE FROM ${TABLE} WHERE allocation_period = ?
       AND jurisdiction_id IN (SELECT id FROM jurisdiction WHERE state = ?)`,
    );
    for (const month of months) if (isChosen(monthOfDate(month))) remove.run(month, this.state);
    const insert = sqlite.prepare(`INSERT INTO ${TABLE} VALUES (?, ?, ?, ?, ?, ?, ?)`);
    for (const { jurisdiction_id, month, sales_tax_rate, county, source } of facts)
      insert.run(
        ...[firstDay(month), jurisdiction_id, sales_tax_rate, county],
        ...[source.reportId, source.sheet, source.row],
      );
  }
}

interface StoredFact extends Pick<ListedFact, 'jurisdiction_id' | 'sales_tax_rate' | 'county'>, RowPlace {
  allocation_period: string;
  report_id: number;
}

/** The ids of the jurisdictions that listed names mean, by kind and name. */
export type ListedIds = ReadonlyMap<ReportKindName, ReadonlyMap<string, number>>;

/** Reads and writes which jurisdiction each listed name of a state means. */
export function openListedJurisdictions({ sqlite }: Dataset, { comparisonSheets }: State) {
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
  };
}

export type ListedJurisdictions = ReturnType<typeof openListedJurisdictions>;
