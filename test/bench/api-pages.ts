import { RECORDS } from '../../src/records/index.ts';
import { listingOf } from '../../src/records/listings.ts';
import { USUAL_PAGES } from '../../src/records/page.ts';
import { STATES } from '../../src/states/index.ts';
import { openChance } from '../rig/reports/chance.ts';

/** Number of jurisdictions in a filter. */
const SET_SIZES = [1, 10, 100];
const YEAR = 12;

/** One kind of page: a state, a filter, a sort, and where the page lies in the list. Of an analysis: its address and question. */
export interface PageKind {
  filter: string;
  sort: string;
  page: 'first' | 'middle' | 'last';
  path: string;
}

/** Answers the JSON of an address. */
export type Ask = (path: string) => Promise<unknown>;

/** Returns every filter with every sort, at three places of the list, for each state that the service has. */
export async function pageKinds(ask: Ask): Promise<PageKind[]> {
  const kinds: PageKind[] = [];
  for (const state of STATES) {
    const { paths, without } = listingOf(state);
    const ids = await idsOf(ask, state.code);
    if (ids.length === 0) continue;
    const sorts = ['-allocation_period', 'allocation_period'];
    for (const name of [
      ...state.fields.filter(({ isSortable }) => isSortable).map((field) => field.name),
      ...state.sortedFamilies.flatMap((family) => state.fields.map((field) => `${family}.${field.name}`)),
    ])
      sorts.push(name, `-${name}`);
    for (const filter of filtersOf(ids, without)) {
      const first = (await ask(join(paths[0], filter, 'limit=1'))) as { meta: { total: number } };
      const { total } = first.meta;
      const last = Math.max(1, Math.ceil(total / USUAL_PAGES.usual));
      for (const sort of sorts)
        for (const [page, number] of [
          ['first', 1],
          ['middle', Math.ceil(last / 2)],
          ['last', last],
        ] as const)
          kinds.push({ filter, sort, page, path: join(paths[0], filter, `sort=${sort}`, `page=${number}`) });
    }
  }
  return kinds;
}

/** What is asked of all places of a state, by address. */
const OF_STATE = [
  ['comparison', ['sort=-change', 'basis=sales', 'group=county', 'minimum=100000&sort=difference']],
  [
    'period-comparison',
    [
      'period=2024-03-01,2024-06-01',
      'period=2024-03-01,2024-06-01&basis=sales&sort=change',
      'period=2023-01-01,2024-12-01&group=type',
    ],
  ],
  ['totals', ['type=city', 'basis=sales']],
  ['years', ['type=county', 'basis=sales&fiscal_year_start=10']],
  ['projections', ['through=2024-12-01', 'basis=sales']],
  ['months-ahead', ['through=2024-12-01']],
] as const;
const OF_PLACE = [
  ['analysis', ['basis=payment', 'basis=sales']],
  ['years', ['basis=payment', 'basis=sales']],
] as const;

/** Returns comparisons, periods, years and projections of each state that the service has, and of one of its places. */
export async function analysisKinds(ask: Ask): Promise<PageKind[]> {
  const kinds: PageKind[] = [];
  for (const { code } of STATES) {
    const [id] = await idsOf(ask, code);
    if (id === undefined) continue;
    for (const [at, addresses] of [
      [`/api/${code}/sales-tax`, OF_STATE],
      [`/api/jurisdictions/${id}`, OF_PLACE],
    ] as const)
      for (const [name, questions] of addresses)
        for (const sort of questions)
          kinds.push({ filter: `${at}/${name}`, sort, page: 'first', path: `${at}/${name}?${sort}` });
  }
  return kinds;
}

/** Returns the first and the last page of each list that is asked nothing else, and of those about a place. */
export async function listKinds(ask: Ask): Promise<PageKind[]> {
  const [id] = await idsOf(ask, 'ca');
  const addresses = RECORDS.flatMap(
    ({ description: { address } }) => address?.replace(':id', String(id)) ?? [],
  );
  const kinds: PageKind[] = [];
  for (const path of addresses.filter((address) => !address.includes(':'))) {
    const { meta } = (await ask(path)) as { meta: { last_page: number } };
    for (const [page, number] of [
      ['first', 1],
      ['last', meta.last_page],
    ] as const)
      kinds.push({ filter: path, sort: '', page, path: `${path}?page=${number}` });
  }
  return kinds;
}

/** The address of the default list of each state that the service has. */
export async function defaultPaths(ask: Ask): Promise<string[]> {
  const paths: string[] = [];
  for (const state of STATES)
    if ((await idsOf(ask, state.code)).length > 0) paths.push(listingOf(state).paths[0]);
  return paths;
}

async function idsOf(ask: Ask, state: string): Promise<number[]> {
  const { data } = (await ask(`/api/jurisdictions?state=${state}&limit=1000`)) as { data: { id: number }[] };
  return data.map(({ id }) => id);
}

function filtersOf(ids: readonly number[], without: readonly string[]): string[] {
  const chance = openChance(ids.length);
  const some = (count: number) =>
    Array.from({ length: Math.min(count, ids.length) }, () => ids[chance.between(0, ids.length - 1)]).join();
  const month = `2024-${String(chance.between(1, YEAR)).padStart(2, '0')}-01`;
  const filters = [
    '',
    `allocation_period=${month}`,
    'between=2024-01-01,2024-12-01',
    ...SET_SIZES.map((size) => `jurisdictions=${some(size)}`),
  ];
  if (!without.includes('jurisdiction_type'))
    filters.push('jurisdiction_type=city', 'jurisdiction_type=city&between=2024-01-01,2024-12-01');
  return filters;
}

function join(path: string, ...parts: string[]): string {
  return `${path}?${parts.filter((part) => part !== '').join('&')}`;
}
