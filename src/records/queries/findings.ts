import { getTableName } from 'drizzle-orm';
import { salesDate } from '../../domain/allocation.ts';
import { describeFinding } from '../../domain/findings/finding.ts';
import { firstDay } from '../../domain/month.ts';
import { perContentAndKey } from '../../domain/reading/once.ts';
import { STATES, stateOf } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import { readFindings } from '../../store/query/findings.ts';
import type { DatasetView } from '../../store/query/view.ts';
import { rowTableOf } from '../../store/schema.ts';
import type { AskedOf } from '../description.ts';
import { findingRecord, leastUnusual, type ShownFinding } from '../descriptions/finding.ts';
import { WrongFilter } from '../filters/wrong-filter.ts';
import { listOf } from '../list.ts';

/** The current findings: errors, then warnings, then infos. */
export const findings = listOf(findingRecord, {
  find: (view, asked, { offset, limit }) => {
    const ids = selectFindings(view, asked);
    const listed = ids.slice(offset, offset + limit);
    return {
      total: ids.length,
      length: listed.length,
      read: (held, start, end) => readShown(held, listed.slice(start, end)),
    };
  },
});

function readShown({ dataset, jurisdictions }: DatasetView, ids: readonly number[]): ShownFinding[] {
  return readFindings(dataset, ids).map(
    ({ jurisdiction_id: id, month, report_sha256: sha256, file_name, ...listed }) => ({
      ...listed,
      ...describeFinding(listed),
      jurisdiction: (id !== null && jurisdictions.get(id)) || null,
      allocation_period: month && firstDay(month),
      sales_period: salesDate(month && firstDay(month), stateOf(listed.state).calendar),
      report: sha256 === null || file_name === null ? null : { sha256, file_name },
    }),
  );
}

type Asked = AskedOf<typeof findingRecord>;

/** The SQL condition of each part of a filter. */
const CONDITIONS: readonly (readonly [part: keyof Asked, condition: string])[] = [
  ['state', 'state = @state'],
  [
    'jurisdictions',
    '(jurisdiction_id IN (SELECT value FROM json_each(@jurisdictions)) OR id IN (SELECT value FROM json_each(@ofJurisdictions)))',
  ],
  [
    'allocation_period',
    '(allocation_period = @allocation_period OR id IN (SELECT value FROM json_each(@ofMonth)))',
  ],
  ['severity', 'severity = @severity'],
  ['code', 'code = @code'],
  ['run', 'run_id = @run'],
];

/** The dollars that an unusual payment is about: the payment or what is usual, whichever is more. NULL for another finding. */
const UNUSUAL = `iif(code = 'unusual-payment', max(abs(facts ->> 'amount'), abs(facts ->> 'usual')), NULL)`;

/** A finding about a row of a report, with the jurisdiction and month of the row. */
interface PlacedRow {
  id: number;
  /** Null if the row names a place that the dataset does not know. */
  jurisdiction_id: number | null;
  allocation_period: string;
}

const BYTES_OF_PLACED = 200;

/** Finds a state's rows that findings are about. No index has the numbers of rows, so this reads whole tables. */
const placedRowsOf = perContentAndKey(
  ({ dataset: { sqlite } }: DatasetView, { kinds, comparisonSheets }: State): PlacedRow[] => {
    const lines = [
      ...kinds.map(
        ({ name }) => `SELECT jurisdiction_id, allocation_period, report_id, sheet, "row"
         FROM ${getTableName(rowTableOf(name))} AS line`,
      ),
      ...comparisonSheets.map(
        ({ name }) => `SELECT named.jurisdiction_id, allocation_period, report_id, sheet, "row"
         FROM ${getTableName(rowTableOf(name))} AS line
         LEFT JOIN listed_jurisdiction AS named ON named.kind = '${name}' AND named.listed = line.listed`,
      ),
    ].map(
      (from) =>
        `${from} WHERE (line.report_id, line."row") IN (SELECT report_id, "row" FROM finding WHERE scope = 'report')`,
    );
    return sqlite
      .prepare<[], PlacedRow>(
        `WITH line AS MATERIALIZED (${lines.join(' UNION ALL ')})
       SELECT finding.id, line.jurisdiction_id, line.allocation_period
       FROM line CROSS JOIN finding ON finding.report_id = line.report_id
       WHERE finding.scope = 'report' AND finding."row" = line."row" AND finding.sheet IS line.sheet`,
      )
      .all();
  },
  ({ code }) => code,
  ({ length }) => length * BYTES_OF_PLACED,
);

/** Finds the ids of findings by severity, state and newest month. */
function selectFindings(view: DatasetView, asked: Asked): number[] {
  const { jurisdictions, allocation_period: span, run } = asked;
  const { sqlite } = view.dataset;
  if (run !== undefined && sqlite.prepare('SELECT 1 FROM run WHERE id = ?').get(run) === undefined)
    throw new WrongFilter('run', [`Run ${run} does not exist. "allocations status" lists the latest runs.`]);
  const given = CONDITIONS.filter(([part]) => asked[part] !== undefined);
  const where = [...given.map(([, condition]) => condition), `coalesce(${UNUSUAL} >= @least, true)`];
  const subjects = new Set(jurisdictions);
  const rows =
    span === undefined && jurisdictions === undefined
      ? []
      : STATES.flatMap((state) => placedRowsOf(view, state));
  const idsOf = (fits: (row: PlacedRow) => boolean) => JSON.stringify(rows.filter(fits).map(({ id }) => id));
  const values = {
    ...asked,
    least: leastUnusual(asked),
    allocation_period: span?.from,
    jurisdictions: JSON.stringify(jurisdictions),
    ofJurisdictions: idsOf((row) => row.jurisdiction_id !== null && subjects.has(row.jurisdiction_id)),
    ofMonth: idsOf((row) => row.allocation_period === span?.from),
  };
  return sqlite
    .prepare<[typeof values], number>(
      `SELECT id FROM finding WHERE ${where.join(' AND ')}
       ORDER BY CASE severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, state,
         ${UNUSUAL} DESC NULLS FIRST, allocation_period DESC, id`,
    )
    .pluck()
    .all(values);
}
