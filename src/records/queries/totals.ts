import type { GroupFigure } from '../../derive/span-sum.ts';
import { fiscalYearToDateStart } from '../../domain/allocation.ts';
import { stateOf, unitOf } from '../../states/index.ts';
import type { DatasetView } from '../../store/query/view.ts';
import type { AskedOf } from '../description.ts';
import { totalRecord, totalYearRecord } from '../descriptions/total.ts';
import { WrongFilter } from '../filters/wrong-filter.ts';
import { foundRows, listOf } from '../list.ts';
import { addUpState, basisAsked, datedBy, fieldAsked, newestFirst } from './analyses.ts';
import { yearsOf } from './years.ts';

/** The sums of a state's jurisdictions by month. */
export const totals = listOf(totalRecord, {
  find: (view, asked, window) => {
    const { all, dated, meta } = addUp(view, asked);
    return { ...foundRows(newestFirst(all, asked).map(dated), window), meta };
  },
});

/** As `totals`, by year. */
export const totalYears = listOf(totalYearRecord, {
  find: (view, asked, window) => {
    const { all, doubtfulIn, dated, meta } = addUp(view, asked);
    const years = yearsOf<GroupFigure>(all, asked, meta.fiscal_year_start, doubtfulIn);
    return { ...foundRows(years.map(dated), window), meta };
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
  const basis = basisAsked(asked.basis);
  return {
    ...addUpState(view, state, { jurisdictions, type, county, basis, field, fiscalYearStart }),
    dated: datedBy(state, basis),
    meta: { field, fiscal_year_start: fiscalYearStart, basis },
  };
}
