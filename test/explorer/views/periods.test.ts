import { expect, test } from 'vitest';
import type { LinePage } from '../../../src/client/generated/types.gen.ts';
import { choose, reached } from '../rig/browser.ts';
import { saveTable } from '../rig/downloads.ts';
import { loadEventful } from '../rig/eventful.ts';
import { explore } from '../rig/explore.ts';
import { figureOf, readColumn } from '../rig/figures.ts';

const { visit, json } = explore();
const eventful = explore(loadEventful);
const SERVICE = '/api/nc/sales-tax/compare?months=2020-03..2020-06&basis=sales';
const PERIOD = '/rankings/nc/2020-03..2020-06';

const linesOf = async (query: string) => (await json<LinePage>(`${SERVICE}&${query}`)).data;

test('who lost most in sales of March to June 2020 is as the guide for analysts prints it', async () => {
  const { page } = await visit(`${PERIOD}?type=city&basis=sales&sort=sum_change`);
  expect(await page.locator('h1').innerText()).toBe('North Carolina, sales of March to June 2020');
  expect(await page.title()).toBe('North Carolina, sales of March to June 2020 · Sales tax allocations');
  expect(await page.locator('.lead').innerText()).toBe(
    'Against sales of March to June 2019. The state pays for them in May to August 2020.',
  );
  expect((await page.locator('tbody tr').first().innerText()).split(/\s*\t\s*/).slice(0, 5)).toEqual([
    ...['Kitty Hawk', '$358,528.33', '−14.7%', '−$61,623.12', '$420,151.45'],
  ]);
});

test('a period stays from the ranking to the place, with its sentence, parts, rank and months', async () => {
  const tab = await visit(`${PERIOD}?type=city&basis=sales&sort=sum_change`);
  const { page } = tab;
  await page.locator('tbody').getByRole('link', { name: 'Raleigh' }).click();
  await reached(tab, '**/jurisdictions/370001390?basis=sales&period=2020-03..2020-06');
  const period = page.getByRole('region', { name: 'Period' });
  await period.getByRole('heading', { name: 'Sales of March to June 2020' }).waitFor();
  await period
    .getByText('Raleigh got $33.2 million for sales of March 2020 to June 2020: 6.9% less')
    .waitFor();
  await period.getByText(/It is number 2 of \d+ cities by amount\./).waitFor();
  const [line] = await linesOf('jurisdictions=370001390');
  const [first, ...steps] = await period.locator('tbody tr').allInnerTexts();
  expect(first).toContain('$35,716,758.64');
  expect(line?.sum).toMatchObject({ value: 33_234_656.73, ago: 35_716_758.64 });
  expect(steps.at(-1)).toContain('−$2,482,101.91');
  // the parts add up to the difference: −1,280,070.37 − 293,659.26 − 620,592.26 + 149.14 − 287,929.16
  expect(steps.map((text) => /[+−]\$[\d,.]+/.exec(text.split('\t').at(-2) ?? '')?.[0])).toEqual([
    ...['−$1,280,070.37', '−$293,659.26', '−$620,592.26', '+$149.14', '−$287,929.16', '−$2,482,101.91'],
  ]);
  await choose(tab, 'From', '2020-05-01', '**period=2020-05..2020-06');
  await period.getByRole('heading', { name: 'Sales of May to June 2020' }).waitFor();
  await period.getByRole('link', { name: 'Leave this period' }).click();
  await reached(tab, '**/jurisdictions/370001390?basis=sales');
  expect(await period.count()).toBe(0);
});

test('a text that is no period is said, and the place is shown', async () => {
  const { page } = await visit('/jurisdictions/370001390?period=spring');
  await page.getByText('“spring” is no period. Write its first and last month: 2020-03..2020-06.').waitFor();
  expect(await page.locator('.cards').count()).toBe(1);
});

test('two periods begin with months that were paid, whatever they are counted by and in each state', async () => {
  const { page } = await visit('/rankings/nc/newest?basis=sales');
  const periods = page.getByRole('link', { name: 'Two periods' }).first();
  expect(await periods.getAttribute('href')).toContain('rankings/nc/2020-04..2020-06?basis=sales');
  const tab = await visit('/rankings/ca/2026-06..2026-08?basis=sales');
  const nc = tab.page.getByRole('link', { name: 'North Carolina' });
  expect(await nc.getAttribute('href')).toContain('rankings/nc/2020-04..2020-06?basis=sales');
  await choose(tab, 'Counted', 'payment', '**/rankings/ca/2026-08..2026-10');
});

