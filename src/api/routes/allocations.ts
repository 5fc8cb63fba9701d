import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { State } from '../../states/state.ts';
import {
  type AllocationFilter,
  type AllocationSort,
  openAllocationList,
  type SortKey,
} from '../../store/query/allocations.ts';
import type { DatasetView } from '../../store/query/view.ts';
import { dataResponses, TOKEN_NEEDED } from '../contract.ts';
import { addressOf } from '../http/addresses.ts';
import type { Answer } from '../http/answers.ts';
import { READ } from '../http/methods.ts';
import { requireListed } from '../known-jurisdictions.ts';
import { runBehind } from '../known-version.ts';
import { borrowersOf, type ListParameter, listingOf } from '../listings.ts';
import { pageAsked, pageSchema, toPage, windowOf } from '../pages.ts';
import {
  countyParameter,
  type DateSpan,
  dateParameter,
  idsParameter,
  limitParameter,
  pageParameter,
  periodParameter,
  rangeParameter,
  sinceParameter,
  sortParameter,
  typeParameter,
  versionParameter,
} from '../parameters.ts';
import type { Preparation } from '../preparation.ts';
import { allocationSchema, openRecordWriter } from '../records/allocation.ts';

const COMBINED = 'All parameters may be combined; a record must fit all of them.';
const NEWEST_FIRST: AllocationSort = { field: null, family: null, descending: true };

/** What a list may be sorted by, under each name of it. */
function sortKeys({ fields, sortedFamilies }: State): Map<string, SortKey> {
  const keys = new Map<string, SortKey>();
  for (const name of ['allocation_period', 'revenue_period']) keys.set(name, { field: null, family: null });
  const add = (prefix: string, field: string, alias: string | undefined, key: SortKey) => {
    for (const name of [field, alias]) if (name !== undefined) keys.set(`${prefix}${name}`, key);
  };
  for (const { name, sortAlias, isSortable } of fields)
    if (isSortable) add('', name, sortAlias, { field: name, family: null });
  for (const family of sortedFamilies)
    for (const { name, sortAlias } of fields) add(`${family}.`, name, sortAlias, { field: name, family });
  return keys;
}

/** The parameters list operations may have; a state's listing says which it has. */
function listParameters(state: State) {
  const { fields } = state;
  const { id: exampleId } = listingOf(state).example;
  return {
    jurisdictions: idsParameter(
      'Only these jurisdictions: ids, separated by commas (see /api/jurisdictions)',
      exampleId,
    ),
    entities: idsParameter('Another name of jurisdictions; give one of the two', exampleId),
    jurisdiction_type: typeParameter,
    county: countyParameter('Only jurisdictions of this county', state.counties),
    allocation_period: periodParameter,
    between: rangeParameter('Only allocation periods that begin between two dates, both included', false),
    period_between: rangeParameter(
      'Only allocation periods between two, both included, each as the first of its month',
      true,
    ),
    since: sinceParameter,
    updated_since: dateParameter(
      'Only records that a run which finished on this date (UTC) or later made or changed, or whose jurisdiction it changed; /api/revisions says which figures changed, and which records are gone',
    ),
    since_version: versionParameter(
      'Only records that were made or changed since this version of the dataset, or whose jurisdiction was',
    ),
    sort: sortParameter(
      sortKeys(state),
      '-allocation_period',
      `-${fields.find(({ isSortable }) => isSortable)?.name}`,
    ),
    limit: limitParameter,
    page: pageParameter,
  } satisfies Record<ListParameter, z.ZodType>;
}

type ListQuery = {
  [Name in ListParameter]?: z.output<ReturnType<typeof listParameters>[Name]>;
};

/** Serves the list of one state's allocations, at each of its addresses; returns what can be prepared for it. */
export function serveAllocations(app: FastifyInstance, state: State, answer: Answer): Preparation[] {
  const { code, name } = state;
  const listing = listingOf(state);
  const parameters = listParameters(state);
  const querystring = z
    .strictObject(
      Object.fromEntries(listing.parameters.map((parameter) => [parameter, parameters[parameter]])),
    )
    .refine(({ jurisdictions, entities }) => !jurisdictions || !entities, {
      path: ['entities'],
      message: 'is another name of jurisdictions; give one of the two',
      // also where other parameters are at fault
      when: () => true,
    });
  const page = pageSchema(allocationSchema(state), `${code}_allocation_page`);
  const allocations = openAllocationList(state);
  const toRecord = openRecordWriter(state);

  listing.paths.forEach((url, at) => {
    const [first] = listing.paths;
    const schema = {
      operationId: `list_${code}_allocations${at === 0 ? '' : `_${at + 1}`}`,
      tags: ['allocations'],
      summary: `List ${name}'s allocations`,
      description: at === 0 ? `${COMBINED}${lendingOf(first)}` : `The same as ${first}.`,
      querystring,
      security: TOKEN_NEEDED,
      response: dataResponses(page, 'One page of allocations'),
    };
    app.route<{ Querystring: ListQuery }>({
      ...READ,
      url,
      schema,
      handler: (request, reply) => {
        const { sort = NEWEST_FIRST } = request.query;
        const asked = pageAsked(request.query);
        return answer(request, reply, (view) => {
          for (const parameter of ['jurisdictions', 'entities'] as const)
            requireListed(view, state, parameter, request.query[parameter] ?? []);
          const filter = filterOf(request.query, view);
          const { total, allocations: listed } = allocations.list(view, filter, sort, windowOf(asked));
          const records = listed.map((allocation) => {
            const jurisdiction = view.jurisdictions.get(allocation.jurisdictionId);
            if (!jurisdiction) throw new Error(`no jurisdiction ${allocation.jurisdictionId}`);
            return toRecord(allocation, jurisdiction);
          });
          return toPage(addressOf(request), asked, records, total);
        });
      },
    });
  });
  return allocations.preparations;
}

/** Which other lists an address answers with. */
function lendingOf(path: string): string {
  return borrowersOf(path)
    .map((state) => ` If every id asked for is of ${state.name}, it answers as ${listingOf(state).paths[0]}.`)
    .join('');
}

/** All conditions of a query in one. */
function filterOf(query: ListQuery, view: DatasetView): AllocationFilter {
  const spans = [query.allocation_period, query.between, query.period_between, query.since].filter(
    (span): span is DateSpan => span !== undefined,
  );
  const firsts = spans.flatMap(({ from }) => (from === null ? [] : [from])).sort();
  const lasts = spans.flatMap(({ to }) => (to === null ? [] : [to])).sort();
  return {
    jurisdictions: query.jurisdictions ?? query.entities ?? null,
    type: query.jurisdiction_type ?? null,
    county: query.county ?? null,
    from: firsts.at(-1) ?? null,
    to: lasts[0] ?? null,
    updatedSince: query.updated_since ?? null,
    afterRun: runBehind(view, query.since_version),
  };
}
