import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { changeOf } from '../../derive/slots.ts';
import { fiscalYearToDateStart, RATIO_SCALE, UNIT_SCALES } from '../../domain/allocation.ts';
import { describeFinding } from '../../domain/findings/finding.ts';
import { JURISDICTION_TYPES } from '../../domain/jurisdiction.ts';
import { addMonths, firstDay, monthAt } from '../../domain/month.ts';
import { counted } from '../../domain/text/wording.ts';
import { STATE_CODES } from '../../states/index.ts';
import type { Schedule } from '../../store/query/completeness.ts';
import {
  type LoadedMonths,
  type OverviewMonth,
  type RunResult,
  readLoadedMonths,
  readOverview,
  type StateOverview,
  type VersionRun,
} from '../../store/query/overview.ts';
import { type DatasetView, perView } from '../../store/query/view.ts';
import { dataResponses, TOKEN_NEEDED } from '../contract.ts';
import type { Answers } from '../http/answers.ts';
import { READ } from '../http/methods.ts';
import type { Preparation } from '../preparation.ts';

const CALENDAR_MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);
const time = z.string().meta({ format: 'date-time' });
const period = z.string().meta({ format: 'date', examples: ['2026-10-01'] });
const total = z.number().nullable().meta({ description: 'Sum of the headline field in dollars' });
const kind = z.string().meta({ description: 'The report kind', examples: ['ca/monthly-statement'] });

const stateOverview = z
  .object({
    state: z.enum(STATE_CODES),
    name: z.string(),
    headline: z.string().meta({ description: 'The field to show if there is room for one: the payment' }),
    fiscal_year_start: z.int().meta({ description: 'Calendar month in which fiscal years to date begin' }),
    quarter_ends: z.array(z.int()).meta({
      description:
        'Calendar months whose payment settles a quarter. Fields of quarter ends have a figure only in these',
    }),
    has_counties: z.boolean(),
    counties: z.array(z.string()),
    types: z.array(z.enum(JURISDICTION_TYPES)).meta({ description: 'Types that the jurisdictions have' }),
    fields: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        unit: z.enum(['amount', 'percent']),
        quarter_end_only: z.boolean().meta({ description: 'The field is 0 in all other months' }),
      }),
    ),
    first_period: period.nullable(),
    last_period: period.nullable(),
    jurisdictions: z.int(),
    newest: z
      .object({
        allocation_period: period,
        total,
        year_ago: total,
        change: z.number().nullable().meta({ description: 'A fraction: 0.05 is +5 %' }),
        jurisdictions: z.int().meta({ description: 'Jurisdictions with a record of the month' }),
      })
      .nullable()
      .meta({ description: 'The newest month. null without records' }),
    months: z
      .array(
        z.object({
          allocation_period: period,
          jurisdictions: z.int(),
          total,
          reports: z
            .record(z.string(), z.boolean())
            .meta({ description: 'By report kind, whether a report of the month is loaded' }),
        }),
      )
      .meta({ description: 'Newest first' }),
    expected: z
      .array(z.object({ kind, allocation_period: period, due: period }))
      .meta({ description: 'Reports that are due and later than all loaded ones' }),
    missing: z
      .array(z.object({ kind, allocation_period: period }))
      .meta({ description: 'Reports that are missing between loaded ones' }),
    held: z
      .array(
        z.object({
          sha256: z.string(),
          file_name: z.string(),
          kind,
          first_period: period,
          last_period: period,
          at: time,
          doubts: z.array(z.string()),
        }),
      )
      .meta({ description: 'Reports that wait for a person to accept or reject them' }),
    findings: z.object({ error: z.int(), warning: z.int(), info: z.int() }),
  })
  .meta({ id: 'StateOverview' });

const overview = z
  .object({
    version: z.string().meta({ description: 'As in the header Dataset-Version' }),
    updated_at: time.nullable().meta({ description: 'When the version was made. null before the first run' }),
    program_version: z.string(),
    states: z.array(stateOverview),
    runs: z
      .array(
        z.object({
          id: z.int(),
          command: z.string(),
          at: time,
          version: z.string(),
          summary: z
            .string()
            .nullable()
            .meta({ description: 'null once the details of the run are deleted' }),
        }),
      )
      .meta({ description: 'The newest runs that changed the dataset, at most 20, newest first' }),
  })
  .meta({ id: 'Overview' });

