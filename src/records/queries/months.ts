import { isMember, measure } from '../../derive/figure.ts';
import {
  earlier,
  fiscalYearOf,
  oneMonth,
  quarterEnding,
  twelveMonths,
  YEAR,
  yearToDate,
} from '../../derive/span.ts';
import { NO_STANDING, Standings } from '../../derive/standing.ts';
import { groupBy } from '../../domain/groups.ts';
import { monthAt } from '../../domain/month.ts';
import type { FigureReading } from '../../domain/reading/figure-reading.ts';
import { perContentAndKey } from '../../domain/reading/once.ts';
import { openDoubts } from '../../domain/reading/open-doubts.ts';
import type { AskedOf } from '../description.ts';
import { type MonthRow, monthRecord } from '../descriptions/months.ts';
import { conversionInWords } from '../filters/shared-filters.ts';
import { type FiguresBeside, foundRows, listOfFigures } from '../found-rows.ts';
import { type ConvertedReading, convertedReading } from './conversion.ts';
import { datesOf, membersOf, type Selected, type Selection, spanAsked } from './selection.ts';

/** The months of a selection, newest first. */
export const months = listOfFigures(monthRecord, {
  find: (view, asked, window, beside) => {
    const { unit, rows } = monthsOf(view, asked, beside);
    return { ...foundRows(rows, window), unit, converted: conversionInWords(asked) };
  },
});

/** The months of a selection with its figures, newest first. */
export function monthsOf(paid: FigureReading, asked: AskedOf<typeof monthRecord>, beside?: FiguresBeside) {
  const view = convertedReading(paid, asked, beside);
  const selected = membersOf(view, asked);
  const { group, places, figures, unit } = selected;
  const span = spanAsked(selected, 'months', asked.months) ?? group.months;
  const [place] = group.isPlace ? places : [];
  const slots = place?.member.series;
  const known = [...figures.months]
    .filter((month) => month >= span.first && month <= span.last)
    .filter((month) => !group.isPlace || slots?.slots[month - slots.first] !== undefined)
    .filter((month) => asked.by !== 'quarter' || group.isQuarterEnd(month))
    .sort((a, b) => b - a);
  const { by: _, months: __, ...selection } = asked;
  const isQuarter = asked.by === 'quarter';
  // a payment may have no value in the asked unit
  const isPaid = (month: number) =>
    group.isPlace || (view.conversion && group.members.some(({ sums }) => sums.paid(oneMonth(month)) > 0));
  const standingIn = place && openStanding(view, selected);
  const doubts = openDoubts(view, selected.state, selected.lag);
  const rows = [...groupBy(known, (month) => Math.floor(month / YEAR))].flatMap(([, ofYear]) =>
    measureMonths(view, selection, ofYear, isQuarter),
  );
  return {
    unit,
    rows: rows
      .filter(({ at, payment }) => payment.value !== null || payment.missing > 0 || isPaid(at))
      .map((row): MonthRow => {
        const month = row.at;
        const doubt = place ? doubts.first(place.subject.id, oneMonth(month), oneMonth(month - YEAR)) : null;
        return { ...row, doubt, ...(standingIn?.(month, row.payment.value) ?? NO_STANDING) };
      }),
  };
}

const BYTES_OF_MONTH = 2000;

/** The figures of some months of one year: all years of a large state at once would keep other requests waiting. */
const measureMonths = perContentAndKey(
  (view: FigureReading, asked: Selection, all: readonly number[], isQuarter: boolean) => {
    const selected = membersOf(view, asked);
    const { group, fiscalYearStart, unit } = selected;
    return all.map((month) => {
      const members = group.isPlace
        ? group.members
        : group.members.filter(({ series }) => isMember(series, month));
      const of = { ...group, members };
      const figureOf = (span: ReturnType<typeof oneMonth>) => measure(of, span, earlier(span));
      return {
        at: month,
        ...datesOf(selected, month),
        ...{ fiscalYear: fiscalYearOf(monthAt(month), fiscalYearStart), unit, members: members.length },
        payment: figureOf(isQuarter ? quarterEnding(month) : oneMonth(month)),
        fiscalYearToDate: figureOf(yearToDate(month, fiscalYearStart)),
        twelveMonths: figureOf(twelveMonths(month)),
      };
    });
  },
  (asked, all, isQuarter) => JSON.stringify([asked, all, isQuarter]),
  ({ length }) => length * BYTES_OF_MONTH,
);

/** Where the figure of a place stands among those of the same type. */
function openStanding(view: ConvertedReading, { places, figures, field, unit, lag }: Selected) {
  const [place] = places;
  // those of all places are as paid
  if (!place || unit === 'percent' || view.conversion) return () => NO_STANDING;
  const { subject } = place;
  const readyMade = view.standingsOf?.(subject, field, lag);
  if (readyMade) return readyMade;
  const { type, county } = subject;
  if (type === null) return () => NO_STANDING;
  const peers = new Standings(figures.within((one) => one.type === type));
  return (month: number, value: number | null) => peers.of(county, month, value);
}
