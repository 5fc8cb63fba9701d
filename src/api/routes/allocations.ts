import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { describeAllocations } from '../../records/descriptions/allocation.ts';
import type { DateSpan } from '../../records/filters/filter.ts';
import { requireCounty } from '../../records/filters/known-counties.ts';
import { requireListed } from '../../records/filters/known-names.ts';
import {
  countyParameter,
  dateParameter,
  idsParameter,
  membersParameter,
  periodParameter,
  rangeParameter,
  sinceParameter,
  sortParameter,
  typeParameter,
  versionParameter,
} from '../../records/filters/parameters.ts';
import { runBehind } from '../../records/filters/versions.ts';
import { jsonWriter } from '../../records/json-record.ts';
import { type ListParameter, listingOf } from '../../records/listings.ts';
import type { State } from '../../states/state.ts';
import {
  type AllocationFilter,
  type AllocationSort,
  openAllocationList,
  type SortKey,
  sortKeysOf,
} from '../../store/query/allocations.ts';
import type { StoredJurisdiction } from '../../store/query/jurisdictions.ts';
import type { DatasetView } from '../../store/query/view.ts';
import { guestsAt } from '../guest-lists.ts';
import type { Answers } from '../http/answers.ts';
import { type FoundRecords, type ListDescription, type ListRequest, listRoute } from '../list-route.ts';
import { pageSchema, pagingParameters } from '../pages.ts';
import { recordSchema } from '../record-schema.ts';
import { leanSchema, memberNames } from '../records/members.ts';

const NEWEST_FIRST: AllocationSort = { field: null, family: null, descending: true };

/** Maps every sort name of a list to its sort key. */
function sortNames(state: State): Map<string, SortKey> {
  const namesOf = ({ field, family }: SortKey): string[] => {
    if (field === null) return ['allocation_period', 'revenue_period'];
    const alias = state.fields.find(({ name }) => name === field)?.sortAlias;
    const prefix = family === null ? '' : `${family}.`;
    return [field, ...(alias === undefined ? [] : [alias])].map((name) => `${prefix}${name}`);
  };
  return new Map(sortKeysOf(state).flatMap((key) => namesOf(key).map((name) => [name, key])));
}

/** All parameters that a list can have. The listing of a state says which ones it has. */
function listParameters(state: State, record: z.ZodObject) {
  const { fields, headline } = state;
  const { id: exampleId } = listingOf(state).example;
  return {
    jurisdictions: idsParameter(
      'Only these jurisdictions: ids separated by commas. Find them with /api/jurisdictions',
      exampleId,
    ),
    entities: idsParameter('The same as jurisdictions. Give only one of them', exampleId),
    jurisdiction_type: typeParameter('Only jurisdictions of this type'),
    county: countyParameter('Only jurisdictions in this county', [state]),
    allocation_period: periodParameter,
    between: rangeParameter(
      'Only allocation periods that start between these two dates, both included',
      false,
    ),
    period_between: rangeParameter(
      'Only allocation periods from the first month to the second, both included. Write each as the first day of its month',
      true,
    ),
    since: sinceParameter,
    updated_since: dateParameter(
      'Only records that a run added or changed on this date (UTC) or later. If a jurisdiction changed, all its records count as changed. /api/revisions lists changed figures and removed records',
    ),
    since_version: versionParameter(
      'Only records added or changed since this version of the dataset. If a jurisdiction changed, all its records count as changed',
    ),
    sort: sortParameter(
      sortNames(state),
      '-allocation_period',
      `-${fields.find(({ isSortable }) => isSortable)?.name}`,
    ),
    fields: membersParameter(
      'Only these members of each record: names separated by commas, in any order. dates.quarter is one member, dates is all of dates. Default: all members',
      memberNames(record),
      `${headline},deltas.${headline},${listingOf(state).subject}.name`,
    ),
    ...pagingParameters(),
  } satisfies Record<ListParameter, z.ZodType>;
}

type ListQuery = {
  [Name in ListParameter]?: z.output<ReturnType<typeof listParameters>[Name]>;
};

