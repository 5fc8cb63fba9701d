import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { fiscalYearToDateStart } from '../../domain/allocation.ts';
import { firstDay } from '../../domain/month.ts';
import { STATES, stateOf, unitOf } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import { openAnalyses } from '../analyses.ts';
import { itemResponses, TOKEN_NEEDED } from '../contract.ts';
import { addressOf } from '../http/addresses.ts';
import type { Answer } from '../http/answers.ts';
import { Refusal } from '../http/errors.ts';
import { READ } from '../http/methods.ts';
import { nearestName } from '../nearest-name.ts';
import { pageAsked, pageSchema, toPage, windowOf } from '../pages.ts';
import {
  fiscalYearParameter,
  LARGEST_LIMIT,
  limitParameterOf,
  monthParameter,
  pageParameter,
  textParameter,
} from '../parameters.ts';
import { analysisMeta, analyzedMonth, toAnalyzedMonth } from '../records/analysis.ts';
import { jurisdictionAt, jurisdictionPath } from '../records/jurisdiction.ts';

const STARTS = STATES.map(({ name, calendar }) => `${fiscalYearToDateStart(calendar)} in ${name}`).join(', ');

const analysisQuery = z
  .strictObject({
    field: textParameter('The field to analyze. Default: the payment', STATES[0].headline),
    fiscal_year_start: fiscalYearParameter(STARTS),
    from: monthParameter('Only this allocation period and later ones'),
    to: monthParameter('Only this allocation period and earlier ones'),
    limit: limitParameterOf(LARGEST_LIMIT, LARGEST_LIMIT),
    page: pageParameter,
  })
  .refine(({ from, to }) => !from?.from || !to?.to || from.from <= to.to, {
    path: ['from'],
    message: 'is later than to. Exchange them.',
  });

const schema = {
  operationId: 'analyze_jurisdiction',
  tags: ['analysis'],
  summary: 'Compare each month of a jurisdiction with the year before, newest month first',
  description:
    'One record for each datapoint. A sum is null if one of its months is missing. Percentages have means of their quarter ends instead of sums.',
  params: jurisdictionPath,
  querystring: analysisQuery,
  security: TOKEN_NEEDED,
  response: itemResponses(pageSchema(analyzedMonth, 'analysis_page', analysisMeta), 'One page of months'),
};

/** Serves the analysis of one field of a jurisdiction. */
export function serveAnalysis(app: FastifyInstance, answer: Answer): void {
  app.route<{ Params: z.output<typeof jurisdictionPath>; Querystring: z.output<typeof analysisQuery> }>({
    ...READ,
    url: '/api/jurisdictions/:id/analysis',
    schema,
    handler: (request, reply) => {
      const { from, to } = request.query;
      const asked = pageAsked(request.query, LARGEST_LIMIT);
      return answer(request, reply, (view) => {
        const jurisdiction = jurisdictionAt(view, request.params);
        const state = stateOf(jurisdiction.state);
        const field = fieldOf(state, request.query.field);
        const start = request.query.fiscal_year_start ?? fiscalYearToDateStart(state.calendar);
        const months = openAnalyses(
          view,
          state,
          field,
          start,
        )(jurisdiction)
          .filter(({ month }) => firstDay(month) >= (from?.from ?? '') && firstDay(month) <= (to?.to ?? '9'))
          .reverse();
        const { offset, limit } = windowOf(asked);
        const unit = unitOf(state.code, field) ?? 'amount';
        const records = months.slice(offset, offset + limit).map((one) => toAnalyzedMonth(one, unit));
        const meta = { field, fiscal_year_start: start };
        return toPage(addressOf(request), asked, records, months.length, meta);
      });
    },
  });
}

/** The field that a request names. Throws a `Refusal` if the state does not have it. */
function fieldOf({ name, fields, headline }: State, asked = headline): string {
  const names = fields.map((field) => field.name);
  if (names.includes(asked)) return asked;
  const fault = `${name} has no field "${asked.slice(0, 60)}". ${nearestName(asked, names)}`;
  throw new Refusal(422, `field: ${fault}`, { field: [fault] });
}
