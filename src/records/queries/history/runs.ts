import { perContent } from '../../../domain/reading/once.ts';
import type { DatasetView } from '../../../store/query/view.ts';
import { type ListedRun, runRecord } from '../../descriptions/history/run.ts';
import { findAmong, listOf } from '../../list.ts';

/** The runs that made a version of the dataset, newest first. A version has the same ones for ever. */
export const listRuns = perContent((view: DatasetView) =>
  readRuns(view).filter(({ version }) => version !== null),
);

export const runs = listOf(runRecord, {
  find: (view, { all, ...asked }, window) =>
    findAmong(runRecord, all ? readRuns(view) : listRuns(view), asked, window),
});

type StoredRun = Omit<ListedRun, 'reports' | 'datapoints'> & {
  reports: string | null;
  datapoints: string | null;
};

function readRuns({ dataset }: DatasetView): ListedRun[] {
  return dataset.sqlite
    .prepare<[], StoredRun>(
      `SELECT id, command, started_at, finished_at, outcome, dataset_version AS version, program_version,
         summary -> '$.allocations' AS datapoints, CASE WHEN summary -> '$.reports' IS NOT NULL THEN (
           SELECT json_group_object(status, reports) FROM (
             SELECT value ->> 'status' AS status, count(*) AS reports FROM json_each(summary, '$.reports')
             GROUP BY status ORDER BY min(key))) END AS reports
       FROM run ORDER BY id DESC`,
    )
    .all()
    .map(({ reports, datapoints, ...listed }) => ({
      ...listed,
      reports: reports === null ? null : JSON.parse(reports),
      datapoints: datapoints === null ? null : JSON.parse(datapoints),
    }));
}