/** Serves what is loaded, what is missing, and the newest runs. Returns what can be prepared for it. */
export function serveOverview(
  app: FastifyInstance,
  answers: Answers,
  programVersion: string,
  schedule: () => Schedule,
): Preparation[] {
  const loadedMonthsOf = perView(({ dataset }) => readLoadedMonths(dataset));
  const schema = {
    operationId: 'show_overview',
    tags: ['dataset'],
    summary: 'Get what is loaded of each state, what is expected or missing, and the newest runs',
    querystring: z.strictObject({}),
    security: TOKEN_NEEDED,
    response: dataResponses(z.object({ data: overview }).meta({ id: 'overview_item' }), 'The overview'),
  };
  app.route({
    ...READ,
    url: '/api/overview',
    schema,
    // expected reports depend on the day
    config: { changesDaily: true },
    handler: (request, reply) =>
      answers.sendNew(request, reply, (view) => ({
        data: overviewOf(view, loadedMonthsOf(view), programVersion, schedule()),
      })),
  });
  return [loadedMonthsOf];
}

function overviewOf(
  view: DatasetView,
  months: LoadedMonths,
  programVersion: string,
  schedule: Schedule,
): z.output<typeof overview> {
  const { states, runs } = readOverview(view.dataset, months, schedule);
  return {
    version: view.version,
    updated_at: runs[0]?.finished_at ?? null,
    program_version: programVersion,
    states: states.map((state) => describeState(view, state)),
    runs: runs.map(describeRun),
  };
}

function describeState(
  { jurisdictions }: DatasetView,
  overview: StateOverview,
): z.output<typeof stateOverview> {
  const { state, months, expected, missing, held, findings } = overview;
  const members = [...jurisdictions.values()].filter((stored) => stored.state === state.code);
  const periodOf = ({ month }: OverviewMonth) => firstDay(month);
  const [newest, oldest] = [months[0], months.at(-1)];
  return {
    state: state.code,
    name: state.name,
    headline: state.headline,
    fiscal_year_start: fiscalYearToDateStart(state.calendar),
    quarter_ends: CALENDAR_MONTHS.filter((month) => state.calendar.isQuarterEnd(monthAt(month - 1))),
    has_counties: state.counties.length > 0,
    counties: [...state.counties],
    types: JURISDICTION_TYPES.filter((type) => members.some((stored) => stored.type === type)),
    fields: state.fields.map(({ name, unit, quarterEndOnly = false }) => ({
      ...{ name, unit },
      label: labelOf(name),
      quarter_end_only: quarterEndOnly,
    })),
    first_period: oldest ? periodOf(oldest) : null,
    last_period: newest ? periodOf(newest) : null,
    jurisdictions: members.length,
    newest: newest ? describeNewest(newest, months) : null,
    months: months.map((month) => ({
      allocation_period: periodOf(month),
      jurisdictions: month.datapoints,
      total: inDollars(month.total),
      reports: Object.fromEntries(month.kinds),
    })),
    expected: expected.map(({ kind, allocation_period, expected_since: due }) => ({
      ...{ kind, due },
      allocation_period: firstDay(allocation_period),
    })),
    missing: missing.map(({ kind, allocation_period }) => ({
      kind,
      allocation_period: firstDay(allocation_period),
    })),
    held: held.map(({ sha256, file_name, kind, first_month, last_month, held_at: at, doubts }) => ({
      ...{ sha256, file_name, kind, at },
      first_period: firstDay(first_month),
      last_period: firstDay(last_month),
      doubts: doubts.map((doubt) => describeFinding(doubt).text),
    })),
    findings,
  };
}

function describeNewest({ month, datapoints, total }: OverviewMonth, months: readonly OverviewMonth[]) {
  const yearAgo = months.find((earlier) => earlier.month === addMonths(month, -12))?.total ?? null;
  const change = changeOf(total, yearAgo);
  return {
    allocation_period: firstDay(month),
    total: inDollars(total),
    year_ago: inDollars(yearAgo),
    change: change === null ? null : change / RATIO_SCALE,
    jurisdictions: datapoints,
  };
}

function describeRun({ id, command, finished_at: at, version, result }: VersionRun) {
  return { id, command, at, version, summary: result && describeResult(result) };
}

/** What a run did, in one line. */
function describeResult({ reports, datapoints }: RunResult): string {
  const { inserted, updated, removed } = datapoints;
  const ofReports = [...reports].map(([status, count]) => `${counted(count, 'report')} ${status}`);
  const ofDatapoints = Object.entries({ inserted, updated, removed })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${counted(count, 'datapoint')} ${what}`);
  return [...ofReports, ...ofDatapoints].join(', ') || 'no reports';
}

/** The name of a field for people: `net_payment` gives `Net payment`. */
function labelOf(field: string): string {
  return `${field.charAt(0).toUpperCase()}${field.slice(1).replaceAll('_', ' ')}`;
}

function inDollars(cents: number | null): number | null {
  return cents === null ? null : cents / UNIT_SCALES.amount;
}
