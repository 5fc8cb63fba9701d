import type Database from 'better-sqlite3';
import { asc, getTableColumns, sql } from 'drizzle-orm';
import { type DerivedFigures, fiscalQuarter, revenuePeriod, salesPeriod } from '../../domain/allocation.ts';
import { formatMoney } from '../../domain/money.ts';
import { firstDay, type Month } from '../../domain/month.ts';
import type { Datapoint, State } from '../../states/state.ts';
import { FIRST_RUN_COLUMN, HISTORY_COLUMNS, RUN_COLUMN } from '../allocation-columns.ts';
import type { Dataset } from '../dataset.ts';
import { type AllocationTable, allocationTableOf } from '../schema.ts';
import { prepareSelect, type SqlValue } from '../statements.ts';

/** The values of one stored datapoint, in the order of the table's columns. */
export type StoredValues = SqlValue[];

/** Reads the stored datapoints of one state. */
export class AllocationReader {
  protected readonly table: AllocationTable;
  protected readonly columns: readonly string[];
  protected readonly runColumn: number;
  protected readonly firstRunColumn: number;
  private readonly state: State;
  private readonly ofJurisdiction: Database.Statement<unknown[], SqlValue[]>;

  constructor(dataset: Dataset, state: State) {
    const table = allocationTableOf(state);
    this.state = state;
    this.table = table;
    this.columns = Object.keys(getTableColumns(table));
    this.runColumn = this.columns.indexOf(RUN_COLUMN);
    this.firstRunColumn = this.columns.indexOf(FIRST_RUN_COLUMN);
    this.ofJurisdiction = prepareSelect(
      dataset,
      table,
      sql`${table.jurisdiction_id} = ${sql.placeholder('jurisdiction')} AND ${table.allocation_period} >= ${sql.placeholder('from')}`,
      [asc(table.allocation_period)],
    );
  }

  /** How a stored series differs from the expected one, each difference as a text. Ignores which run wrote it. */
  differences(
    jurisdictionId: number,
    datapoints: readonly Datapoint[],
    derived: readonly DerivedFigures[],
  ): string[] {
    const stored = this.readSeries(jurisdictionId, null);
    const found = datapoints.flatMap((datapoint, at) => {
      const ofMonth = derived[at];
      const values = stored.get(firstDay(datapoint.month));
      stored.delete(firstDay(datapoint.month));
      if (!values || !ofMonth) return [`${datapoint.month} is missing`];
      const expected = this.encode(0, jurisdictionId, datapoint, ofMonth);
      return this.columns.flatMap((column, place) =>
        HISTORY_COLUMNS.includes(column) || values[place] === expected[place]
          ? []
          : [
              `${datapoint.month} ${column} is ${this.textOf(column, values[place])}, but the rows give ${this.textOf(column, expected[place])}`,
            ],
      );
    });
    return [...found, ...[...stored.keys()].map((period) => `${period} is stored, but no row gives it`)];
  }

  /** A stored value for a message: amounts in dollars. */
  private textOf(column: string, value: SqlValue | undefined): string {
    const field = this.state.fields.find(({ name }) => name === column.replace(/^(trend|ytd)_/, ''));
    return field?.unit === 'amount' && typeof value === 'number' ? formatMoney(value) : `${value}`;
  }

  /** The stored datapoints of a series by date, from a month on; `null` is from the beginning. */
  protected readSeries(jurisdictionId: number, from: Month | null): Map<string, StoredValues> {
    const rows = this.ofJurisdiction.all(jurisdictionId, from === null ? '' : firstDay(from));
    return new Map(rows.map((values) => [String(values[1]), values]));
  }

  protected encode(
    runId: number,
    jurisdictionId: number,
    { month, figures, sources }: Datapoint,
    derived: DerivedFigures,
  ): StoredValues {
    const { calendar, fields, kinds } = this.state;
    return [
      jurisdictionId,
      firstDay(month),
      firstDay(revenuePeriod(month, calendar)),
      firstDay(salesPeriod(month, calendar)),
      fiscalQuarter(month, calendar),
      ...fields.map((field) => figures[field.name] ?? null),
      ...derived.deltas,
      ...derived.trends,
      ...derived.ytd,
      ...kinds.flatMap((kind) => {
        const source = sources.get(kind.name);
        return source ? [source.reportId, source.sheet, source.row] : [null, null, null];
      }),
      runId,
      runId,
    ];
  }
}
