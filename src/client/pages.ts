import {
  type Answer,
  answered,
  type BodyOf,
  type CallOptions,
  type FieldsOf,
  type Operation,
} from './calls.ts';
import type { Client } from './generated/client/index.ts';
import { waitToBegin } from './waiting.ts';

/** One page, as every list answers. */
export interface PageOfList<Item> {
  data: Item[];
  links: { next: string | null };
  meta: { total: number };
}

/** A generated function that answers with a page. */
export type ListOperation = (
  options: never,
) => Promise<{ data?: PageOfList<unknown> | undefined; error?: unknown; response?: Response }>;

/** The records of a list. */
export type ItemOf<Called extends Operation, Fields> =
  BodyOf<Called, Fields> extends { data: (infer Item)[] } ? Item : never;

/** The options of a list that is read from its first page to its last. */
type AllPagesOptions<Called extends Operation, Fields> = CallOptions<Called, Fields> & {
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

/** The largest page that the service gives. */
const LARGEST_PAGE = 1000;

/**
 * Reads a list page by page: `pages(listChanges, { client }, drop)`. If the dataset changes between two pages, it calls
 * `dropEarlier` and begins again with the first page. So the pages since then are of one version.
 */
export function pages<Called extends ListOperation, Fields extends FieldsOf<Called> = undefined>(
  operation: Called,
  options: AllPagesOptions<Called, Fields>,
  dropEarlier: () => void,
): AsyncGenerator<ReadPage<ItemOf<Called, Fields>>, void>;
export function pages<Item>(
  operation: (options: object) => Promise<{ data?: PageOfList<Item> }>,
  { query, ...options }: { client: Client; query?: object; signal?: AbortSignal | null },
  dropEarlier: () => void,
): AsyncGenerator<ReadPage<Item>, void> {
  const ask = (page: number) =>
    answered(operation({ ...options, query: { limit: LARGEST_PAGE, ...query, page } }));
  return followPages(ask, dropEarlier, options.signal);
}

/** All records of a list, of one version of the dataset: `readList(listChanges, { client })`. */
export async function readList<Called extends ListOperation, Fields extends FieldsOf<Called> = undefined>(
  operation: Called,
  options: AllPagesOptions<Called, Fields>,
): Promise<{ records: ItemOf<Called, Fields>[]; version: string }> {
  const records: ItemOf<Called, Fields>[] = [];
  let version = '';
  for await (const page of pages(operation, options, () => records.splice(0))) {
    records.push(...page.records);
    version = page.version;
  }
  return { records, version };
}

/** Does what `pages` does, with a function that asks for one page. */
export async function* followPages<Item>(
  ask: (page: number) => Promise<Pick<Answer<PageOfList<Item>>, 'data' | 'version'>>,
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
async function* pagesOfOneVersion<Item>(
  ask: (page: number) => Promise<Pick<Answer<PageOfList<Item>>, 'data' | 'version'>>,
): AsyncGenerator<ReadPage<Item>, boolean> {
  let first: string | null = null;
  let count = 0;
  for (let page: number | null = 1; page !== null; ) {
    const { data: body, version }: Pick<Answer<PageOfList<Item>>, 'data' | 'version'> = await ask(page);
    if (version === null)
      throw new Error('The answer has no header Dataset-Version. Check the proxies before the service.');
    first ??= version;
    if (version !== first) return false;
    const { total } = body.meta;
    yield { records: body.data, version, total };
    count += body.data.length;
    page = pageOfLink(body.links.next);
    if (page === null && count !== total)
      throw new Error(`The service sent ${count} of ${total} records. Try again.`);
  }
  return true;
}

/** The number of the page that a link leads to. The address itself may be one that only the service's proxy knows. */
function pageOfLink(link: string | null): number | null {
  return link === null ? null : Number(new URL(link).searchParams.get('page'));
}
