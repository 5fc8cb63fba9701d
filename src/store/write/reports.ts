import { eq } from 'drizzle-orm';
import { compareReports, isCounted, type ReportKindName, type ReportRecord } from '../../domain/report.ts';
import type { Dataset } from '../dataset.ts';
import { report as reportTable } from '../fixed-tables.ts';

/** A report as stored in the dataset. */
export interface KnownReport {
  id: number;
  record: ReportRecord;
  rowCount: number;
}

/** Reads and writes the records of the dataset's reports. */
export function openReports({ drizzle }: Dataset) {
  const known = new Map<string, KnownReport>();
  for (const row of drizzle.select().from(reportTable).all()) {
    const {
      id,
      row_count: rowCount,
      withdrawn_at,
      withdrawn_reason,
      accepted_at,
      accepted_reason,
      ...stored
    } = row;
    const [withdrawn, accepted] = [
      decision(withdrawn_at, withdrawn_reason),
      decision(accepted_at, accepted_reason),
    ];
    known.set(row.sha256, { id, record: { ...stored, accepted, withdrawn }, rowCount });
  }
  return {
    find: (sha256: string): KnownReport | undefined => known.get(sha256),
    list: (): KnownReport[] => [...known.values()],

    /** All records by id. */
    byId: (): Map<number, ReportRecord> => new Map([...known.values()].map(({ id, record }) => [id, record])),

    /** Adds or updates the record of a report; returns its id. */
    write(record: ReportRecord, rowCount: number): number {
      const { withdrawn, accepted, ...stored } = record;
      const values = {
        ...stored,
        row_count: rowCount,
        withdrawn_at: withdrawn?.at ?? null,
        withdrawn_reason: withdrawn?.reason ?? null,
        accepted_at: accepted?.at ?? null,
        accepted_reason: accepted?.reason ?? null,
      };
      const before = known.get(record.sha256);
      const id = before
        ? before.id
        : drizzle.insert(reportTable).values(values).returning({ id: reportTable.id }).get().id;
      if (before) drizzle.update(reportTable).set(values).where(eq(reportTable.id, id)).run();
      known.set(record.sha256, { id, record, rowCount });
      return id;
    },

    /** Removes the record of a report that has no rows and no findings. */
    remove({ id, record }: KnownReport): void {
      drizzle.delete(reportTable).where(eq(reportTable.id, id)).run();
      known.delete(record.sha256);
    },
  };
}

export type Reports = ReturnType<typeof openReports>;

/** The numbers of the reports of a kind that give figures, the one that wins first. */
export function rankReports(reports: readonly KnownReport[], kind: ReportKindName): number[] {
  return reports
    .filter(({ record }) => record.kind === kind && isCounted(record))
    .sort((a, b) => compareReports(b.record, a.record))
    .map(({ id }) => id);
}

function decision(at: string | null, reason: string | null) {
  return at === null ? null : { at, reason: reason ?? '' };
}
