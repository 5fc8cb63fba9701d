import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import type { DatasetView } from '../store/query/view.ts';
import type { Window } from '../store/query/window.ts';
import { listResponses, TOKEN_NEEDED } from './contract.ts';
import { addressOf } from './http/addresses.ts';
import type { Answers } from './http/answers.ts';
import { Refusal } from './http/errors.ts';
import { formatOf } from './http/formats.ts';
import { READ } from './http/methods.ts';
import { type PagingQuery, pageAsked, toPage, windowOf } from './pages.ts';
import { type ApiRecord, memberColumns, openLines } from './records/columns.ts';
import { selectMembers } from './records/members.ts';

/** The records in a window of a list. */
export interface RecordList {
  /** Records in the whole list. */
  total: number;
  /** Records in the window. */
  length: number;
  /** Makes the records of the window from `start` to before `end`, from a view of the same rows. */
  read(view: DatasetView, start: number, end: number): readonly ApiRecord[];
  /** Further members of `meta` in a page. */
  meta?: object;
  /** The names of the asked members. Default: all. */
  members?: ReadonlySet<string> | undefined;
}

/** What a request of a list asks for. */
export interface ListRequest<Query, Path> {
  query: Query;
  params: Path;
}

/** A route that lists records: pages of them in JSON, all of them in CSV and NDJSON. */
export interface ListRoute<Query, Path> {
  url: string;
  /** Its description in the OpenAPI document. */
  schema: {
    operationId: string;
    tags: readonly string[];
    summary: string;
    description?: string;
    params?: z.ZodObject;
    querystring: z.ZodObject;
  };
  /** The schema of one record. It gives the columns of CSV. */
  record: z.ZodObject;
  page: z.ZodObject;
  /** Describes a page: `One page of findings`. */
  pageText: string;
  /** Size of a page if the request names none. Default: 25. */
  usualLimit?: number;
  /** Selects the records of a window. Throws a `Refusal` if the request names what does not exist. */
  select(view: DatasetView, request: ListRequest<Query, Path>, window: Window): RecordList;
}

const EVERYTHING: Window = { offset: 0, limit: Number.MAX_SAFE_INTEGER };

/** Lists what is in memory: each item of the window becomes a record. */
export function listOf<Item>(
  all: readonly Item[],
  { offset, limit }: Window,
  toRecord: (view: DatasetView, item: Item) => ApiRecord,
): RecordList {
  const items = all.slice(offset, offset + limit);
  return {
    total: all.length,
    length: items.length,
    read: (view, start, end) => items.slice(start, end).map((item) => toRecord(view, item)),
  };
}

/** The options of a list's route. */
export function listRoute<Query extends PagingQuery, Path = unknown>(
  answers: Answers,
  list: ListRoute<Query, Path>,
) {
  const columns = memberColumns(list.record);
  const { url, schema, page, pageText } = list;
  return {
    ...READ,
    url,
    config: { isList: true as const },
    schema: {
      ...schema,
      security: TOKEN_NEEDED,
      response: listResponses({ page, pageText, columns, isOfItem: schema.params !== undefined }),
    },
    handler: (request: FastifyRequest & ListRequest<Query, Path>, reply: FastifyReply): Promise<void> => {
      const format = formatOf(request);
      if (format === 'json') return answers.sendNew(request, reply, (view) => pageOf(request, list, view));
      refusePaging(request.query, format);
      return answers.sendList(request, reply, format, (view) => {
        const { total, length, read, members = null } = list.select(view, request, EVERYTHING);
        const { header, linesOf } = openLines(format, columns, members);
        const lines = (held: DatasetView, start: number, end: number) =>
          linesOf(withMembers(read(held, start, end), members));
        return { total, length, header, lines };
      });
    },
  };
}

function pageOf<Query extends PagingQuery, Path>(
  request: FastifyRequest & ListRequest<Query, Path>,
  { usualLimit, select }: ListRoute<Query, Path>,
  view: DatasetView,
) {
  const asked = pageAsked(request.query, usualLimit);
  const { total, length, read, members = null, meta } = select(view, request, windowOf(asked));
  return toPage(addressOf(request), asked, withMembers(read(view, 0, length), members), total, meta);
}

function withMembers(
  records: readonly ApiRecord[],
  members: ReadonlySet<string> | null,
): readonly ApiRecord[] {
  return members ? records.map((record) => selectMembers(record, members)) : records;
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
