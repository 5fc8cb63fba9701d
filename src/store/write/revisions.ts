import type Database from 'better-sqlite3';
import { getTableName } from 'drizzle-orm';
import { DERIVED_PREFIXES, isFromReport } from '../../domain/allocation.ts';
import type { Datapoint, State } from '../../states/state.ts';
import { FIRST_RUN_COLUMN, kindColumnPrefix } from '../allocation-columns.ts';
import type { Dataset } from '../dataset.ts';
import { revision } from '../fixed-tables.ts';
import type { SqlValue } from '../statements.ts';
import type { Values } from './differ.ts';

/** The value of `field` if the run removed the datapoint. `before` is then the run that had added it. */
export const DATAPOINT = 'datapoint';
/** The value of `field` if deltas, trends, year-to-date sums or computed fields changed. */
export const DERIVED = 'derived';

/** What a revision tells of a figure: its field, its value before and after, and the report that gives it now. */
type Change = [field: string, before: SqlValue, after: SqlValue, report: number | null];

/** Writes the revisions of one state's datapoints. */
export class RevisionWriter {
  private readonly state: State;
  private readonly insert: Database.Statement;
  private readonly printed: readonly string[];
  private readonly derived: readonly string[];
  private readonly reports: readonly string[];

  constructor({ sqlite }: Dataset, state: State) {
    this.state = state;
    this.insert = sqlite.prepare(
      `INSERT INTO ${getTableName(revision)} (run_id, state, jurisdiction_id, allocation_period, field, before, after, report_id)
       VALUES (?, '${state.code}', ?, ?, ?, ?, ?, ?)`,
    );
    const namesOf = (isPrinted: boolean) =>
      state.fields.filter((field) => isFromReport(field) === isPrinted).map(({ name }) => name);
    this.printed = namesOf(true);
    this.derived = [
      ...namesOf(false),
      ...Object.values(DERIVED_PREFIXES).flatMap((prefix) => state.fields.map(({ name }) => prefix + name)),
    ];
    this.reports = state.kinds.map(({ name }) => `${kindColumnPrefix(name)}_report_id`);
  }

  /** Notes each changed figure. Tells whether anything readers see changed, and whether a published figure did. */
  recordChange(
    runId: number,
    before: Values,
    now: Values,
    sources: Datapoint['sources'],
  ): { hasChanged: boolean; isRevised: boolean } {
    const differs = (column: string) => before[column] !== now[column];
    const changed = this.printed.filter(differs);
    for (const field of changed) {
      const reportId = this.state.sourceOf(field, sources)?.reportId ?? this.reportBehind(before, now);
      this.note(runId, before, [field, before[field] ?? null, now[field] ?? null, reportId]);
    }
    const hasMoved = this.derived.some(differs);
    if (hasMoved) this.note(runId, before, [DERIVED, null, null, this.reportBehind(before, now)]);
    return {
      hasChanged: changed.length > 0 || hasMoved,
      isRevised: changed.some((field) => before[field] !== null),
    };
  }

  /** Notes that a run removed a datapoint and its figures. */
  recordRemoval(runId: number, before: Values): void {
    for (const field of this.printed) {
      const figure = before[field] ?? null;
      if (figure !== null) this.note(runId, before, [field, figure, null, null]);
    }
    this.note(runId, before, [DATAPOINT, before[FIRST_RUN_COLUMN] ?? null, null, null]);
  }

  private note(runId: number, before: Values, change: Change): void {
    this.insert.run(runId, before.jurisdiction_id, before.allocation_period, ...change);
  }

  /** The first report whose row replaced another; else the first report that the datapoint comes from. */
  private reportBehind(before: Values, now: Values): number | null {
    const given = this.reports.filter((column) => now[column] !== null);
    const chosen = given.find((column) => now[column] !== before[column]) ?? given[0];
    return chosen === undefined ? null : Number(now[chosen]);
  }
}
