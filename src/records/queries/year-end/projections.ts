import { fiscalYearOf, withComparable, type YearOverYear } from '../../../derive/analysis.ts';
import { errorOf, percentile } from '../../../derive/error-bands.ts';
import { isMember } from '../../../derive/group-sum.ts';
import { type Projection, projectYear, restByMonth, type YearSoFar } from '../../../derive/projection.ts';
import { ProjectionErrors, usualError } from '../../../derive/projection-errors.ts';
import { growthOf, YEAR } from '../../../derive/slots.ts';
import { earlier, inSpans, type Span, type SpanSums, spanTo } from '../../../derive/span.ts';
import { RATIO_SCALE } from '../../../domain/allocation.ts';
import { firstDay, monthAt } from '../../../domain/month.ts';
import type { FigureReading } from '../../../domain/reading/figure-reading.ts';
import { once, onceFor, perContentAndKey } from '../../../domain/reading/once.ts';
import type { ErrorsBefore } from '../../../domain/reading/ready-made.ts';
import { compareText } from '../../../domain/text/compare-text.ts';
import type { AskedOf } from '../../description.ts';
import { millionths, type ProjectedPlace, projectionRecord } from '../../descriptions/year-end/projection.ts';
import { projectionErrorRecord, type YearErrors } from '../../descriptions/year-end/projection-error.ts';
import { findAmong, listOfFigures } from '../../found-rows.ts';
import { chosenOf, entriesOf } from '../analyses.ts';
import { doubtsAsOf } from './doubted-months.ts';
import {
  type AskedYear,
  paymentsOf,
  questionOf,
  type StatePayments,
  type YearQuestion,
} from './year-question.ts';

const CENTS = 100;
const ALL_BUT_REST = projectionRecord.members.filter((member) => 'group' in member || !member.isForSome);

/** Where the year of each jurisdiction of a state will end. */
export const projections = listOfFigures(projectionRecord, {
  find: (view, asked, window) => {
    const question = questionOf(view, asked);
    const { known, through, salesThrough, year, meta } = question;
    const held = errorsBefore(view, question)?.held ?? null;
    return {
      ...findAmong(projectionRecord, projectPlaces(view, question, asked), asked, window),
      ...(!asked.jurisdictions && { members: ALL_BUT_REST }),
      meta: {
        ...{ year, through: through === null ? null : firstDay(monthAt(through)) },
        ...{ sales_through: salesThrough, known_months: known },
        ...meta,
        range_held: held === null ? null : millionths(held) / RATIO_SCALE,
      },
    };
  },
});

/** How good the projections of past years were, the newest year first. */
export const projectionErrors = listOfFigures(projectionErrorRecord, {
  find: (view, asked, window) => {
    const all = MONTHS_KNOWN.filter((months) => months === (asked.known_months ?? months)).flatMap((months) =>
      errorsWith(view, asked, months),
    );
    const newestFirst = all.sort((one, other) => compareText(other.year, one.year));
    const { meta } = questionOf(view, asked);
    return { ...findAmong(projectionErrorRecord, newestFirst, asked, window), meta };
  },
});

const BYTES_OF_ERRORS = 500;

/** The errors of all past years with so many known months: all numbers of months together take long. */
const errorsWith = perContentAndKey(
  (view: FigureReading, asked: AskedOf<typeof projectionErrorRecord>, months: number): YearErrors[] => {
    const question = questionOf(view, asked);
    const { start, known, figures, fiscalYearStart } = question;
    const payments = paymentsOf(view, question.state, question.lag);
    const chosen = chosenOf(figures, asked).flatMap(({ subject }) => payments.get(subject.id) ?? []);
    const isCounted = ({ lastYear }: { lastYear: number }) => lastYear >= (asked.minimum ?? 0) * CENTS;
    // a year that ends with the last known month is past
    const end = known === YEAR ? start + YEAR : start;
    const errors = errorsOf(payments)(months);
    return errors.yearsBefore(end).flatMap((first): YearErrors[] => {
      const tests = chosen.flatMap((one) => errors.replay(first, one) ?? []).filter(isCounted);
      if (tests.length === 0) return [];
      const off = tests.map(errorOf);
      const ranges = tests.flatMap(({ isInside }) => isInside ?? []);
      return [
        {
          year: fiscalYearOf(monthAt(first), fiscalYearStart),
          ...{ knownMonths: months, places: tests.length },
          ...{ median: percentile(off, 0.5), ninetieth: percentile(off, 0.9) },
          ranges: ranges.length,
          inside: ranges.length === 0 ? null : ranges.filter(Boolean).length / ranges.length,
        },
      ];
    });
  },
  (asked, months) => `${JSON.stringify(asked)} ${months}`,
  ({ length }) => length * BYTES_OF_ERRORS,
);

const MONTHS_KNOWN = Array.from({ length: YEAR - 1 }, (_, at) => at + 1);

/** The largest projection first. */
export function projectPlaces(
  view: FigureReading,
  question: YearQuestion,
  asked: AskedYear,
): ProjectedPlace[] {
  const { state, lag, figures, start, known, through, year } = question;
  if (through === null || year === null) return [];
  const payments = paymentsOf(view, state, lag);
  const doubtedMonths = doubtsAsOf(view, question, through);
  const errors = errorsBefore(view, question);
  const soFar = spanTo(through, known);
  const lines = entriesOf(view, state, figures, asked).flatMap(
    ({ subject, series, comparable }): ProjectedPlace[] => {
      const paid = payments.get(subject.id);
      if (!paid || !isMember(series, through)) return [];
      const projection = projectYear(paid, { start, known });
      return [
        {
          ...{ ...projection, subject, year, knownMonths: known },
          usual: errors && usualError(projection, (years) => errors.byYears[years]),
          soFar: withComparable(sumsOf(paid, soFar), comparable, soFar),
          doubtfulMonths:
            inSpans(doubtedMonths(subject.id, series, usedMonths(start, through, projection))) || null,
          rest: projection.projected === null ? null : restOf(paid, { start, known }, projection),
        },
      ];
    },
  );
  return lines.sort((one, other) => (other.projected ?? 0) - (one.projected ?? 0));
}

function restOf(paid: SpanSums, year: YearSoFar, projection: Projection) {
  const rest = restByMonth(paid, year, projection);
  return rest.map((amount, at) => ({ month: monthAt(year.start + year.known + at), amount }));
}

/** The payments of a span against those of the year before; `null` if one is missing. */
function sumsOf(paid: SpanSums, span: Span): YearOverYear {
  const sumIn = (one: Span) => (paid.fills(one) ? paid.sum(one) : null);
  const [value, yearAgo] = [sumIn(span), sumIn(earlier(span, YEAR))];
  return { value, yearAgo, change: growthOf(value, yearAgo) };
}

/** What the projections of a year need of the errors before it; `null` for a year that is past. */
export function errorsBefore(view: FigureReading, question: YearQuestion): ErrorsBefore | null {
  const { state, lag, start, known } = question;
  if (known >= YEAR) return null;
  return (
    view.errorsBefore?.(state, lag, start, known) ??
    errorsOf(paymentsOf(view, state, lag))(known).before(start)
  );
}

/** The errors of a state by the number of known months. */
const errorsOf = onceFor(
  (payments: StatePayments) => payments,
  ({ all, earliest }) => once((known: number) => new ProjectionErrors(all(), known, earliest)),
);

function usedMonths(start: number, through: number, { method }: Projection): Span {
  const years = method === 'two_years' ? 2 : method === 'one_year' ? 1 : 0;
  return { first: start - years * YEAR, last: through };
}
