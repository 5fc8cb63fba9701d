import { budgetMonths } from '../../derive/budget.ts';
import { unknownTax } from '../../derive/comparable.ts';
import { errorOf, percentile } from '../../derive/error-bands.ts';
import { type GroupMember, isMember } from '../../derive/figure.ts';
import {
  type PlacePayments,
  type Projection,
  projectPlace,
  restByMonth,
  spread,
} from '../../derive/projection.ts';
import { ProjectionErrors, usualError } from '../../derive/projection-errors.ts';
import { fiscalYearOf, inSpans, monthsIn, type Span, spanTo, YEAR } from '../../derive/span.ts';
import { findUnusualPayments } from '../../derive/unusual-payments.ts';
import { type Budget, type FigureSeries, UNIT_SCALES } from '../../domain/allocation.ts';
import { firstDay, monthAt, monthIndex } from '../../domain/month.ts';
import { bytesOfMonths, type FigureReading } from '../../domain/reading/figure-reading.ts';
import { once, onceFor, perContentAndKey } from '../../domain/reading/once.ts';
import type { ErrorsBefore } from '../../domain/reading/ready-made.ts';
import { compareText } from '../../domain/text/compare-text.ts';
import type { AskedOf } from '../description.ts';
import {
  ERROR_COLUMNS,
  type PlaceBudget,
  type ProjectedPlace,
  projectionRecord,
  type YearErrors,
} from '../descriptions/projection.ts';
import { type FoundIn, findAmong, foundRows, listOfFigures } from '../found-rows.ts';
import { groupOfPlaces, measureYear, membersOf, type Selected, spanAsked } from './selection.ts';

type AskedYear = AskedOf<typeof projectionRecord>;

/** The year of the last known month of a question, in months of the basis. */
export interface YearQuestion extends Selected {
  /** `null` without datapoints. */
  through: number | null;
  /** The first month of the year, and how many of its months are known. */
  start: number;
  known: number;
  year: string;
}

export function yearAsked(view: FigureReading, { through: asked, ...selection }: AskedYear): YearQuestion {
  const selected = membersOf(view, selection);
  const { figures, fiscalYearStart } = selected;
  const given = spanAsked(selected, 'through', asked);
  const through = given?.last ?? figures.newest;
  const known = through === null ? 0 : ((through + YEAR + 1 - fiscalYearStart) % YEAR) + 1;
  const year = through === null ? '' : fiscalYearOf(monthAt(through), fiscalYearStart);
  return { ...selected, through, known, start: (through ?? 0) - known + 1, year };
}

/** Where the year of each place of a selection will end. */
export const projections = listOfFigures(projectionRecord, {
  find: (view, asked, window, { budgets = () => [] } = {}) => {
    if (!asked.check) {
      const rows = projectPlaces(view, asked, budgets()).sort(largestFirst);
      return findAmong(projectionRecord, rows, asked.sort ? { sort: asked.sort } : {}, window);
    }
    // these records have members of their own
    const errors: FoundIn<never, unknown> = {
      ...foundRows(errorsOf(view, asked), window),
      members: ERROR_COLUMNS,
    } as never;
    return errors;
  },
});

function largestFirst(one: ProjectedPlace, other: ProjectedPlace): number {
  return (other.projected ?? 0) - (one.projected ?? 0);
}

/** The projections of the places of a selection, by id. */
export function projectPlaces(
  view: FigureReading,
  asked: AskedYear,
  budgets: readonly Budget[] = [],
): ProjectedPlace[] {
  const question = yearAsked(view, asked);
  const { start, known, through, year, group, places } = question;
  if (through === null) return [];
  const doubtedMonths = doubtsAsOf(view, question, through);
  const errors = errorsBefore(view, question);
  const budgetOf = openBudgets(question, asked, budgets);
  return places.flatMap((place): ProjectedPlace[] => {
    const { subject, member } = place;
    if (!isMember(member.series, through)) return [];
    const { counted, ...projection } = projectPlace(paymentsOf(member), { start, known });
    const used = usedMonths(start, through, projection);
    const hasRest = projection.projected !== null && asked.jurisdictions !== undefined;
    return [
      {
        ...{ ...projection, subject, year, knownMonths: known, through: monthAt(through) },
        toDate: measureYear(groupOfPlaces(group, [place], true), spanTo(through, known)),
        usual: errors && usualError(projection, (years) => errors.byYears[years]),
        budget: budgetOf(subject.id, member),
        doubtfulMonths: inSpans(doubtedMonths(subject.id, member.series, used)) || null,
        rest: hasRest
          ? restByMonth(counted, { start, known }, projection).map((amount, at) => ({
              ...{ month: monthAt(start + known + at), amount },
            }))
          : null,
      },
    ];
  });
}

