import { YEAR } from '../../derive/slots.ts';
import { monthsIn, spanTo } from '../../derive/span.ts';
import { dayInWords } from '../../domain/calendar-day.ts';
import { addMonths, firstDay, formatMonth, monthAt, monthOfDate } from '../../domain/month.ts';
import type { FigureReading, KnownState } from '../../domain/reading/figure-reading.ts';
import type { AnalyzedMonth } from '../descriptions/analysis.ts';
import { describeSample } from '../files/source.ts';
import type { DateSpan, Filter } from '../filters/filter.ts';
import { EVERYTHING, type FoundIn } from '../found-rows.ts';
import { analysis } from '../queries/analysis.ts';
import { nearest } from '../queries/place/nearest.ts';
import { parts } from '../queries/place/parts.ts';
import { placeQuestion } from '../queries/place/place-question.ts';
import { sentences } from '../queries/place/sentences.ts';
import { budgetedMonths } from '../queries/year-end/budget-months.ts';
import { projections } from '../queries/year-end/projections.ts';
import type { BesideFigures } from './beside.ts';
import type { PlaceNote } from './content.ts';
import { figureTable } from './figures.ts';
import { monthTable, nearestTable, noNearestTable, partTable, restatedTable, sourceTable } from './tables.ts';

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
 * Makes the note of one place from the lists that the service and the commands show, so that its figures are theirs.
 * Returns `null` if the state has no datapoints. Throws a `WrongFilter` if the dataset does not reach the month.
 */
export function composeNote(
  view: FigureReading,
  asked: NoteQuestion,
  beside: BesideFigures,
): PlaceNote | null {
  const question = placeQuestion(view, asked);
  const { place, state, paid, year, known, fiscalYearStart } = question;
  if (paid === null || year === null) return null;
  const rowsOf = <Row>(found: FoundIn<Row, FigureReading>) => found.read(view, 0, found.length);
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
  const sourced = beside.rowsOf(id, monthAt(shown.first), monthAt(paid));
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
      : beside
          .revisionsOf(id, since)
          .filter(
            ({ field, allocation_period }) =>
              field === state.headline &&
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
    sample: beside.isInvented(state.code) ? sampleText(state) : null,
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
      nearest: beside.hasAllPlaces
        ? nearestTable(rowsOf(nearest.find(view, { id, month, ...ofYear }, EVERYTHING)))
        : noNearestTable(),
      restated: restatedTable(restated, since, monthAt(paid - 1)),
      sources: sourceTable(sourced),
    },
    chart: [...months].reverse().map((one) => ({
      label: `${formatMonth(one.month).slice(0, 3)} ${one.month.slice(0, 4)}`,
      value: one.figures?.payment.value ?? null,
      yearAgo: one.yearAgo,
    })),
    foot: `Dataset version ${view.version}${updatedText(beside)}. Sales tax allocations ${beside.programVersion}.`,
  };
}

function sampleText({ name }: KnownState): string | null {
  return describeSample([{ name, newest: null, has_invented: true }]);
}

function updatedText({ updatedAt }: BesideFigures): string {
  return updatedAt === null ? '' : `, updated ${dayInWords(updatedAt.slice(0, 10))}`;
}
