import * as z from 'zod';
import { monthText } from '../domain/text/month-text.ts';
import { REPORT_KINDS } from '../states/index.ts';

/** A user agent contains this in place of the program's name and version. */
export const PROGRAM = '{program}';

const LARGEST_PAGE = 50_000;
const PAGE_OF_ODATA = 5000;

const PAGE_SIZE = 'Rows for each request.';

function protocolOf<Name extends string>(name: Name) {
  return z
    .literal(name)
    .describe('`socrata`, `odata`, or `file` for a file on the web or a file or folder of this machine.');
}

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
  context.addIssue({ code: 'custom', message: `"${name}" is not a report kind. The kinds are ${all}` });
  return z.NEVER;
});
const webAddress = z.string().transform((text, context) => {
  const url = URL.parse(text);
  const fault =
    url === null || !/^https?:$/.test(url.protocol)
      ? 'must be an address that begins with https:// or http://'
      : url.username !== '' || url.password !== ''
        ? 'must not contain a user name or password'
        : null;
  if (url !== null && fault === null) return url;
  context.addIssue({ code: 'custom', message: `${fault}` });
  return z.NEVER;
});
/** The program adds the ending and the query. */
const endpoint = webAddress.refine(
  ({ search, hash, pathname }) => search === '' && hash === '' && !/\.(csv|json)$|\/$/.test(pathname),
  'must be the address of the dataset without .csv, .json, query and final slash',
);

const userAgent = z
  .string()
  .regex(/^[\x20-\x7e]+$/, 'must be one line of ASCII')
  .refine((text) => text.includes(PROGRAM), `must contain ${PROGRAM}, which tells the portal who asks`);

const named = {
  name: slug.describe('The name of the feed, in lower case with hyphens. File names begin with it.'),
  hosts: z
    .array(host)
    .default([])
    .describe(
      'Other hosts that redirects and links may lead to, by https. The own host counts with and without `www.`.',
    ),
  user_agent: userAgent
    .default(PROGRAM)
    .describe(
      `The user agent of the requests. \`${PROGRAM}\` is replaced with the program's name and version.`,
    ),
  is_guess: z
    .boolean()
    .default(false)
    .describe('Whether nobody has verified the address. Such a feed is off.'),
  note: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe('How to find the right settings. Messages point to it if the feed is off or fails.'),
};
const queried = {
  ...named,
  kind: kind.describe('The kind of the reports, as `tx/payment-detail`.'),
  url: endpoint.describe('The address of the dataset, without `.csv`, `.json` or a query.'),
  month_field: column.describe('The column that holds the month.'),
  month_filter: z
    .strictObject({ compare: z.enum(['range', 'list']), write: z.string().regex(/\{(yyyy|yy)\}/) })
    .nullable()
    .default(null)
    .describe(
      'How to ask for months: `compare` is `range` or `list`, and `write` is the month as the portal writes it, with `{yyyy}`, `{yy}`, `{mm}` and `{q}`.',
    ),
  span: z
    .enum(['year', 'all'])
    .describe('What one file contains: a calendar `year` (needs `month_filter`), or `all` months.'),
  first_month: monthText.describe('The first allocation period to download.'),
};
const socrata = z.strictObject({
  ...queried,
  protocol: protocolOf('socrata'),
  format: z.enum(['csv', 'json']).default('csv').describe('The format of the files.'),
  page_size: pageSize.default(LARGEST_PAGE).describe(PAGE_SIZE),
});
const odata = z.strictObject({
  ...queried,
  protocol: protocolOf('odata'),
  order: z.array(column).default([]).describe('The columns that put the rows in order.'),
  count: z.boolean().default(true).describe('Whether to ask the portal for the number of rows.'),
  page_size: pageSize.default(PAGE_OF_ODATA).describe(PAGE_SIZE),
});
const file = z.strictObject({
  ...named,
  kind: kind.nullable().default(null).describe('The kind of the reports, for messages.'),
  protocol: protocolOf('file'),
  url: z
    .string()
    .min(1)
    .describe(
      'The address of a file, or a file or folder of this machine, from the folder of the portal file.',
    ),
});
export const feedEntry = z.discriminatedUnion('protocol', [socrata, odata, file], {
  error: ({ code }) => (code === 'invalid_union' ? 'must be one of socrata, odata, file' : undefined),
});
/** A dataset that the program asks for months: Socrata's SODA 2.1, or OData 4. */
export type SocrataFeed = z.output<typeof socrata> & { state: string };
export type OdataFeed = z.output<typeof odata> & { state: string };
export type QueriedFeed = SocrataFeed | OdataFeed;
/** A file on the web, or a file or folder of this machine. The `url` of a local one begins with `file:`. */
export type FileFeed = Omit<z.output<typeof file>, 'url'> & { state: string; url: URL };
/** An entry of the portal file: what gives reports of one kind. */
export type Feed = QueriedFeed | FileFeed;

/** Whether a feed may be downloaded from this host: its own, with or without `www.`, or by https one that it names. */
export function isHostOf({ host }: URL, { url, hosts }: Pick<Feed, 'url' | 'hosts'>): boolean {
  const bare = (name: string) => name.replace(/^www\./, '');
  return bare(host) === bare(url.host) || (url.protocol === 'https:' && hosts.includes(host));
}
