import { shortHash } from '../../domain/text/sha256.ts';
import type { RunSummary } from '../../pipeline/summary.ts';
import { readDataset } from '../../store/dataset.ts';
import { openReports } from '../../store/write/reports.ts';
import { printSummary } from './run.ts';

/** Prints the summary of a run over the archive, with the names that a person knows: the archive uses hashes. */
export function printArchived(summary: RunSummary, flags: { db: string; json?: true; quiet?: true }): void {
  printSummary(flags.json ? summary : withFileNames(summary, flags.db), flags);
}

function withFileNames(summary: RunSummary, database: string): RunSummary {
  const names = readDataset(
    database,
    (dataset) =>
      new Map(
        openReports(dataset)
          .list()
          .map(({ record }) => [record.sha256, record.fileName]),
      ),
  );
  const reports = summary.reports.map((report) => {
    const name = report.sha256 === null ? undefined : names.get(report.sha256);
    // a removed report is printed with its name and hash already
    const isNamed = name === undefined || report.status === 'withdrawn' || report.status === 'rejected';
    return isNamed ? report : { ...report, path: `${name} (${shortHash(`${report.sha256}`)})` };
  });
  return { ...summary, reports };
}
