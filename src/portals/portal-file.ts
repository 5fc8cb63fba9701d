import * as z from 'zod';
import { messageOf, OperatorError, USAGE } from '../domain/operator-error.ts';
import { isKindOf } from '../domain/report.ts';
import { parseSettings } from '../domain/text/json.ts';
import { monthText } from '../domain/text/month-text.ts';
import { plainIssue } from '../domain/text/plain-issue.ts';
import { readRegularFile } from '../files/regular-file.ts';
import { REPORT_KINDS, STATES } from '../states/index.ts';

const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters, digits and hyphens');
const column = z.string().regex(/^[A-Za-z_]\w*$/, 'must be the name of a column');
const host = z.string().regex(/^[a-z0-9.-]+(:\d+)?$/, 'must be a host, as data.example.gov');
/** What Socrata sends at most. */
const pageSize = z.number().int().min(1).max(50_000).default(50_000);
/** The program adds the ending and the query. */
const address = z
  .url({ protocol: /^https?$/, error: 'must be an address that begins with https:// or http://' })
  .regex(/^[^?#]*[^/?#]$(?<!\.csv|\.json)/, 'must not have .csv, .json, a query or a slash at its end')
  .regex(/^\w+:\/\/[^@/]+(?:\/|$)/, 'must not contain a user name or password')
  .transform((text) => new URL(text));

const feed = z.strictObject({
  name: slug.describe('The name of the feed, in lower case with hyphens. File names begin with it.'),
  kind: z
    .enum(REPORT_KINDS.map(({ name }) => name))
    .describe('The kind of the reports, as `tx/payment-detail`.'),
  protocol: z.enum(['socrata', 'odata']).describe('How the portal is asked: `socrata` or `odata`.'),
  url: address.describe('The address of the dataset, without `.csv`, `.json` or a query.'),
  month_field: column.describe('The column that holds the month.'),
  month_filter: z
    .strictObject({ compare: z.enum(['range', 'list']), write: z.string().regex(/\{(yyyy|yy)\}/) })
    .describe(
      'How to ask for the months of a year: `compare` is `range` or `list`, and `write` is the month as the portal writes it, with `{yyyy}`, `{yy}`, `{mm}` and `{q}`.',
    ),
  order: z
    .array(column)
    .default([])
    .describe('The columns that put the rows in order, so that an unchanged year gives an equal file.'),
  first_month: monthText.describe('The first allocation period to download.'),
  page_size: pageSize.describe('Rows of one request to `socrata`. A portal with `odata` decides itself.'),
  hosts: z
    .array(host)
    .default([])
    .describe(
      'Other hosts that redirects and links may lead to, by https. The own host counts with and without `www.`.',
    ),
  note: z.string().default('').describe('A remark of yours. The program ignores it.'),
});

/** The keys of a feed, for the documents. */
export const FEED_KEYS = feed.shape;

/** An entry of the portal file: a dataset that gives reports of one kind. */
export type Feed = z.output<typeof feed> & { state: string };

const portalFile = z.strictObject(
  Object.fromEntries(STATES.map(({ code }) => [code, z.array(feed).default([])])),
);

/** Reads the feeds of all states. Throws an `OperatorError` of one line that names the wrong entry. */
export function readPortalFile(path: string): Feed[] {
  const unusable = (reason: string) =>
    new OperatorError(
      `Cannot use the portal file ${path}: ${reason}. Correct it, or give another one with --portals`,
      USAGE,
    );
  let content: unknown;
  try {
    content = parseSettings(readRegularFile(path).toString());
  } catch (error) {
    throw unusable(messageOf(error).replaceAll('\n', ' '));
  }
  const parsed = portalFile.safeParse(content, { error: plainIssue });
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw unusable(issues.map((text) => text.replace(/^: /, '')).join('; '));
  }
  const feeds = Object.entries(parsed.data).flatMap(([state, list]) =>
    list.map((entry) => ({ ...entry, state })),
  );
  for (const { name, state, kind } of feeds) {
    if (!isKindOf(state, kind)) throw unusable(`${name}: ${kind} is not a kind of ${state}`);
    if (feeds.filter((other) => other.name === name).length > 1)
      throw unusable(`two feeds have the name "${name}"`);
  }
  return feeds;
}
