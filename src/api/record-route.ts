import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Window } from '../domain/reading/window.ts';
import { lineColumns, type Member } from '../records/description.ts';
import { csvLines } from '../records/files/csv.ts';
import { checkAsked } from '../records/filters/asked.ts';
import type { ParsedFilters } from '../records/filters/complete-asked.ts';
import { jsonColumns, jsonWriter } from '../records/json-record.ts';
import { type Beside, EVERYTHING, type FoundRows, type RecordList } from '../records/list.ts';
import { type PagingQuery, pageAsked, toPage, windowOf } from '../records/page.ts';
import { STATES } from '../states/index.ts';
import type { State } from '../states/state.ts';
import type { DatasetView } from '../store/query/view.ts';
import { answerOf, answerOfList, TOKEN_NEEDED } from './contract.ts';
import { addressOf } from './http/addresses.ts';
import type { Answers } from './http/answers.ts';
import { NO_PARAMETERS, RouteQuery } from './http/checked-parameters.ts';
import { Refusal } from './http/errors.ts';
import { formatOf, type WholeFormat } from './http/formats.ts';
import { READ } from './http/methods.ts';
import { findRows } from './kept-rows.ts';
import { pageSchema } from './pages.ts';
import { leanSchema, metaSchema, recordSchema } from './record-schema.ts';
import { jurisdictionAt, jurisdictionPath } from './records/jurisdiction.ts';

interface ListRequest {
  Params: Partial<z.output<typeof jurisdictionPath>>;
  Querystring: PagingQuery & ParsedFilters;
}

/** Finds the records that a request asks for in a version of the dataset. */
type Find = (view: DatasetView, request: FastifyRequest<ListRequest>, window: Window) => FoundRows<unknown>;

/** Serves a described list at its addresses, or at those of each state: pages in JSON, all records in CSV and NDJSON. */
export function serveRecord(
  app: FastifyInstance,
  list: RecordList,
  answers: Answers,
  beside: () => Beside,
): void {
  const { description } = list;
  const { address, ofState, otherAddresses = [], changesDaily, usesBudgets } = description;
  if (address === null) return;
  const schemaOf = describeList(description);
  const ofStates = STATES.filter(({ code }) => (ofState ?? code) === code);
  for (const state of address.includes(':state') ? ofStates : [null]) {
    const find: Find = (view, { query, params }, window) => {
      const place = { ...(state && { state: state.code }), ...jurisdictionOf(view, params) };
      return findRows(list, view, checkAsked(list, view, { ...query, ...place }), window, beside());
    };
    const first = state ? address.replace(':state', state.code) : address;
    for (const [at, url] of [first, ...otherAddresses].entries())
      app.route<ListRequest>({
        ...READ,
        url,
        config: { isList: true, ...(changesDaily && { changesDaily }), ...(usesBudgets && { usesBudgets }) },
        schema: schemaOf(state, at === 0 ? null : { at, first }),
        handler: (request, reply) => answer(answers, description, find, request, reply),
      });
  }
  if (description.item) serveItems(app, list, answers);
}

/** Makes the description of each address in the OpenAPI document. */
function describeList(description: RecordList['description']) {
  const { name, one, address, tag, title, notes, members, filters, meta, paging } = description;
  const record = recordSchema(description);
  const isLean = Object.values(filters).some(({ kind }) => kind === 'members');
  const page = pageSchema(
    isLean ? z.union([record, leanSchema(record, `${one}_lean`)]) : record,
    `${one}_page`,
    metaSchema(description),
  );
  const usual = members.filter((member) => 'group' in member || !member.isForSome);
  const isOfItem = address?.includes(':id') ?? false;
  const lean = isLean ? '. With fields, the records have only the asked members' : '';
  const { header } = openLines('csv', [...usual, ...lineColumns(meta)]);
  const response = answerOfList(page, `One page of ${name}${lean}`, header);
  return (state: State | null, other: { at: number; first: string } | null) => ({
    operationId: `list_${state ? `${state.code}_` : ''}${name}${other ? `_${other.at + 1}` : ''}`,
    tags: [tag],
    summary: title,
    description: other ? `The same list as ${other.first}.` : notes,
    ...(isOfItem && { params: jurisdictionPath }),
    querystring: new RouteQuery({ filters, paging }, state),
    security: TOKEN_NEEDED,
    response,
  });
}

