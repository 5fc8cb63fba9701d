import type { ReportRecord } from '../../domain/report.ts';
import type { Archive } from '../archive/archive.ts';
import type { ArchivedReport } from '../archive/archive-records.ts';
import type { ReportInput } from './intake.ts';

/** Lists the reports that a run takes, in their order. The run calls it once the archive is locked. */
export type ReportSource = (archive: Archive) => readonly ReportInput[];

/** Takes files. `named` are the paths that the command names; default: the files. If files have the same bytes, the first one names the report. */
export function takeFiles(files: readonly string[], named = files): ReportSource {
  return () => files.map((path) => ({ path, isNamed: named.includes(path), archived: null }));
}

/** Takes reports of the archive. `choose` returns the record to load a report with; `null` skips the report. */
export function takeArchived(choose: (record: ReportRecord) => ReportRecord | null): ReportSource {
  return (archive) =>
    archive.list().flatMap(({ path, record: stored }) => {
      const record = choose(stored);
      return record ? [inputOf({ path, record })] : [];
    });
}

/** Takes only reports that a person accepted. */
export const takeNothing: ReportSource = () => [];

/** A report of the archive as a report to load. */
export function inputOf({ path, record }: ArchivedReport): ReportInput {
  return { path, isNamed: false, archived: record };
}