test('sums that cannot be compared have no difference', async () => {
  const { page } = await visit('/rankings/nc/2018-07..2018-08?basis=sales&type=city');
  expect(await page.locator('.together').innerText()).toMatch(/ \$[\d,.]+ against missing\. no comparison$/);
});

test('months that the dataset does not have are refused, and it says which there are', async () => {
  const { page } = await visit('/rankings/nc/2020-07..2020-08?basis=sales&type=city', {
    expected: /status of 422/,
  });
  await page
    .getByText('The dataset has sales of North Carolina from July 2018 to June 2020.')
    .first()
    .waitFor();
  expect(await page.locator('.together').count()).toBe(0);
});

test('two periods are found from a ranking, and their address holds every choice', async () => {
  const tab = await visit('/rankings/nc/newest');
  const { page } = tab;
  await page.getByRole('link', { name: 'Two periods' }).click();
  await reached(tab, '**/rankings/nc/2020-06..2020-08');
  // the same payments
  await choose(tab, 'Counted', 'sales', '**/2020-04..2020-06?basis=sales');
  await choose(tab, 'From', '2020-03-01', '**/2020-03..2020-06?basis=sales');
  await choose(tab, 'Type', 'city', '**/2020-03..2020-06?basis=sales&type=city');
  await page.getByLabel('Earlier sum at least').fill('1000000');
  await page.keyboard.press('Enter');
  await reached(tab, '**&minimum=1000000');
  for (const sort of ['-sum_difference', 'sum_difference']) {
    await page.getByRole('link', { name: 'Difference' }).click();
    await reached(tab, `**&sort=${sort}`);
  }
  expect(await page.locator('tbody th').first().innerText()).toBe('Charlotte');
  const data = await linesOf('type=city&minimum=1000000&sort=difference');
  const { name, rows } = await saveTable(page, `Save table as CSV (${data.length} rows)`);
  expect(name).toBe('sample-nc-sales-2020-03-to-2020-06-against-2019-03-to-2019-06.csv');
  expect(rows.map((row) => [row.jurisdiction_id, row.sum_value, row.sum_ago])).toEqual(
    data.map((line) => [line.jurisdiction?.id, line.sum.value, line.sum.ago].map(String)),
  );
  await choose(tab, 'Against', '2018-11-01', '**against=2018-11..2019-02');
  expect(await page.locator('.lead').innerText()).toContain(
    'Against sales of November 2018 to February 2019.',
  );
});

test('the places of two periods can be a list of single ones, added up', async () => {
  const tab = await visit(`${PERIOD}?basis=sales`);
  const { page } = tab;
  await page.getByText('Only single places').click();
  for (const [name, ids] of [
    ['Raleigh', '370001390'],
    ['Charlotte', '370001390,*'],
  ] as const) {
    await page.getByRole('combobox', { name: 'Add a place of North Carolina' }).fill(name);
    await page.keyboard.press('Enter');
    await reached(tab, `**${PERIOD}?basis=sales&jurisdictions=${ids}`);
  }
  expect(await page.locator('tbody th').allInnerTexts()).toEqual(['Charlotte', 'Raleigh']);
  const [charlotte = 0, raleigh = 0] = (await readColumn(page, 'sum_value')).values();
  // as the service gives it
  expect(raleigh).toBe(33234656.73);
  expect(figureOf(await page.locator('.together [data-figure=sum_value]').innerText())).toBeCloseTo(
    33234656.73 + (charlotte ?? 0),
    2,
  );
  await page.getByRole('button', { name: 'Remove Charlotte' }).click();
  await page.waitForURL(`**${PERIOD}?basis=sales&jurisdictions=370001390`);
});

