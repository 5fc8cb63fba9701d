import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { codeKey } from '../../domain/jurisdiction.ts';
import { firstDay } from '../../domain/month.ts';
import { compareText } from '../../domain/text/compare-text.ts';
import { STATE_CODES, STATES, STATES_WITH_COUNTIES } from '../../states/index.ts';
import {
  type JurisdictionLookup,
  openLookup,
  type SearchedJurisdiction,
} from '../../store/query/jurisdiction-lookup.ts';
import { openSpans, type StoredJurisdiction } from '../../store/query/jurisdictions.ts';
import { type DatasetView, perView } from '../../store/query/view.ts';
import { itemResponses, TOKEN_NEEDED } from '../contract.ts';
import type { Answers } from '../http/answers.ts';
import { READ } from '../http/methods.ts';
import { requireCountyOf } from '../known-counties.ts';
import { refuseForeignCounty } from '../known-names.ts';
import { foundAmong, listRoute } from '../list-route.ts';
import { pageSchema, pagingParameters } from '../pages.ts';
import { choiceParameter, countyParameter, textParameter, typeParameter } from '../parameters.ts';
import {
  EXAMPLE,
  foundJurisdiction,
  jurisdictionAt,
  jurisdictionPath,
  toJurisdictionRecord,
} from '../records/jurisdiction.ts';

const searchParameters = z.strictObject({
  q: textParameter(
    'An id, a code, or part of a present or former name. Ignores case and accents. The best matches come first',
    EXAMPLE.name.slice(0, 5),
  ),
  state: choiceParameter('Only jurisdictions of this state', STATE_CODES),
  type: typeParameter,
  county: countyParameter(
    `Only jurisdictions in this county. The dataset has counties for ${STATES_WITH_COUNTIES}`,
    STATES.filter(({ hasCounties }) => hasCounties),
  ),
  sales_tax_id: textParameter(
    'The code that the state gives the jurisdiction, with or without leading zeros',
    EXAMPLE.taxId,
  ),
  ...pagingParameters(),
});

const searchQuery = searchParameters.superRefine(refuseForeignCounty);

type SearchQuery = z.output<typeof searchQuery>;

const listSchema = {
  operationId: 'list_jurisdictions',
  tags: ['jurisdictions'],
  summary: 'Find jurisdictions and their ids',
  description:
    'You can combine all parameters. The list is sorted by name, then by id. With q, the order is: ids and codes, whole names, whole former names, names that begin with the text, names that contain it, former names that begin with it or contain it.',
  querystring: searchQuery,
};

const itemSchema = {
  operationId: 'show_jurisdiction',
  tags: ['jurisdictions'],
  summary: 'Get one jurisdiction',
  params: jurisdictionPath,
  querystring: z.strictObject({}),
  security: TOKEN_NEEDED,
  response: itemResponses(
    z.object({ data: foundJurisdiction }).meta({ id: 'jurisdiction_item' }),
    'The jurisdiction',
  ),
};

/** Serves the search for jurisdictions, and single ones. */
export function serveJurisdictions(app: FastifyInstance, answers: Answers): void {
  const toRecord = openFoundRecords();
  const lookupOf = perView(({ dataset }) => openLookup(dataset));
  app.route<{ Querystring: SearchQuery }>(
    listRoute<SearchQuery>(answers, {
      url: '/api/jurisdictions',
      schema: listSchema,
      record: foundJurisdiction,
      page: pageSchema(foundJurisdiction, 'jurisdiction_page'),
      pageText: 'One page of jurisdictions',
      find: ({ view, query, window }) =>
        foundAmong(
          search(lookupOf(view), query, requireCountyOf(view, query)),
          window,
          (held, { jurisdiction, formerName }) => ({
            ...toRecord(held, jurisdiction),
            ...(formerName !== null && { former_name: formerName }),
          }),
        ),
    }),
  );
  app.route<{ Params: z.output<typeof jurisdictionPath> }>({
    ...READ,
    url: '/api/jurisdictions/:id',
    schema: itemSchema,
    handler: (request, reply) =>
      answers.sendNew(request, reply, (view) => ({
        data: toRecord(view, jurisdictionAt(view, request.params)),
      })),
  });
}

/** Finds jurisdictions: the best matches first, then by name and id. */
function search(
  lookup: JurisdictionLookup,
  query: SearchQuery,
  county: string | null,
): SearchedJurisdiction[] {
  const { q = null, state = null, type = null, sales_tax_id: taxId = null } = query;
  const code = taxId === null ? null : codeKey(taxId);
  return lookup
    .search(q, { state, type, county })
    .filter(({ jurisdiction }) => code === null || codeKey(jurisdiction.sales_tax_id) === code)
    .sort(
      ({ rank: a, jurisdiction: one }, { rank: b, jurisdiction: other }) =>
        a - b || compareText(one.slug, other.slug) || one.id - other.id,
    );
}

/** Writes jurisdictions as records with their county and periods. */
function openFoundRecords() {
  const states = new Map(
    STATES.map((state) => {
      const spansOf = perView(({ dataset }) => openSpans(dataset, state));
      return [state.code, { state, spansOf }];
    }),
  );
  return (view: DatasetView, stored: StoredJurisdiction) => {
    const known = states.get(stored.state);
    if (!known) throw new Error(`no state ${stored.state}`);
    const [first, last] = known.spansOf(view)(stored.id) ?? [null, null];
    return {
      ...toJurisdictionRecord(known.state, stored),
      county: stored.county,
      first_period: first && firstDay(first),
      last_period: last && firstDay(last),
    };
  };
}