/** A group whose places with an estimate got a smaller share of its known payments has no estimate. */
const LEAST_ESTIMATED = 0.9;

/**
 * Where the year of a group may end, and the months to come, in cents: the estimates of its places, and the known payments
 * of those without one times as much as the others. `null` if the year is closed or too few places have an estimate.
 */
export function projectGroup({ start, known, through, group, places }: YearQuestion) {
  if (through === null || known === YEAR) return null;
  const toDate = measureYear(group, spanTo(through, known)).value;
  const months = new Array<number>(YEAR - known).fill(0);
  let [soFar, end] = [0, 0];
  for (const { member } of places) {
    const { counted, ...own } = projectPlace(paymentsOf(member), { start, known });
    if (own.toDate === null || own.projected === null || !own.isReliable) continue;
    soFar += own.toDate;
    end += own.projected;
    for (const [at, amount] of restByMonth(counted, { start, known }, own).entries())
      months[at] = (months[at] ?? 0) + amount;
  }
  if (toDate === null || soFar <= 0 || soFar < toDate * LEAST_ESTIMATED) return null;
  const projected = Math.round((toDate * end) / soFar);
  return { projected, rest: spread(projected - toDate, months) };
}

/** The estimate of a group as the list has that of a place: in dollars, without a range and a budget. */
export function groupEnd(view: FigureReading, asked: AskedYear) {
  const question = yearAsked(view, asked);
  const { start, known, year } = question;
  const end = projectGroup(question);
  if (end === null) return null;
  const rest = end.rest.map((amount, at) => ({
    ...{ month: firstDay(monthAt(start + known + at)), amount: amount / UNIT_SCALES.amount },
  }));
  const unknown = { low: null, high: null, usual_error: null, budget: null, budget_note: null };
  return { ...unknown, year, method: null, projected: end.projected / UNIT_SCALES.amount, rest };
}

function paymentsOf({ sums, comparable = unknownTax }: GroupMember): PlacePayments {
  return { payments: sums, comparable };
}

function usedMonths(start: number, through: number, { method }: Projection): Span {
  const years = method === 'two_years' ? 2 : method === 'one_year' ? 1 : 0;
  return { first: start - years * YEAR, last: through };
}

/** Finds the months of a span that the checks doubt, with nothing that came after the last known one. */
function doubtsAsOf(view: FigureReading, { state, lag, figures }: Selected, through: number) {
  const doubts = view.doubts(state);
  return (id: number, series: FigureSeries, used: Span): number[] => {
    const ofPlace = doubts.get(id);
    const unusual = through === figures.newest ? null : unusualThen(series, through);
    return monthsIn(used).filter((month) => {
      const doubt = ofPlace?.get(month + lag);
      return (doubt && (unusual === null || doubt.code !== 'unusual-payment')) || unusual?.has(month);
    });
  };
}

/** The payments that were unusual when a month was the newest one. */
function unusualThen({ first, slots }: FigureSeries, through: number): Set<number> {
  const payments = slots.slice(0, Math.max(0, through - first + 1)).map((amount, at) => ({
    ...{ month: monthAt(first + at), amount: amount ?? null },
  }));
  return new Set(findUnusualPayments(payments).map(({ month }) => monthIndex(month)));
}