test('the places of two periods stand together by county, and lead to their places and on', async () => {
  const tab = await visit(`${PERIOD}?basis=sales`);
  const { page } = tab;
  await choose(tab, 'A line for each', 'county', `**${PERIOD}?basis=sales&by=county`);
  // the order of places by name is that of counties too
  await page.getByRole('columnheader', { name: 'County' }).getByRole('link').click();
  await reached(tab, `**${PERIOD}?basis=sales&by=county&sort=name`);
  const counties = await page.locator('tbody th').allInnerTexts();
  expect(counties).toEqual(counties.toSorted());
  const members = (await readColumn(page, 'members')).get('Wake');
  // not what the county got: Wake County itself is one of these places
  await page.getByRole('link', { name: 'Places of Wake County', exact: true }).click();
  await reached(tab, `**${PERIOD}?basis=sales&sort=name&county=Wake`);
  expect(await page.locator('tbody tr').count()).toBe(members);
  await page.getByRole('link', { name: 'Raleigh' }).click();
  await page.waitForURL('**/jurisdictions/370001390?basis=sales&period=20*');
});

test('a ranking leads to the counties whose cities lost most in a quarter', async () => {
  const tab = await visit('/rankings/nc/2020-06?basis=sales');
  const { page } = tab;
  await page.getByRole('link', { name: 'Cities by county, sales of April to June 2020' }).click();
  await reached(tab, '**/2020-04..2020-06?type=city&by=county&sort=sum_difference&basis=sales');
  const { data } = await json<LinePage>(
    '/api/nc/sales-tax/compare?months=2020-04..2020-06&basis=sales&type=city&by=county&sort=difference',
  );
  expect(await page.locator('tbody th').allInnerTexts()).toEqual(
    data.map(({ group }) => `Cities of ${group} County`),
  );
});

test('a ranking tells a place without a change of tax from one whose tax is not known', async () => {
  const { page } = await visit('/rankings/ca/2026-10');
  // its districts and county areas: no register has their rates
  expect(await page.locator('.unknown-taxes').innerText()).toContain('The tax of 4 places is not known.');
  const known = await visit('/rankings/tx/2026-10');
  expect(await known.page.locator('.unknown-taxes').count()).toBe(0);
});

test('a doubtful sum comes last and is marked', async () => {
  const { page } = await visit('/rankings/nc/2019-09..2020-08?type=county&sort=sum_change');
  const { data } = await json<LinePage>(
    '/api/nc/sales-tax/compare?months=2019-09..2020-08&type=county&sort=change',
  );
  const namesOf = (lines: typeof data) => lines.map(({ jurisdiction }) => jurisdiction?.name);
  const doubtful = data.filter((line) => line.sum.doubtful > 0);
  expect(doubtful.length).toBeGreaterThan(0);
  const marked = page.locator('tbody tr').filter({ has: page.getByRole('link', { name: /^Doubtful/ }) });
  expect(await marked.locator('th').allInnerTexts()).toEqual(namesOf(doubtful));
  expect(await page.locator('tbody th').allInnerTexts()).toEqual(namesOf(data));
});

test('a month without a payment leaves a change of fewer places than the difference', async () => {
  const { page } = await eventful.visit('/rankings/ca/2024-04..2024-04?against=2023-04..2023-04');
  // 15,380.00 now and 21,024.00 then; see the ranking of April for the change
  const together = await page.locator('.together').innerText();
  expect(together).toContain('−14.0%');
  expect(together).toContain('$21,024.00');
  expect(await page.locator('.together + .hint').innerText()).toContain('without 2 that lack a payment');
});

test('a month without a payment is named, and leaves no change', async () => {
  const { page } = await eventful.visit('/rankings/ca/2024-03..2024-04');
  const alder = page.locator('tr[data-row="60001990"]');
  expect(await alder.locator('[data-column=lacking]').innerText()).toBe('Mar 2024');
  expect(await alder.locator('[data-column=sum_change]').innerText()).toBe('–');
  // March of six places, and April of one of them
  expect(await page.locator('.together + .hint').innerText()).toBe(
    '7 payments are missing. The change compares 0 places, without 7 that lack a payment.',
  );
  expect(await page.locator('.actions').innerText()).toContain(
    '7 places of 7 lack a payment in one of these months, and have no change.',
  );
});

test('a month without a payment is counted in the line of its group', async () => {
  const { page } = await eventful.visit('/rankings/ca/2024-03..2024-04?by=type');
  const { data } = await eventful.json<LinePage>(
    '/api/ca/sales-tax/compare?months=2024-03..2024-04&by=type&limit=1000',
  );
  const missing = await readColumn(page, 'sum_missing');
  expect([...missing]).toEqual(data.map(({ group, sum }) => [group, sum.missing]));
  // those of the two periods together
  expect([...missing.values()].reduce((sum, one) => Number(sum) + Number(one), 0)).toBe(7);
});
