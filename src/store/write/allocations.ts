import type Database from 'better-sqlite3';
import { asc, getTableColumns, getTableName, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { type DerivedFigures, fiscalQuarter, revenuePeriod, salesPeriod } from '../../domain/allocation.ts';
import { firstDay, type Month } from '../../domain/month.ts';
import type { Datapoint, State } from '../../states/state.ts';
import { DERIVED_PREFIXES, kindColumnPrefix } from '../allocation-columns.ts';
import type { Dataset } from '../dataset.ts';
import { allocationTableOf } from '../schema.ts';
import { prepareInsert, prepareSelect, type SqlValue } from '../statements.ts';
import { DATAPOINT, DERIVED, openRevisions } from './revisions.ts';

/** Prepared updates, one for each set of columns: each takes some kilobytes. */
const UPDATES_REMEMBERED = 500;

/** What a run did to datapoints. */
export interface AllocationCounts {
  inserted: number;
  /** Changed in anything, be it only the row they come from, or removed. */
  updated: number;
  /** Of those updated: a figure that reports had given is another now, or gone. */
  revised: number;
  unchanged: number;
}

/** A whole series, of which the datapoints from a month on are to be written; `null` is all. */
export interface WrittenSeries {
  datapoints: readonly Datapoint[];
  /** What is derived of each datapoint that is to be written. */
  derived: readonly DerivedFigures[];
  from: Month | null;
}

/** Reads and writes one state's datapoints. */
export function openAllocations(dataset: Dataset, state: State) {
  const table = allocationTableOf(state);
  const name = getTableName(table);
  const columns = Object.keys(getTableColumns(table));
  const insert = prepareInsert(dataset, table);
  const updates = new LRUCache<string, Database.Statement>({ max: UPDATES_REMEMBERED });
  const revisions = openRevisions(dataset);
  const runColumn = columns.indexOf('run_id');
  const fieldColumns = state.fields.map((field) => ({ field: field.name, at: columns.indexOf(field.name) }));
  const derivedColumns = Object.values(DERIVED_PREFIXES).flatMap((prefix) =>
    state.fields.map((field) => columns.indexOf(`${prefix}${field.name}`)),
  );
  const sourceColumns = state.kinds.map(({ name: kind }) =>
    columns.indexOf(`${kindColumnPrefix(kind)}_report_id`),
  );
  const ofJurisdiction = prepareSelect(
    dataset,
    table,
    sql`${table.jurisdiction_id} = ${sql.placeholder('jurisdiction')} AND ${table.allocation_period} >= ${sql.placeholder('from')}`,
    [asc(table.allocation_period)],
  );
  /** The stored datapoints of a series from a month on, all where it is `null`, by date. */
  const storedOf = (jurisdictionId: number, from: Month | null): Map<SqlValue | undefined, SqlValue[]> => {
    const rows = ofJurisdiction.all(jurisdictionId, from === null ? '' : firstDay(from));
    return new Map(rows.map((values) => [values[1], values]));
  };
  const ofDatapoint = 'WHERE jurisdiction_id = ? AND allocation_period = ?';
  const remove = dataset.sqlite.prepare(`DELETE FROM ${name} ${ofDatapoint}`);
  const touchAll = dataset.sqlite.prepare<[number, number, number]>(
    `UPDATE ${name} SET run_id = ? WHERE jurisdiction_id = ? AND run_id IS NOT ?`,
  );

  /** Writes the columns that differ and no others. */
  const update = (before: readonly SqlValue[], values: readonly SqlValue[]): void => {
    const differing = columns.filter((_, at) => values[at] !== before[at]);
    const assignments = differing.map((column) => `${column} = ?`).join(', ');
    const statement =
      updates.get(assignments) ?? dataset.sqlite.prepare(`UPDATE ${name} SET ${assignments} ${ofDatapoint}`);
    updates.set(assignments, statement);
    const written = values.filter((value, at) => value !== before[at]);
    statement.run(...written, values[0], values[1]);
  };

  /** The report whose row is another than before, else the first that gives anything. */
  const reportBehind = (before: readonly SqlValue[], values: readonly SqlValue[]): number | null => {
    const given = sourceColumns.map((at) => ({ id: values[at], isNew: values[at] !== before[at] }));
    const ofReports = given.filter(({ id }) => typeof id === 'number');
    const chosen = ofReports.find(({ isNew }) => isNew) ?? ofReports[0];
    return typeof chosen?.id === 'number' ? chosen.id : null;
  };

  /** Notes what the readers of the data see change; returns whether anything did, and a figure that was published. */
  const noteRevisions = (
    before: readonly SqlValue[],
    values: readonly SqlValue[] | null,
    sources: Datapoint['sources'] | null,
    runId: number,
  ): { hasChanged: boolean; isRevised: boolean } => {
    const place = { runId, state: state.code, jurisdictionId: Number(before[0]), period: String(before[1]) };
    const changed = fieldColumns.filter(({ at }) => before[at] !== (values ? values[at] : null));
    for (const { field, at } of changed) {
      const reportId = (sources && state.sourceOf(field, sources)?.reportId) ?? null;
      revisions.note({ ...place, field, before: before[at] ?? null, after: values?.[at] ?? null, reportId });
    }
    const whole = { ...place, before: null, after: null };
    const hasMoved = values !== null && derivedColumns.some((at) => before[at] !== values[at]);
    if (hasMoved) revisions.note({ ...whole, field: DERIVED, reportId: reportBehind(before, values) });
    if (values === null) revisions.note({ ...whole, field: DATAPOINT, reportId: null });
    return {
      hasChanged: changed.length > 0 || hasMoved,
      isRevised: changed.some(({ at }) => before[at] !== null),
    };
  };

  const encode = (
    runId: number,
    jurisdictionId: number,
    { month, figures, sources }: Datapoint,
    derived: DerivedFigures,
  ): SqlValue[] => [
    jurisdictionId,
    firstDay(month),
    firstDay(revenuePeriod(month, state.calendar)),
    firstDay(salesPeriod(month, state.calendar)),
    fiscalQuarter(month, state.calendar),
    ...state.fields.map((field) => figures[field.name] ?? null),
    ...derived.deltas,
    ...derived.trends,
    ...derived.ytd,
    ...state.kinds.flatMap((kind) => {
      const source = sources.get(kind.name);
      return source ? [source.reportId, source.sheet, source.row] : [null, null, null];
    }),
    runId,
  ];

  return {
    /**
     * Makes the stored series the given one, writing what differs, with a revision of every figure that changed.
     * Datapoints before `from` are known to be as they are stored.
     */
    writeSeries(
      runId: number,
      jurisdictionId: number,
      { datapoints, derived, from }: WrittenSeries,
      counts: AllocationCounts,
    ): void {
      const stored = storedOf(jurisdictionId, from);
      const kept = from === null ? 0 : datapoints.filter(({ month }) => month < from).length;
      counts.unchanged += kept;
      datapoints.slice(kept).forEach((datapoint, at) => {
        const ofMonth = derived[at];
        if (!ofMonth) throw new Error(`nothing derived for ${jurisdictionId}, ${datapoint.month}`);
        const values = encode(runId, jurisdictionId, datapoint, ofMonth);
        const period = firstDay(datapoint.month);
        const before = stored.get(period);
        stored.delete(period);
        if (before && values.every((value, column) => column === runColumn || value === before[column])) {
          counts.unchanged += 1;
          return;
        }
        if (before) {
          const { hasChanged, isRevised } = noteRevisions(before, values, datapoint.sources, runId);
          // figures that are the same from another report are no news
          if (!hasChanged) values[runColumn] = before[runColumn] ?? null;
          update(before, values);
          counts.updated += 1;
          if (isRevised) counts.revised += 1;
        } else {
          insert.run(...values);
          counts.inserted += 1;
        }
      });
      for (const [period, before] of stored) {
        noteRevisions(before, null, null, runId);
        remove.run(jurisdictionId, period);
        counts.updated += 1;
        counts.revised += 1;
      }
    },

    /** What of a stored series is not as given, each in words; whatever run wrote it. */
    differences(
      jurisdictionId: number,
      datapoints: readonly Datapoint[],
      derived: readonly DerivedFigures[],
    ): string[] {
      const stored = storedOf(jurisdictionId, null);
      const found = datapoints.flatMap((datapoint, at) => {
        const ofMonth = derived[at];
        const values = stored.get(firstDay(datapoint.month));
        stored.delete(firstDay(datapoint.month));
        if (!values || !ofMonth) return [`${datapoint.month} is not there`];
        const expected = encode(0, jurisdictionId, datapoint, ofMonth);
        return columns.flatMap((column, place) =>
          place === runColumn || values[place] === expected[place]
            ? []
            : [`${datapoint.month} ${column} is ${values[place]}, but the rows give ${expected[place]}`],
        );
      });
      return [...found, ...[...stored.keys()].map((period) => `${period} is there, but no row gives it`)];
    },

    /** Notes that a run changed what the records of a jurisdiction say of it. */
    touch(runId: number, jurisdictionId: number): void {
      touchAll.run(runId, jurisdictionId, runId);
    },
  };
}

export type Allocations = ReturnType<typeof openAllocations>;
