import { isMember } from '../../../derive/group-sum.ts';
import { MonthsAheadErrors } from '../../../derive/months-ahead-errors.ts';
import { YEAR } from '../../../derive/slots.ts';
import { inSpans, spanTo } from '../../../derive/span.ts';
import { RATIO_SCALE } from '../../../domain/allocation.ts';
import { firstDay, monthAt } from '../../../domain/month.ts';
import { onceFor } from '../../../domain/reading/once.ts';
import { monthAheadRecord, type PlaceMonthAhead } from '../../descriptions/year-end/month-ahead.ts';
import { millionths } from '../../descriptions/year-end/projection.ts';
import { findAmong, listOfFigures } from '../../found-rows.ts';
import { chosenOf } from '../analyses.ts';
import { doubtsAsOf } from './doubted-months.ts';
import { paymentsOf, questionOf, type StatePayments } from './year-question.ts';

/** The next twelve months of the jurisdictions of a state. */
export const comingMonths = listOfFigures(monthAheadRecord, {
  find: (view, asked, window) => {
    const question = questionOf(view, asked);
    const { state, lag, figures, through } = question;
    const meta = {
      through: through === null ? null : firstDay(monthAt(through)),
      sales_through: question.salesThrough,
      basis: question.meta.basis,
    };
    if (through === null)
      return { ...findAmong(monthAheadRecord, [], asked, window), meta: { ...meta, range_held: null } };
    const payments = paymentsOf(view, state, lag);
    const errors = errorsOf(payments);
    const doubted = doubtsAsOf(view, question, through);
    const used = spanTo(through, 2 * YEAR);
    const lines = chosenOf(figures, asked).flatMap(({ subject, series }): PlaceMonthAhead[] => {
      const paid = payments.get(subject.id);
      if (!paid || !isMember(series, through)) return [];
      const { months, reason } = errors.forecast(paid, through);
      const shared = {
        subject,
        reason,
        doubtfulMonths: inSpans(doubted(subject.id, series, used)) || null,
      };
      return months.map((line) => {
        const month = through + line.ahead;
        return {
          ...shared,
          ...line,
          month,
          salesMonth: question.salesOf(month),
          yearAgo: paid.wholeSum(spanTo(month - YEAR, 1)),
        };
      });
    });
    const held = errors.shareInside(through);
    return {
      ...findAmong(monthAheadRecord, lines, asked, window),
      meta: { ...meta, range_held: held === null ? null : millionths(held) / RATIO_SCALE },
    };
  },
});

const errorsOf = onceFor(
  (payments: StatePayments) => payments,
  ({ all, earliest }) => new MonthsAheadErrors(all(), earliest),
);
