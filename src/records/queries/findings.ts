import { salesDate } from '../../domain/allocation.ts';
import { describeFinding } from '../../domain/findings/finding.ts';
import { firstDay } from '../../domain/month.ts';
import { stateOf } from '../../states/index.ts';
import { readFindings } from '../../store/query/findings.ts';
import type { DatasetView } from '../../store/query/view.ts';
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
  ['jurisdictions', 'jurisdiction_id IN (SELECT value FROM json_each(@jurisdictions))'],
  ['allocation_period', 'allocation_period = @allocation_period'],
  ['severity', 'severity = @severity'],
  ['code', 'code = @code'],
  ['run', 'run_id = @run'],
];

/** The dollars that an unusual payment is about: the payment or what is usual, whichever is more. NULL for another finding. */
const UNUSUAL = `iif(code = 'unusual-payment', max(abs(facts ->> 'amount'), abs(facts ->> 'usual')), NULL)`;

/** Finds the ids of findings by severity, state and newest month. */
function selectFindings(view: DatasetView, asked: Asked): number[] {
  const { jurisdictions, allocation_period: span, run } = asked;
  const { sqlite } = view.dataset;
  if (run !== undefined && sqlite.prepare('SELECT 1 FROM run WHERE id = ?').get(run) === undefined)
    throw new WrongFilter('run', [`Run ${run} does not exist. "allocations status" lists the latest runs.`]);
  const given = CONDITIONS.filter(([part]) => asked[part] !== undefined);
  const where = [...given.map(([, condition]) => condition), `coalesce(${UNUSUAL} >= @least, true)`];
  const values = {
    ...asked,
    least: leastUnusual(asked),
    allocation_period: span?.from,
    jurisdictions: JSON.stringify(jurisdictions),
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
