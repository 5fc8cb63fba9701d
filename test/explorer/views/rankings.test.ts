import { expect, test } from 'vitest';
import type { LinePage, SentencePage } from '../../../src/client/generated/types.gen.ts';
import { choose, reached } from '../rig/browser.ts';
import { saveTable } from '../rig/downloads.ts';
import { loadEventful, MANY } from '../rig/eventful.ts';
import { explore } from '../rig/explore.ts';
import { readColumn } from '../rig/figures.ts';

const { visit, json } = explore();
const eventful = explore(loadEventful);
const APRIL = '/rankings/ca/2024-04';
const PERIOD = '/rankings/nc/2020-03..2020-06';

const linesOf = async (asked: string) =>
  (await json<LinePage>(`/api/nc/sales-tax/compare?months=2020-03..2020-06&basis=sales&${asked}&limit=1000`))
    .data;

test('a ranking begins with the largest payment; a missing one comes last and is named', async () => {
  const { page } = await eventful.visit(APRIL);
  expect(await page.locator('h1').innerText()).toBe('California, April 2024');
  expect(await page.locator('tbody th a').allInnerTexts()).toEqual([
    'Los Angeles County Unincorporated',
    'Los Alamos Transit',
    'Los Alamos',
    'Alder Creek',
    'New Los Alamos Library',
    'Saint Bartholomew Of The Upper Valley',
    'La Cañada Flats',
  ]);
  const payments = [...(await readColumn(page, 'sum_value')).values()];
  expect(payments.slice(3)).toEqual([2000, 500.25, -120.25, null]);
  const { data } = await eventful.json<SentencePage>('/api/ca/sales-tax/sentences?months=2024-04');
  expect(await page.locator('.lead').innerText()).toContain(data[0]?.text);
  expect(await page.locator('.counted').textContent()).toContain('1 payment of the month is missing.');
});

test('the first row of a ranking is near the top, after at most 12 controls', async () => {
  for (const path of ['/rankings/ca/2026-10', `${PERIOD}?type=city&basis=sales`]) {
    const { page } = await visit(path, { width: 1440, height: 900 });
    const box = await page.locator('tbody tr').first().boundingBox();
    expect(box?.y).toBeLessThanOrEqual(420);
    const controls = await page.locator('main').evaluate((main) => {
      const table = main.querySelector('table');
      return [...main.querySelectorAll('a, button, select, input, summary')].filter(
        (one) =>
          one.checkVisibility() &&
          table !== null &&
          one.compareDocumentPosition(table) === Node.DOCUMENT_POSITION_FOLLOWING,
      ).length;
    });
    expect(controls).toBeLessThanOrEqual(12);
  }
});

test('a ranking leaves the places with a text in their name, without a step back for each letter', async () => {
  const { page } = await eventful.visit(APRIL);
  await page.getByText('More choices').click();
  await page.getByLabel('Name has').pressSequentially('canada');
  await page.waitForURL('**?name=canada');
  expect(await page.locator('tbody th a').allInnerTexts()).toEqual(['La Cañada Flats']);
});

test('a ranking numbers its places: by payment with their ranks, in another order by position', async () => {
  const { page } = await eventful.visit(`${APRIL}?name=los`);
  const numbers = () => page.locator('tbody .rank').allInnerTexts();
  // of seven, and "New Los Alamos Library" is fifth
  expect(await numbers()).toEqual(['1', '2', '3', '5']);
  const { page: byName } = await eventful.visit(`${APRIL}?name=los&sort=name`);
  // after Alder Creek, La Cañada Flats; New Los Alamos Library is sixth
  expect(await byName.locator('tbody .rank').allInnerTexts()).toEqual(['3', '4', '5', '6']);
});

test('a long ranking draws 50 rows until the reader asks for all', async () => {
  const { page } = await eventful.visit('/rankings/tx/2024-03');
  expect(await page.locator('tbody tr').count()).toBe(50);
  await page.getByRole('button', { name: `Show all ${MANY} rows` }).click();
  await expect.poll(() => page.locator('tbody tr').count()).toBe(MANY);
});

