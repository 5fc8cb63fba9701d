import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { openAnalyses } from '../../analyses/analyses.ts';
import { fiscalYearToDateStart } from '../../domain/allocation.ts';
import { STATES, stateOf, unitOf } from '../../states/index.ts';
import type { Answers } from '../http/answers.ts';
import { foundAmong, listRoute } from '../list-route.ts';
import { LARGE_PAGES, pageSchema, pagingParameters } from '../pages.ts';
import { fiscalYearParameter, textParameter } from '../parameters.ts';
import { analysisMeta, analyzedMonth, toAnalyzedMonth } from '../records/analysis.ts';
import { jurisdictionAt, jurisdictionPath } from '../records/jurisdiction.ts';
import { fieldOf, isSpan, newestFirst, SPAN_FAULT, spanParameters } from './analysis-parameters.ts';

const STARTS = STATES.map(({ name, calendar }) => `${fiscalYearToDateStart(calendar)} in ${name}`).join(', ');

const analysisQuery = z
  .strictObject({
    field: textParameter('The field to analyze. Default: the payment', STATES[0].headline),
    fiscal_year_start: fiscalYearParameter(STARTS),
    ...spanParameters,
    ...pagingParameters(LARGE_PAGES),
  })
  .refine(isSpan, SPAN_FAULT);

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
      paging: LARGE_PAGES,
      find: ({ view, query, params, window }) => {
        const jurisdiction = jurisdictionAt(view, params);
        const state = stateOf(jurisdiction.state);
        const field = fieldOf(state, query.field);
        const start = query.fiscal_year_start ?? fiscalYearToDateStart(state.calendar);
        const months = newestFirst(openAnalyses(view, state, field, start)(jurisdiction), query);
        const unit = unitOf(state.code, field) ?? 'amount';
        const meta = { field, fiscal_year_start: start };
        return { ...foundAmong(months, window, (_, one) => toAnalyzedMonth(one, unit)), meta };
      },
    }),
  );
}
