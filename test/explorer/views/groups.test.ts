import { expect, test } from 'vitest';
import type { LinePage, MonthPage, SentencePage } from '../../../src/client/generated/types.gen.ts';
import { reached } from '../rig/browser.ts';
import { explore } from '../rig/explore.ts';
import { readColumn } from '../rig/figures.ts';

const { visit, json } = explore();
const STATE = '/jurisdictions/nc:';
const CITIES = '/jurisdictions/nc:city:Wake';

test('a group has the page of a place: its sums are those of the service', async () => {
  for (const [path, chosen] of [
    [STATE, ''],
    [CITIES, 'type=city&county=Wake'],
  ] as const) {
    const { page } = await visit(path);
    const { data } = await json<MonthPage>(`/api/nc/sales-tax/months?${chosen}`);
    const [newest] = data;
    const card = page.locator('.card[data-comparison="payments"] [data-value]');
    expect(Number(await card.getAttribute('data-value'))).toBe(newest?.payment.value);
    const shown = await readColumn(page.locator('section[aria-label="All months"]'), 'payment_value');
    for (const { month, payment } of data.slice(0, 12)) expect(shown.get(month)).toBe(payment.value);
  }
});

test('the lead of a state tells the amount and why, and the end of the year, in at most 25 words', async () => {
  const all = ['ca', 'tx', 'il', 'nc'].flatMap((state) => [
    [state, ''] as const,
    [state, '?basis=sales'] as const,
  ]);
  for (const [state, query] of all) {
    const { page } = await visit(`/jurisdictions/${state}:${query}`);
    const { data } = await json<SentencePage>(`/api/${state}/sales-tax/sentences${query}`);
    const lead = (await page.locator('.place-top .words').allInnerTexts()).join('').trim();
    expect(lead.split(/\s+/).length).toBeLessThanOrEqual(25);
    const textOf = (topic: string) => data.find((one) => one.topic === topic)?.text;
    const told = [textOf('payment'), textOf('parts'), textOf('projection') ?? textOf('fiscal_year')];
    for (const text of told) expect(lead).toContain(text?.slice(0, -1));
    const counted = page.locator('details.counted').first();
    for (const { text } of data)
      if (!told.includes(text)) expect(await counted.textContent()).toContain(text);
  }
});

test('a group has its types, and its largest gains and losses, and leads to its places', async () => {
  const tab = await visit(STATE);
  const { page } = tab;
  const members = page.getByRole('region', { name: 'Places', exact: true });
  const { data: types } = await json<LinePage>('/api/nc/sales-tax/compare?by=type');
  const ofTypes = members.getByRole('region', { name: 'Types', exact: true });
  expect([...(await readColumn(ofTypes, 'sum_value')).values()]).toEqual(types.map(({ sum }) => sum.value));
  const { data } = await json<LinePage>('/api/nc/sales-tax/compare?sort=difference&limit=5');
  const losses = members.getByRole('region', { name: 'Largest losses', exact: true });
  expect(await losses.locator('tbody th a').allInnerTexts()).toEqual(
    data.filter(({ sum }) => sum.doubtful === 0).map(({ jurisdiction }) => jurisdiction?.name),
  );
  await members.getByRole('link', { name: 'Cities' }).click();
  await page.locator('h1', { hasText: 'Cities of North Carolina' }).waitFor();
  await page.getByRole('link', { name: 'All 39 places' }).click();
  await reached(tab, '**/rankings/nc/*type=city*');
});

test('a place leads to its groups, and a figure of a group to its places', async () => {
  const tab = await visit('/jurisdictions/370001390');
  const { page } = tab;
  await page.locator('.facts').getByRole('link', { name: 'Wake County' }).click();
  await reached(tab, `**${CITIES}`);
  await page.locator('section[aria-label="All months"] tbody a').first().click();
  const panel = page.getByRole('dialog');
  await panel.getByText('It is the sum of all places of the group in this month.').waitFor();
  await panel.getByRole('link', { name: 'The payments of its places' }).click();
  await page.locator('h1', { hasText: 'Cities of Wake County, August 2020' }).waitFor();
});

test('a period of a group has its sum, its reason, and its rank among counties', async () => {
  const { page } = await visit(`${CITIES}?basis=sales&period=2020-03..2020-06`);
  const { data } = await json<SentencePage>(
    '/api/nc/sales-tax/sentences?type=city&county=Wake&basis=sales&months=2020-03..2020-06',
  );
  const period = page.getByRole('region', { name: 'Period' });
  for (const topic of ['payment', 'parts'])
    expect(await period.locator('.words').first().innerText()).toContain(
      data.find((one) => one.topic === topic)?.text.slice(0, -1),
    );
  const { data: lines } = await json<LinePage>(
    '/api/nc/sales-tax/compare?by=county&type=city&basis=sales&months=2020-03..2020-06',
  );
  const sums = lines.map(({ sum }) => sum.value ?? 0);
  const own = lines.find(({ group }) => group === 'Wake')?.sum.value ?? 0;
  const rank = sums.filter((sum) => sum > own).length + 1;
  expect(await period.locator('.words').nth(1).innerText()).toBe(
    `It is number ${rank} of ${sums.length} North Carolina counties by amount in March to June 2020.`,
  );
});