test('the months of a ranking are chosen, and its address holds every choice', async () => {
  const tab = await visit('/rankings/nc/newest');
  await choose(tab, 'Paid from', '2020-06-01', '**/rankings/nc/2020-06..2020-08');
  // the payments for sales of July and August are not there yet
  await choose(tab, 'Counted', 'sales', '**/rankings/nc?basis=sales');
  await choose(tab, 'Sales from', '2020-03-01', '**/2020-03..2020-06?basis=sales');
  await choose(tab, 'Counted', 'payment', '**/2020-03..2020-06');
  await choose(tab, 'Counted', 'sales', '**/2020-03..2020-06?basis=sales');
  await choose(tab, 'Type', 'city', '**/2020-03..2020-06?basis=sales&type=city');
  const { page: sorted } = await visit(`${PERIOD}?basis=sales&type=city&minimum=1000000&sort=sum_difference`);
  expect(await sorted.locator('tbody th a').first().innerText()).toBe('Charlotte');
  const data = await linesOf('type=city&minimum=1000000&sort=difference');
  const { name, rows } = await saveTable(sorted, /^Save table as CSV/);
  expect(name).toBe('sample-nc-2020-03..2020-06-by-sales.csv');
  expect(rows.map((row) => [row.jurisdiction_id, row.sum_value, row.sum_ago])).toEqual(
    data.map((line) => [line.jurisdiction?.id, line.sum.value, line.sum.ago].map(String)),
  );
});

test('links of 0.2.0 to a ranking still lead there', async () => {
  const { page } = await visit('/rankings/ca/2026-10?type=city&least=1000000&sort=-sum_change&sums=years');
  expect(await page.locator('h1').innerText()).toBe('Cities of California, October 2026');
  const { data } = await json<LinePage>(
    '/api/ca/sales-tax/compare?months=2026-10&type=city&minimum=1000000&sort=-change',
  );
  expect(await page.locator('tbody th a').allInnerTexts()).toEqual(
    data.map((line) => line.jurisdiction?.name),
  );
});

test('a period stays from a ranking to a place, which says what changed in it', async () => {
  const tab = await visit(`${PERIOD}?basis=sales&type=city`);
  const { page } = tab;
  await page.getByRole('link', { name: 'Raleigh' }).click();
  await reached(tab, '**/jurisdictions/370001390?basis=sales&period=2020-03..2020-06');
  const period = page.getByRole('region', { name: 'Period' });
  await period.getByText('Raleigh got $33.2 million for sales of March to June 2020, 6.9% less').waitFor();
  await period
    .getByText(/It is number 2 of \d+ North Carolina cities by amount in March to June 2020\./)
    .waitFor();
  const [line] = await linesOf('jurisdictions=370001390');
  expect(line?.sum).toMatchObject({ value: 33_234_656.73, ago: 35_716_758.64 });
  const steps = await page
    .getByRole('region', { name: /^Parts of sales of March to June 2020/ })
    .locator('tbody tr [data-column="difference"]')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-value')));
  // the parts add up to the difference
  expect(steps.slice(0, -1).reduce((sum, step) => sum + Number(step), 0)).toBeCloseTo(-2_482_101.91, 2);
  await choose(tab, 'From', '2020-05-01', '**period=2020-05..2020-06');
  await period.getByRole('link', { name: 'Back to the newest month' }).click();
  await reached(tab, '**/jurisdictions/370001390?basis=sales');
  expect(await period.count()).toBe(0);
});

test('a place whose months of the year before are not all there has no parts beside them', async () => {
  const { page } = await visit('/jurisdictions/370001390?chart=payments&period=2019-05..2019-10');
  await page.getByText('not all payments of May to October 2018 are there to compare with.').waitFor();
  expect(await page.getByRole('region', { name: /^Parts of/ }).count()).toBe(0);
});

test('a text that is no period is said, and the place is shown', async () => {
  const { page } = await visit('/jurisdictions/370001390?period=spring');
  await page.getByText('“spring” is no period. Write its first and last month: 2020-03..2020-06.').waitFor();
  expect(await page.locator('.cards').count()).toBe(1);
});

test('months that the dataset does not have are refused, and it says which there are', async () => {
  const { page } = await visit('/rankings/nc/2020-07..2020-08?basis=sales&type=city');
  await page
    .getByText('The dataset has sales of North Carolina from July 2018 to June 2020.')
    .first()
    .waitFor();
  const none = await visit('/rankings/nc/spring');
  await none.page.locator('h1', { hasText: 'There is nothing at this address' }).waitFor();
});

test('the file of a ranking is named after its months, and another state keeps those that it has', async () => {
  const tab = await visit('/rankings/nc/2020-03..2020-06?basis=sales');
  const { name } = await saveTable(tab.page, /^Save table as CSV/);
  expect(name).toBe('sample-nc-2020-03..2020-06-by-sales.csv');
  // Illinois has no sales of June 2020 yet, and Texas has all sales that Illinois has
  await choose(tab, 'State', 'il', '**/rankings/il/newest?basis=sales');
  await choose(tab, 'State', 'tx', '**/rankings/tx/2020-03?basis=sales');
});

