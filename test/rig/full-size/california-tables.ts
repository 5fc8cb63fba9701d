import { monthAt, quarterName } from '../../../src/domain/month.ts';
import type { StatementFigure } from '../../../src/states/ca/monthly-statement.ts';
import {
  advanceFigures,
  drawAdjustment,
  drawPoolShare,
  printNegativeShare,
  printQuarter,
  QUARTERLY_COLUMNS,
  QUARTERLY_FIGURES,
  quarterlyFigures,
  STATEMENT_COLUMNS,
  STATEMENT_FIGURES,
  settlementFigures,
} from '../reports/california.ts';
import type { Chance } from '../reports/chance.ts';
import type { Line, ReportTable } from '../reports/report-table.ts';
import { scale } from '../reports/scale.ts';
import {
  chanceOf,
  type Jurisdiction,
  jurisdictionsOf,
  LAST_MONTH,
  type Span,
  salesMonth,
  taxPaid,
} from './jurisdictions.ts';

/** Every so many months a corrected statement follows; the last is that of June 2026. */
const MONTHS_BETWEEN_CORRECTED = 40;
const LAST_CORRECTED = LAST_MONTH - 4;

/**
 * Yields the statement of each month. Some are followed by a corrected one. After a month that settles a quarter
 * comes the quarterly report.
 */
export function* californiaTables(count: number, months: Span): Generator<ReportTable> {
  const jurisdictions = jurisdictionsOf('ca', count, months);
  for (let month = months.first; month <= months.last; month += 1) {
    const paid = jurisdictions.filter(({ life }) => life.first <= month && month <= life.last);
    const stated = paid.filter(({ gap }) => gap !== month);
    const statement = {
      path: `ca/statements-${monthAt(month)}`,
      sheet: 'Statement',
      columns: STATEMENT_COLUMNS,
      lines: stated.map((jurisdiction) => statementLine(jurisdiction, month)),
    };
    yield statement;
    if ((LAST_CORRECTED - month) % MONTHS_BETWEEN_CORRECTED === 0) yield corrected(statement);
    if (!settlesQuarter(month)) continue;
    yield {
      path: `ca/quarterly-allocations-${quarterName(monthAt(salesMonth(month)))}`,
      sheet: 'Quarterly Allocations',
      columns: QUARTERLY_COLUMNS,
      lines: paid
        .filter((jurisdiction) => chanceOf(jurisdiction, -month - 2).between(1, 300) > 1)
        .map((jurisdiction) => quarterlyLine(jurisdiction, month)),
    };
  }
}

/** Returns the statement with other figures in every tenth line. */
function corrected(statement: ReportTable): ReportTable {
  const lines = statement.lines.map((line, at) => (at % 10 === 0 ? raisePayment(line) : line));
  return { ...statement, path: `${statement.path}-corrected`, lines };
}

/** Whether a month, given by its index, pays out the last month of a calendar quarter. */
function settlesQuarter(month: number): boolean {
  return salesMonth(month) % 3 === 2;
}

function statementLine(jurisdiction: Jurisdiction, month: number): Line {
  const { code, name, type } = jurisdiction;
  const figures = settlesQuarter(month) ? settlementOf(jurisdiction, month) : advanceOf(jurisdiction, month);
  return [monthAt(month), code, name, type, ...STATEMENT_FIGURES.map((figure) => figures[figure])];
}

/** Every other quarter prints the county's share as negative. */
function quarterlyLine(jurisdiction: Jurisdiction, month: number): Line {
  const quarter = quarterOf(jurisdiction, month);
  const figures = month % 2 === 0 ? printNegativeShare(quarter) : quarter;
  const { code, name } = jurisdiction;
  return [printQuarter(monthAt(month)), code, name, ...QUARTERLY_FIGURES.map((figure) => figures[figure])];
}

const RAISED: readonly StatementFigure[] = ['current_distributions', 'net_payment'];
const RAISED_CENTS = 100;

/** Returns the line of a statement with one dollar more distributed and paid. */
function raisePayment(line: Line): Line {
  const first = STATEMENT_COLUMNS.length - STATEMENT_FIGURES.length;
  return line.map((value, at) => {
    const figure = STATEMENT_FIGURES[at - first];
    return typeof value === 'number' && figure && RAISED.includes(figure) ? value + RAISED_CENTS : value;
  });
}

/** One line in 1,000 has adjustments although its month settles no quarter; they change no payment. */
function advanceOf(jurisdiction: Jurisdiction, month: number) {
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

function quarterOf(jurisdiction: Jurisdiction, month: number) {
  const collected = [month - 2, month - 1, month].map((each) => {
    const { taxed, refund } = collect(jurisdiction, each, chanceOf(jurisdiction, each));
    return taxed - refund;
  });
  const chance = chanceOf(jurisdiction, -month);
  const { code, monthly, type } = jurisdiction;
  return quarterlyFigures(
    {
      collected,
      county: drawPoolShare(20_000, monthly * 10, chance),
      state: drawPoolShare(500, monthly * 50, chance),
      shared: type === 'City' ? (Number(code) % 11) * 10_000 : 0,
      hasNoShares: type === 'County',
      prior_advance:
        advanceOf(jurisdiction, month - 2).net_payment + advanceOf(jurisdiction, month - 1).net_payment,
    },
    chance,
  );
}

/**
 * One line in 500 has a credit, which the quarterly report leaves out. One in 200 leaves advance and cost to the
 * quarterly report, and one in 200 prints another cost than that report.
 */
function settlementOf(jurisdiction: Jurisdiction, month: number) {
  const quarterly = quarterOf(jurisdiction, month);
  const { local_tax, administrative_cost, total } = quarterly;
  const chance = chanceOf(jurisdiction, -month - 1);
  const adjusted = drawAdjustment(local_tax, chance);
  const credit = chance.between(1, 500) === 1 ? scale(local_tax, chance.between(2, 9), 1000) : 0;
  const oddity = chance.between(1, 200);
  const more = oddity === 1 ? chance.between(1, 99) : 0;
  return {
    ...settlementFigures(quarterly, adjusted),
    administrative_cost: administrative_cost + more,
    other_adjustments: adjusted + credit,
    net_payment: total + credit - more,
    ...(oddity === 2 ? { net_prior_allocations: null, administrative_cost: null } : {}),
  };
}
