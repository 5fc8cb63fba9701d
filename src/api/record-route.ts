import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Description, Member } from '../records/description.ts';
import { checkAsked, isSpan, type ParsedFilters, parametersOf } from '../records/filters/asked.ts';
import type { Filters } from '../records/filters/filter.ts';
import { refuseForeignCounty } from '../records/filters/known-names.ts';
import { jsonWriter } from '../records/json-record.ts';
import type { RecordList } from '../records/list.ts';
import { STATES } from '../states/index.ts';
import type { State } from '../states/state.ts';
import type { Schedule } from '../store/query/completeness.ts';
import type { DatasetView } from '../store/query/view.ts';
import { itemResponses, TOKEN_NEEDED } from './contract.ts';
import type { Answers } from './http/answers.ts';
import { READ } from './http/methods.ts';
import { listRoute } from './list-route.ts';
import { type PagingQuery, pageSchema, pagingParameters } from './pages.ts';
import { metaSchema, recordSchema } from './record-schema.ts';
import { jurisdictionAt, jurisdictionPath } from './records/jurisdiction.ts';

type RecordQuery = PagingQuery & ParsedFilters;
type RecordPath = Partial<z.output<typeof jurisdictionPath>>;

/** Serves a described list at its address, or at that of each state. */
export function serveRecord(
  app: FastifyInstance,
  list: RecordList,
  answers: Answers,
  schedule: () => Schedule,
): void {
  const { description } = list;
  const { name, one, address, tag, title, notes, members, paging } = description;
  if (address === null) return;
  const record = recordSchema(description);
  const page = pageSchema(record, `${one}_page`, metaSchema(description));
  const usual = new Set(members.filter((member) => 'group' in member || !member.isForSome).map(nameOf));
  for (const state of address.includes(':state') ? STATES : [null]) {
    app.route<{ Params: RecordPath; Querystring: RecordQuery }>(
      listRoute<RecordQuery, RecordPath>(answers, {
        url: state ? address.replace(':state', state.code) : address,
        schema: {
          operationId: state ? `list_${state.code}_${name}` : `list_${name}`,
          tags: [tag],
          summary: title,
          description: notes,
          ...(address.includes(':id') && { params: jurisdictionPath }),
          querystring: querySchema(description, state),
        },
        record,
        page,
        pageText: `One page of ${name}`,
        usual,
        ...(paging && { paging }),
        ...(description.changesDaily && { changesDaily: true as const }),
        find: ({ view, query, params, window }) => {
          const place = { ...(state && { state: state.code }), ...jurisdictionOf(view, params) };
          const found = list.find(view, checkAsked(list, view, { ...query, ...place }), window, schedule());
          const { read, members: own, ...others } = found;
          const toRecord = jsonWriter(own ?? members);
          return {
            ...others,
            ...(own && { members: new Set(own.map(nameOf)) }),
            read: (held, start, end) => read(held, start, end).map(toRecord),
          };
        },
      }),
    );
  }
  if (description.item) serveItems(app, list, answers);
}

/** Serves the records of a list one by one, at the address of the list and their ids. */
function serveItems(app: FastifyInstance, { description, findOne }: RecordList, answers: Answers): void {
  const { one, address, tag, item, members } = description;
  const toRecord = jsonWriter(members);
  const answer = z.object({ data: recordSchema(description) }).meta({ id: `${one}_item` });
  app.route<{ Params: z.output<typeof jurisdictionPath> }>({
    ...READ,
    url: `${address}/:id`,
    schema: {
      operationId: `show_${one}`,
      tags: [tag],
      summary: item,
      params: jurisdictionPath,
      querystring: z.strictObject({}),
      security: TOKEN_NEEDED,
      response: itemResponses(answer, `The ${one}`),
    },
    handler: (request, reply) =>
      answers.sendNew(request, reply, (view) => ({
        data: toRecord(findOne?.(view, jurisdictionAt(view, request.params).id)),
      })),
  });
}

function nameOf<Row>(member: Member<Row>): string {
  return 'group' in member ? member.group : member.name;
}

/** The jurisdiction of an address, which may not exist. */
function jurisdictionOf(view: DatasetView, { id }: RecordPath): { id?: number } {
  return id === undefined ? {} : { id: jurisdictionAt(view, { id }).id };
}

function querySchema(
  { filters, paging }: Pick<Description<never>, 'filters' | 'paging'>,
  state: State | null,
) {
  const served: Filters = Object.fromEntries(
    Object.entries(filters).filter(
      ([, { kind, isForCommand, isArgument }]) =>
        !isForCommand && !isArgument && (kind !== 'county' || (state?.hasCounties ?? true)),
    ),
  );
  const query = z.strictObject({ ...parametersOf(served, state), ...pagingParameters(paging) });
  return query.refine(isSpan, SPAN_FAULT).superRefine(refuseForeignCounty);
}

const SPAN_FAULT = { path: ['from'], message: 'is later than to. Exchange them.' };
