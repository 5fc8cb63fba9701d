import { monthsIn, spanTo, YEAR } from '../../derive/span.ts';
import { salesPeriod, yearInWords } from '../../domain/allocation.ts';
import { dayInWords } from '../../domain/calendar-day.ts';
import { formatMonth, monthAt, monthOfDate } from '../../domain/month.ts';
import type { FigureReading, KnownState } from '../../domain/reading/figure-reading.ts';
import type { MonthRow } from '../descriptions/months.ts';
import { describeSample } from '../files/source.ts';
import type { DateSpan, Filters } from '../filters/filter.ts';
import { BASIS, type Basis, FISCAL_YEAR_START, THROUGH } from '../filters/shared-filters.ts';
import { linesOf } from '../queries/compare.ts';
import { monthsOf } from '../queries/months.ts';
import { partsOfPayments } from '../queries/parts.ts';
import { eventsOf } from '../queries/place/events.ts';
import { projectPlaces, yearAsked } from '../queries/projections.ts';
import { membersOf, monthFilter, spanAsked } from '../queries/selection.ts';
import { sentencesOf } from '../queries/sentences/sentences.ts';
import type { BesideFigures } from './beside.ts';
import type { PlaceNote } from './content.ts';
import { type CountedMonth, monthThatCounts, ofMonth } from './counted-month.ts';
import { figureTable } from './figures.ts';
import { NoPayment } from './no-payment.ts';
import { monthTable, nearestTable, noNearestTable, partTable, restatedTable, sourceTable } from './tables.ts';

export interface NoteQuestion {
  id: number;
  /** The month of payment, or of the sales if the basis is `sales`. Default: the newest month of the state. */
  month?: DateSpan;
  fiscal_year_start?: number;
  basis?: Basis;
}

/** What a request for a note can name besides the place. */
export const NOTE_FILTERS = {
  month: THROUGH,
  fiscal_year_start: FISCAL_YEAR_START,
  basis: BASIS,
} as const satisfies Filters;

/** Months of the table; the first is the one of a year before. */
const SHOWN = YEAR + 1;

/**
 * Makes the note of one place from the lists that the service and the commands show, so that its figures are theirs.
 * Returns `null` if the state has no datapoints. Throws a `WrongFilter` if the dataset does not reach the month, and a
 * `NoPayment` if the place has none in it.
 */
