import { FIGURE_LISTS } from './figure-lists.ts';
import type { RecordList } from './list.ts';
import { allocations } from './queries/allocations.ts';
import { findings } from './queries/findings.ts';
import { changes } from './queries/history/changes.ts';
import { revisions } from './queries/history/revisions.ts';
import { runs } from './queries/history/runs.ts';
import { absentReports } from './queries/missing-months.ts';
import { reports } from './queries/reports.ts';
import { sources } from './queries/sources.ts';

/** Every list that the service, the commands, the files and the documents show. */
export const RECORDS: readonly RecordList[] = [
  ...allocations,
  ...Object.values(FIGURE_LISTS),
  sources,
  revisions,
  changes,
  findings,
  reports,
  runs,
  absentReports,
];
