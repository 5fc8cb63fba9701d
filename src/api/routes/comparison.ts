import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { COMPARISON_GROUPS, COMPARISON_SORTS, compareState, LARGEST_FIRST } from '../../analyses/analyses.ts';
import { sortLines } from '../../derive/comparison.ts';
import { fiscalYearToDateStart } from '../../domain/allocation.ts';
import { firstDay, monthAt, monthIndex, monthOfDate } from '../../domain/month.ts';
import { unitOf } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import type { Answers } from '../http/answers.ts';
import { requireCounty } from '../known-counties.ts';
import { requireListed } from '../known-names.ts';
import { foundAmong, listRoute } from '../list-route.ts';
import { type PageSizes, pageSchema, pagingParameters } from '../pages.ts';
import { choiceParameter, fiscalYearParameter, monthParameter, sortParameter } from '../parameters.ts';
import { comparisonLine, comparisonMeta, JURISDICTION_LINE, toComparisonLine } from '../records/analysis.ts';
import { filterParameters } from './analysis-parameters.ts';

/** Enough for a whole state. */
const WHOLE_STATE: PageSizes = { largest: 2000, usual: 2000 };

/** The address of a state's comparison. */
function comparisonPath({ code }: State): string {
  return `/api/${code}/sales-tax/comparison`;
}

/** The parameters of a state's comparison. A state without known counties has no parameter for them. */
function comparisonParameters(state: State) {
  const { calendar, name } = state;
  return {
    allocation_period: monthParameter('The month to compare. Default: the newest month of the state'),
    ...filterParameters(state),
    group: choiceParameter(
      'What a record is: a jurisdiction, or the sum of those of a county, a type or the state',
      COMPARISON_GROUPS,
    ),
    fiscal_year_start: fiscalYearParameter(`${fiscalYearToDateStart(calendar)} in ${name}`),
    sort: sortParameter(
      COMPARISON_SORTS,
      '-value',
      '-change',
      'jurisdiction id, or by the name of the group',
    ),
    ...pagingParameters(WHOLE_STATE),
  };
}

type ComparisonQuery = {
  [Name in keyof ReturnType<typeof comparisonParameters>]?: z.output<
    ReturnType<typeof comparisonParameters>[Name]
  >;
};

const comparisonPage = pageSchema(comparisonLine, 'comparison_page', comparisonMeta);

function comparisonSchema(state: State) {
  const { county, ...parameters } = comparisonParameters(state);
  return {
    operationId: `compare_${state.code}_jurisdictions`,
    tags: ['analysis'],
    summary: `Compare the payments of ${state.name}'s jurisdictions in one month with the year before`,
    description:
      'One record for each jurisdiction with a datapoint in the month or in one of the 24 months before it, or for each group of them. A sum of a group has all payments that its members got in its months. A change of a group is like for like: that of the members with every payment of both years.',
    querystring: z.strictObject(state.hasCounties ? { ...parameters, county } : parameters),
  };
}

/** Serves the comparison of a state's jurisdictions. */
export function serveComparison(app: FastifyInstance, state: State, answers: Answers): void {
  const { code, headline, calendar } = state;
  const unit = unitOf(code, headline) ?? 'amount';
  app.route<{ Querystring: ComparisonQuery }>(
    listRoute<ComparisonQuery>(answers, {
      url: comparisonPath(state),
      schema: comparisonSchema(state),
      record: comparisonLine,
      usual: JURISDICTION_LINE,
      page: comparisonPage,
      pageText: 'One page of the comparison',
      paging: WHOLE_STATE,
      find: ({ view, query, window }) => {
        const { allocation_period, jurisdictions = null, type = null } = query;
        const county = requireCounty(view, [state], query.county);
        const { group = 'jurisdiction', sort = LARGEST_FIRST } = query;
        const fiscalYearStart = query.fiscal_year_start ?? fiscalYearToDateStart(calendar);
        requireListed('jurisdictions', jurisdictions ?? [], view, state, comparisonPath);
        const given = allocation_period?.from ? monthIndex(monthOfDate(allocation_period.from)) : null;
        const question = { month: given, jurisdictions, type, county, group, fiscalYearStart };
        const { month, lines } = compareState(view, state, question);
        const meta = {
          allocation_period: month === null ? null : firstDay(monthAt(month)),
          fiscal_year_start: fiscalYearStart,
          group,
          doubtful: lines.filter(({ doubt, payment }) => doubt !== null && payment.change !== null).length,
        };
        return {
          ...foundAmong(sortLines(lines, sort), window, (_, line) => toComparisonLine(line, unit)),
          ...(group === 'jurisdiction' && { members: JURISDICTION_LINE }),
          meta,
        };
      },
    }),
  );
}
