import { monthIndex, monthOfDate } from '../../domain/month.ts';
import type { KnownState, RateByMonth } from '../../domain/reading/figure-reading.ts';
import { perContentAndKey } from '../../domain/reading/once.ts';
import type { StoredRows } from './stored-rows.ts';

/** The rates of a hundred months. */
const BYTES_OF_PLACE = 4000;

interface ListedRate {
  id: number;
  period: string;
  rate: number;
}

/**
 * The rates of a state's jurisdictions by month of payment. The register of dated rates wins. Else they are from comparison
 * sheets: a month without a sheet has the rate of the months around it, if the nearest known ones before and after have the same.
 */
export const knownRates = perContentAndKey(
  (view: StoredRows, { code, calendar }: KnownState): ReadonlyMap<number, RateByMonth> =>
    new Map([...listedRates(view, code), ...datedRates(view, code, calendar.lags.sales)]),
  ({ code }) => code,
  ({ size }) => size * BYTES_OF_PLACE,
);

function datedRates(
  { jurisdictions }: StoredRows,
  state: string,
  lag: number | null,
): [number, RateByMonth][] {
  if (lag === null) return [];
  return [...jurisdictions.values()].flatMap(({ id, state: of, dated_rates }): [number, RateByMonth][] => {
    if (of !== state || dated_rates === null) return [];
    const rates = (JSON.parse(dated_rates) as [from: string, rate: number][]).map(([from, rate]) => ({
      from: monthIndex(monthOfDate(from)) + lag,
      rate,
    }));
    return [[id, (month) => rates.findLast(({ from }) => from <= month)?.rate ?? null]];
  });
}

function listedRates({ dataset: { sqlite } }: StoredRows, state: string): Map<number, RateByMonth> {
  const listed = sqlite
    .prepare<[string], ListedRate>(
      `SELECT jurisdiction_id AS id, allocation_period AS period, listed_fact.sales_tax_rate AS rate
         FROM listed_fact JOIN jurisdiction ON jurisdiction.id = jurisdiction_id
         WHERE state = ? AND listed_fact.sales_tax_rate IS NOT NULL ORDER BY id, period`,
    )
    .all(state);
  const rates = new Map<number, Map<number, number>>();
  listed.forEach(({ id, period, rate }, at) => {
    const ofPlace = rates.get(id) ?? new Map<number, number>();
    const month = monthIndex(monthOfDate(period));
    const before = listed[at - 1];
    const isSame = before?.id === id && before.rate === rate;
    const from = isSame ? monthIndex(monthOfDate(before.period)) + 1 : month;
    for (let known = from; known <= month; known += 1) ofPlace.set(known, rate);
    rates.set(id, ofPlace);
  });
  return new Map([...rates].map(([id, ofPlace]) => [id, (month) => ofPlace.get(month) ?? null]));
}