test('groups are ranked by county, and lead to their page', async () => {
  const tab = await visit(`${PERIOD}?basis=sales&type=city&by=county&sort=sum_difference`);
  const { page } = tab;
  const data = await linesOf('type=city&by=county&sort=difference');
  expect(await page.locator('tbody th a').allInnerTexts()).toEqual(
    data.map(({ group }) => `Cities of ${group} County`),
  );
  await page.getByRole('link', { name: 'Cities of Wake County' }).click();
  await reached(tab, '**/jurisdictions/nc:city:Wake?basis=sales&period=2020-03..2020-06');
});

test('a ranking tells a place without a change of tax from one whose tax is not known', async () => {
  const { page } = await visit('/rankings/ca/2026-10');
  // its districts and county areas: no register has their rates
  expect(await page.locator('.counted').textContent()).toContain('The tax of 4 places is not known');
  const known = await visit('/rankings/tx/2026-10');
  expect(await known.page.locator('.counted').textContent()).not.toContain('The tax of');
});

test('a doubtful sum comes last and is marked', async () => {
  const { page } = await visit('/rankings/nc/2019-09..2020-08?type=county&sort=sum_change');
  const { data } = await json<LinePage>(
    '/api/nc/sales-tax/compare?months=2019-09..2020-08&type=county&sort=change',
  );
  const namesOf = (lines: typeof data) => lines.map(({ jurisdiction }) => jurisdiction?.name);
  const doubtful = data.filter((line) => line.sum.doubtful > 0);
  expect(doubtful.length).toBeGreaterThan(0);
  const marked = page.locator('tbody tr').filter({ has: page.getByRole('button', { name: /^Doubtful/ }) });
  expect(await marked.locator('th a').allInnerTexts()).toEqual(namesOf(doubtful));
  // a line above the table names them: they may have lost most
  const line = await page
    .getByText(/ at the end: the tax or its sharing changed, or the checks doubt a payment\.$/)
    .innerText();
  for (const name of namesOf(doubtful).slice(0, 3)) expect(line).toContain(name);
  expect(await page.locator('tbody th a').allInnerTexts()).toEqual(namesOf(data));
});

test('a month without a payment leaves no change, and is counted', async () => {
  const { page } = await eventful.visit('/rankings/ca/2024-03..2024-04');
  expect((await readColumn(page, 'sum_change')).get('60001990')).toBeNull();
  expect(await page.locator('.counted').textContent()).toContain(
    '7 places of 7 have no change, because a payment of one of these months is missing.',
  );
});

test('a title says whether several months are of payments or of sales', async () => {
  const paid = await visit('/rankings/nc/2020-03..2020-06?type=city');
  expect(await paid.page.locator('h1').innerText()).toBe(
    'Cities of North Carolina, payments of March to June 2020',
  );
  const sold = await visit('/rankings/nc/2020-03..2020-06?type=city&basis=sales');
  expect(await sold.page.locator('h1').innerText()).toBe(
    'Cities of North Carolina, sales of March to June 2020',
  );
});

test('a ranking of one month keeps it in the links to places, unless it is the newest', async () => {
  const { page } = await visit('/rankings/nc/2020-03?type=city');
  const link = page.locator('.ranking tbody th a').first();
  expect(await link.getAttribute('href')).toMatch(/\?period=2020-03\.\.2020-03$/);
  const newest = await visit('/rankings/nc?type=city');
  const own = newest.page.locator('.ranking tbody th a').first();
  expect(await own.getAttribute('href')).toMatch(/jurisdictions\/\d+$/);
});

test('a change that a change of tax made has no color, and a bar that goes on has a point', async () => {
  const { page } = await visit('/rankings/il?type=&sort=sum_change&show=all');
  const rows = await page.locator('.ranking tbody tr').evaluateAll((all) =>
    all.map((row) => {
      const cell = row.querySelector<HTMLElement>('[data-column=sum_change]');
      const bar = row.querySelector('.step');
      return {
        name: row.querySelector('th a')?.textContent,
        change: Number(cell?.dataset.value),
        isColored: cell !== null && getComputedStyle(cell).color !== getComputedStyle(row).color,
        width: bar?.getBoundingClientRect().width ?? 0,
        isCut: bar !== null && getComputedStyle(bar).clipPath.startsWith('polygon'),
      };
    }),
  );
  const barclay = rows.find(({ name }) => name === 'Barclay') ?? expect.fail();
  // its tax ended: all of its change, which is no decline
  expect([barclay.change, barclay.isColored]).toEqual([-1, false]);
  expect(rows.find(({ name }) => name === 'Windsor')?.isColored).toBe(true);
  const [cut = [], whole = []] = [true, false].map((isCut) => rows.filter((row) => row.isCut === isCut));
  expect(cut.map(({ name }) => name)).toContain('Windsor');
  const least = Math.min(...cut.map(({ width }) => width));
  for (const { width } of whole) expect(width).toBeLessThan(least);
});
