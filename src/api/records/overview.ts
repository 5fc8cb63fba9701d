import * as z from 'zod';
import { JURISDICTION_TYPES } from '../../domain/jurisdiction.ts';
import { monthRecord } from '../../records/descriptions/months.ts';
import { STATE_CODES } from '../../states/index.ts';
import { recordSchema } from '../record-schema.ts';

const time = z.string().meta({ format: 'date-time' });
const period = z.string().meta({ format: 'date', examples: ['2026-10-01'] });
const total = z.number().nullable().meta({ description: 'Sum of the headline field in dollars' });
const kind = z.string().meta({ description: 'The report kind', examples: ['ca/monthly-statement'] });

export const stateOverviewSchema = z
  .object({
    state: z.enum(STATE_CODES),
    name: z.string(),
    agency: z.string().meta({ description: 'Who publishes the reports' }),
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
        meaning: z.string().meta({ description: 'What the field shows, without a full stop' }),
        unit: z.enum(['amount', 'percent']),
        computed: z
          .string()
          .nullable()
          .meta({ description: 'From which figures it is computed. null if a report prints it' }),
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
        change: z.number().nullable().meta({ description: 'Like for like, as a fraction: 0.05 is +5%' }),
        sum: recordSchema(monthRecord),
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
      .meta({ description: 'Reports that are missing, from the first month of the state on' }),
    findings: z.object({ error: z.int(), warning: z.int(), info: z.int() }),
    has_invented: z.boolean().meta({
      description:
        'Whether some loaded reports of the state are a sample: their places and figures are invented',
    }),
  })
  .meta({ id: 'StateOverview' });

/** The schema of what is loaded, and of the newest runs. */
export const overviewSchema = z
  .object({
    version: z.string().meta({ description: 'As in the header Dataset-Version' }),
    updated_at: time.nullable().meta({ description: 'When the version was made. null before the first run' }),
    program_version: z.string(),
    states: z.array(stateOverviewSchema),
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
