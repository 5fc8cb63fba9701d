import { linkTo, type Parameters } from '../address/address.ts';
import { ask, Fault } from './request.ts';

/** What every page of a list has. */
interface ListPage<Item> {
  data: Item[];
  meta: { last_page: number; total: number };
}

/** How far the reading of a list has come. */
export interface Progress {
  page: number;
  of: number;
}

/** The largest page of a list. */
const LARGEST = 1000;
/** How often to begin again because the dataset changed between two pages. */
const ATTEMPTS = 3;

/** Reads all pages of a list, of one version of the dataset. Throws a `Fault` unless every record came. */
export async function askAllPages<Item>(
  path: string,
  parameters: Parameters,
  tell: (progress: Progress) => void,
): Promise<Item[]> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const items = await askPages<Item>(path, parameters, tell);
    if (items) return items;
  }
  throw new Fault('failed', 'The dataset changed while its pages were read. Try again.');
}

/** Returns `null` if the version changed on the way. */
async function askPages<Item>(
  path: string,
  parameters: Parameters,
  tell: (progress: Progress) => void,
): Promise<Item[] | null> {
  const items: Item[] = [];
  let expected: string | null | undefined;
  for (let page = 1, of = 1; page <= of; page++) {
    tell({ page, of });
    const address = linkTo(path, { ...parameters, limit: LARGEST, page });
    const { body, version } = await ask<ListPage<Item>>({ address });
    expected ??= version;
    if (version !== expected) return null;
    items.push(...body.data);
    of = body.meta.last_page;
    if (page === of && items.length !== body.meta.total)
      throw new Fault('failed', `The service sent ${items.length} of ${body.meta.total} rows. Try again.`);
  }
  return items;
}