/** The budget of each place for the year, spread over its months: the one of the question, else that of the register. */
function openBudgets({ state, year, start, known }: YearQuestion, asked: AskedYear, all: readonly Budget[]) {
  const given = asked.amount === undefined ? null : asked.amount * UNIT_SCALES.amount;
  const registered = new Map(
    all.flatMap((one) =>
      one.state === state.code && one.fiscalYear === year ? [[state.idOf(one.code), one]] : [],
    ),
  );
  return (id: number, { sums }: GroupMember): PlaceBudget | null => {
    const budget = registered.get(id);
    const whole = given ?? budget?.amount;
    if (whole === undefined) return null;
    const { budgetToDate: toDate = 0 } = budgetMonths(whole, sums, { start, known })[known - 1] ?? {};
    return { whole, toDate, note: (given === null && budget?.note) || null };
  };
}

/** What the projections of a year need of the errors before it; `null` for a year that is past. */
export function errorsBefore(view: FigureReading, question: YearQuestion): ErrorsBefore | null {
  const { state, lag, start, known } = question;
  if (known >= YEAR) return null;
  return (
    view.errorsBefore?.(state, lag, start, known) ?? errorsWith(replayed(view, question))(known).before(start)
  );
}

/** All places of a state, of which each number of known months has its errors. */
const replayed = perContentAndKey(
  (view: FigureReading, { state, basis, figures }: YearQuestion) => ({
    places: membersOf(view, { state: state.code, basis }).group.members.map(paymentsOf),
    earliest: Math.min(...figures.months),
  }),
  ({ state, lag }) => `${state.code} ${lag}`,
  (_, __, { figures }) => bytesOfMonths(figures),
);

/** The errors of a state by the number of known months. */
const errorsWith = onceFor(
  (all: ReturnType<typeof replayed>) => all,
  ({ places, earliest }) => once((known: number) => new ProjectionErrors(places, known, earliest)),
);

const MONTHS_KNOWN = Array.from({ length: YEAR - 1 }, (_, at) => at + 1);
const BYTES_OF_ERRORS = 500;

/** How good the projections of past years were, the newest year first. */
function errorsOf(view: FigureReading, asked: AskedYear): YearErrors[] {
  return MONTHS_KNOWN.filter((months) => months === (asked.known_months ?? months))
    .flatMap((months) => errorsOfMonths(view, asked, months))
    .sort((one, other) => compareText(other.year, one.year));
}

/** The errors of all past years with so many known months: all numbers of months together take long. */
const errorsOfMonths = perContentAndKey(
  (view: FigureReading, asked: AskedYear, months: number): YearErrors[] => {
    const question = yearAsked(view, asked);
    const { start, known, fiscalYearStart, group } = question;
    const isCounted = ({ lastYear }: { lastYear: number }) =>
      lastYear >= (asked.minimum ?? 0) * UNIT_SCALES.amount;
    // a year that ends with the last known month is past
    const end = known === YEAR ? start + YEAR : start;
    const errors = errorsWith(replayed(view, question))(months);
    return errors.yearsBefore(end).flatMap((first) => {
      const all = group.members
        .flatMap((member) => errors.replay(first, paymentsOf(member)) ?? [])
        .filter(isCounted);
      return [false, true].flatMap((hasOtherTax): YearErrors[] => {
        const tests = all.filter((one) => one.hasOtherTax === hasOtherTax);
        if (tests.length === 0) return [];
        const off = tests.map(errorOf);
        const ranges = tests.flatMap(({ isInside }) => isInside ?? []);
        return [
          {
            year: fiscalYearOf(monthAt(first), fiscalYearStart),
            ...{ knownMonths: months, hasOtherTax, places: tests.length },
            ...{ median: percentile(off, 0.5), ninetieth: percentile(off, 0.9) },
            ranges: ranges.length,
            inside: ranges.length === 0 ? null : ranges.filter(Boolean).length / ranges.length,
          },
        ];
      });
    });
  },
  (asked, months) => `${JSON.stringify(asked)} ${months}`,
  ({ length }) => length * BYTES_OF_ERRORS,
);
