import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as z from 'zod';
import { monthText } from '../domain/month.ts';
import { messageOf, OperatorError, USAGE } from '../domain/operator-error.ts';
import { isKindOf } from '../domain/report.ts';
import { plainIssue } from '../domain/text/plain-issue.ts';
import { readRegularFile } from '../files/regular-file.ts';
import { REPORT_KINDS, STATES } from '../states/index.ts';

const LARGEST_PAGE = 50_000;
const PAGE_OF_ODATA = 5000;

const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters, digits and single hyphens');
const column = z.string().regex(/^[A-Za-z_]\w*$/, 'must be the name of a column');
const host = z
  .string()
  .regex(/^[a-z0-9.-]+(:\d+)?$/, 'must be a host, as data.example.gov or data.example.gov:8443');
const pageSize = z.number().int().min(1).max(LARGEST_PAGE);
const kind = z.string().transform((name, context) => {
  const known = REPORT_KINDS.find((candidate) => candidate.name === name);
  if (known) return known;
  const all = REPORT_KINDS.map((candidate) => candidate.name).join(', ');
  context.addIssue({ code: 'custom', message: `"${name}" is no report kind; the kinds are ${all}` });
  return z.NEVER;
});
const webAddress = z.string().transform((text, context) => {
  const url = URL.parse(text);
  const fault =
    url === null || !/^https?:$/.test(url.protocol)
      ? 'must be an address that begins with https:// or http://'
      : url.username !== '' || url.password !== ''
        ? 'must not hold a name or password'
        : null;
  if (url !== null && fault === null) return url;
  context.addIssue({ code: 'custom', message: `${fault}` });
  return z.NEVER;
});
/** An address to which an ending and a query are added. */
const endpoint = webAddress.refine(
  ({ search, hash, pathname }) => search === '' && hash === '' && !/\.(csv|json)$|\/$/.test(pathname),
  'must be the address of the dataset alone, without .csv or .json, query and slash at its end',
);

const named = {
  name: slug,
  hosts: z.array(host).default([]),
  is_guess: z.boolean().default(false),
  note: z.string().min(1).nullable().default(null),
};
const queried = {
  ...named,
  kind,
  url: endpoint,
  month_field: column,
  month_filter: z
    .strictObject({ compare: z.enum(['range', 'list']), write: z.string().regex(/\{(yyyy|yy)\}/) })
    .nullable()
    .default(null),
  span: z.enum(['year', 'all']),
  first_month: monthText,
};
const socrata = z.strictObject({
  ...queried,
  protocol: z.literal('socrata'),
  format: z.enum(['csv', 'json']).default('csv'),
  page_size: pageSize.default(LARGEST_PAGE),
});
const odata = z.strictObject({
  ...queried,
  protocol: z.literal('odata'),
  order: z.array(column).default([]),
  count: z.boolean().default(true),
  page_size: pageSize.default(PAGE_OF_ODATA),
});
const file = z.strictObject({
  ...named,
  kind: kind.nullable().default(null),
  protocol: z.literal('file'),
  url: z.string().min(1),
});
const feed = z.discriminatedUnion('protocol', [socrata, odata, file], {
  error: ({ code }) => (code === 'invalid_union' ? 'must be one of socrata, odata, file' : undefined),
});
const portalFile = z.strictObject(
  Object.fromEntries(STATES.map(({ code }) => [code, z.array(feed).default([])])),
);

/** A dataset asked by months: Socrata's SODA 2.1, or OData 4. */
export type SocrataFeed = z.output<typeof socrata> & { state: string };
export type OdataFeed = z.output<typeof odata> & { state: string };
export type QueriedFeed = SocrataFeed | OdataFeed;
/** A file on the web, or a file or folder of this machine; `url` is then a `file:` address. */
export type FileFeed = Omit<z.output<typeof file>, 'url'> & { state: string; url: URL };
/** A place reports are downloaded from. */
export type Feed = QueriedFeed | FileFeed;

/** Reads the feeds of all states. Throws an `OperatorError` of one line that names the entry that is wrong. */
export function readPortalFile(path: string): Feed[] {
  const parsed = portalFile.safeParse(readJsonFile(path), { error: plainIssue });
  if (!parsed.success) throw unusable(path, parsed.error.issues.map(describeIssue).join('; '));
  const feeds = Object.entries(parsed.data).flatMap(([state, list]) =>
    list.map(
      (feed): Feed =>
        feed.protocol === 'file' ? { ...feed, state, url: fileAddress(path, feed.url) } : { ...feed, state },
    ),
  );
  const problem = feeds.map((feed) => problemOf(feed, feeds)).find((text) => text !== null);
  if (problem) throw unusable(path, problem);
  return feeds;
}

/** What the schema cannot tell. */
function problemOf(feed: Feed, all: readonly Feed[]): string | null {
  const { name, state, kind, is_guess, note } = feed;
  if (all.some((other) => other !== feed && other.name === name)) return `two feeds are named "${name}"`;
  if (kind !== null && !isKindOf(state, kind.name))
    return `${name}: the kind ${kind.name} is not one of ${state}`;
  if (is_guess && note === null) return `${name}: a guess needs a note that says how to find what is right`;
  if (feed.protocol !== 'file' && feed.span === 'year' && feed.month_filter === null)
    return `${name}: a feed asked year by year needs a month_filter`;
  return null;
}

function describeIssue({ path, message }: z.core.$ZodIssue): string {
  return path.length > 0 ? `${path.join('.')}: ${message}` : message;
}

/** A local path is one from the folder of the file that names it. */
function fileAddress(path: string, text: string): URL {
  if (!/^[a-z]{2,}:\/\//i.test(text)) return pathToFileURL(resolve(dirname(path), text));
  const url = URL.parse(text);
  const isUsable = url && /^(https?|file):$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isUsable)
    throw unusable(path, `"${text}" must be a path, or an https:// address without name and password`);
  if (url.protocol === 'file:' && url.host !== '') throw unusable(path, `"${text}" is on another machine`);
  return url;
}

/** The path of a local feed, `null` of one on the web. */
export function localPath({ url }: FileFeed): string | null {
  return url.protocol === 'file:' ? fileURLToPath(url) : null;
}

function readJsonFile(path: string): unknown {
  try {
    return JSON.parse(readRegularFile(path).toString());
  } catch (error) {
    const reason = messageOf(error);
    throw unusable(path, reason.replaceAll('\n', ' '));
  }
}

function unusable(path: string, reason: string): OperatorError {
  return new OperatorError(
    `the portal file ${path} cannot be used: ${reason}; mend it, or name another with --portals`,
    USAGE,
  );
}
