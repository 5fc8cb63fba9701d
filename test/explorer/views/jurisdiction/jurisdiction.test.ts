import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Month, MonthPage } from '../../../../src/client/generated/types.gen.ts';
import { offered } from '../../rig/downloads.ts';
import { explore } from '../../rig/explore.ts';
import { ALDER_CREEK } from '../../rig/views.ts';

const { visit, json } = explore();
const PATH = `/jurisdictions/${ALDER_CREEK}`;

const analysisOf = async (query = ''): Promise<Month[]> =>
  (await json<MonthPage>(`/api/ca/sales-tax/months?jurisdictions=${ALDER_CREEK}${query}`)).data;

test('the view of a place names it and shows its newest figures', async () => {
  const { page } = await visit(PATH);
  expect(await page.locator('h1').innerText()).toBe('Alder Creek');
  expect(await page.title()).toBe('Alder Creek · Sales tax allocations');
  const [newest] = await analysisOf();
  for (const name of ['payment', 'fiscal_year_to_date', 'twelve_months'] as const) {
    const exact = page.locator(`.cards [data-figure="${name}_value"]`).first();
    expect([name, Number(await exact.getAttribute('data-value'))]).toEqual([name, newest?.[name].value]);
  }
  // rounded, and the exact figure is one click away
  const month = page.locator('.cards [data-figure="payment_value"]');
  expect(await month.innerText()).toBe('$1.59 million');
  await month.click();
  // the tour prints the same figure
  expect(await page.getByRole('dialog').locator('[data-figure=payment_value]').first().innerText()).toBe(
    '$1,587,368.27',
  );
});

test('the view of a place begins its chart in the upper half of a usual window, and ends it within', async () => {
  const { page } = await visit(PATH, { width: 1440, height: 900 });
  const boxOf = async (selector: string) =>
    (await page.locator(selector).first().boundingBox()) ?? { y: 0, height: 0 };
  const [chart, brush] = [await boxOf('.chart'), await boxOf('.brush')];
  expect(chart.y).toBeLessThan(450);
  expect(brush.y + brush.height).toBeLessThanOrEqual(900);
});

test('the view of a place shows the first figure within 300 pixels of a phone', async () => {
  const { page } = await visit(PATH, { width: 390, height: 844 });
  const { y, height } = (await page.locator('.place-top p:has-text("$")').first().boundingBox()) ?? {
    y: 999,
    height: 0,
  };
  expect(y + Math.min(height, 24)).toBeLessThanOrEqual(300);
});

test('the view of a place names the figure in each card, and takes the last quarter end for one of quarter ends', async () => {
  const { page } = await visit(`${PATH}?field=county_share`);
  expect(await page.locator('.cards').getAttribute('aria-label')).toBe('County share, newest figures');
  expect(await page.locator('.card h2').allInnerTexts()).toEqual([
    ...['August 2026', '2026-27 so far', '2025-26', 'Twelve months'],
  ]);
  const august = (await analysisOf('&field=county_share')).find(({ month }) => month === '2026-08-01');
  const card = page.locator('.cards [data-figure="payment_value"]');
  expect(Number(await card.getAttribute('data-value'))).toBe(august?.payment.value);
  await card.click();
  await page.waitForURL('**figure=2026-08-01');
});

test('the view of a place shows 24 of all months; the others show once asked for or printed', async () => {
  const { page } = await visit(PATH);
  const rows = page.getByRole('region', { name: 'All months', exact: true }).locator('tbody tr');
  expect(await rows.count()).toBe(24);
  await page.getByRole('button', { name: 'Show all 101 rows' }).click();
  expect(await rows.count()).toBe(101);
  await page.reload();
  await page.getByRole('button', { name: 'Show all 101 rows' }).waitFor();
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  expect(await rows.count()).toBe(101);
});

test.each(['', '?chart=rolling-year'])(
  'the view of a place keeps the head of its table in sight at %s',
  async (choice) => {
    const { page } = await visit(`${PATH}${choice}`);
    await page.getByRole('button', { name: 'Show all 101 rows' }).click();
    const table = page.getByRole('region', { name: 'All months', exact: true });
    const [head, last] = [table.locator('thead'), table.locator('tbody tr').last()];
    await last.scrollIntoViewIfNeeded();
    const { y = -1 } = (await head.boundingBox()) ?? {};
    expect(y).toBeGreaterThanOrEqual(0);
    expect((await last.boundingBox())?.y).toBeGreaterThan(y + 100);
  },
);

test('the view of a place has its county, its rate and its former name', async () => {
  const { page } = await visit('/jurisdictions/482999021');
  const facts = await page.locator('.facts').innerText();
  expect(facts).toContain('City in Bluestem County, Texas');
  // what it belongs to are groups with pages of their own
  const groups = await page
    .locator('.facts a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(groups.slice(0, 3)).toEqual(
    ['tx:city', 'tx:city:Bluestem', 'tx:'].map((group) => `jurisdictions/${group}`),
  );
  expect(facts).toMatch(/tax rate 1\s?%/);
});

test('the view of a place names the sales that a quarter settles', async () => {
  const { page } = await visit(`${PATH}?chart=quarters`);
  expect(await page.locator('.readout-slot').innerText()).toContain(
    'Jun to Aug 2026, sales of Apr to Jun 2026',
  );
});

test('the view of a place copies the link to what it shows, and the link of a panel', async () => {
  const { page, context } = await visit(`${PATH}?chart=quarters`);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = async (within: Page | Locator) => {
    await (await offered(within, 'Copy link')).click();
    await within.getByText('The link works on this machine only').waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  expect(await copied(page)).toMatch(/\/jurisdictions\/60001990\?chart=quarters$/);
  await page.locator('.cards [data-figure=payment_value]').click();
  expect(await copied(page.locator('.panel'))).toMatch(/\?chart=quarters&figure=2026-10-01$/);
});
