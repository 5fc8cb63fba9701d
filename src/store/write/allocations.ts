import type Database from 'better-sqlite3';
import { asc, getTableColumns, getTableName, sql } from 'drizzle-orm';
import { type DerivedFigures, fiscalQuarter, revenuePeriod, salesPeriod } from '../../domain/allocation.ts';
import { firstDay, type Month } from '../../domain/month.ts';
import type { Datapoint, State } from '../../states/state.ts';
import { FIRST_RUN_COLUMN, RUN_COLUMN } from '../allocation-columns.ts';
import type { Dataset } from '../dataset.ts';
import { type AllocationTable, allocationTableOf } from '../schema.ts';
import { prepareInsert, prepareSelect, type SqlValue } from '../statements.ts';
import { RevisionWriter } from './revisions.ts';

/** Columns that identify a datapoint; they come first. */
const KEY_LENGTH = 2;
const OF_DATAPOINT = 'WHERE jurisdiction_id = ? AND allocation_period = ?';

/** The values of one stored datapoint, in the order of the table's columns. */
type StoredValues = SqlValue[];

/** What a run did to datapoints. */
export interface AllocationCounts {
  inserted: number;
  /** Values or source row changed. */
  updated: number;
  removed: number;
  /** The updated and removed ones with a published figure that changed or was removed. */
  revised: number;
  unchanged: number;
}

interface WrittenSeries {
  datapoints: readonly Datapoint[];
  derived: readonly DerivedFigures[];
  /** The first month to write; `null` writes all. */
  from: Month | null;
}

/** Writes the datapoints of one state. */
export class AllocationWriter {
  /** What this writer did. */
  readonly counts: AllocationCounts = { inserted: 0, updated: 0, removed: 0, revised: 0, unchanged: 0 };
  private readonly state: State;
  private readonly table: AllocationTable;
  private readonly columns: readonly string[];
  private readonly runColumn: number;
  private readonly firstRunColumn: number;
  private readonly ofJurisdiction: Database.Statement<unknown[], SqlValue[]>;
  private readonly revisions: RevisionWriter;
  private readonly insert: Database.Statement<unknown[], SqlValue[]>;
  private readonly remove: Database.Statement;
  private readonly touchAll: Database.Statement<[number, number, number]>;
  private readonly update: Database.Statement;

  constructor(dataset: Dataset, state: State) {
    const table = allocationTableOf(state);
    const name = getTableName(table);
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
    this.revisions = new RevisionWriter(dataset, state, this.columns);
    this.insert = prepareInsert(dataset, this.table);
    const assignments = this.columns.slice(KEY_LENGTH).map((column) => `${column} = ?`);
    this.update = dataset.sqlite.prepare(`UPDATE ${name} SET ${assignments.join(', ')} ${OF_DATAPOINT}`);
    this.remove = dataset.sqlite.prepare(`DELETE FROM ${name} ${OF_DATAPOINT}`);
    this.touchAll = dataset.sqlite.prepare(
      `UPDATE ${name} SET run_id = ? WHERE jurisdiction_id = ? AND run_id IS NOT ?`,
    );
  }

  /**
   * Makes the stored series equal to the given one. Writes only what differs, and a revision of every changed figure.
   * Datapoints before `from` are already stored as given.
   */
  writeSeries(runId: number, jurisdictionId: number, series: WrittenSeries): void {
    const { datapoints, derived, from } = series;
    const { counts } = this;
    const stored = this.readSeries(jurisdictionId, from);
    const kept = from === null ? 0 : datapoints.filter(({ month }) => month < from).length;
    counts.unchanged += kept;
    datapoints.slice(kept).forEach((datapoint, at) => {
      const ofMonth = derived[at];
      if (!ofMonth) throw new Error(`nothing derived for ${jurisdictionId}, ${datapoint.month}`);
      const values = this.encode(runId, jurisdictionId, datapoint, ofMonth);
      const period = firstDay(datapoint.month);
      const before = stored.get(period);
      stored.delete(period);
      if (before) this.writeChange(runId, before, values, datapoint.sources);
      else {
        this.insert.run(...values);
        counts.inserted += 1;
      }
    });
    for (const [period, before] of stored) {
      this.revisions.recordRemoval(runId, before);
      this.remove.run(jurisdictionId, period);
      counts.removed += 1;
      counts.revised += 1;
    }
  }

  /** Marks the records of a jurisdiction as changed by a run. */
  touch(runId: number, jurisdictionId: number): void {
    this.touchAll.run(runId, jurisdictionId, runId);
  }

  private writeChange(
    runId: number,
    before: StoredValues,
    values: StoredValues,
    sources: Datapoint['sources'],
  ): void {
    const { counts } = this;
    values[this.firstRunColumn] = before[this.firstRunColumn] ?? null;
    if (values.every((value, column) => column === this.runColumn || value === before[column])) {
      counts.unchanged += 1;
      return;
    }
    const { hasChanged, isRevised } = this.revisions.recordChange(runId, before, values, sources);
    // the same figures from another report are not a change
    if (!hasChanged) values[this.runColumn] = before[this.runColumn] ?? null;
    this.update.run(...values.slice(KEY_LENGTH), ...values.slice(0, KEY_LENGTH));
    counts.updated += 1;
    if (isRevised) counts.revised += 1;
  }

  /** The stored datapoints of a series by date, from a month on; `null` is from the beginning. */
  private readSeries(jurisdictionId: number, from: Month | null): Map<string, StoredValues> {
    const rows = this.ofJurisdiction.all(jurisdictionId, from === null ? '' : firstDay(from));
    return new Map(rows.map((values) => [String(values[1]), values]));
  }

  private encode(
    runId: number,
    jurisdictionId: number,
    { month, figures, sources }: Datapoint,
    derived: DerivedFigures,
  ): StoredValues {
    const { fields, kinds } = this.state;
    const values: StoredValues = [jurisdictionId, ...this.periodsOf(month)];
    for (const { name } of fields) values.push(figures[name] ?? null);
    values.push(...derived.deltas, ...derived.trends, ...derived.ytd);
    for (const { name } of kinds) {
      const { reportId = null, sheet = null, row = null } = sources.get(name) ?? {};
      values.push(reportId, sheet, row);
    }
    values.push(runId, runId);
    return values;
  }

  /** The stored period, revenue period, sales period and quarter of a month. */
  private periodsOf(month: Month): readonly SqlValue[] {
    const { calendar } = this.state;
    const sales = salesPeriod(month, calendar);
    const revenue = firstDay(revenuePeriod(month, calendar));
    return [firstDay(month), revenue, sales && firstDay(sales), fiscalQuarter(month, calendar)];
  }
}
