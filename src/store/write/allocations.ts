import type Database from 'better-sqlite3';
import { getTableName } from 'drizzle-orm';
import {
  DERIVED_PREFIXES,
  type DerivedFigures,
  fiscalQuarter,
  revenuePeriod,
  salesPeriod,
} from '../../domain/allocation.ts';
import { firstDay } from '../../domain/month.ts';
import type { ReportKindName } from '../../domain/report.ts';
import type { Datapoint, State } from '../../states/state.ts';
import { FIRST_RUN_COLUMN, HISTORY_COLUMNS, kindColumnPrefix, RUN_COLUMN } from '../allocation-columns.ts';
import type { Dataset } from '../dataset.ts';
import { allocationTableOf } from '../schema.ts';
import { Differ, type Values } from './differ.ts';
import { RevisionWriter } from './revisions.ts';

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

export const NO_COUNTS: AllocationCounts = { inserted: 0, updated: 0, removed: 0, revised: 0, unchanged: 0 };

interface WrittenSeries {
  datapoints: readonly Datapoint[];
  derived: readonly DerivedFigures[];
}

/** Writes the datapoints of one state. */
export class AllocationWriter {
  private readonly state: State;
  private readonly differ: Differ;
  private readonly revisions: RevisionWriter;
  private readonly stored: Database.Statement<[number], Values>;
  private readonly touchAll: Database.Statement<[number, number, number]>;
  private readonly fields: readonly { name: string; deltas: string; trends: string; ytd: string }[];
  private readonly sources: readonly { kind: ReportKindName; report: string; sheet: string; row: string }[];

  constructor(dataset: Dataset, state: State) {
    const table = allocationTableOf(state);
    const name = getTableName(table);
    this.state = state;
    this.differ = new Differ(dataset, table, {
      key: ['jurisdiction_id', 'allocation_period'],
      notCompared: HISTORY_COLUMNS,
    });
    this.revisions = new RevisionWriter(dataset, state);
    this.stored = dataset.sqlite.prepare(
      `SELECT * FROM ${name} WHERE jurisdiction_id = ? ORDER BY allocation_period`,
    );
    this.touchAll = dataset.sqlite.prepare(
      `UPDATE ${name} SET run_id = ? WHERE jurisdiction_id = ? AND run_id IS NOT ?`,
    );
    const { deltas, trends, ytd } = DERIVED_PREFIXES;
    this.fields = state.fields.map(({ name: field }) => ({
      ...{ name: field, deltas: deltas + field, trends: trends + field, ytd: ytd + field },
    }));
    this.sources = state.kinds.map(({ name: kind }) => {
      const prefix = kindColumnPrefix(kind);
      return { kind, report: `${prefix}_report_id`, sheet: `${prefix}_sheet`, row: `${prefix}_row` };
    });
  }

  /**
   * Makes the stored series equal to the given one, adds what it did to the counts, and writes a revision of every changed
   * figure.
   */
  writeSeries(runId: number, id: number, series: WrittenSeries, counts: AllocationCounts): void {
    const { datapoints, derived } = series;
    const sourcesOf = new Map(datapoints.map(({ month, sources }) => [firstDay(month) as string, sources]));
    const given = datapoints.map((datapoint, at) => {
      const ofMonth = derived[at];
      if (!ofMonth) throw new Error(`nothing derived for ${id}, ${datapoint.month}`);
      return this.encode(runId, id, datapoint, ofMonth);
    });
    counts.unchanged += datapoints.length;
    this.differ.replace(this.stored.all(id), given, (before, now) => {
      if (now) counts.unchanged -= 1;
      if (!before) counts.inserted += 1;
      else if (!now) {
        this.revisions.recordRemoval(runId, before);
        counts.removed += 1;
        counts.revised += 1;
      } else {
        const sources = sourcesOf.get(`${now.allocation_period}`) ?? new Map();
        const { hasChanged, isRevised } = this.revisions.recordChange(runId, before, now, sources);
        now[FIRST_RUN_COLUMN] = before[FIRST_RUN_COLUMN] ?? null;
        // the same figures from another report are not a change
        if (!hasChanged) now[RUN_COLUMN] = before[RUN_COLUMN] ?? null;
        counts.updated += 1;
        if (isRevised) counts.revised += 1;
      }
    });
  }

  /** Marks the records of a jurisdiction as changed by a run. */
  touch(runId: number, jurisdictionId: number): void {
    this.touchAll.run(runId, jurisdictionId, runId);
  }

  private encode(
    runId: number,
    jurisdictionId: number,
    { month, figures, sources }: Datapoint,
    derived: DerivedFigures,
  ): Values {
    const { calendar } = this.state;
    const sales = salesPeriod(month, calendar);
    const values: Values = {
      ...this.differ.blank,
      jurisdiction_id: jurisdictionId,
      allocation_period: firstDay(month),
      revenue_period: firstDay(revenuePeriod(month, calendar)),
      sales_period: sales && firstDay(sales),
      quarter: fiscalQuarter(month, calendar),
    };
    for (const [at, { name, deltas, trends, ytd }] of this.fields.entries()) {
      values[name] = figures[name] ?? null;
      values[deltas] = derived.deltas[at] ?? null;
      values[trends] = derived.trends[at] ?? null;
      values[ytd] = derived.ytd[at] ?? null;
    }
    for (const { kind, report, sheet, row } of this.sources) {
      const source = sources.get(kind);
      values[report] = source?.reportId ?? null;
      values[sheet] = source?.sheet ?? null;
      values[row] = source?.row ?? null;
    }
    values[RUN_COLUMN] = runId;
    values[FIRST_RUN_COLUMN] = runId;
    return values;
  }
}