function querySchema(state: State, record: z.ZodObject) {
  const parameters = listParameters(state, record);
  return z
    .strictObject(
      Object.fromEntries(listingOf(state).parameters.map((parameter) => [parameter, parameters[parameter]])),
    )
    .refine(({ jurisdictions, entities }) => !jurisdictions || !entities, {
      path: ['entities'],
      message: 'means the same as jurisdictions. Give only one of them.',
      // also if other parameters are wrong
      when: () => true,
    });
}

/** Describes the list at each of its addresses. */
function describeLists(state: State): Omit<ListDescription<ListQuery, unknown>, 'find'>[] {
  const { code, name } = state;
  const [first, ...others] = listingOf(state).paths;
  const record = recordSchema(describeAllocations(state, listingOf(state)));
  const list = {
    record,
    page: pageSchema(
      z.union([record, leanSchema(record, `${code}_lean_allocation`)]),
      `${code}_allocation_page`,
    ),
    pageText: 'One page of allocations. With fields, the records have only the asked members',
  };
  const shared = {
    tags: ['allocations'],
    summary: `List the allocations of ${name}`,
    querystring: querySchema(state, record),
  };
  const operationId = `list_${code}_allocations`;
  const description = `You can combine all parameters. A record must match all of them.${describeGuests(first)}`;
  return [
    { ...list, url: first, schema: { ...shared, operationId, description } },
    ...others.map((url, at) => ({
      ...list,
      url,
      schema: {
        ...shared,
        operationId: `${operationId}_${at + 2}`,
        description: `The same list as ${first}.`,
      },
    })),
  ];
}

/** Serves the list of a state's allocations at all its addresses. */
export function serveAllocations(app: FastifyInstance, state: State, answers: Answers): void {
  const allocations = openAllocationList(state, listingOf(state).shownFamilies);
  const toRecord = jsonWriter(describeAllocations(state, listingOf(state)).members);
  const find = ({ view, query, window }: ListRequest<ListQuery, unknown>): FoundRecords => {
    for (const parameter of ['jurisdictions', 'entities'] as const)
      requireListed(parameter, query[parameter] ?? [], view, state);
    const { sort = NEWEST_FIRST, fields } = query;
    const { total, rowids } = allocations.find(view, filterOf(query, view, state), sort, window);
    return {
      total,
      length: rowids.length,
      members: fields,
      read: (held, start, end) =>
        allocations
          .read(held, rowids.subarray(start, end))
          .map((found) => toRecord({ ...found, jurisdiction: jurisdictionOf(held, found.jurisdictionId) })),
    };
  };
  for (const list of describeLists(state))
    app.route<{ Querystring: ListQuery }>(listRoute<ListQuery>(answers, { ...list, find }));
}

function jurisdictionOf({ jurisdictions }: DatasetView, id: number): StoredJurisdiction {
  const jurisdiction = jurisdictions.get(id);
  if (!jurisdiction) throw new Error(`no jurisdiction ${id}`);
  return jurisdiction;
}

/** Describes the lists of other states that an address can answer with. */
function describeGuests(path: string): string {
  return guestsAt(path)
    .map(
      (state) =>
        ` If every id belongs to ${state.name}, the answer is the list of ${listingOf(state).paths[0]}.`,
    )
    .join('');
}

/** Combines all conditions of a query. */
function filterOf(query: ListQuery, view: DatasetView, state: State): AllocationFilter {
  const spans = [query.allocation_period, query.between, query.period_between, query.since].filter(
    (span): span is DateSpan => span !== undefined,
  );
  const firsts = spans.flatMap(({ from }) => (from === null ? [] : [from])).sort();
  const lasts = spans.flatMap(({ to }) => (to === null ? [] : [to])).sort();
  return {
    jurisdictions: query.jurisdictions ?? query.entities ?? null,
    type: query.jurisdiction_type ?? null,
    county: requireCounty(view, [state], query.county),
    from: firsts.at(-1) ?? null,
    to: lasts[0] ?? null,
    updatedSince: query.updated_since ?? null,
    afterRun: runBehind(view, query.since_version),
  };
}
