import { monthAt, quarterName } from '../../../src/domain/month.ts';
import { QUARTERLY_COLUMNS, STATEMENT_COLUMNS } from '../reports/california.ts';
import type { ReportTable } from '../reports/report-table.ts';
import { scale } from '../reports/scale.ts';
import {
  isLeftOut,
  type Pool,
  type Pools,
  quarterlyLine,
  raisePayment,
  settlesQuarter,
  statementLine,
} from './california-lines.ts';
import { californiaJurisdictions, type Jurisdiction, type Span } from './jurisdictions.ts';
import { LAST_MONTH, salesMonth } from './sales-tax.ts';

/** Size of the pools, in thousandths of the tax of the jurisdictions that share them. */
const COUNTY_POOL = 120;
const STATE_POOL = 15;

/** Every so many months a corrected statement follows; the last is that of June 2026. */
const MONTHS_BETWEEN_CORRECTED = 40;
const LAST_CORRECTED = LAST_MONTH - 4;

/**
 * Yields the statement of each month. Some are followed by a corrected one. After a month that settles a quarter
 * comes the quarterly report.
 */
export function* californiaTables(count: number, months: Span): Generator<ReportTable> {
  const jurisdictions = californiaJurisdictions(count, months);
  const poolsOf = openPools(jurisdictions);
  for (let month = months.first; month <= months.last; month += 1) {
    const paid = jurisdictions.filter(({ life }) => life.first <= month && month <= life.last);
    const stated = paid.filter(({ gap }) => gap !== month);
    const statement = {
      path: `ca/statements-${monthAt(month)}`,
      sheet: 'Statement',
      columns: STATEMENT_COLUMNS,
      lines: stated.map((jurisdiction) => statementLine(jurisdiction, month, poolsOf(jurisdiction))),
    };
    yield statement;
    if ((LAST_CORRECTED - month) % MONTHS_BETWEEN_CORRECTED === 0) yield corrected(statement);
    if (!settlesQuarter(month)) continue;
    const isShareNegative = month % 2 === 0;
    yield {
      path: `ca/quarterly-allocations-${quarterName(monthAt(salesMonth(month)))}`,
      sheet: 'Quarterly Allocations',
      columns: QUARTERLY_COLUMNS,
      lines: paid
        .filter((jurisdiction) => !isLeftOut(jurisdiction, month))
        .map((jurisdiction) => quarterlyLine(jurisdiction, month, poolsOf(jurisdiction), isShareNegative)),
    };
  }
}

/** Returns the statement with other figures in every tenth line. */
function corrected(statement: ReportTable): ReportTable {
  const lines = statement.lines.map((line, at) => (at % 10 === 0 ? raisePayment(line) : line));
  return { ...statement, path: `${statement.path}-corrected`, lines };
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
