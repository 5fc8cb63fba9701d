import { firstDay, monthAt } from '../../../domain/month.ts';
import type { FigureReading } from '../../../domain/reading/figure-reading.ts';
import type { DateSpan } from '../../filters/filter.ts';
import type { Basis } from '../../filters/shared-filters.ts';
import { questionOf } from '../year-end/year-question.ts';

/** What a list about one place and one month is asked. */
interface AskedPlace {
  id: number;
  month?: DateSpan;
  basis?: Basis;
  fiscal_year_start?: number;
}

/** The place of a request, and the year of the asked month up to it. */
export function placeQuestion(view: FigureReading, { id, month, basis, fiscal_year_start }: AskedPlace) {
  const place = view.jurisdictions.get(id);
  if (!place) throw new Error(`no jurisdiction ${id}`);
  const asked = {
    state: place.state,
    ...(month && { through: month }),
    ...(basis !== undefined && { basis }),
    ...(fiscal_year_start !== undefined && { fiscal_year_start }),
  };
  const question = questionOf(view, asked);
  const { state, lag, through } = question;
  const { sales } = state.calendar.lags;
  const paid = through === null ? null : through + lag;
  return {
    ...{ ...question, place, asked },
    /** The `monthIndex` of the month of payment. */
    paid,
    months: {
      allocation_period: paid === null ? null : firstDay(monthAt(paid)),
      sales_period: paid === null || sales === null ? null : firstDay(monthAt(paid - sales)),
    },
  };
}