test('the towns that lost most in some months of sales, and why, are four steps from the start', async () => {
  const tab = await visit('/');
  const { page } = tab;
  const search = page.getByRole('combobox');
  await search.fill('cities of north carolina');
  await search.press('Enter');
  await reached(tab, '**/jurisdictions/nc:city');

  const bar = async (month: string) => {
    const found = page.locator(`[data-series="payment_value"][data-slot="${month}-01"]`);
    const { x, y, width, height } = (await found.boundingBox()) ?? expect.fail();
    return [x + width / 2, y + height / 2] as const;
  };
  const [march, june] = [await bar('2020-03'), await bar('2020-06')];
  await page.mouse.move(...march);
  await page.mouse.down();
  await page.mouse.move(...june, { steps: 5 });
  await page.mouse.up();
  await reached(tab, '**/jurisdictions/nc:city?period=2020-03..2020-06');

  await page.getByRole('combobox', { name: 'Counted' }).selectOption('sales');
  await page.getByRole('heading', { name: 'Sales of March to June 2020', exact: true }).waitFor();

  const losses = page.getByRole('region', { name: 'Largest losses', exact: true });
  const { data } = await json<LinePage>(
    '/api/nc/sales-tax/compare?type=city&months=2020-03..2020-06&basis=sales&limit=1&sort=difference',
  );
  const [most] = data;
  expect(await losses.locator('tbody th a').first().innerText()).toBe(most?.jurisdiction?.name);
  await losses.locator('tbody th a').first().click();
  await page.locator('h1', { hasText: most?.jurisdiction?.name ?? '' }).waitFor();
  const { data: told } = await json<SentencePage>(
    `/api/nc/sales-tax/sentences?jurisdictions=${most?.jurisdiction?.id}&months=2020-03..2020-06&basis=sales`,
  );
  const why = told.find(({ topic }) => topic === 'parts')?.text ?? expect.fail();
  await page.getByRole('region', { name: 'Period' }).getByText(why).waitFor();
});

test('an address of no group says so', async () => {
  for (const path of ['/jurisdictions/nc:village', '/jurisdictions/nc:city:Nowhere', '/jurisdictions/zz:']) {
    const { page } = await visit(path);
    await page.locator('h1', { hasText: 'There is nothing at this address' }).waitFor();
  }
});

test.each([
  ['north', 'North Carolina'],
  ['north car', 'North Carolina'],
  ['cities of wake', 'Cities of Wake County'],
  ['wake county', 'Cities of Wake County'],
])('the search finds groups: %s', async (text, name) => {
  const { page } = await visit('/');
  await page.getByRole('combobox').fill(text);
  const option = page.getByRole('option').filter({ hasText: name }).first();
  await option.waitFor();
  expect(await option.innerText()).toContain('all together');
  // a county itself comes before its cities
  if (text !== 'wake county') expect(await page.getByRole('option').first().innerText()).toContain(name);
});

test('the chart of a county’s cities marks the change of tax that moved it', async () => {
  const { page } = await visit('/jurisdictions/tx:city:Windmill');
  const marks = page.locator('.plot [data-event="2025-12-01"] title');
  await marks.first().waitFor({ state: 'attached' });
  // one in each of the two panels
  expect(await marks.evaluateAll((all) => all.map((one) => one.textContent))).toEqual(
    Array(2).fill('Gravel Switch, Rate 1% → 1.5%'),
  );
  expect(await page.locator('.plot [data-event]').count()).toBe(2);
});

test.each(['fiscal-year', 'years'])(
  '%s of a group has its estimate, to which the lead leads',
  async (chart) => {
    const { page } = await visit('/jurisdictions/tx:');
    const link = page.locator('.place-top [data-topic=projection] a');
    const [, said = ''] = /near (\$\d+)/.exec(await link.innerText()) ?? [];
    await link.click();
    await page.waitForURL('**?chart=fiscal-year');
    if (chart === 'years') await page.getByRole('link', { name: 'Years' }).click();
    const ofRest = page.locator(`.plot [data-series=${chart === 'years' ? 'rest' : 'projected'}]`);
    await ofRest.first().waitFor();
    const value = (at: number) => ofRest.nth(at).getAttribute('data-value').then(Number);
    const { data } = await json<MonthPage>('/api/tx/sales-tax/months?limit=24');
    const [newest, before] = [
      data[0]?.fiscal_year_to_date.value ?? 0,
      data[1]?.fiscal_year_to_date.value ?? 0,
    ];
    // the fiscal year of Texas has just begun: its last year is the sum to date of the month before
    const end =
      chart === 'years' ? newest + (await value(0)) : before + (await value((await ofRest.count()) - 1));
    expect(`$${Math.round(end / 1e6)}`).toBe(said);
  },
);
