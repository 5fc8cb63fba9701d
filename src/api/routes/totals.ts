import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { addUpState, describeNoSum } from '../../analyses/analyses.ts';
import { fiscalYearToDateStart } from '../../domain/allocation.ts';
import { unitOf } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import type { Answers } from '../http/answers.ts';
import { Refusal } from '../http/errors.ts';
import { requireCounty } from '../known-counties.ts';
import { requireListed } from '../known-names.ts';
import { foundAmong, listRoute } from '../list-route.ts';
import { LARGE_PAGES, pageSchema, pagingParameters } from '../pages.ts';
import { fiscalYearParameter, textParameter } from '../parameters.ts';
import { analysisMeta, monthTotal, toMonthTotal } from '../records/analysis.ts';
import {
  fieldOf,
  filterParameters,
  isSpan,
  newestFirst,
  SPAN_FAULT,
  spanParameters,
} from './analysis-parameters.ts';

/** The address of a state's sums by month. */
function totalsPath({ code }: State): string {
  return `/api/${code}/sales-tax/totals`;
}

/** The parameters of a state's sums. A state without known counties has no parameter for them. */
function totalsParameters(state: State) {
  return {
    ...filterParameters(state),
    field: textParameter('The amount to add up. Default: the payment', state.headline),
    fiscal_year_start: fiscalYearParameter(`${fiscalYearToDateStart(state.calendar)} in ${state.name}`),
    ...spanParameters,
    ...pagingParameters(LARGE_PAGES),
  };
}

type TotalsQuery = {
  [Name in keyof ReturnType<typeof totalsParameters>]?: z.output<ReturnType<typeof totalsParameters>[Name]>;
};

const totalsPage = pageSchema(monthTotal, 'totals_page', analysisMeta);

function totalsSchema(state: State) {
  const { county, ...parameters } = totalsParameters(state);
  const shape = state.hasCounties ? { ...parameters, county } : parameters;
  return {
    operationId: `add_up_${state.code}_jurisdictions`,
    tags: ['analysis'],
    summary: `Add up ${state.name}'s jurisdictions month by month, and compare with the year before`,
    description:
      'One record for each month, newest first: the sum of all jurisdictions of the filter, as the comparison of that month gives it. A sum has all payments that the members got in its months, so it is the sum of their values. A change is like for like: that of the members with every payment of both years.',
    querystring: z.strictObject(shape).refine(isSpan, SPAN_FAULT),
  };
}

/** Serves the sums of a state's jurisdictions by month. */
export function serveTotals(app: FastifyInstance, state: State, answers: Answers): void {
  const { code, calendar } = state;
  app.route<{ Querystring: TotalsQuery }>(
    listRoute<TotalsQuery>(answers, {
      url: totalsPath(state),
      schema: totalsSchema(state),
      record: monthTotal,
      page: totalsPage,
      pageText: 'One page of months',
      paging: LARGE_PAGES,
      find: ({ view, query, window }) => {
        const { jurisdictions = null, type = null } = query;
        const county = requireCounty(view, [state], query.county);
        const field = fieldOf(state, query.field);
        if (unitOf(code, field) === 'percent') throw notAnAmount(field);
        const fiscalYearStart = query.fiscal_year_start ?? fiscalYearToDateStart(calendar);
        requireListed('jurisdictions', jurisdictions ?? [], view, state, totalsPath);
        const totals = addUpState(view, state, { jurisdictions, type, county, field, fiscalYearStart });
        const meta = { field, fiscal_year_start: fiscalYearStart };
        return { ...foundAmong(newestFirst(totals, query), window, (_, one) => toMonthTotal(one)), meta };
      },
    }),
  );
}

function notAnAmount(field: string): Refusal {
  const fault = describeNoSum(field);
  return new Refusal(422, `field: ${fault}`, { field: [fault] });
}
