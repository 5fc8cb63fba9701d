import type Database from 'better-sqlite3';
import { DERIVED_PREFIXES, isFromReport } from '../../domain/allocation.ts';
import type { Datapoint, State } from '../../states/state.ts';
import { FIRST_RUN_COLUMN, kindColumnPrefix } from '../allocation-columns.ts';
import type { Dataset } from '../dataset.ts';
import { revision as revisionTable } from '../fixed-tables.ts';
import { prepareInsert, type SqlValue } from '../statements.ts';

/** The value of `field` if the run removed the datapoint. `before` is then the run that had added it. */
export const DATAPOINT = 'datapoint';
/** The value of `field` if deltas, trends, year-to-date sums or computed fields changed. */
export const DERIVED = 'derived';

/** Writes the revisions of one state's datapoints. `columns` are those of its allocation table. */
export class RevisionWriter {
  private readonly state: State;
  private readonly insert: Database.Statement<unknown[], SqlValue[]>;
  private readonly fieldColumns: readonly { field: string; at: number }[];
  private readonly derivedColumns: readonly number[];
  private readonly reportColumns: readonly number[];
  private readonly firstRunColumn: number;

  constructor(dataset: Dataset, state: State, columns: readonly string[]) {
    this.state = state;
    this.insert = prepareInsert(dataset, revisionTable);
    const printed = state.fields.filter(isFromReport);
    const computed = state.fields.filter((field) => !isFromReport(field));
    this.fieldColumns = printed.map(({ name }) => ({ field: name, at: columns.indexOf(name) }));
    const derived = Object.values(DERIVED_PREFIXES).flatMap((prefix) =>
      state.fields.map(({ name }) => `${prefix}${name}`),
    );
    this.derivedColumns = [...computed.map(({ name }) => name), ...derived].map((name) =>
      columns.indexOf(name),
    );
    this.firstRunColumn = columns.indexOf(FIRST_RUN_COLUMN);
    this.reportColumns = state.kinds.map(({ name }) =>
      columns.indexOf(`${kindColumnPrefix(name)}_report_id`),
    );
  }

  /** Notes each changed figure. Tells whether anything readers see changed, and whether a published figure did. */
  recordChange(
    runId: number,
    before: readonly SqlValue[],
    values: readonly SqlValue[],
    sources: Datapoint['sources'],
  ): { hasChanged: boolean; isRevised: boolean } {
    const changed = this.fieldColumns.filter(({ at }) => before[at] !== values[at]);
    for (const { field, at } of changed) {
      const reportId = this.state.sourceOf(field, sources)?.reportId ?? this.reportBehind(before, values);
      this.note(runId, before, field, [before[at] ?? null, values[at] ?? null, reportId]);
    }
    const hasMoved = this.derivedColumns.some((at) => before[at] !== values[at]);
    if (hasMoved) this.note(runId, before, DERIVED, [null, null, this.reportBehind(before, values)]);
    return {
      hasChanged: changed.length > 0 || hasMoved,
      isRevised: changed.some(({ at }) => before[at] !== null),
    };
  }

  /** Notes that a run removed a datapoint and its figures. */
  recordRemoval(runId: number, before: readonly SqlValue[]): void {
    for (const { field, at } of this.fieldColumns) {
      const figure = before[at] ?? null;
      if (figure !== null) this.note(runId, before, field, [figure, null, null]);
    }
    this.note(runId, before, DATAPOINT, [before[this.firstRunColumn] ?? null, null, null]);
  }

  /** `change` is the figure before and after, and the report that gives it now. */
  private note(
    runId: number,
    [jurisdictionId = null, period = null]: readonly SqlValue[],
    field: string,
    change: readonly [SqlValue, SqlValue, number | null],
  ): void {
    this.insert.run(null, runId, this.state.code, jurisdictionId, period, field, ...change);
  }

  /** The first report whose row replaced another; else the first report that the datapoint comes from. */
  private reportBehind(before: readonly SqlValue[], values: readonly SqlValue[]): number | null {
    const given = this.reportColumns.map((at) => ({ id: values[at], isNew: values[at] !== before[at] }));
    const ofReports = given.filter(({ id }) => typeof id === 'number');
    const chosen = ofReports.find(({ isNew }) => isNew) ?? ofReports[0];
    return typeof chosen?.id === 'number' ? chosen.id : null;
  }
}