export function composeNote(
  view: FigureReading,
  asked: NoteQuestion,
  beside: BesideFigures,
): PlaceNote | null {
  const { id, month: askedMonth, ...counted } = asked;
  const place = view.jurisdictions.get(id);
  if (!place) throw new Error(`no jurisdiction ${id}`);
  const selection = { state: place.state, jurisdictions: [id], ...counted };
  // a wrong month is that of the note
  spanAsked(membersOf(view, selection), 'month', askedMonth);
  const ofYear = { ...selection, ...(askedMonth && { through: askedMonth }) };
  const question = yearAsked(view, ofYear);
  const { state, figures, through, lag, year, known, basis } = question;
  if (through === null) return null;
  const paid = through + lag;
  const isBySales = basis === 'sales';
  const datedMonth = (at: number): CountedMonth => {
    const paidIn = monthAt(at);
    return { paid: paidIn, sales: salesPeriod(paidIn, state.calendar), isBySales };
  };
  const { first, slots } = figures.of(id);
  if (slots[through - first] === undefined) {
    const newest = slots.length - 1;
    throw new NoPayment(place.name, datedMonth(paid), newest < 0 ? null : datedMonth(first + newest + lag));
  }
  const shown = spanTo(paid, SHOWN);
  const month = monthFilter(through);
  const first13 = {
    from: monthFilter(Math.max(shown.first - lag - YEAR, question.group.months.first)).from,
    to: month.to,
  };
  const analyzed = new Map<string, MonthRow>(
    monthsOf(view, { ...selection, months: first13 }).rows.map((one) => [one.month, one]),
  );
  const sourced = beside.rowsOf(id, monthAt(shown.first), monthAt(paid));
  const ofBasis = { state: place.state, months: month, basis };
  const [projection = null] = projectPlaces(view, ofYear, beside.budgets?.());
  const budgetYears = (beside.budgets?.() ?? [])
    .filter((one) => one.state === state.code && state.idOf(one.code) === id)
    .map(({ fiscalYear }) => fiscalYear);
  const lackOf = (one: { at: number; figures: MonthRow | null }) => {
    if (typeof one.figures?.payment.value === 'number' || one.at < first) return null;
    return figures.months.has(one.at) ? 'missing' : 'not loaded';
  };
  const months = monthsIn(shown)
    .reverse()
    .map((one) => ({
      ...{ at: one - lag, month: datedMonth(one) },
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
  // the chart draws gaps itself
  const events = eventsOf(view, id, beside.events?.() ?? []).filter(
    ({ kind, from, to }) => kind !== 'not_loaded' && to >= monthAt(shown.first) && from <= monthAt(paid),
  );
  const dated = datedMonth(paid);
  const kind = (place.type ?? 'place').replaceAll('_', ' ');
  const where = place.county === null ? state.name : `${place.county} County, ${state.name}`;
  return {
    title: `${place.name}: payment ${ofMonth(dated)}`,
    lines: [
      `${kind.charAt(0).toUpperCase()}${kind.slice(1)} in ${where}.`,
      ...countedLines(dated, `Payment ${known} of the ${yearInWords(year)}`),
    ],
    sample: beside.isInvented(state.code) ? sampleText(state) : null,
    sentences: sentencesOf(view, ofYear).map(({ text }) => text),
    tables: {
      figures: figureTable(
        { month: dated, year, known },
        { figures: analyzed.get(monthAt(paid)) ?? null, projection, budgetYears },
      ),
      months: monthTable(months),
      parts: partTable(partsOfPayments(view, { ...ofBasis, jurisdictions: [id] })),
      nearest: beside.hasAllPlaces
        ? nearestTable(place.county, [
            linesOf(view, { ...ofBasis, near: id }),
            place.county === null ? [] : linesOf(view, { ...ofBasis, near: id, county: place.county }),
          ])
        : noNearestTable(),
      restated: restatedTable(restated, since, monthAt(paid - 1)),
      sources: sourceTable(sourced),
    },
    chart: [...months].reverse().map((one) => ({
      label: formatMonth(monthThatCounts(one.month)).replace(/^(...)\w*/, '$1'),
      value: one.figures?.payment.value ?? null,
      yearAgo: one.yearAgo,
      lacks: lackOf(one),
      event:
        events
          .filter(({ from, to }) => from <= one.month.paid && one.month.paid <= to)
          .map(({ text }) => text)
          .join('; ') || null,
    })),
    events: events.map(({ from, to, text }) => {
      const name = from === to ? formatMonth(from) : `${formatMonth(from)} to ${formatMonth(to)}`;
      return `${name}: ${text.replace(/\.$/, '')}.`;
    }),
    foot: `Dataset version ${view.version}${updatedText(beside)}. Sales tax allocations ${beside.programVersion}.`,
  };
}

/** Which payment of the year this is, and by which month it counts. */
function countedLines({ paid, sales, isBySales }: CountedMonth, payment: string): string[] {
  if (isBySales)
    return [
      `${payment}, paid in ${formatMonth(paid)}.`,
      'Counted by month of sale: a year has the payments for the sales of its months.',
    ];
  return [`${payment}${sales ? `, for sales of ${formatMonth(sales)}` : ''}.`];
}

function sampleText({ name }: KnownState): string | null {
  return describeSample([{ name, newest: null, has_invented: true }]);
}

function updatedText({ updatedAt }: BesideFigures): string {
  return updatedAt === null ? '' : `, updated ${dayInWords(updatedAt.slice(0, 10))}`;
}
