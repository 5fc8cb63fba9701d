import { YEAR } from '../../derive/slots.ts';
import { monthsIn, spanTo } from '../../derive/span.ts';
import { dayInWords } from '../../domain/calendar-day.ts';
import { addMonths, firstDay, formatMonth, monthAt, monthOfDate } from '../../domain/month.ts';
import { stateOf } from '../../states/index.ts';
import { readStateSources } from '../../store/query/overview.ts';
import { type DatasetView, EMPTY_VERSION, perView } from '../../store/query/view.ts';
import { openRuns } from '../../store/write/runs.ts';
import type { AnalyzedMonth } from '../descriptions/analysis.ts';
import { describeSample } from '../files/source.ts';
import type { DateSpan, Filter } from '../filters/filter.ts';
import { type Beside, EVERYTHING, type FoundRows } from '../list.ts';
import { analysis } from '../queries/analysis.ts';
import { revisions } from '../queries/history/revisions.ts';
import { nearest } from '../queries/place/nearest.ts';
import { parts } from '../queries/place/parts.ts';
import { placeQuestion } from '../queries/place/place-question.ts';
import { sentences } from '../queries/place/sentences.ts';
import { series } from '../queries/series.ts';
import { budgetedMonths } from '../queries/year-end/budget-months.ts';
import { projections } from '../queries/year-end/projections.ts';
import type { PlaceNote } from './content.ts';
import { figureTable } from './figures.ts';
import { monthTable, nearestTable, partTable, restatedTable, sourceTable } from './tables.ts';

/** What a note is asked for. */
export interface NoteQuestion {
  id: number;
  /** The month of payment. Default: the newest month of the state. */
  month?: DateSpan;
  fiscal_year_start?: number;
}

/** The filter of the month. */
export const MONTH_OF_NOTE = {
  kind: 'month',
  meaning: 'The month of payment. Default: the newest month of the state',
} as const satisfies Filter;

/** Months of the table; the first is the one of a year before. */
const SHOWN = YEAR + 1;

/**
 * Reads the note of one place from the lists that the service and the commands show, so that its figures are theirs.
 * Returns `null` if the state has no datapoints. Throws a `WrongFilter` if the dataset does not reach the month.
 */
export function readPlaceNote(
  view: DatasetView,
  asked: NoteQuestion,
  programVersion: string,
  beside: Beside,
): PlaceNote | null {
  const question = placeQuestion(view, asked);
  const { place, paid, year, known, fiscalYearStart } = question;
  if (paid === null || year === null) return null;
  const state = stateOf(place.state);
  const rowsOf = <Row>(found: FoundRows<Row>) => found.read(view, 0, found.length);
  const dayOf = (at: number): DateSpan => ({ from: firstDay(monthAt(at)), to: firstDay(monthAt(at)) });
  const spanOf = (from: number) => ({ from: dayOf(from), to: dayOf(paid) });
  const { id, fiscal_year_start } = asked;
  const ofYear = { ...(fiscal_year_start !== undefined && { fiscal_year_start }) };
  const shown = spanTo(paid, SHOWN);
  const month = dayOf(paid);
  const analyzed = new Map<string, AnalyzedMonth>(
    rowsOf(analysis.find(view, { id, ...ofYear, ...spanOf(shown.first - YEAR) }, EVERYTHING)).map((one) => [
      one.month,
      one,
    ]),
  );
  const sourced = rowsOf(series.find(view, { id, ...spanOf(shown.first) }, EVERYTHING));
  const ofState = { state: state.code, jurisdictions: [id], through: month, ...ofYear };
  const [projection = null] = rowsOf(projections.find(view, ofState, EVERYTHING));
  const budget = rowsOf(budgetedMonths.find(view, ofState, EVERYTHING, beside)).find(
    ({ ofMonth }) => ofMonth.month === paid,
  );
  const months = monthsIn(shown)
    .reverse()
    .map((one) => ({
      month: monthAt(one),
      figures: analyzed.get(monthAt(one)) ?? null,
      yearAgo: analyzed.get(monthAt(one - YEAR))?.payment.value ?? null,
    }));
  const previous = sourced.find((one) => one.month === monthAt(paid - 1));
  const since =
    previous?.sources
      .map(({ received_at }) => received_at)
      .sort()
      .at(-1) ?? null;
  const restated =
    since === null
      ? []
      : rowsOf(revisions.find(view, { jurisdictions: [id], since: since.slice(0, 10) }, EVERYTHING)).filter(
          ({ field, revised_at, allocation_period }) =>
            field === state.headline &&
            revised_at > since &&
            monthOfDate(allocation_period) >= monthAt(paid - 2 * YEAR) &&
            monthOfDate(allocation_period) <= monthAt(paid),
        );
  const salesMonth =
    state.calendar.lags.sales === null ? null : addMonths(monthAt(paid), -state.calendar.lags.sales);
  const kind = (place.type ?? 'place').replaceAll('_', ' ');
  const where = place.county === null ? state.name : `${place.county} County, ${state.name}`;
  return {
    title: `${place.name}: payment of ${formatMonth(monthAt(paid))}`,
    lines: [
      `${kind.charAt(0).toUpperCase()}${kind.slice(1)} in ${where}.`,
      `Payment ${known} of the fiscal year ${year}${salesMonth ? `, for sales of ${formatMonth(salesMonth)}` : ''}.`,
    ],
    sample: sampleOf(view)(state.code),
    sentences: rowsOf(sentences.find(view, { id, month, ...ofYear }, EVERYTHING)).map(({ text }) => text),
    tables: {
      figures: figureTable(
        { month: monthAt(paid), year, known, fiscalYearStart },
        {
          ...{ figures: analyzed.get(monthAt(paid)) ?? null, projection, budget: budget ?? null },
        },
      ),
      months: monthTable(months),
      parts: partTable(rowsOf(parts.find(view, { id, from: month, to: month }, EVERYTHING))),
      nearest: nearestTable(rowsOf(nearest.find(view, { id, month, ...ofYear }, EVERYTHING))),
      restated: restatedTable(restated, since, monthAt(paid - 1)),
      sources: sourceTable(sourced),
    },
    chart: months.toReversed().map((one) => ({
      label: `${formatMonth(one.month).slice(0, 3)} ${one.month.slice(0, 4)}`,
      value: one.figures?.payment.value ?? null,
      yearAgo: one.yearAgo,
    })),
    foot: `Dataset version ${view.version}${updatedOf(view)}. Sales tax allocations ${programVersion}.`,
  };
}

/** Which figures of a state are invented, made once for each version of the dataset. */
const sampleOf = perView(({ dataset }) => {
  const sources = readStateSources(dataset);
  return (code: string) =>
    describeSample(
      sources
        .filter(({ state }) => state.code === code)
        .map(({ state: { name }, newest, hasInvented }) => ({ name, newest, has_invented: hasInvented })),
    );
});

const updatedOf = perView(({ dataset, version }) => {
  const [newest] = openRuns(dataset).ofVersions(1);
  return version === EMPTY_VERSION || !newest
    ? ''
    : `, updated ${dayInWords(newest.finished_at.slice(0, 10))}`;
});
