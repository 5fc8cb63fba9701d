import { expect, test } from 'vitest';
import { explore } from './rig/explore.ts';
import { readColumn, readSeries } from './rig/figures.ts';
import { ALDER_CREEK, CHICAGO, RALEIGH } from './rig/views.ts';

// Every table and every chart has the figures of the service, to the cent and in its order.

interface Line {
  jurisdiction?: { id: number } | null;
  [column: string]: unknown;
}

const { visit, json } = explore();
const PLACE = `/jurisdictions/${ALDER_CREEK}`;
const WILLOW_TERRACE = 60034990;
const LARKSPUR_BEND = 482999021;
const NC = '/api/nc/sales-tax/period-comparison?period=2020-03-01,2020-06-01';
const PERIODS = '/rankings/nc/2020-03..2020-06';

/** The records of the service; of years only those of one kind. */
async function linesOf(path: string, kind = 'fiscal'): Promise<Line[]> {
  const { data } = await json<{ data: Line[] }>(path);
  return data.filter(({ years = kind }) => years === kind);
}

const MONTHS = ['value', 'year_ago', 'change', 'rolling_year', 'rolling_year_change'];
const TO_DATE = ['year_to_date', 'year_to_date_change', 'fiscal_year_to_date'];
const RANKED = ['value', 'difference', 'change', 'rolling_year', 'rolling_year_change', ...TO_DATE];
const SUMS = ['sum', 'against', 'difference', 'change'];
const YEARS = ['value', 'year_ago', 'difference', 'change', 'months'];

test.each([
  [PLACE, 'All months', `/api${PLACE}/analysis`, MONTHS],
  [`${PLACE}?basis=sales`, 'All months', `/api${PLACE}/analysis?basis=sales`, MONTHS],
  [`${PLACE}?chart=years`, 'Chart', `/api${PLACE}/years`, YEARS],
  [`${PLACE}?chart=years&kind=calendar`, 'Chart', `/api${PLACE}/years`, YEARS],
  [
    `${PLACE}?chart=years&basis=sales&fiscal_year_start=10`,
    'Chart',
    `/api${PLACE}/years?basis=sales&fiscal_year_start=10`,
    YEARS,
  ],
  [
    '/rankings/ca/2026-10?type=city&county=Alameda&sums=years',
    'Years',
    '/api/ca/sales-tax/years?type=city&county=Alameda',
    YEARS,
  ],
  ['/rankings/ca/2026-10', 'main', '/api/ca/sales-tax/comparison', RANKED],
  ['/rankings/nc/2020-06?basis=sales', 'main', '/api/nc/sales-tax/comparison?basis=sales', RANKED],
  ...['value', 'change', '-difference', 'difference', '-year_to_date', 'rolling_year'].map(
    (sort) =>
      [
        `/rankings/ca/2023-12?sort=${sort}`,
        'main',
        `/api/ca/sales-tax/comparison?allocation_period=2023-12-01&sort=${sort}`,
        ['value'],
      ] as const,
  ),
  [`${PERIODS}?type=city&sort=change`, 'main', `${NC}&type=city&sort=change`, SUMS],
  [`${PERIODS}?basis=sales&sort=difference`, 'main', `${NC}&basis=sales&sort=difference`, SUMS],
  [
    `${PERIODS}?against=2018-11..2019-02&sort=change`,
    'main',
    `${NC}&against=2018-11-01,2019-02-01&sort=change`,
    SUMS,
  ],
  [`${PERIODS}?group=county`, 'main', `${NC}&group=county`, [...SUMS, 'members', 'compared']],
] as const)('the table of %s (%s) is that of %s', async (view, region, path, columns) => {
  const { page } = await visit(view);
  const table = page.getByRole(region === 'main' ? 'main' : 'region', {
    ...(region !== 'main' && { name: region, exact: true }),
  });
  const all = `${path}${path.includes('?') ? '&' : '?'}limit=1000`;
  const lines = await linesOf(all, view.includes('calendar') ? 'calendar' : 'fiscal');
  const keyOf = ({ jurisdiction, group, year, allocation_period: month }: Line) =>
    String(jurisdiction?.id ?? group ?? year ?? month);
  for (const column of columns)
    expect([column, ...(await readColumn(table, column))]).toEqual([
      column,
      ...lines.map((line) => [keyOf(line), line[column]]),
    ]);
});

/** The path of a place or a group in the service. */
function pathOf(id: string, query: string): string {
  if (/^\d+$/.test(id)) return `/api/jurisdictions/${id}/analysis?${query}`;
  const [, type, county] = id.split(':');
  return `/api/ca/sales-tax/totals?${[type && `type=${type}`, county && `county=${county}`, query].filter(Boolean).join('&')}`;
}

const SEVERAL = [ALDER_CREEK, WILLOW_TERRACE, LARKSPUR_BEND, 'ca:city:Alameda', 'ca:city', 'ca:'].map(String);
const ALONE = [String(ALDER_CREEK), 'ca:city'];

test.each([
  [SEVERAL, '', 'value', ''],
  [SEVERAL, '&chart=change', 'change', ''],
  [SEVERAL, '&chart=rolling-year', 'rolling_year', ''],
  [SEVERAL, '&chart=year-to-date', 'year_to_date', ''],
  [SEVERAL, '&chart=fiscal-year&fiscal_year_start=1', 'fiscal_year_to_date', 'fiscal_year_start=1'],
  [SEVERAL.slice(0, 2), '&chart=quarters', 'quarter_total', ''],
  [[CHICAGO, RALEIGH].map(String), '&basis=sales', 'value', 'basis=sales'],
  [ALONE.slice(0, 1), '&with=type&chart=change', 'change', ''],
] as const)('the lines of %s with %s are the service’s %s', async (ids, choice, name, query) => {
  const { page } = await visit(`/compare?ids=${ids.join(',')}&years=all${choice}`);
  const isAlone = choice.includes('with=');
  const chart = page.locator(
    isAlone ? 'section[aria-label="Against its group"]' : 'section[aria-label=Chart]',
  );
  for (const id of isAlone ? ALONE : ids) {
    const lines = await linesOf(pathOf(id, query));
    const month = query === 'basis=sales' ? 'sales_period' : 'allocation_period';
    const figures = lines.flatMap((line) => (line[name] === null ? [] : [[line[month], line[name]]]));
    expect([id, ...(await readSeries(chart, id))]).toEqual([id, ...figures.reverse()]);
  }
});

test.each([
  ['', 'rolling_year', 'analysis', 'allocation_period'],
  ['', 'change', 'analysis', 'allocation_period'],
  ['&chart=payments', 'value', 'analysis', 'allocation_period'],
  ['&chart=quarters', 'quarter_total', 'analysis', 'allocation_period'],
  ['&chart=years', 'value', 'years', 'year'],
  ['&chart=years', 'year_ago', 'years', 'year'],
] as const)('the chart of a place with %j has the %s of the service', async (choice, name, path, slot) => {
  const { page } = await visit(`${PLACE}?years=all${choice}`);
  const lines = await linesOf(`/api${PLACE}/${path}`);
  const figures = lines.flatMap((line) => (line[name] === null ? [] : [[line[slot], line[name]]]));
  expect(await readSeries(page, name)).toEqual(figures.reverse());
});
