import { type Calendar, settlesCalendarQuarter } from '../../domain/allocation.ts';

/**
 * Sales of January are reported in February and paid in March. The fiscal year begins in July; each calendar quarter
 * is settled two months after it ends.
 */
export const CALIFORNIA_CALENDAR: Calendar = {
  lags: { revenue: 1, sales: 2 },
  fiscalYearStart: 7,
  isQuarterEnd: settlesCalendarQuarter,
};
