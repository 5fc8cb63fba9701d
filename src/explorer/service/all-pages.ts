import { followPages, type PageOfList } from '../../client/pages.ts';
import { linkTo, type Parameters } from '../address/address.ts';
import { ask, Fault } from './request.ts';

/** How far the reading of a list has come. */
export interface Progress {
  page: number;
  of: number;
}

/** The largest page of a list. */
const LARGEST = 1000;

/** Reads all pages of a list, of one version of the dataset. Throws a `Fault` unless every record came. */
export async function askAllPages<Item>(
  path: string,
  parameters: Parameters,
  tell: (progress: Progress) => void,
): Promise<Item[]> {
  const items: Item[] = [];
  let of = 1;
  const askPage = async (page: number) => {
    tell({ page, of });
    const address = linkTo(path, { ...parameters, limit: LARGEST, page });
    const { body, version } = await ask<PageOfList<Item>>({ address });
    return { data: body, version };
  };
  try {
    for await (const { records, total } of followPages(askPage, () => items.splice(0))) {
      items.push(...records);
      of = Math.ceil(total / LARGEST);
    }
    return items;
  } catch (error) {
    if (error instanceof Fault || !(error instanceof Error)) throw error;
    throw new Fault('failed', error.message);
  }
}
