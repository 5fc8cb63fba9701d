import type { GroupFigure } from '../../derive/group-sum.ts';
import { fiscalYearToDateStart } from '../../domain/allocation.ts';
import { stateOf, unitOf } from '../../states/index.ts';
import type { DatasetView } from '../../store/query/view.ts';
import type { AskedOf } from '../description.ts';
import { totalRecord, totalYearRecord } from '../descriptions/total.ts';
import { WrongFilter } from '../filters/wrong-filter.ts';
import { foundRows, listOf } from '../list.ts';
import { addUpState, fieldAsked, newestFirst, yearsOf } from './analyses.ts';

/** The sums of a state's jurisdictions by month. */
export const totals = listOf(totalRecord, {
  find: (view, asked, window) => {
    const { months, meta } = addUp(view, asked);
    return { ...foundRows(months, window), meta };
  },
});

/** As `totals`, by year. */
export const totalYears = listOf(totalYearRecord, {
  find: (view, asked, window) => {
    const { months, meta } = addUp(view, asked);
    return { ...foundRows(yearsOf<GroupFigure>(months), window), meta };
  },
});

function addUp(view: DatasetView, asked: AskedOf<typeof totalRecord>) {
  const { jurisdictions = null, type = null, county = null } = asked;
  const state = stateOf(asked.state);
  const field = fieldAsked(state, asked.field);
  if (unitOf(state.code, field) === 'percent')
    throw new WrongFilter('field', [
      `"${field}" is a percentage, and percentages have no sum. Choose an amount.`,
    ]);
  const fiscalYearStart = asked.fiscal_year_start ?? fiscalYearToDateStart(state.calendar);
  const all = addUpState(view, state, { jurisdictions, type, county, field, fiscalYearStart });
  return { months: newestFirst(all, asked), meta: { field, fiscal_year_start: fiscalYearStart } };
}
