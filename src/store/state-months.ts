import { getTableName } from 'drizzle-orm';
import { firstDay, type Month, monthOfDate } from '../domain/month.ts';
import type { RowPlace } from '../domain/report.ts';
import type { State } from '../states/state.ts';
import { figureColumn, kindColumnPrefix } from './allocation-columns.ts';
import type { Dataset } from './dataset.ts';
import { allocationTableOf } from './schema.ts';

function prepareStatements({ sqlite }: Dataset, state: State) {
  const name = getTableName(allocationTableOf(state));
  const primary = kindColumnPrefix(state.kinds[0].name);
  return {
    spans: sqlite
      .prepare<[], [number, string, string, number]>(
        `SELECT jurisdiction_id, min(allocation_period), max(allocation_period), count(*) FROM ${name}
         GROUP BY jurisdiction_id ORDER BY jurisdiction_id`,
      )
      .raw(),
    sourceOf: sqlite.prepare<[number, string], RowPlace & { reportId: number }>(
      `SELECT ${primary}_report_id AS reportId, ${primary}_sheet AS sheet, ${primary}_row AS "row" FROM ${name}
       WHERE jurisdiction_id = ? AND allocation_period = ?`,
    ),
    payments: sqlite.prepare<[string], JurisdictionPayment>(
      `SELECT jurisdiction_id AS jurisdictionId, ${state.headline} AS amount,
         ${figureColumn(state.headline, 'ytd')} AS toDate, ${primary}_report_id AS reportId,
         ${primary}_sheet AS sheet, ${primary}_row AS "row"
       FROM ${name} WHERE allocation_period = ? ORDER BY jurisdiction_id`,
    ),
    // one pass over the table; its index would look up each row
    contents: sqlite
      .prepare<[], [string, number, number | null]>(
        `SELECT allocation_period, count(*), sum(${state.headline}) FROM ${name}
         GROUP BY +allocation_period ORDER BY allocation_period`,
      )
      .raw(),
    monthsOf: sqlite
      .prepare<[number], string>(`SELECT allocation_period FROM ${name} WHERE jurisdiction_id = ? ORDER BY 1`)
      .pluck(),
    months: sqlite.prepare<[], string>(`SELECT DISTINCT allocation_period FROM ${name} ORDER BY 1`).pluck(),
  };
}

/** The headline figure of a datapoint and its sum since January, with the row it comes from. */
export interface JurisdictionPayment extends RowPlace {
  jurisdictionId: number;
  amount: number | null;
  toDate: number | null;
  reportId: number;
}

/** What the dataset has of a state's month. */
export interface MonthContent {
  month: Month;
  datapoints: number;
  /** The sum of the headline field in cents; `null` if no datapoint has it. */
  total: number | null;
}

/** Reads what the checks of a whole state need of its datapoints. */
export class StateMonths {
  private readonly statements: ReturnType<typeof prepareStatements>;

  constructor(dataset: Dataset, state: State) {
    this.statements = prepareStatements(dataset, state);
  }

  /** The months of the state's datapoints. */
  months(): Set<Month> {
    return new Set(this.statements.months.all().map((date) => monthOfDate(date)));
  }

  /** The first month, last month and number of datapoints of every jurisdiction. */
  spans(): { jurisdictionId: number; first: Month; last: Month; count: number }[] {
    return this.statements.spans.all().map(([jurisdictionId, first, last, count]) => ({
      jurisdictionId,
      first: monthOfDate(first),
      last: monthOfDate(last),
      count,
    }));
  }

  /** The number of datapoints and the sum of the headline field of each month, in month order. */
  contents(): MonthContent[] {
    return this.statements.contents
      .all()
      .map(([date, datapoints, total]) => ({ month: monthOfDate(date), datapoints, total }));
  }

  /** The sum of the headline field by month, without months that lack the field. */
  totals(): Map<Month, number> {
    return new Map(this.contents().flatMap(({ month, total }) => (total === null ? [] : [[month, total]])));
  }

  /** The row of the state's first kind that a datapoint comes from. */
  sourceOf(jurisdictionId: number, month: Month) {
    return this.statements.sourceOf.get(jurisdictionId, firstDay(month)) ?? null;
  }

  /** The headline figures of a month, by jurisdiction. */
  paymentsOf(month: Month): Map<number, JurisdictionPayment> {
    const payments = this.statements.payments.all(firstDay(month));
    return new Map(payments.map((payment) => [payment.jurisdictionId, payment]));
  }

  /** The months of one jurisdiction's datapoints. */
  monthsOf(jurisdictionId: number): Month[] {
    return this.statements.monthsOf.all(jurisdictionId).map((date) => monthOfDate(date));
  }
}
