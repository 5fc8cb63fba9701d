import type Database from 'better-sqlite3';
import { addMonths, type Month, monthIndex } from '../../../src/domain/month.ts';

/** What to compare with plain SQL. */
export interface GroupQuestion {
  state: string;
  group: 'county' | 'type' | 'state';
  month: Month;
  fiscalYearStart: number;
}

const COUNTY = `CASE WHEN length(sales_tax_id) = 5 THEN CASE substr(sales_tax_id, 1, 2)
  WHEN '01' THEN 'Alameda' WHEN '19' THEN 'Los Angeles' END END`;

/**
 * The sums of groups in dollars, each jurisdiction's sum by counting its months: a year needs as many figures as it has
 * months since the jurisdiction began. By name, the unknown group last.
 */
export function groupsBySql(
  sqlite: Database.Database,
  { state, group, month, fiscalYearStart }: GroupQuestion,
): Record<string, unknown>[] {
  const calendar = monthIndex(month) % 12;
  const fiscal = ((monthIndex(month) % 12) - (fiscalYearStart - 1) + 12) % 12;
  const spans = [
    ['value', month, 0],
    ['year_ago', addMonths(month, -12), 0],
    ['year_to_date', month, calendar],
    ['year_to_date_ago', addMonths(month, -12), calendar],
    ['fiscal_year_to_date', month, fiscal],
    ['fiscal_year_to_date_ago', addMonths(month, -12), fiscal],
    ['rolling_year', month, 11],
    ['rolling_year_ago', addMonths(month, -12), 11],
  ] as const;
  const sums = spans.map(([name, end, back]) => {
    const begin = addMonths(end, -back);
    const needed = name.startsWith('rolling')
      ? '12'
      : `(${number(`'${end}'`)} - max(${number(`'${begin}'`)}, ${number('first')}) + 1)`;
    // without an earlier month of the state, the jurisdiction may have begun before the dataset
    const isKnown = `'${begin}' >= (SELECT substr(min(allocation_period), 1, 7) FROM ${state}_allocation)`;
    return `CASE WHEN ${isKnown} AND first <= '${end}' THEN (
      SELECT CASE WHEN count(net_payment) = ${needed} THEN sum(net_payment) END FROM ${state}_allocation AS one
      WHERE one.jurisdiction_id = id AND substr(allocation_period, 1, 7) BETWEEN '${begin}' AND '${end}') END AS ${name}`;
  });
  const nameOf = { county: COUNTY, type: 'type', state: 'state' }[group];
  return sqlite
    .prepare<[], Record<string, unknown>>(
      `WITH place AS (
         SELECT id, ${nameOf} AS "group", substr(min(allocation_period), 1, 7) AS first,
           substr(max(allocation_period), 1, 7) AS last
         FROM jurisdiction JOIN ${state}_allocation ON jurisdiction_id = id
         GROUP BY id
         HAVING count(*) FILTER (WHERE substr(allocation_period, 1, 7) BETWEEN '${addMonths(month, -24)}' AND '${month}') > 0),
       figure AS (SELECT *, ${sums.join(', ')} FROM place)
       SELECT "group", count(*) AS members,
         count(*) FILTER (WHERE value IS NULL AND last >= '${addMonths(month, -12)}') AS missing,
         ${spans.map(([name]) => `sum(${name}) / 100.0 AS ${name}`).join(', ')}
       FROM figure GROUP BY "group" ORDER BY "group" NULLS LAST`,
    )
    .all();
}

/** The number of a month in SQL. */
function number(month: string): string {
  return `(substr(${month}, 1, 4) * 12 + substr(${month}, 6, 2))`;
}
