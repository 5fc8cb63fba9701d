import { monthIndex, monthOfDate } from '../../domain/month.ts';
import type { KnownState, RateByMonth } from '../../domain/reading/figure-reading.ts';
import { perContentAndKey } from '../../domain/reading/once.ts';
import { stateOf } from '../../states/index.ts';
import { openReports, rankReports } from '../write/reports.ts';
import { factsOfListed, SheetRows } from '../write/sheet-rows.ts';
import type { StoredRows } from './stored-rows.ts';

/** The rates of a hundred months. */
const BYTES_OF_PLACE = 4000;

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

/** The rates of one jurisdiction by month, and the newest of them. */
interface ListedRates {
  byMonth: Map<number, number>;
  newest: { month: number; rate: number } | null;
}

function listedRates({ dataset }: StoredRows, code: string): Map<number, RateByMonth> {
  const state = stateOf(code);
  const reports = state.comparisonSheets.length > 0 ? openReports(dataset).list() : [];
  const rates = new Map<number, ListedRates>();
  for (const kind of state.comparisonSheets) {
    const sheets = new SheetRows(dataset, state, kind);
    for (const listed of sheets.listedMonths(rankReports(reports, kind.name))) {
      const { sales_tax_rate: rate } = factsOfListed(kind, listed);
      if (rate === null) continue;
      const known = rates.get(listed.jurisdictionId) ?? { byMonth: new Map<number, number>(), newest: null };
      const month = monthIndex(listed.month);
      const from = known.newest?.rate === rate ? known.newest.month + 1 : month;
      for (let at = from; at <= month; at += 1) known.byMonth.set(at, rate);
      rates.set(listed.jurisdictionId, { byMonth: known.byMonth, newest: { month, rate } });
    }
  }
  return new Map([...rates].map(([id, { byMonth }]) => [id, (month) => byMonth.get(month) ?? null]));
}
