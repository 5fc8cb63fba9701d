import { salesDate } from '../../domain/allocation.ts';
import { firstDay } from '../../domain/month.ts';
import { perContent } from '../../domain/reading/once.ts';
import { stateOfKind } from '../../states/index.ts';
import type { DatasetView } from '../../store/query/view.ts';
import { type KnownReport, openReports } from '../../store/write/reports.ts';
import { type ListedReport, reportRecord } from '../descriptions/report.ts';
import { findAmong, listOf } from '../list.ts';

/** All reports, the one received last first. */
export const listReports = perContent(({ dataset }: DatasetView) =>
  openReports(dataset).list().map(listed).reverse(),
);

/** The reports of the dataset, the one received last first. */
export const reports = listOf(reportRecord, {
  find: (view, { allocation_period: month, ...asked }, window) => {
    const all = listReports(view).filter(
      ({ first_month: first, last_month: last }) =>
        !month?.from || (first <= month.from && month.from <= last),
    );
    return findAmong(reportRecord, all, asked, window);
  },
});

function listed({ record, rowCount }: KnownReport): ListedReport {
  const { sha256, kind, format, file_name, received_at, first_month, last_month } = record;
  const { withdrawn, accepted, origin } = record;
  const { code, calendar } = stateOfKind(kind);
  const [first, last] = [firstDay(first_month), firstDay(last_month)];
  return {
    ...{ sha256, state: code, kind, format, file_name, received_at },
    ...{ first_month: first, last_month: last },
    first_sales_month: salesDate(first, calendar),
    last_sales_month: salesDate(last, calendar),
    row_count: rowCount,
    withdrawn_at: withdrawn?.at ?? null,
    withdrawn_reason: withdrawn?.reason ?? null,
    url: origin?.url ?? null,
    fetched_at: origin?.fetched_at ?? null,
    status: withdrawn ? 'withdrawn' : 'loaded',
    accepted_at: accepted?.at ?? null,
    accepted_reason: accepted?.reason ?? null,
  };
}