async function answer(
  answers: Answers,
  { members: all, meta: described, paging }: RecordList['description'],
  find: Find,
  request: FastifyRequest<ListRequest>,
  reply: FastifyReply,
): Promise<unknown> {
  const format = formatOf(request);
  if (format === 'json')
    return answers.sendNew(request, reply, (view) => {
      const asked = pageAsked(request.query, paging);
      const { total, length, read, members = all, meta } = find(view, request, windowOf(asked));
      const records = read(view, 0, length).map(jsonWriter(members));
      return toPage(addressOf(request), asked, records, total, meta);
    });
  refusePaging(request.query, format);
  return answers.sendList(request, reply, format, (view) => {
    const { total, length, read, members = all, meta } = find(view, request, EVERYTHING);
    const columns = format === 'csv' ? lineColumns(described, meta) : [];
    const { header, linesOf } = openLines(format, [...members, ...columns]);
    return { total, length, header, lines: (held, start, end) => linesOf(read(held, start, end)) };
  });
}

/** Writes records in one format. */
interface RecordLines<Row> {
  header: string;
  linesOf(rows: readonly Row[]): string;
}

/** Writes records with these members as CSV or NDJSON. */
function openLines<Row>(format: WholeFormat, members: readonly Member<Row>[]): RecordLines<Row> {
  if (format === 'ndjson') {
    const toRecord = jsonWriter(members);
    return {
      header: '',
      linesOf: (rows) => rows.map((row) => `${JSON.stringify(toRecord(row))}\n`).join(''),
    };
  }
  const columns = jsonColumns(members);
  return {
    header: csvLines([columns.map(({ path }) => path)]),
    linesOf: (rows) => csvLines(rows.map((row) => columns.map(({ read }) => cellOf(read(row))))),
  };
}

/** Lists and objects without fixed members are JSON. */
function cellOf(value: unknown): string | number | null {
  if (typeof value === 'string' || typeof value === 'number') return value;
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** CSV and NDJSON have all records. A client that asks for a part of them must not take it for the whole. */
function refusePaging(query: PagingQuery, format: string): void {
  const given = (['limit', 'page'] as const).filter((name) => query[name] !== undefined);
  if (given.length === 0) return;
  const fault = `is for pages of JSON. An answer in ${format.toUpperCase()} has all records. Leave it out.`;
  throw new Refusal(
    422,
    given.map((name) => `${name}: ${fault}`).join(' '),
    Object.fromEntries(given.map((name) => [name, [fault]])),
  );
}

/** Serves the records of a list one by one, at the address of the list and their ids. */
function serveItems(app: FastifyInstance, { description, findOne }: RecordList, answers: Answers): void {
  const { one, address, tag, item, members } = description;
  const toRecord = jsonWriter(members);
  const body = z.object({ data: recordSchema(description) }).meta({ id: `${one}_item` });
  app.route<{ Params: z.output<typeof jurisdictionPath> }>({
    ...READ,
    url: `${address}/:id`,
    schema: {
      operationId: `show_${one}`,
      tags: [tag],
      summary: item,
      params: jurisdictionPath,
      querystring: NO_PARAMETERS,
      security: TOKEN_NEEDED,
      response: answerOf(body, `The ${one}`),
    },
    handler: (request, reply) =>
      answers.sendNew(request, reply, (view) => ({
        data: toRecord(findOne?.(view, jurisdictionAt(view, request.params).id)),
      })),
  });
}

/** The jurisdiction of an address, which may not exist. */
function jurisdictionOf(view: DatasetView, { id }: ListRequest['Params']): { id?: number } {
  return id === undefined ? {} : { id: jurisdictionAt(view, { id }).id };
}
