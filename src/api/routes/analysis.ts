import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { fiscalYearToDateStart } from '../../domain/allocation.ts';
import { firstDay } from '../../domain/month.ts';
import { STATES, stateOf, unitOf } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import { openAnalyses } from '../analyses.ts';
import type { Answers } from '../http/answers.ts';
import { Refusal } from '../http/errors.ts';
import { listOf, listRoute } from '../lists.ts';
import { nearestName } from '../nearest-name.ts';
import { pageSchema, pagingParameters } from '../pages.ts';
import { fiscalYearParameter, LARGEST_LIMIT, monthParameter, textParameter } from '../parameters.ts';
import { analysisMeta, analyzedMonth, toAnalyzedMonth } from '../records/analysis.ts';
import { jurisdictionAt, jurisdictionPath } from '../records/jurisdiction.ts';

const STARTS = STATES.map(({ name, calendar }) => `${fiscalYearToDateStart(calendar)} in ${name}`).join(', ');

const analysisQuery = z
  .strictObject({
    field: textParameter('The field to analyze. Default: the payment', STATES[0].headline),
    fiscal_year_start: fiscalYearParameter(STARTS),
    from: monthParameter('Only this allocation period and later ones'),
    to: monthParameter('Only this allocation period and earlier ones'),
    ...pagingParameters(LARGEST_LIMIT, LARGEST_LIMIT),
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
};

type AnalysisQuery = z.output<typeof analysisQuery>;
type AnalysisPath = z.output<typeof jurisdictionPath>;

/** Serves the analysis of one field of a jurisdiction. */
export function serveAnalysis(app: FastifyInstance, answers: Answers): void {
  app.route<{ Params: AnalysisPath; Querystring: AnalysisQuery }>(
    listRoute<AnalysisQuery, AnalysisPath>(answers, {
      url: '/api/jurisdictions/:id/analysis',
      schema,
      record: analyzedMonth,
      page: pageSchema(analyzedMonth, 'analysis_page', analysisMeta),
      pageText: 'One page of months',
      usualLimit: LARGEST_LIMIT,
      select: (view, { query, params }, window) => {
        const jurisdiction = jurisdictionAt(view, params);
        const state = stateOf(jurisdiction.state);
        const field = fieldOf(state, query.field);
        const start = query.fiscal_year_start ?? fiscalYearToDateStart(state.calendar);
        const [from, to] = [query.from?.from ?? '', query.to?.to ?? '9'];
        const months = openAnalyses(
          view,
          state,
          field,
          start,
        )(jurisdiction)
          .filter(({ month }) => firstDay(month) >= from && firstDay(month) <= to)
          .reverse();
        const unit = unitOf(state.code, field) ?? 'amount';
        const meta = { field, fiscal_year_start: start };
        return { ...listOf(months, window, (_, one) => toAnalyzedMonth(one, unit)), meta };
      },
    }),
  );
}

/** The field that a request names. Throws a `Refusal` if the state does not have it. */
function fieldOf({ name, fields, headline }: State, asked = headline): string {
  const names = fields.map((field) => field.name);
  if (names.includes(asked)) return asked;
  const fault = `${name} has no field "${asked.slice(0, 60)}". ${nearestName(asked, names)}`;
  throw new Refusal(422, `field: ${fault}`, { field: [fault] });
}
