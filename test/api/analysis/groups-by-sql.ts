import type Database from 'better-sqlite3';
import { addMonths, type Month, monthIndex } from '../../../src/domain/month.ts';

export interface GroupQuestion {
  state: string;
  group: 'county' | 'type' | 'state';
  month: Month;
  fiscalYearStart: number;
}

const COUNTY = `CASE WHEN length(sales_tax_id) = 5 THEN CASE substr(sales_tax_id, 1, 2)
  WHEN '01' THEN 'Alameda' WHEN '19' THEN 'Los Angeles' END END`;

/** The sums of groups in dollars, by counting the payments of each jurisdiction. By name, the unknown group last. */
export function groupsBySql(
  sqlite: Database.Database,
  { state, group, month, fiscalYearStart }: GroupQuestion,
): Record<string, unknown>[] {
  const inYear = monthIndex(month) % 12;
  const spans = [
    ['', 1],
    ['year_to_date', inYear + 1],
    ['fiscal_year_to_date', ((inYear - (fiscalYearStart - 1) + 12) % 12) + 1],
    ['rolling_year', 12],
  ] as const;
  const sums = spans.map(([name, length]) => {
    const of = (end: Month, ending: string) => {
      const begin = addMonths(end, 1 - length);
      const paid = `FROM ${state}_allocation WHERE jurisdiction_id = id
        AND substr(allocation_period, 1, 7) BETWEEN '${begin}' AND '${end}'`;
      const lived = `max(0, min(${number(`'${end}'`)}, life) - max(${number(`'${begin}'`)}, ${number('first')}) + 1)`;
      return `CASE WHEN '${begin}' >= begun THEN (SELECT sum(net_payment) ${paid}) END AS sum_${name}${ending},
        (SELECT count(net_payment) ${paid}) AS paid_${name}${ending},
        ${lived} - (SELECT count(net_payment) ${paid}) AS missing_${name}${ending}`;
    };
    return `${of(month, '')}, ${of(addMonths(month, -12), '_ago')}`;
  });
  const figures = spans.map(([name, length]) => {
    const named = (figure: string) => (name === '' ? figure : `${name}_${figure}`);
    const both = `paid_${name} = ${length} AND paid_${name}_ago = ${length}`;
    const some = `paid_${name} + paid_${name}_ago + missing_${name} + missing_${name}_ago > 0`;
    return `sum(sum_${name}) / 100.0 AS ${name || 'value'}, sum(sum_${name}_ago) / 100.0 AS ${name ? `${name}_ago` : 'year_ago'},
      sum(missing_${name}) AS ${named('missing')}, sum(missing_${name}_ago) AS ${named('missing_ago')},
      (sum(sum_${name}) - sum(sum_${name}_ago)) / 100.0 AS ${named('difference')},
      sum(sum_${name}) FILTER (WHERE ${both}) / 100.0 AS ${named('like_for_like')},
      sum(sum_${name}_ago) FILTER (WHERE ${both}) / 100.0 AS ${named('like_for_like_ago')},
      CASE WHEN sum(sum_${name}) IS NOT NULL AND sum(sum_${name}_ago) IS NOT NULL
        THEN count(*) FILTER (WHERE ${some} AND NOT (${both})) END AS ${named('left_out')}`;
  });
  const nameOf = { county: COUNTY, type: 'type', state: 'state' }[group];
  return sqlite
    .prepare<[], Record<string, unknown>>(
      `WITH span AS (
         SELECT substr(min(allocation_period), 1, 7) AS begun, substr(max(allocation_period), 1, 7) AS newest
         FROM ${state}_allocation),
       place AS (
         SELECT id, ${nameOf} AS "group", substr(min(allocation_period), 1, 7) AS first,
           substr(max(allocation_period), 1, 7) AS last
         FROM jurisdiction JOIN ${state}_allocation ON jurisdiction_id = id
         GROUP BY id
         HAVING count(*) FILTER (WHERE substr(allocation_period, 1, 7) BETWEEN '${addMonths(month, -24)}' AND '${month}') > 0),
       lived AS (
         SELECT *, CASE WHEN ${number('last')} < ${number('newest')} - 12 THEN ${number('last')} ELSE 999999 END AS life
         FROM place, span),
       figure AS (SELECT *, ${sums.join(', ')} FROM lived)
       SELECT "group", count(*) AS members, ${figures.join(', ')}
       FROM figure GROUP BY "group" ORDER BY "group" NULLS LAST`,
    )
    .all();
}

function number(month: string): string {
  return `(substr(${month}, 1, 4) * 12 + substr(${month}, 6, 2))`;
}
