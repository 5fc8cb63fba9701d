import { monthsIn, spanTo, YEAR } from '../../derive/span.ts';
import { salesPeriod, yearInWords } from '../../domain/allocation.ts';
import { dayInWords } from '../../domain/calendar-day.ts';
import { formatMonth, monthAt, monthOfDate } from '../../domain/month.ts';
import type { FigureReading } from '../../domain/reading/figure-reading.ts';
import { shortHash } from '../../domain/text/short-hash.ts';
import { capitalized, typeInWords } from '../../domain/text/wording.ts';
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
import type { BesideNote, NoteRows, PlaceNote } from './content.ts';
import { type CountedMonth, NoPayment, ofMonth } from './counted-month.ts';
import { figureTable, monthTable, nearestTable, partTable, restatedTable } from './tables.ts';

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
export function composeNote(view: FigureReading, asked: NoteQuestion, beside: BesideNote): PlaceNote | null {
  const { id, month: askedMonth, ...counted } = asked;
  const place = view.jurisdictions.get(id);
  if (!place) throw new Error(`no jurisdiction ${id}`);
  const selection = { state: place.state, jurisdictions: [id], ...counted };
  // a wrong month is that of the note
  spanAsked(membersOf(view, selection), 'month', askedMonth);
  const ofYear = { ...selection, ...(askedMonth && { through: askedMonth }) };
  const { state, figures, through, lag, year, known, basis, group } = yearAsked(view, ofYear);
  if (through === null) return null;
  const datedMonth = (at: number): CountedMonth => {
    const paid = monthAt(at);
    const sales = salesPeriod(paid, state.calendar);
    return { paid, sales, counted: (basis === 'sales' && sales) || paid };
  };
  const newest = datedMonth(through + lag);
  const { first, slots } = figures.of(id);
  if (slots[through - first] === undefined)
    throw new NoPayment(
      place.name,
      newest,
      slots.length > 0 ? datedMonth(first + slots.length - 1 + lag) : null,
    );
  const shown = spanTo(through + lag, SHOWN);
  const [start, end] = [monthAt(shown.first), newest.paid];
  const from = monthFilter(Math.max(shown.first - lag - YEAR, group.months.first)).from;
  const span = { from, to: monthFilter(through).to };
  const analyzed = new Map(
    monthsOf(view, { ...selection, months: span }).rows.map((one) => [one.month, one]),
  );
  const months = monthsIn(shown).map((at) => ({
    ...{ at: at - lag, month: datedMonth(at), figures: analyzed.get(monthAt(at)) ?? null },
    yearAgo: analyzed.get(monthAt(at - YEAR))?.payment.value ?? null,
  }));
  const now = analyzed.get(end) ?? null;
  const rows = [...beside.rowsOf(id, start, end)].sort((a, b) => (a.period < b.period ? 1 : -1));
  const before = monthAt(through + lag - 1);
  const received = rows.find(({ period }) => monthOfDate(period) === before)?.sources ?? [];
  const [since = null] = received.map(({ received_at }) => received_at).sort((a, b) => (a < b ? 1 : -1));
  const restated = (since === null ? [] : beside.revisionsOf(id, since)).filter(
    ({ field, allocation_period: period }) =>
      field === state.headline &&
      monthOfDate(period) >= monthAt(through + lag - 2 * YEAR) &&
      monthOfDate(period) <= end,
  );
  const ofBasis = { state: place.state, months: monthFilter(through), basis };
  const near = (county?: string) => linesOf(view, { ...ofBasis, near: id, ...(county && { county }) });
  const [projection = null] = projectPlaces(view, ofYear, beside.budgets?.());
  const budgetYears = (beside.budgets?.() ?? [])
    .filter((one) => one.state === state.code && state.idOf(one.code) === id)
    .map(({ fiscalYear }) => fiscalYear);
  const updated = beside.updatedAt === null ? '' : `, updated ${dayInWords(beside.updatedAt.slice(0, 10))}`;
  const payment = `Payment ${known} of the ${yearInWords(year)}`;
  return {
    title: `${place.name}: payment ${ofMonth(newest)}`,
    lines: [
      `${capitalized(typeInWords(place.type ?? 'place'))} in ${place.county === null ? '' : `${place.county} County, `}${state.name}.`,
      ...(newest.counted !== newest.paid
        ? [
            `${payment}, paid in ${formatMonth(end)}.`,
            'Counted by month of sale: a year has the payments for the sales of its months.',
          ]
        : [`${payment}${newest.sales ? `, for sales of ${formatMonth(newest.sales)}` : ''}.`]),
    ],
    sample: beside.isInvented(state.code)
      ? describeSample([{ name: state.name, newest: null, has_invented: true }])
      : null,
    sentences: sentencesOf(view, ofYear).map(({ text }) => text),
    tables: {
      figures: figureTable({ month: newest, year, known, figures: now, projection, budgetYears }),
      months: monthTable([...months].reverse(), newest),
      parts: partTable(partsOfPayments(view, { ...ofBasis, jurisdictions: [id] }), now),
      nearest: nearestTable(
        place.county,
        beside.hasAllPlaces ? [near(), place.county === null ? [] : near(place.county)] : null,
      ),
      restated: restatedTable(restated, since, before),
    },
    chart: months.map(({ at, month, figures: ofMonth, yearAgo }) => ({
      ...{ month: month.paid, label: formatMonth(month.counted).replace(/^(...)\w*/, '$1') },
      ...{ value: ofMonth?.payment.value ?? null, yearAgo, isLoaded: figures.months.has(at) },
      isMissing: typeof ofMonth?.payment.value === 'number' ? false : at < first ? null : true,
    })),
    // the chart draws gaps itself
    events: eventsOf(view, id, beside.events?.() ?? [])
      .filter(({ kind, from, to }) => kind !== 'not_loaded' && to >= start && from <= end)
      .map(({ from, to, text }) => ({ from, to, text })),
    sources: sourceLines(rows),
    foot: `Dataset version ${view.version}${updated}. Sales tax allocations ${beside.programVersion}.`,
  };
}

function sourceLines(months: readonly NoteRows[]): string[] {
  const reports = new Map<string, string[]>();
  for (const { period, corrected, sources } of months)
    for (const { file_name, sheet, row, sha256 } of sources) {
      const report = `${file_name}${sheet === null ? '' : `, sheet ${sheet}`} (${shortHash(sha256)})`;
      const month = `${formatMonth(monthOfDate(period))}${corrected.length > 0 ? ', corrected' : ''}`;
      reports.set(report, [...(reports.get(report) ?? []), `${month} row ${row}`]);
    }
  return [...reports].map(([report, named]) => `${report}: ${named.join('; ')}`);
}
