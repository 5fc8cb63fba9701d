import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { fiscalYearToDateStart, RATIO_SCALE, UNIT_SCALES } from '../../domain/allocation.ts';
import { JURISDICTION_TYPES } from '../../domain/jurisdiction.ts';
import { firstDay, monthAt } from '../../domain/month.ts';
import { inWords, plural } from '../../domain/text/wording.ts';
import type { ListedRun } from '../../records/descriptions/history/run.ts';
import type { MissingMonth } from '../../records/descriptions/missing-month.ts';
import { monthRecord } from '../../records/descriptions/months.ts';
import { jsonWriter, rounded } from '../../records/json-record.ts';
import { EVERYTHING } from '../../records/list.ts';
import { listRuns } from '../../records/queries/history/runs.ts';
import { absentReports } from '../../records/queries/missing-months.ts';
import { monthsOf } from '../../records/queries/months.ts';
import { STATES } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import type { Schedule } from '../../store/query/completeness.ts';
import { loadedMonths, type OverviewMonth, readStanding } from '../../store/query/overview.ts';
import type { DatasetView } from '../../store/query/view.ts';
import { answerOf, TOKEN_NEEDED } from '../contract.ts';
import type { Answers } from '../http/answers.ts';
import { NO_PARAMETERS } from '../http/checked-parameters.ts';
import { overviewSchema, type stateOverviewSchema } from '../records/overview.ts';

const toMonth = jsonWriter(monthRecord.members);
const RUNS_LISTED = 20;
const CALENDAR_MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);
/** Serves what is loaded, what is missing, and the newest runs. */
export function serveOverview(
  app: FastifyInstance,
  answers: Answers,
  overview: (view: DatasetView) => object,
): void {
  const schema = {
    operationId: 'show_overview',
    tags: ['dataset'],
    summary: 'Get what is loaded of each state, what is expected or missing, and the newest runs',
    querystring: NO_PARAMETERS,
    security: TOKEN_NEEDED,
    response: answerOf(z.object({ data: overviewSchema }).meta({ id: 'overview_item' }), 'The overview'),
  };
  app.route({
    method: 'GET',
    url: '/api/overview',
    schema,
    handler: (_, reply) => answers.sendNew(reply, (view) => ({ data: overview(view) })),
  });
}

/** What is loaded of each state, what is expected or missing, and the newest runs. */
export function overviewOf(
  view: DatasetView,
  programVersion: string,
  schedule: Schedule,
): z.output<typeof overviewSchema> {
  const absent = absentReports.find(view, {}, EVERYTHING, { schedule }).read(view, 0, EVERYTHING.limit);
  const runs = listRuns(view);
  return {
    version: view.version,
    updated_at: runs[0]?.finished_at ?? null,
    program_version: programVersion,
    states: STATES.map((state) => describeState(view, state, absent)),
    runs: runs.slice(0, RUNS_LISTED).map(describeRun),
  };
}

function describeState(
  view: DatasetView,
  state: State,
  absent: readonly MissingMonth[],
): z.output<typeof stateOverviewSchema> {
  const months = loadedMonths(view).get(state.code) ?? [];
  const ofState = absent.filter((one) => one.state === state.code);
  const counties = view.counties(state);
  const members = [...view.jurisdictions.values()].filter((stored) => stored.state === state.code);
  const periodOf = ({ month }: OverviewMonth) => firstDay(month);
  const [newest, oldest] = [months[0], months.at(-1)];
  return {
    state: state.code,
    name: state.name,
    agency: state.agency,
    headline: state.headline,
    fiscal_year_start: fiscalYearToDateStart(state.calendar),
    quarter_ends: CALENDAR_MONTHS.filter((month) => state.calendar.isQuarterEnd(monthAt(month - 1))),
    has_counties: counties.length > 0,
    counties: [...counties],
    types: JURISDICTION_TYPES.filter((type) => members.some((stored) => stored.type === type)),
    fields: state.fields.map(({ name, unit, meaning, compute, readFrom, quarterEndOnly = false }) => ({
      ...{ name, unit, meaning },
      computed: compute ? readFrom : null,
      label: inWords(name),
      quarter_end_only: quarterEndOnly,
    })),
    first_period: oldest ? periodOf(oldest) : null,
    last_period: newest ? periodOf(newest) : null,
    jurisdictions: members.length,
    newest: newest ? describeNewest(view, state, newest) : null,
    months: months.map((month) => ({
      allocation_period: periodOf(month),
      jurisdictions: month.datapoints,
      total: inDollars(month.total),
      reports: Object.fromEntries(month.kinds),
    })),
    expected: ofState.flatMap(({ kind, allocation_period, due }) =>
      due === null ? [] : [{ kind, due, allocation_period }],
    ),
    missing: ofState.flatMap(({ kind, allocation_period, due }) =>
      due === null ? [{ kind, allocation_period }] : [],
    ),
    ...readStanding(view.dataset, state),
  };
}

/** The newest month, with its sum. `null` if the places of the view have none in it: those of a site may have ended. */
function describeNewest(view: DatasetView, state: State, { month, datapoints }: OverviewMonth) {
  const day = firstDay(month);
  const [sum] = monthsOf(view, { state: state.code, months: { from: day, to: day } }).rows;
  if (!sum) return null;
  const { value, ago, change } = sum.payment;
  return {
    allocation_period: day,
    total: inDollars(value),
    year_ago: inDollars(ago),
    change: change === null ? null : rounded(change) / RATIO_SCALE,
    sum: toMonth(sum),
    jurisdictions: datapoints,
  };
}

function describeRun({ id, command, finished_at: at, version, reports, datapoints }: ListedRun) {
  const summary = reports && datapoints && describeResult(reports, datapoints);
  return { id, command, at, version: version ?? '', summary };
}

/** What became of reports, in words that need no glossary. */
const STATUSES: Readonly<Record<string, string>> = {
  unchanged: 'with nothing new',
  refused: 'not loaded because of errors or doubts',
};

/** What a run did, in one line. */
function describeResult(
  reports: NonNullable<ListedRun['reports']>,
  { inserted, updated, removed }: NonNullable<ListedRun['datapoints']>,
): string {
  const ofReports = Object.entries(reports).map(
    ([status, count]) => `${plural(count, 'report')} ${STATUSES[status] ?? status}`,
  );
  const ofDatapoints = Object.entries({ inserted, updated, removed })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${plural(count, 'datapoint')} ${what}`);
  return [...ofReports, ...ofDatapoints].join(', ') || 'no reports';
}

function inDollars(cents: number | null): number | null {
  return cents === null ? null : cents / UNIT_SCALES.amount;
}
