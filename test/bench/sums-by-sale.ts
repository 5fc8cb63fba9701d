import { copyFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { ComparableFigure } from '../../src/derive/analysis.ts';
import { fiscalYearToDateStart } from '../../src/domain/allocation.ts';
import { monthAt } from '../../src/domain/month.ts';
import { openAnalyses } from '../../src/records/queries/analyses.ts';
import type { State } from '../../src/states/state.ts';
import { openForReading } from '../../src/store/dataset.ts';
import { type DatasetView, openReader } from '../../src/store/query/view.ts';
import { type Agreement, compareRows, DERIVED_STATES, withDuckDb } from './agreement.ts';

/** Sums by month of sale and by payment and their comparable changes, against those that DuckDB adds up from the same payments. */

const PARTS = ['payment', 'yearToDate', 'fiscalYearToDate', 'rollingYear'] as const;
const COLUMNS = PARTS.flatMap((part) => ['', ' ago', ' change', ' comparable'].map((kind) => part + kind));

/**
 * Invented rates by code and month, for SQLite and DuckDB. In Texas some rise, and some are not known. In California they
 * stand for the types: a city gets the same part of each sale, and the rate of the others is not known.
 */
const RATES: Readonly<Record<string, string>> = {
  tx: 'CASE WHEN code % 7 = 0 THEN NULL WHEN month < 24222 + code % 96 THEN 10000 + 2500 * (code % 4) ELSE 20000 END',
  ca: 'CASE WHEN code % 3 <> 0 THEN 1 END',
};

type Basis = Parameters<typeof openAnalyses>[3]['basis'];

/** Figures of Texas that stand for taxes: most places have them in some months only. */
const TAXES = ['prior_collection', 'future_collections', 'audit_collections'] as const;

/** Compares every sum by sale of a dataset with a DuckDB file of `deriveWithDuckDb`. Writes a copy of the dataset. */
export async function compareSumsBySale(dataset: string, copy: string, database: string): Promise<Agreement> {
  copyFileSync(dataset, copy);
  giveRates(copy);
  const all: Agreement = { datapoints: 0, figures: 0, differing: 0, differences: [] };
  const opened = openForReading(copy);
  const view = openReader(opened).read((present) => present);
  await withDuckDb(database, { access_mode: 'READ_ONLY' }, async (connection) => {
    const compare = async (state: State, basis: Basis, sql: string) => {
      const theirs = (await connection.runAndReadAll(sql)).getRows();
      const named = theirs.map(([code, month, ...sums]) => [code, monthAt(Number(month)), ...sums]);
      compareRows(`${state.code} by ${basis} `, COLUMNS, ourSums(view, state, basis), named, all, 1);
    };
    for (const state of DERIVED_STATES) {
      if (state.code === 'tx') await compare({ ...state, taxFields: TAXES }, 'payment', sumsByTaxes(state));
      await compare(state, 'sales', sumsByRates(state));
    }
  });
  opened.close();
  return all;
}

function giveRates(database: string): void {
  const sqlite = new Database(database);
  sqlite.exec(`
    UPDATE jurisdiction SET type = CASE WHEN CAST(sales_tax_id AS INTEGER) % 3 <> 0 THEN 'city' ELSE 'transit' END
    WHERE state = 'ca';
    INSERT OR REPLACE INTO listed_fact (allocation_period, jurisdiction_id, sales_tax_rate, report_id, "row")
    SELECT allocation_period, jurisdiction_id, ${RATES.tx}, (SELECT min(id) FROM report), 1
    FROM (SELECT *, CAST(sales_tax_id AS INTEGER) AS code,
        substr(allocation_period, 1, 4) * 12 + substr(allocation_period, 6, 2) - 1 AS month
      FROM tx_allocation JOIN jurisdiction ON jurisdiction.id = jurisdiction_id)`);
  sqlite.close();
}

function ourSums(view: DatasetView, state: State, basis: Basis): unknown[][] {
  const fiscalYearStart = fiscalYearToDateStart(state.calendar);
  const analyze = openAnalyses(view, state, state.headline, { fiscalYearStart, basis });
  return [...view.jurisdictions.values()]
    .filter((jurisdiction) => jurisdiction.state === state.code)
    .flatMap((jurisdiction) =>
      analyze(jurisdiction).map((one) => [
        ...[jurisdiction.sales_tax_id, one.month],
        ...PARTS.flatMap((part) => figuresOf(one[part])),
      ]),
    );
}

function figuresOf({ value, yearAgo, change, comparable }: ComparableFigure) {
  return [value, yearAgo, change, comparable?.change ?? null];
}

/** By month of sale, with the rates of both periods. */
function sumsByRates({ code, headline, calendar }: State): string {
  const rate = RATES[code]?.replaceAll('code %', 'code::BIGINT %');
  const alike = `
    SELECT span.code, span.month, part,
      CASE WHEN count(now.paid + ago.paid) = span.month - since + 1
          AND count(now.rate + ago.rate) = span.month - since + 1 AND sum(ago.paid) > 0
        THEN sum(now.paid * ago.rate / now.rate) / sum(ago.paid) - 1 END AS comparable
    FROM span
      JOIN paid AS now ON now.code = span.code AND now.month BETWEEN since AND span.month
      JOIN paid AS ago ON ago.code = now.code AND ago.month = now.month - 12
    GROUP BY span.code, span.month, part, since`;
  const paid = `
    SELECT code, month - ${calendar.lags.sales} AS month, ${headline} AS paid, rate
    FROM (SELECT *, ${rate} AS rate FROM ${code}_allocation)`;
  return sumsOf(fiscalYearToDateStart(calendar), paid, alike);
}

/** By month of payment, over the taxes that have a figure in all months of both periods; the payment if all have. */
function sumsByTaxes({ code, headline, calendar }: State): string {
  const taxes = TAXES.join(', ');
  const alike = `
    WITH
      tax AS (
        UNPIVOT (SELECT code, month, ${taxes} FROM paid) ON ${taxes} INTO NAME tax VALUE amount
      ),
      figure AS (
        SELECT code, month, tax, amount AS now, NULL AS ago FROM tax WHERE amount <> 0
        UNION ALL SELECT code, month + 12, tax, NULL, amount FROM tax WHERE amount <> 0
        UNION ALL SELECT code, month, 'paid', paid, NULL FROM paid
        UNION ALL SELECT code, month + 12, 'paid', NULL, paid FROM paid
      ),
      summed AS (
        SELECT span.code, span.month, part, tax, sum(now) AS now, sum(ago) AS ago,
          count(now) = span.month - since + 1 AND count(ago) = span.month - since + 1 AS whole
        FROM span JOIN figure ON figure.code = span.code AND figure.month BETWEEN since AND span.month
        GROUP BY span.code, span.month, part, since, tax
      ),
      counted AS (
        SELECT code, month, part,
          bool_or(whole) FILTER (tax = 'paid') AND bool_or(whole) FILTER (tax <> 'paid') AS known,
          sum(now) FILTER (whole AND (tax = 'paid') = same) AS now,
          sum(ago) FILTER (whole AND (tax = 'paid') = same) AS ago
        FROM (SELECT *, bool_and(whole) OVER (PARTITION BY code, month, part) AS same FROM summed)
        GROUP BY code, month, part
      )
    SELECT code, month, part, CASE WHEN known AND ago > 0 THEN now / ago - 1 END AS comparable FROM counted`;
  const paid = `SELECT code, month, ${headline} AS paid, ${taxes} FROM ${code}_allocation`;
  return sumsOf(fiscalYearToDateStart(calendar), paid, alike);
}

/**
 * The figures of each code and month, in the order of `COLUMNS`; changes in millionths. `paid` has the payments of a code
 * and a month, and `alike` the comparable changes of each part.
 */
function sumsOf(fiscalYearStart: number, paid: string, alike: string): string {
  const shown = PARTS.flatMap((part) =>
    ['value', 'ago', 'change', 'comparable'].map((kind) => `max(${kind}) FILTER (part = '${part}')`),
  );
  return `
    WITH
      paid AS (${paid}),
      life AS (
        SELECT code, min(month) AS first, min(month) - 1 IN (SELECT month FROM paid) AS begins
        FROM paid GROUP BY code
      ),
      span AS (
        SELECT code, month, part, since
        FROM paid, LATERAL (VALUES
          ('payment', month), ('yearToDate', month - month % 12),
          ('fiscalYearToDate', month - (month + 13 - ${fiscalYearStart}) % 12), ('rollingYear', month - 11)
        ) AS parts (part, since)
      ),
      sums AS (
        SELECT span.code, span.month, part,
          CASE WHEN part IN ('payment', 'rollingYear') AND count(summed.paid) = span.month - since + 1
              OR part IN ('yearToDate', 'fiscalYearToDate') AND (begins OR first <= since)
                AND count(summed.paid) = span.month - greatest(since, first) + 1
            THEN sum(summed.paid) END AS value
        FROM span JOIN life USING (code)
          JOIN paid AS summed ON summed.code = span.code AND summed.month BETWEEN since AND span.month
        GROUP BY span.code, span.month, part, since, first, begins
      ),
      alike AS (${alike}),
      compared AS (
        SELECT now.code, now.month, part, now.value::DOUBLE AS value, ago.value::DOUBLE AS ago,
          CASE WHEN ago.value > 0 THEN round(1e6 * (now.value / ago.value - 1)) END AS change,
          CASE WHEN ago.value > 0 AND now.value IS NOT NULL THEN round(1e6 * comparable) END AS comparable
        FROM sums AS now
          LEFT JOIN (SELECT code, month + 12 AS month, part, value FROM sums) AS ago USING (code, month, part)
          LEFT JOIN alike USING (code, month, part)
      )
    SELECT code, month, ${shown.join(', ')} FROM compared GROUP BY code, month`;
}
