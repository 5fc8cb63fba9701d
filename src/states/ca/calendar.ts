import { type Calendar, settlesCalendarQuarter } from '../../domain/allocation.ts';

/** California's fiscal year begins in July; each calendar quarter is settled two months after it ends. */
export const CALIFORNIA_CALENDAR: Calendar = {
  fiscalYearStart: 7,
  isQuarterEnd: settlesCalendarQuarter,
};
