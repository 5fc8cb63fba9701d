import { monthAt } from '../../../src/domain/month.ts';
import type { StatementFigure } from '../../../src/states/ca/monthly-statement.ts';
import {
  advanceFigures,
  drawAdjustment,
  drawPoolShare,
  type PoolShare,
  printNegativeShare,
  printQuarter,
  QUARTERLY_FIGURES,
  quarterlyFigures,
  STATEMENT_COLUMNS,
  STATEMENT_FIGURES,
  type StatementFigures,
  settlementFigures,
  WHOLE,
} from '../reports/california.ts';
import type { Chance } from '../reports/chance.ts';
import type { Line } from '../reports/report-table.ts';
import { scale } from '../reports/scale.ts';
import type { Jurisdiction } from './jurisdictions.ts';
import { chanceOf, salesMonth, taxOfMonth, taxPaid } from './sales-tax.ts';

/** A pool, and the tax of all jurisdictions that share it. Both are cents of an average month of 2018. */
export interface Pool {
  amount: number;
  taxed: number;
}

/** The pools of one jurisdiction; `null` if it has no part in them. */
export type Pools = { county: Pool; state: Pool } | null;

/** Returns whether a month, given by its index, pays out the last month of a calendar quarter. */
export function settlesQuarter(month: number): boolean {
  return salesMonth(month) % 3 === 2;
}

/** The line of one jurisdiction in the statement of a month. */
export function statementLine(jurisdiction: Jurisdiction, month: number, pools: Pools): Line {
  const figures = settlesQuarter(month)
    ? settlementOf(jurisdiction, month, pools)
    : advanceOf(jurisdiction, month);
  const { code, name, type } = jurisdiction;
  return [monthAt(month), code, name, type, ...STATEMENT_FIGURES.map((figure) => figures[figure])];
}

/** The line of one jurisdiction in the report of the quarter that a month settles. */
export function quarterlyLine(
  jurisdiction: Jurisdiction,
  month: number,
  pools: Pools,
  isShareNegative: boolean,
): Line {
  const quarter = quarterOf(jurisdiction, month, pools);
  const figures = isShareNegative ? printNegativeShare(quarter) : quarter;
  const { code, name } = jurisdiction;
  return [printQuarter(monthAt(month)), code, name, ...QUARTERLY_FIGURES.map((figure) => figures[figure])];
}

/** Returns whether the report of a quarter lacks a jurisdiction; one in 300 is missing. */
export function isLeftOut(jurisdiction: Jurisdiction, settled: number): boolean {
  return chanceOf(jurisdiction, -settled - 2).between(1, 300) === 1;
}

const RAISED: readonly StatementFigure[] = ['current_distributions', 'net_payment'];
const RAISED_CENTS = 100;

/** Returns the line of a statement with one dollar more distributed and paid. */
export function raisePayment(line: Line): Line {
  const first = STATEMENT_COLUMNS.length - STATEMENT_FIGURES.length;
  return line.map((value, at) => {
    const figure = STATEMENT_FIGURES[at - first];
    return typeof value === 'number' && figure && RAISED.includes(figure) ? value + RAISED_CENTS : value;
  });
}

/** One line in 1,000 has adjustments although its month settles no quarter; they change no payment. */
function advanceOf(jurisdiction: Jurisdiction, month: number): StatementFigures & { net_payment: number } {
  const chance = chanceOf(jurisdiction, month);
  const { taxed, refund } = collect(jurisdiction, month, chance);
  const figures = advanceFigures(taxed, refund, chance);
  const isOdd = chance.between(1, 1000) === 1;
  return { ...figures, other_adjustments: isOdd ? scale(taxed, 1, 100) : null };
}

/** The tax of a month and its refunds: one month in 400 refunds about all of it. */
function collect(jurisdiction: Jurisdiction, month: number, chance: Chance) {
  const taxed = taxPaid(jurisdiction, month, chance);
  const isRefunded = chance.between(1, 400) === 1;
  return { taxed, refund: isRefunded ? scale(taxed, chance.between(300, 1500), 1000) : 0 };
}

function quarterOf(jurisdiction: Jurisdiction, month: number, pools: Pools) {
  const collected = [month - 2, month - 1, month].map((each) => {
    const { taxed, refund } = collect(jurisdiction, each, chanceOf(jurisdiction, each));
    return taxed - refund;
  });
  const chance = chanceOf(jurisdiction, -month);
  const { code, monthly, type } = jurisdiction;
  return quarterlyFigures(
    {
      collected,
      county: shareOf(pools?.county, monthly, month, chance),
      state: shareOf(pools?.state, monthly, month, chance),
      // a city's agreement with its county stays the same; the others share nothing
      shared: type === 'City' ? (Number(code) % 11) * 10_000 : 0,
      hasNoShares: type === 'County',
      prior_advance:
        advanceOf(jurisdiction, month - 2).net_payment + advanceOf(jurisdiction, month - 1).net_payment,
    },
    chance,
  );
}

/** One jurisdiction's share of what a pool holds for the quarter that a month settles. */
function shareOf(pool: Pool | undefined, monthly: number, settled: number, chance: Chance): PoolShare {
  if (!pool || pool.taxed === 0) return { percent: 0, amount: 0 };
  const sales = salesMonth(settled);
  const pooled = [sales - 2, sales - 1, sales].reduce((sum, each) => sum + taxOfMonth(pool.amount, each), 0);
  return drawPoolShare(scale(WHOLE, monthly, pool.taxed), pooled, chance);
}

/**
 * One line in 500 has a credit, which the quarterly report leaves out. One in 200 leaves advance and cost to the
 * quarterly report, and one in 200 prints another cost than that report.
 */
function settlementOf(jurisdiction: Jurisdiction, month: number, pools: Pools): StatementFigures {
  const quarterly = quarterOf(jurisdiction, month, pools);
  const { local_tax, administrative_cost, total } = quarterly;
  const chance = chanceOf(jurisdiction, -month - 1);
  const adjusted = drawAdjustment(local_tax, chance);
  const credit = chance.between(1, 500) === 1 ? scale(local_tax, chance.between(2, 9), 1000) : 0;
  const oddity = chance.between(1, 200);
  const more = oddity === 1 ? chance.between(1, 99) : 0;
  const blank = oddity === 2 ? { net_prior_allocations: null, administrative_cost: null } : {};
  return {
    ...settlementFigures(quarterly, adjusted),
    administrative_cost: administrative_cost + more,
    other_adjustments: adjusted + credit,
    net_payment: total + credit - more,
    ...blank,
  };
}
