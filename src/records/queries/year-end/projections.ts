import { withComparable, yearOverYear } from '../../../derive/analysis.ts';
import { unknownTax } from '../../../derive/comparable.ts';
import { isMember } from '../../../derive/group-sum.ts';
import { type Projection, projectPlace, restByMonth, type YearSoFar } from '../../../derive/projection.ts';
import { ProjectionErrors, usualError } from '../../../derive/projection-errors.ts';
import { YEAR } from '../../../derive/slots.ts';
import { inSpans, type Span, type SpanSums, spanTo } from '../../../derive/span.ts';
import { RATIO_SCALE } from '../../../domain/allocation.ts';
import { firstDay, monthAt } from '../../../domain/month.ts';
import { bytesOfMonths, type FigureReading } from '../../../domain/reading/figure-reading.ts';
import { once, onceFor, perContentAndKey } from '../../../domain/reading/once.ts';
import type { ErrorsBefore } from '../../../domain/reading/ready-made.ts';
import { millionths, type ProjectedPlace, projectionRecord } from '../../descriptions/year-end/projection.ts';
import { findAmong, listOfFigures } from '../../found-rows.ts';
import { type AskedPlaces, entriesOf } from '../analyses.ts';
import { doubtsAsOf } from './doubted-months.ts';
import { type AskedYear, paymentsOf, questionOf, type YearQuestion } from './year-question.ts';

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

/** The largest projection first. */
export function projectPlaces(
  view: FigureReading,
  question: YearQuestion,
  asked: AskedYear,
): ProjectedPlace[] {
  const { start, known, through, year } = question;
  if (through === null || year === null) return [];
  const doubtedMonths = doubtsAsOf(view, question, through);
  const errors = errorsBefore(view, question);
  const soFar = spanTo(through, known);
  const lines = placesOf(view, question, asked).flatMap(
    ({ subject, series, payments, comparable }): ProjectedPlace[] => {
      if (!isMember(series, through)) return [];
      const { counted, ...projection } = projectPlace({ payments, comparable }, { start, known });
      const toDate = (last: number) => payments.wholeSum(spanTo(last, known));
      return [
        {
          ...{ ...projection, subject, year, knownMonths: known },
          usual: errors && usualError(projection, (years) => errors.byYears[years]),
          soFar: withComparable(yearOverYear(series, toDate, soFar), comparable, soFar),
          doubtfulMonths:
            inSpans(doubtedMonths(subject.id, series, usedMonths(start, through, projection))) || null,
          rest: projection.projected === null ? null : restOf(counted, { start, known }, projection),
        },
      ];
    },
  );
  return lines.sort((one, other) => (other.projected ?? 0) - (one.projected ?? 0));
}

function restOf(payments: SpanSums, year: YearSoFar, projection: Projection) {
  const rest = restByMonth(payments, year, projection);
  return rest.map((amount, at) => ({ month: monthAt(year.start + year.known + at), amount }));
}

/** The chosen places of a state that have payments, with what a projection needs of each. */
export function placesOf(
  view: FigureReading,
  { state, lag, figures }: YearQuestion,
  asked: AskedPlaces = {},
) {
  const paid = paymentsOf(view, state, lag);
  return entriesOf(view, state, figures, asked).flatMap(({ comparable = unknownTax, ...entry }) => {
    const payments = paid.get(entry.subject.id);
    return payments ? [{ ...entry, payments, comparable }] : [];
  });
}

/** What the projections of a year need of the errors before it; `null` for a year that is past. */
export function errorsBefore(view: FigureReading, question: YearQuestion): ErrorsBefore | null {
  const { state, lag, start, known } = question;
  if (known >= YEAR) return null;
  return (
    view.errorsBefore?.(state, lag, start, known) ??
    errorsOf(replayedPlaces(view, question))(known).before(start)
  );
}

/** All places of a state, of which each number of known months has its errors. */
export const replayedPlaces = perContentAndKey(
  (view: FigureReading, question: YearQuestion) => ({
    places: placesOf(view, question),
    earliest: Math.min(...question.figures.months),
  }),
  ({ state, lag }) => `${state.code} ${lag}`,
  (_, __, { figures }) => bytesOfMonths(figures),
);

/** The errors of a state by the number of known months. */
export const errorsOf = onceFor(
  (replayed: ReturnType<typeof replayedPlaces>) => replayed,
  ({ places, earliest }) => once((known: number) => new ProjectionErrors(places, known, earliest)),
);

function usedMonths(start: number, through: number, { method }: Projection): Span {
  const years = method === 'two_years' ? 2 : method === 'one_year' ? 1 : 0;
  return { first: start - years * YEAR, last: through };
}
