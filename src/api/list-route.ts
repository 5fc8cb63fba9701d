import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import type { PageSizes } from '../records/description.ts';
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
export interface FoundRecords {
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

/** The parameters of a request. */
interface Asked<Query, Path> {
  query: Query;
  params: Path;
}

/** A request of a list: the window to find, in this version of the dataset. */
export interface ListRequest<Query, Path> extends Asked<Query, Path> {
  view: DatasetView;
  window: Window;
}

/** Describes a list of records: pages of them in JSON, all of them in CSV and NDJSON. */
export interface ListDescription<Query, Path> {
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
  /** The names of the members that a request gets if it asks for nothing else. Default: all. */
  usual?: ReadonlySet<string>;
  page: z.ZodObject;
  /** Describes a page: `One page of findings`. */
  pageText: string;
  /** Whether the list also depends on the day. */
  changesDaily?: true;
  /** The sizes of its pages. Give them to `pagingParameters` too. Default: `USUAL_PAGES`. */
  paging?: PageSizes;
  /** Finds the records of the window. Throws a `Refusal` if the request names what does not exist. */
  find(request: ListRequest<Query, Path>): FoundRecords;
}

const EVERYTHING: Window = { offset: 0, limit: Number.MAX_SAFE_INTEGER };

/** Finds the window among items in memory. Each item becomes a record. */
export function foundAmong<Item>(
  all: readonly Item[],
  { offset, limit }: Window,
  toRecord: (view: DatasetView, item: Item) => ApiRecord,
): FoundRecords {
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
  list: ListDescription<Query, Path>,
) {
  const columns = memberColumns(list.record);
  const { url, schema, usual, page, pageText } = list;
  const shown = usual ? columns.filter(([name = '']) => usual.has(name)) : columns;
  return {
    ...READ,
    url,
    config: { isList: true as const, ...(list.changesDaily && { changesDaily: true as const }) },
    schema: {
      ...schema,
      security: TOKEN_NEEDED,
      response: listResponses({ page, pageText, columns: shown, isOfItem: schema.params !== undefined }),
    },
    handler: (request: FastifyRequest & Asked<Query, Path>, reply: FastifyReply): Promise<unknown> => {
      const format = formatOf(request);
      if (format === 'json') return answers.sendNew(request, reply, (view) => pageOf(request, list, view));
      refusePaging(request.query, format);
      return answers.sendList(request, reply, format, (view) => {
        const { query, params } = request;
        const found = list.find({ view, query, params, window: EVERYTHING });
        const { total, length, read, members = null } = found;
        const { header, linesOf } = openLines(format, columns, members);
        const lines = (held: DatasetView, start: number, end: number) =>
          linesOf(withMembers(read(held, start, end), members));
        return { total, length, header, lines };
      });
    },
  };
}

function pageOf<Query extends PagingQuery, Path>(
  request: FastifyRequest & Asked<Query, Path>,
  { paging, find }: ListDescription<Query, Path>,
  view: DatasetView,
) {
  const { query, params } = request;
  const asked = pageAsked(query, paging);
  const found = find({ view, query, params, window: windowOf(asked) });
  const { total, length, read, members = null, meta } = found;
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
