import { fiscalYearToDateStart } from '../../domain/allocation.ts';
import type { State } from '../../states/state.ts';
import { datapointTable, monthYearAgo } from './of-states.ts';

const YEAR = 12;

/** How many months of a year come before one of them; the year begins in the calendar month `start`. */
function monthsBefore(month: string, start: number): string {
  return `((strftime('%m', ${month}) - ${start} + ${YEAR}) % ${YEAR})`;
}

export function fiscalYearStart({ calendar }: State, month: string): string {
  return `date(${month}, '-' || ${monthsBefore(month, fiscalYearToDateStart(calendar))} || ' months')`;
}

/** The sum of the same months a year before; NULL if one of them lacks a payment. */
export function yearToDateAgo(state: State, month: string, start: number): string {
  const before = monthsBefore(month, start);
  const to = monthYearAgo(month);
  return sumOf(state, `date(${to}, '-' || ${before} || ' months')`, to, `${before} + 1`);
}

/**
 * The sum since the first month of the fiscal year, or since the first month of the jurisdiction; NULL if a month
 * lacks a payment, or if the dataset may begin later than the jurisdiction.
 */
export function fiscalYearToDate(state: State, month: string): string {
  const table = datapointTable(state);
  const yearStart = fiscalYearStart(state, month);
  const first = `(SELECT min(allocation_period) FROM ${table} AS first WHERE first.jurisdiction_id = now.jurisdiction_id)`;
  const from = `max(${yearStart}, ${first})`;
  const months = `(strftime('%Y', ${month}) - strftime('%Y', ${from})) * ${YEAR} + strftime('%m', ${month}) - strftime('%m', ${from}) + 1`;
  const begins = `EXISTS (SELECT 1 FROM ${table} AS earlier WHERE earlier.allocation_period = date(${first}, '-1 month'))`;
  return `CASE WHEN ${first} <= ${yearStart} OR ${begins} THEN ${sumOf(state, from, month, months)} END`;
}

/** The sum of a number of months; NULL if one of them has no payment. */
export function sumOf(state: State, from: string, to: string, months: string): string {
  const payment = `summed.${state.headline}`;
  return `(SELECT CASE WHEN count(${payment}) = ${months} THEN sum(${payment}) END FROM ${datapointTable(state)} AS summed WHERE summed.jurisdiction_id = now.jurisdiction_id AND summed.allocation_period BETWEEN ${from} AND ${to})`;
}
