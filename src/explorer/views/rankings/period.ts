import type { Line, StateOverview } from '../../../client/generated/types.gen.ts';
import { choiceOf, parametersNamed, readParameter } from '../../address/navigation.ts';
import { basisOf, type CountedBy } from '../../parts/basis-choice.tsx';
import { dateOfMonth, everyMonth, type MonthDate, monthNumber } from '../../words/months.ts';
import { type ComparedPeriod, movedBy, movedTo, readPeriod, writePeriod } from '../../words/periods.ts';
import { countedMonth, salesLagOf } from '../../words/sales.ts';
import { readNameFilter } from './name-filter.tsx';

const MONTHS_OF_YEAR = 12;

/** What a line of a comparison is, as the service has it. */
export const LINES = [
  ['place', 'place'],
  ['type', 'type'],
  ['county', 'county'],
] as const;

/** What the parts of a comparison of two periods show. */
export interface ViewedPeriods {
  state: StateOverview;
  choice: PeriodChoice;
}

/** What a comparison of two periods shows, all of it in the address. */
export interface PeriodChoice {
  period: ComparedPeriod;
  against: ComparedPeriod;
  basis: CountedBy;
  type: string | null;
  county: string | null;
  /** The ids of single places; all of them if there is none. */
  places: readonly string[];
  /** What a line is. */
  by: (typeof LINES)[number][0];
  /** The least that a place got in the period to compare with, in whole dollars. */
  minimum: number | null;
}

export function readPeriodChoice(period: ComparedPeriod): PeriodChoice {
  const minimum = Number(readParameter('minimum') ?? Number.NaN);
  return {
    period,
    against: readPeriod(readParameter('against') ?? '') ?? movedBy(period, -MONTHS_OF_YEAR),
    basis: basisOf(),
    ...parametersNamed('type', 'county'),
    places: (readParameter('jurisdictions') ?? '').split(',').filter(Boolean),
    by: choiceOf('by', LINES),
    minimum: minimum > 0 ? Math.round(minimum) : null,
  };
}

/** The parameters of the service, which itself finds the year before. */
export function askedOf({ period, against, places, ...same }: PeriodChoice) {
  const isUsual = againstParameter(period, against.first) === null;
  return {
    ...{ ...same, months: writePeriod(period), against: isUsual ? null : writePeriod(against) },
    jurisdictions: places.join(','),
  };
}

/** The lines with a text in their name. Groups have no name to filter by. */
export function namedLines(lines: readonly Line[], { by }: PeriodChoice): Line[] {
  const isAsked = readNameFilter();
  return lines.filter(({ jurisdiction }) => by !== 'place' || isAsked(jurisdiction?.name));
}

/** The address of a comparison of two periods. */
export function periodPath(state: string, period: ComparedPeriod): string {
  return `/rankings/${state}/${writePeriod(period)}`;
}

/** The parameter for the other period; `null` for the same months a year before. */
export function againstParameter(period: ComparedPeriod, first: MonthDate): string | null {
  const isUsual = monthNumber(first) === monthNumber(period.first) - MONTHS_OF_YEAR;
  return isUsual ? null : writePeriod(movedTo(period, first));
}

/** The months that a state has by a basis, newest first. */
export function monthsBy(state: StateOverview, basis: CountedBy): MonthDate[] {
  const [newest, oldest] = [state.months[0], state.months.at(-1)];
  if (!newest || !oldest) return [];
  const counting = { lag: salesLagOf(state), basis };
  const countedIn = (month: { allocation_period: MonthDate }) =>
    countedMonth(counting, month.allocation_period);
  return everyMonth(countedIn(oldest), countedIn(newest)).reverse();
}

/** The period of a choice in another state: its newest quarter if the state does not reach the period. */
export function periodIn(other: StateOverview, { period, basis }: PeriodChoice): ComparedPeriod {
  const months = monthsBy(other, basis);
  return months[0] === undefined || months.includes(period.last) ? period : quarterTo(months[0]);
}

const QUARTER = 3;

/** The three months to a month: what a comparison of periods begins with. */
export function quarterTo(last: MonthDate): ComparedPeriod {
  return { first: dateOfMonth(monthNumber(last) - QUARTER + 1), last };
}
