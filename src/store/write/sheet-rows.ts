import type Database from 'better-sqlite3';
import { getTableName } from 'drizzle-orm';
import { titleCase } from '../../domain/jurisdiction.ts';
import { firstDay, type Month, monthOfDate } from '../../domain/month.ts';
import type { StoredRow } from '../../domain/report.ts';
import type { ComparisonSheetKind, State } from '../../states/state.ts';
import { figureColumn, kindColumnPrefix } from '../allocation-columns.ts';
import type { Dataset } from '../dataset.ts';
import { allocationTableOf, rowTableOf } from '../schema.ts';
import type { JurisdictionPayment } from '../state-months.ts';
import type { Values } from './differ.ts';
import { ReportRows } from './report-rows.ts';

/** What the report that counts prints of a jurisdiction in a month, and our payments then and a year before. */
export interface ListedMonth {
  jurisdictionId: number;
  month: Month;
  /** Several if the report has a row for each of its counties. */
  rows: [StoredRow, ...StoredRow[]];
  now: JurisdictionPayment | null;
  before: JurisdictionPayment | null;
}

/** Reads the rows of a kind that names jurisdictions, and stores whom a name means. */
export class SheetRows extends ReportRows {
  declare readonly kind: ComparisonSheetKind;
  private readonly newest: Database.Statement<[], Values>;
  private readonly together: Database.Statement<[string, string], number>;
  private readonly means: Database.Statement<[number | null, string, number | null]>;
  private readonly ranked: Database.Statement<[string], Values>;
  private readonly absent: Database.Statement<[string], [string, number]>;
  private readonly nameless: Database.Statement<[string | null], number>;

  constructor(dataset: Dataset, state: State, kind: ComparisonSheetKind) {
    super(dataset, kind);
    const { sqlite } = dataset;
    const name = getTableName(rowTableOf(kind.name));
    // SQLite takes the other columns from the row with the maximum
    this.newest = sqlite.prepare(
      `SELECT *, max(allocation_period) FROM ${name} GROUP BY listed ORDER BY listed`,
    );
    this.together = sqlite
      .prepare<[string, string], number>(
        `SELECT 1 FROM ${name} AS one JOIN ${name} AS other USING (allocation_period, report_id)
         WHERE one.listed = ? AND other.listed = ? LIMIT 1`,
      )
      .pluck();
    this.means = sqlite.prepare(
      `UPDATE ${name} SET jurisdiction_id = ? WHERE listed = ? AND jurisdiction_id IS NOT ?`,
    );
    const datapoints = getTableName(allocationTableOf(state));
    this.absent = sqlite
      .prepare<[string], [string, number]>(
        `SELECT own.allocation_period, own.jurisdiction_id
         FROM ${datapoints} AS own JOIN jurisdiction ON jurisdiction.id = own.jurisdiction_id
         WHERE jurisdiction.type IN (SELECT value FROM json_each(?))
           AND own.allocation_period IN (SELECT allocation_period FROM ${name})
           AND NOT EXISTS (SELECT 1 FROM ${name} AS line
             WHERE line.jurisdiction_id = own.jurisdiction_id AND line.allocation_period = own.allocation_period)
         ORDER BY own.allocation_period, own.jurisdiction_id`,
      )
      .raw();
    this.nameless = sqlite
      .prepare<[string | null], number>(
        `SELECT count(DISTINCT listed) FROM ${name}
         WHERE jurisdiction_id IS NULL AND allocation_period = coalesce(?, allocation_period)`,
      )
      .pluck();
    this.ranked = sqlite.prepare(
      `SELECT line.*, ${paymentOf(state, 'now')}, ${paymentOf(state, 'past')}
       FROM ${name} AS line JOIN json_each(?) AS ranked ON ranked.value = line.report_id
       LEFT JOIN ${datapoints} AS now ON now.jurisdiction_id = line.jurisdiction_id AND now.allocation_period = line.allocation_period
       LEFT JOIN ${datapoints} AS past ON past.jurisdiction_id = line.jurisdiction_id
         AND past.allocation_period = date(line.allocation_period, '-12 months')
       WHERE line.jurisdiction_id IS NOT NULL ORDER BY line.allocation_period, line.jurisdiction_id, ranked.key, listed`,
    );
  }

  /** A row of the newest month of each listed name, in the order of the names. Its code is the name's key. */
  names(): StoredRow[] {
    return this.newest.all().map((values) => this.decode(`${values.listed}`, values));
  }

