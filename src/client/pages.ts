import {
  type Answer,
  type BodyOf,
  type CallOptions,
  call,
  type FieldsOf,
  type ServicePath,
} from './calls.ts';
import type { ServiceClient } from './connection.ts';
import { waitToBegin } from './waiting.ts';

/** What each page of a list has. */
export interface PageOfList<Item> {
  data: Item[];
  meta: { total: number };
}

/** The address of a list. */
export type ListPath = {
  [Path in ServicePath]: BodyOf<Path, undefined> extends PageOfList<unknown> ? Path : never;
}[ServicePath];

/** The records of a list. */
export type ItemOf<Path extends ServicePath, Fields> =
  BodyOf<Path, Fields> extends { data: (infer Item)[] } ? Item : never;

/** The options of a list that is read from its first page to its last. */
type AllPagesOptions<Path extends ServicePath, Fields> = CallOptions<Path, Fields> & {
  query?: { page?: never };
};

/** One page of a list that is read whole. */
export interface ReadPage<Item> {
  records: Item[];
  /** The version of the dataset that the page is of. */
  version: string;
  /** Records on all pages. */
  total: number;
}

type AskPage<Item> = (page: number) => Promise<Pick<Answer<PageOfList<Item>>, 'data' | 'version'>>;

/** The largest page that the service gives. */
const LARGEST_PAGE = 1000;

/**
 * Reads a list page by page: `pages(client, '/api/changes', {}, drop)`. If the dataset changes between two pages, it calls
 * `dropEarlier` and begins again with the first page. So the pages since then are of one version.
 */
export function pages<Path extends ListPath, Fields extends FieldsOf<Path> = undefined>(
  client: ServiceClient,
  path: Path,
  options: AllPagesOptions<Path, Fields>,
  dropEarlier: () => void,
): AsyncGenerator<ReadPage<ItemOf<Path, Fields>>, void>;
export function pages(
  client: ServiceClient,
  path: '/api/changes',
  { query, ...options }: CallOptions<'/api/changes', undefined>,
  dropEarlier: () => void,
): AsyncGenerator<ReadPage<unknown>, void> {
  const ask = (page: number) =>
    call(client, path, { ...options, query: { limit: LARGEST_PAGE, ...query, page } });
  return followPages<unknown>(ask, dropEarlier, options.signal);
}

/** All records of a list, of one version of the dataset: `readList(client, '/api/changes')`. */
export async function readList<Path extends ListPath, Fields extends FieldsOf<Path> = undefined>(
  client: ServiceClient,
  path: Path,
  options?: AllPagesOptions<Path, Fields>,
): Promise<{ records: ItemOf<Path, Fields>[]; version: string }> {
  const records: ItemOf<Path, Fields>[] = [];
  let version = '';
  for await (const page of pages(client, path, options ?? {}, () => records.splice(0))) {
    records.push(...page.records);
    version = page.version;
  }
  return { records, version };
}

/** Does what `pages` does, with a function that asks for one page. */
export async function* followPages<Item>(
  ask: AskPage<Item>,
  dropEarlier: () => void,
  signal?: AbortSignal | null,
): AsyncGenerator<ReadPage<Item>, void> {
  for (let beginning = 1; ; beginning += 1) {
    await waitToBegin(beginning, signal);
    if (beginning > 1) dropEarlier();
    const isWhole = yield* pagesOfOneVersion(ask);
    if (isWhole) return;
  }
}

/** Ends early if a page is of another version. Returns whether it read all pages. */
async function* pagesOfOneVersion<Item>(ask: AskPage<Item>): AsyncGenerator<ReadPage<Item>, boolean> {
  const first = await askPage(ask, 1);
  yield first;
  let count = first.records.length;
  for (let page = 2; count < first.total; page += 1) {
    const { records, version, total } = await askPage(ask, page);
    if (version !== first.version) return false;
    if (records.length === 0 || total !== first.total) break;
    yield { records, version, total };
    count += records.length;
  }
  if (count !== first.total)
    throw new Error(`The service sent ${count} of ${first.total} records. Try again.`);
  return true;
}

async function askPage<Item>(ask: AskPage<Item>, page: number): Promise<ReadPage<Item>> {
  const { data: body, version } = await ask(page);
  if (version === null)
    throw new Error('The answer has no header Dataset-Version. Check the proxies before the service.');
  const { data, meta }: Partial<PageOfList<Item>> = body ?? {};
  if (!Array.isArray(data) || !Number.isInteger(meta?.total))
    throw new Error('The answer is not a page of a list. Check the proxies before the service.');
  return { records: data, version, total: body.meta.total };
}
