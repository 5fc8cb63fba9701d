import { salesDate } from '../../domain/allocation.ts';
import { firstDay } from '../../domain/month.ts';
import { perContent } from '../../domain/reading/once.ts';
import { stateOf } from '../../states/index.ts';
import { findAbsence, type Period, readKindMonths, usualSchedule } from '../../store/query/completeness.ts';
import type { DatasetView } from '../../store/query/view.ts';
import { type MissingMonth, missingMonthRecord } from '../descriptions/missing-month.ts';
import { findAmong, listOf } from '../list.ts';

const kindMonthsOf = perContent(({ dataset }: DatasetView) => readKindMonths(dataset));

/** The periods without a report up to the newest one, then those that are due. */
export const absentReports = listOf(missingMonthRecord, {
  find: (view, asked, window, { schedule = usualSchedule() } = {}) => {
    const { missing, expected } = findAbsence(kindMonthsOf(view), schedule);
    const all: MissingMonth[] = [
      ...missing.map((period) => ({ ...listed(period), status: 'missing' as const, due: null })),
      ...expected.map(({ overdue, expected_since: due, ...period }) => {
        const status = overdue ? ('overdue' as const) : ('expected' as const);
        return { ...listed(period), status, due };
      }),
    ];
    return findAmong(missingMonthRecord, all, asked, window);
  },
});

function listed({ state, kind, period, allocation_period }: Period) {
  const month = firstDay(allocation_period);
  const sales_period = salesDate(month, stateOf(state).calendar);
  return { state, kind, period, allocation_period: month, sales_period };
}