  /** Whether a report lists both names in one month. */
  areInOneReport(listed: string, other: string): boolean {
    return this.together.get(listed, other) !== undefined;
  }

  /** Stores whom each of these names means. Returns whether anything differed. */
  place(names: readonly StoredRow[], ids: ReadonlyMap<string, number>): boolean {
    let differing = 0;
    for (const { code } of names) {
      const id = ids.get(code) ?? null;
      differing += this.means.run(id, code, id).changes;
    }
    return differing > 0;
  }

  /** How many names mean no jurisdiction, in one month or in all. */
  unmatched(month: Month | null): number {
    return this.nameless.get(month && firstDay(month)) ?? 0;
  }

  /** The jurisdictions with a datapoint that no report of the kind lists, by month, where the kind has the month. */
  unlisted(): Map<Month, number[]> {
    const rows = this.absent.all(JSON.stringify(this.kind.types));
    const byMonth = Map.groupBy(rows, ([period]) => monthOfDate(period));
    return new Map([...byMonth].map(([month, ofMonth]) => [month, ofMonth.map(([, id]) => id)]));
  }

  /** What counts of each jurisdiction and month, by month: the rows of the report that wins. `ranked` has the numbers of reports, the winning one first. */
  *listedMonths(ranked: readonly number[]): Generator<ListedMonth> {
    let open: ListedMonth | null = null;
    for (const values of this.ranked.iterate(JSON.stringify(ranked))) {
      const row = this.decode(`${values.listed}`, values);
      if (open?.jurisdictionId === row.jurisdictionId && open?.month === row.month) {
        if (open.rows[0].reportId === row.reportId) open.rows.push(row);
        continue;
      }
      if (open) yield open;
      open = this.begin(row, values);
    }
    if (open) yield open;
  }

  private begin(row: StoredRow, values: Values): ListedMonth {
    const jurisdictionId = row.jurisdictionId ?? 0;
    const [now = null, before = null] = ['now', 'past'].map((alias) =>
      readPayment(jurisdictionId, alias, values),
    );
    return { jurisdictionId, month: row.month, rows: [row], now, before };
  }
}

/** The columns of a payment, in front of each the alias of its datapoint. */
function paymentOf(state: State, alias: string): string {
  const primary = kindColumnPrefix(state.kinds[0].name);
  const columns = {
    amount: state.headline,
    to_date: figureColumn(state.headline, 'ytd'),
    report_id: `${primary}_report_id`,
    sheet: `${primary}_sheet`,
    row: `${primary}_row`,
  };
  return Object.entries(columns)
    .map(([name, column]) => `${alias}.${column} AS ${alias}_${name}`)
    .join(', ');
}

function readPayment(jurisdictionId: number, alias: string, values: Values): JurisdictionPayment | null {
  const of = <Value>(name: string) => values[`${alias}_${name}`] as Value;
  if (of('report_id') === null) return null;
  return {
    jurisdictionId,
    amount: of<number | null>('amount'),
    toDate: of<number | null>('to_date'),
    reportId: of<number>('report_id'),
    sheet: of<string | null>('sheet'),
    row: of<number>('row'),
  };
}

/** Rates are stored in millionths of the price, and printed in percent. */
const MICROPERCENT_OF_MILLIONTH = 100;

/** What a comparison sheet says of a jurisdiction in a month: its own rate in millionths of the price, and its counties. */
export interface ListedFacts {
  sales_tax_rate: number | null;
  /** The one with the largest payment first. */
  counties: readonly string[];
}

/** Of several rows, the one with the largest payment counts that has a rate. */
export function factsOfListed(kind: ComparisonSheetKind, { rows }: Pick<ListedMonth, 'rows'>): ListedFacts {
  const payment = Object.keys(kind.checks).find((name) => kind.checks[name] === 'month') ?? '';
  const amountOf = ({ figures }: StoredRow) => figures[payment] ?? Number.MIN_SAFE_INTEGER;
  const largest = rows.toSorted((a, b) => amountOf(b) - amountOf(a));
  const rates = largest.map(({ figures }) => figures[kind.rate] ?? null);
  const rate = rates.find((one) => one !== null && kind.isOwnRate(one)) ?? null;
  return {
    sales_tax_rate: rate === null ? null : Math.round(rate / MICROPERCENT_OF_MILLIONTH),
    counties: largest.flatMap((row) => kind.subjectOf(row).county ?? []).map(countyName),
  };
}

/** A county as the dataset names it: without "County", printed capitals in title case. */
function countyName(county: string): string {
  return titleCase(county.replace(/ co(?:unty|\.)?$/i, ''));
}
