import { expect, test } from 'vitest';
import { stateOfId } from '../../src/states/index.ts';
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
const OF_PLACE = (list: string) => `/api/ca/sales-tax/${list}?jurisdictions=${ALDER_CREEK}`;
const WILLOW_TERRACE = 60034990;
const LARKSPUR_BEND = 482999021;
const NC = '/api/nc/sales-tax/compare?months=2020-03..2020-06';
const PERIODS = '/rankings/nc/2020-03..2020-06';

/** The records of the service; of years only those of one kind. */
async function linesOf(path: string, kind = 'fiscal'): Promise<Line[]> {
  const { data } = await json<{ data: Line[] }>(path);
  return data.filter(({ years = kind }) => years === kind);
}

/** A column by its name in files: of a figure, `payment_change`. */
function figureAt(line: Line, column: string): unknown {
  const [figure] = ['payment', 'fiscal_year_to_date', 'twelve_months', 'sum'].filter((name) =>
    column.startsWith(`${name}_`),
  );
  return figure === undefined ? line[column] : Object(line[figure])[column.slice(figure.length + 1)];
}

const figureColumns = (figure: string) => ['value', 'ago', 'change'].map((part) => `${figure}_${part}`);
const MONTHS = ['payment', 'twelve_months'].flatMap((figure) => [`${figure}_value`, `${figure}_change`]);
const RANKED = ['sum_value', 'sum_difference', 'sum_change'];
const SUMS = [...figureColumns('sum'), 'sum_difference'];
const YEARS = [...SUMS, 'months'];

test.each([
  [`${PLACE}?columns=${MONTHS}`, 'All months', OF_PLACE('months'), MONTHS],
  [`${PLACE}?basis=sales&columns=${MONTHS}`, 'All months', `${OF_PLACE('months')}&basis=sales`, MONTHS],
  [`${PLACE}?chart=years`, 'Chart', OF_PLACE('years'), YEARS],
  [`${PLACE}?chart=years&kind=calendar`, 'Chart', OF_PLACE('years'), YEARS],
  [
    `${PLACE}?chart=years&basis=sales&fiscal_year_start=10`,
    'Chart',
    `${OF_PLACE('years')}&basis=sales&fiscal_year_start=10`,
    YEARS,
  ],
  [
    `/jurisdictions/ca:city:Alameda?columns=${MONTHS}`,
    'All months',
    '/api/ca/sales-tax/months?type=city&county=Alameda',
    MONTHS,
  ],
  [
    '/jurisdictions/ca:city:Alameda?chart=years',
    'Chart',
    '/api/ca/sales-tax/years?type=city&county=Alameda',
    YEARS,
  ],
  ['/rankings/ca/2026-10', 'main', '/api/ca/sales-tax/compare', RANKED],
  ['/rankings/nc/2020-06?basis=sales', 'main', '/api/nc/sales-tax/compare?basis=sales', RANKED],
  ...['value', 'change', '-difference', 'difference'].map(
    (sort) =>
      [
        `/rankings/ca/2023-12?sort=${sort.replace(/(\w+)$/, 'sum_$1')}`,
        'main',
        `/api/ca/sales-tax/compare?months=2023-12&sort=${sort}`,
        ['sum_value'],
      ] as const,
  ),
  [`${PERIODS}?type=city&sort=sum_change`, 'main', `${NC}&type=city&sort=change`, SUMS],
  [`${PERIODS}?basis=sales&sort=sum_difference`, 'main', `${NC}&basis=sales&sort=difference`, SUMS],
  [
    `${PERIODS}?against=2018-11..2019-02&sort=sum_change`,
    'main',
    `${NC}&against=2018-11..2019-02&sort=change`,
    SUMS,
  ],
  [`${PERIODS}?by=county`, 'main', `${NC}&by=county`, [...SUMS, 'members']],
] as const)('the table of %s (%s) is that of %s', async (view, region, path, columns) => {
  const { page } = await visit(view);
  const table = page.getByRole(region === 'main' ? 'main' : 'region', {
    ...(region !== 'main' && { name: region, exact: true }),
  });
  const whole = table.getByRole('button', { name: /^Show all/ });
  if (await whole.count()) await whole.click();
  const all = `${path}${path.includes('?') ? '&' : '?'}limit=1000`;
  const lines = await linesOf(all, view.includes('calendar') ? 'calendar' : 'fiscal');
  const keyOf = ({ jurisdiction, group, year, month }: Line) =>
    String(jurisdiction?.id ?? group ?? year ?? month);
  for (const column of columns)
    expect([column, ...(await readColumn(table, column))]).toEqual([
      column,
      ...lines.map((line) => [keyOf(line), figureAt(line, column)]),
    ]);
});

/** A figure of each record that has it, by its month or year. */
function figuresIn(lines: readonly Line[], column: string, slot: string): unknown[][] {
  return lines.flatMap((line) => {
    const value = figureAt(line, column);
    return value === null ? [] : [[line[slot], value]];
  });
}

/** The path of a place or a group in the service. */
function pathOf(id: string, query: string): string {
  if (/^\d+$/.test(id))
    return `/api/${stateOfId(Number(id))?.code}/sales-tax/months?jurisdictions=${id}&${query}`;
  const [, type, county] = id.split(':');
  return `/api/ca/sales-tax/months?${[type && `type=${type}`, county && `county=${county}`, query].filter(Boolean).join('&')}`;
}

const SEVERAL = [ALDER_CREEK, WILLOW_TERRACE, LARKSPUR_BEND, 'ca:city:Alameda', 'ca:city', 'ca:'].map(String);

test.each([
  [SEVERAL, '', 'payment_value', ''],
  [SEVERAL, '&chart=change', 'payment_change', ''],
  [SEVERAL, '&chart=rolling-year', 'twelve_months_value', ''],
  [SEVERAL, '&chart=fiscal-year&fiscal_year_start=1', 'fiscal_year_to_date_value', 'fiscal_year_start=1'],
  [[CHICAGO, RALEIGH].map(String), '&basis=sales', 'payment_value', 'basis=sales'],
] as const)('the lines of %s with %s are the service’s %s', async (ids, choice, name, query) => {
  const { page } = await visit(
    `/compare?ids=${ids.join(',')}&years=all&scale=figures${choice.includes('chart=') ? '' : '&chart=payments'}${choice}`,
  );
  const chart = page.locator('section[aria-label=Chart]');
  for (const id of ids) {
    const lines = await linesOf(pathOf(id, query));
    const month = query === 'basis=sales' ? 'sales_month' : 'month';
    const figures = figuresIn(lines, name, month);
    expect([id, ...(await readSeries(chart, id))]).toEqual([id, ...figures.reverse()]);
  }
});

test.each([
  ['', 'twelve_months_value', 'months', 'month'],
  ['', 'payment_change', 'months', 'month'],
  ['&chart=payments', 'payment_value', 'months', 'month'],
  ['&chart=quarters', 'quarter_value', 'quarters', 'month'],
  ['&chart=quarters', 'quarter_ago', 'quarters', 'month'],
  ['&chart=years', 'sum_value', 'years', 'year'],
] as const)('the chart of a place with %j has the %s of the service', async (choice, name, list, slot) => {
  const { page } = await visit(`${PLACE}?years=all${choice}`);
  const path = list === 'quarters' ? `${OF_PLACE('months')}&by=quarter` : OF_PLACE(list);
  expect(await readSeries(page, name)).toEqual(
    figuresIn(await linesOf(path), name.replace('quarter', 'payment'), slot).reverse(),
  );
});
