import { scale } from '../../fixtures/sample/economy.ts';
import { monthAt, quarterName } from '../../src/domain/month.ts';
import {
  type Pool,
  type Pools,
  QUARTERLY_COLUMNS,
  quarterlyLine,
  STATEMENT_COLUMNS,
  settlesQuarter,
  statementLine,
} from './california-lines.ts';
import { californiaJurisdictions, type Jurisdiction, type Span } from './jurisdictions.ts';
import type { Line, ReportTable } from './report-table.ts';
import { salesMonth } from './sales-tax.ts';

/** What the pools have, in thousandths of what those that share them bring. */
const COUNTY_POOL = 120;
const STATE_POOL = 15;

/** The statement of each month, and after each that settles a quarter the report of it, one at a time. */
export function* californiaTables(count: number, months: Span): Generator<ReportTable> {
  const jurisdictions = californiaJurisdictions(count, months);
  const poolsOf = openPools(jurisdictions);
  for (let month = months.first; month <= months.last; month += 1) {
    const linesOf = (lineOf: (jurisdiction: Jurisdiction, pools: Pools) => Line): Line[] =>
      jurisdictions
        .filter(({ life }) => life.first <= month && month <= life.last)
        .map((jurisdiction) => lineOf(jurisdiction, poolsOf(jurisdiction)));
    yield {
      path: `ca/statements-${monthAt(month)}`,
      sheet: 'Statement',
      columns: STATEMENT_COLUMNS,
      lines: linesOf((jurisdiction, pools) => statementLine(jurisdiction, month, pools)),
    };
    if (!settlesQuarter(month)) continue;
    const isShareNegative = month % 2 === 0;
    yield {
      path: `ca/quarterly-allocations-${quarterName(monthAt(salesMonth(month)))}`,
      sheet: 'Quarterly Allocations',
      columns: QUARTERLY_COLUMNS,
      lines: linesOf((jurisdiction, pools) => quarterlyLine(jurisdiction, month, pools, isShareNegative)),
    };
  }
}

/** Cities and unincorporated areas share the pool of their county and that of the state. */
function openPools(jurisdictions: readonly Jurisdiction[]): (jurisdiction: Jurisdiction) => Pools {
  const countyOf = ({ code }: Jurisdiction) => code.slice(0, 2);
  const hasPart = ({ type }: Jurisdiction) => type === 'City' || type === 'County';
  const counties = new Map<string, number>();
  let whole = 0;
  for (const jurisdiction of jurisdictions.filter(hasPart)) {
    const county = countyOf(jurisdiction);
    counties.set(county, (counties.get(county) ?? 0) + jurisdiction.monthly);
    whole += jurisdiction.monthly;
  }
  const state: Pool = { amount: scale(whole, STATE_POOL, 1000), taxed: whole };
  return (jurisdiction) => {
    if (!hasPart(jurisdiction)) return null;
    const taxed = counties.get(countyOf(jurisdiction)) ?? 0;
    return { county: { amount: scale(taxed, COUNTY_POOL, 1000), taxed }, state };
  };
}
