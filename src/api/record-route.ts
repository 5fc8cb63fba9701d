import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Window } from '../domain/reading/window.ts';
import { type Description, registersOf } from '../records/description.ts';
import { csvLines } from '../records/files/csv.ts';
import { shownTable } from '../records/files/file-table.ts';
import { checkAsked } from '../records/filters/asked.ts';
import type { ParsedFilters } from '../records/filters/complete-asked.ts';
import { jsonWriter } from '../records/json-record.ts';
import { type Beside, EVERYTHING, type FoundRows, type RecordList } from '../records/list.ts';
import { type PagingQuery, pageAsked, toPage, windowOf } from '../records/page.ts';
import { fileColumnsOf, tableOfRows } from '../records/table.ts';
import { STATES } from '../states/index.ts';
import type { State } from '../states/state.ts';
import type { DatasetView } from '../store/query/view.ts';
import { answerOf, answerOfList, pageSchema, TOKEN_NEEDED } from './contract.ts';
import { addressOf } from './http/addresses.ts';
import type { Answers } from './http/answers.ts';
import { NO_PARAMETERS, RouteQuery } from './http/checked-parameters.ts';
import { Refusal } from './http/errors.ts';
import { formatOf, type WholeFormat } from './http/formats.ts';
import { leanSchema, othersSchema, recordSchema } from './record-schema.ts';
import { jurisdictionAt, jurisdictionPath } from './records/jurisdiction.ts';

interface ListRequest {
  Params: Partial<z.output<typeof jurisdictionPath>>;
  Querystring: PagingQuery & ParsedFilters;
}

/** Serves a described list at its addresses, or at those of each state: pages in JSON, all records in CSV and NDJSON. */
export function serveRecord(
  app: FastifyInstance,
  list: RecordList,
  answers: Answers,
  beside: () => Beside,
): void {
  const { description } = list;
  const { address, ofState, otherAddresses = [], guestAddresses = [], changesDaily, paging } = description;
  if (address === null) return;
  const schemaOf = describeList(description);
  const states = address.includes(':state')
    ? STATES.filter(({ code }) => (ofState ?? code) === code)
    : [null];
  for (const state of states) {
    const first = state ? address.replace(':state', state.code) : address;
    const handler = (request: FastifyRequest<ListRequest>, reply: FastifyReply): Promise<unknown> => {
      const find = (view: DatasetView, window: Window) => {
        const { id } = request.params;
        const place = id === undefined ? {} : { id: [jurisdictionAt(view, { id }).id] };
        const asked = checkAsked(list, view, {
          ...request.query,
          ...(state && { state: state.code }),
          ...place,
        });
        return list.find(view, asked, window, beside());
      };
      const format = formatOf(request);
      reply.header('vary', 'accept, accept-encoding');
      if (format === 'json')
        return answers.sendNew(reply, (view) => {
          const page = pageAsked(request.query, paging);
          const { total, length, read, members = description.members } = find(view, windowOf(page));
          return toPage(addressOf(request), page, read(view, 0, length).map(jsonWriter(members)), total);
        });
      refusePaging(request.query, format);
      const { schedule, ...registers } = beside();
      const used = registersOf(description, request.query).map((name) => JSON.stringify(registers[name]?.()));
      const dependsOn = `${changesDaily ? schedule?.today : ''}${used.join('')}`;
      return answers.sendList(request, reply, format, dependsOn, (view) => {
        const found = find(view, EVERYTHING);
        const { header, linesOf } = openLines(format, description, found);
        const lines = (held: DatasetView, start: number, end: number) =>
          linesOf(found.read(held, start, end));
        return { total: found.total, length: found.length, header, lines };
      });
    };
    for (const [at, url] of [first, ...otherAddresses].entries())
      app.route<ListRequest>({
        ...{ method: 'GET', url, handler, schema: schemaOf(state, at === 0 ? null : { at, first }) },
      });
    for (const url of guestAddresses)
      app.route<ListRequest>({
        ...{ method: 'GET', url, handler, schema: { ...schemaOf(state, null), hide: true } },
        constraints: { stateOfIds: state?.code },
      });
  }
  if (description.item) serveItems(app, list, answers);
}

/** Makes the description of each address in the OpenAPI document. */
function describeList(description: RecordList['description']) {
  const { name, one, address, tag, title, notes, filters, paging } = description;
  const record = recordSchema(description);
  const isLean = Object.values(filters).some(({ of }) => of === 'members');
  const others = isLean ? leanSchema(record, `${one}_lean`) : othersSchema(description);
  const page = pageSchema(others ? z.union([record, others]) : record, `${one}_page`);
  const isOfItem = address?.includes(':id') ?? false;
  const lean = isLean ? '. With fields, the records have only the asked members' : '';
  const { header } = openLines('csv', description);
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

/** Writes records as CSV or NDJSON: the first line, and those of rows. */
function openLines(
  format: WholeFormat,
  description: Pick<Description<unknown>, 'members' | 'files'>,
  found: Partial<FoundRows<unknown>> = {},
) {
  if (format === 'ndjson') {
    const toRecord = jsonWriter(found.members ?? description.members);
    const linesOf = (rows: readonly unknown[]) =>
      rows.map((row) => `${JSON.stringify(toRecord(row))}\n`).join('');
    return { header: '', linesOf };
  }
  const columns = fileColumnsOf(description, found);
  return {
    header: csvLines([columns.map(({ flatName }) => flatName)]),
    linesOf: (rows: readonly unknown[]) =>
      csvLines([...shownTable(tableOfRows(columns, () => rows, found.unit)).rows()]),
  };
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
    method: 'GET',
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
      answers.sendNew(reply, (view) => ({
        data: toRecord(findOne?.(view, jurisdictionAt(view, request.params).id)),
      })),
  });
}
