import type { Answered } from './connect.ts';

/** One page, as every list answers. */
export interface PageOfList<Item> {
  data: Item[];
  links: { next: string | null };
  meta: { total: number };
}

/** One page of a list that is read whole. */
export interface ReadPage<Item> {
  records: Item[];
  version: string | null;
  /** Records on all pages. */
  total: number;
  /** Whether the reading begins here. If it began before, the dataset has changed: drop all earlier records. */
  isFirst: boolean;
}

const MOST_BEGINNINGS = 5;

/**
 * Reads a list page by page: it follows `links.next`, and begins again if `Dataset-Version` changes. `ask` asks for one
 * page: `(page) => answered(listChanges({ client, query: { limit: 1000, page } }))`.
 */
export async function* pages<Item>(
  ask: (page: number) => Promise<Answered<PageOfList<Item>>>,
): AsyncGenerator<ReadPage<Item>, void> {
  for (let beginning = 1; beginning <= MOST_BEGINNINGS; beginning += 1) {
    const isWhole = yield* pagesOfOneVersion(ask);
    if (isWhole) return;
  }
  throw new Error(`The dataset changed ${MOST_BEGINNINGS} times while its pages were read. Try again later.`);
}

/** Returns whether all pages are of one version. */
async function* pagesOfOneVersion<Item>(
  ask: (page: number) => Promise<Answered<PageOfList<Item>>>,
): AsyncGenerator<ReadPage<Item>, boolean> {
  let first: string | null | undefined;
  let count = 0;
  for (let page: number | null = 1; page !== null; ) {
    const { data: body, version }: Answered<PageOfList<Item>> = await ask(page);
    first ??= version;
    if (version !== first) return false;
    const { total } = body.meta;
    yield { records: body.data, version, total, isFirst: page === 1 };
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

/** All records of a list, of one version of the dataset. `ask` asks for one page, as in `pages`. */
export async function readList<Item>(
  ask: (page: number) => Promise<Answered<PageOfList<Item>>>,
): Promise<{ records: Item[]; version: string | null }> {
  let records: Item[] = [];
  let version: string | null = null;
  for await (const page of pages(ask)) {
    if (page.isFirst) records = [];
    records.push(...page.records);
    version = page.version;
  }
  return { records, version };
}
