import { addUpGroup, type GroupFigure, type MonthTotal } from '../../derive/group-sum.ts';
import { YEAR } from '../../derive/slots.ts';
import { monthIndex } from '../../domain/month.ts';
import {
  type FigureReading,
  type KnownState,
  knownStateOf,
  unitOfField,
} from '../../domain/reading/figure-reading.ts';
import { perContentAndKey } from '../../domain/reading/once.ts';
import { openDoubts } from '../../domain/reading/open-doubts.ts';
import type { AskedOf } from '../description.ts';
import { totalRecord, totalYearRecord } from '../descriptions/total.ts';
import { WrongFilter } from '../filters/wrong-filter.ts';
import { foundRows, listOfFigures } from '../found-rows.ts';
import {
  type AskedPlaces,
  BYTES_OF_TOTAL,
  chosenOf,
  contextOf,
  countedBy,
  datedBy,
  entriesOf,
  fieldAsked,
  newestFirst,
  openDoubtful,
} from './analyses.ts';
import { yearsOf } from './years.ts';

/** The sums of a state's jurisdictions by month. */
export const totals = listOfFigures(totalRecord, {
  find: (view, asked, window) => {
    const { all, dated, meta } = addUp(view, asked);
    return { ...foundRows(newestFirst(all, asked).map(dated), window), meta };
  },
});

/** As `totals`, by year. */
export const totalYears = listOfFigures(totalYearRecord, {
  find: (view, asked, window) => {
    const { all, doubtfulIn, dated, meta } = addUp(view, asked);
    const years = yearsOf<GroupFigure>(all, asked, meta.fiscal_year_start, doubtfulIn);
    return { ...foundRows(years.map(dated), window), meta };
  },
});

/** Adds up one field of the jurisdictions of a state: each month in which one has a payment, or should have one. */
function addUp(view: FigureReading, asked: AskedOf<typeof totalRecord>) {
  const state = knownStateOf(view, asked.state);
  const field = fieldAsked(state, asked.field);
  if (unitOfField(state, field) === 'percent')
    throw new WrongFilter('field', [
      `"${field}" is a percentage, and percentages have no sum. Choose an amount.`,
    ]);
  const { basis, lag, fiscalYearStart, meta } = countedBy(state, asked);
  const figures = view.figures(state, field, lag);
  const years = new Set(Array.from(figures.months, (month) => Math.floor(month / YEAR)));
  const { jurisdictions, type, county } = asked;
  const group = { places: { jurisdictions, type, county }, field, lag, fiscalYearStart };
  const doubts = openDoubts(view, state, lag);
  const ids = chosenOf(figures, asked).map(({ subject }) => subject.id);
  const doubtfulOf = openDoubtful(doubts, fiscalYearStart)(ids);
  const all = [...years]
    .sort((a, b) => a - b)
    .flatMap((year) => addUpYear(view, state, group, year))
    .filter(({ payment, missing }) => payment.value !== null || missing > 0)
    .map((one) => ({ ...one, doubtful: doubtfulOf(monthIndex(one.month)) }));
  return {
    ...{ all, doubtfulIn: doubts.countOf(ids), dated: datedBy(state, basis) },
    meta: { field, ...meta },
  };
}

/** Whose payments are added up, and how. */
interface Group {
  places: AskedPlaces;
  field: string;
  lag: number;
  fiscalYearStart: number;
}

/** The sums of the months of one year: all years of a large state at once would keep other requests waiting. */
const addUpYear = perContentAndKey(
  (view: FigureReading, state: KnownState, group: Group, year: number): readonly MonthTotal[] => {
    const { places, field, lag, fiscalYearStart } = group;
    const figures = view.figures(state, field, lag);
    const months = [...figures.months].filter((month) => Math.floor(month / YEAR) === year);
    return addUpGroup(
      entriesOf(view, state, figures, places, field),
      months.sort((a, b) => a - b),
      contextOf(state, field, figures, fiscalYearStart),
    );
  },
  ({ code }, group, year) => JSON.stringify([code, group, year]),
  ({ length }) => length * BYTES_OF_TOTAL,
);
