import { expect, test } from 'vitest';
import { explore } from '../../rig/explore.ts';
import { figureOf, readColumn } from '../../rig/figures.ts';
import { ALDER_CREEK } from '../../rig/views.ts';

const { visit } = explore();
const PATH = `/jurisdictions/${ALDER_CREEK}`;

/** The payments of Alder Creek as the sample's reports print them. */
const SINCE_JULY = {
  '2026-10': 1587368.27,
  '2026-09': 1426584.41,
  '2026-08': 2040867.48,
  '2026-07': 1489441.92,
};

test('the months of a sum are listed, add up to it, and lead to their reports', async () => {
  const { page } = await visit(PATH);
  await page.locator('[data-comparison=fiscal-year] .large a').click();
  await page.waitForURL('**?figure=2026-10-01&sum=fiscal-year');
  const panel = page.getByRole('dialog', { name: 'Alder Creek, fiscal year to October 2026' });
  expect(await panel.locator('h2 + .hint').innerText()).toBe('Net payment');
  const months = await readColumn(panel, 'payment_value');
  expect([...months]).toEqual(Object.entries(SINCE_JULY).map(([month, value]) => [`${month}-01`, value]));
  // 1,587,368.27 + 1,426,584.41 + 2,040,867.48 + 1,489,441.92
  expect(await panel.locator('[data-figure=fiscal_year_to_date_value]').innerText()).toBe('$6,544,262.08');
  await panel.getByRole('link', { name: '$2,040,867', exact: true }).click();
  await page.waitForURL('**?figure=2026-08-01');
  // the panel stays open, and is read from its new title on
  const month = page.getByRole('dialog', { name: 'Alder Creek, August 2026' });
  await month.getByText('statements-2026-08.xlsx').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('panel-title');
  await page.goBack();
  await panel.getByRole('heading', { name: 'Its months' }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL(`**${PATH}`);
});

test.each([
  ['fiscal-year&fiscal_year_start=1', '2026-02-01', 2],
  ['fiscal-year', '2026-02-01', 8],
  ['rolling-year', '2026-02-01', 12],
  ['quarters', '2026-02-01', 3],
] as const)('of %s to %s are %i', async (sum, month, count) => {
  const { page } = await visit(`${PATH}?figure=${month}&sum=${sum}`);
  const panel = page.getByRole('dialog');
  const cents = [...(await readColumn(panel, 'payment_value')).values()].map((value) =>
    Math.round(100 * (value ?? Number.NaN)),
  );
  expect(cents).toHaveLength(count);
  const total = figureOf(await panel.locator('.large').innerText());
  expect(cents.reduce((a, b) => a + b)).toBe(Math.round(100 * (total ?? 0)));
});

test('the months of a sum are reached from the table and from the chart', async () => {
  const { page } = await visit(
    `${PATH}?chart=rolling-year&columns=payment_ago,twelve_months_value,twelve_months_ago`,
  );
  const row = page.locator('tr[data-row="2026-02-01"]');
  const addressOf = (column: string) => row.locator(`[data-column=${column}] a`).getAttribute('href');
  expect(await addressOf('twelve_months_value')).toContain('figure=2026-02-01&sum=rolling-year');
  expect(await addressOf('twelve_months_ago')).toContain('figure=2025-02-01&sum=rolling-year');
  expect(await addressOf('payment_ago')).toMatch(/figure=2025-02-01$/);
  await page.getByRole('link', { name: 'months', exact: true }).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('heading', { name: 'Its months' }).waitFor();
  expect((await readColumn(panel, 'payment_value')).size).toBe(12);
});

test('a click on a bar fixes its month, and the way to the link above it reads no other', async () => {
  const { page } = await visit(`${PATH}?chart=payments`);
  const box = await page.locator('[data-series="payment_value"][data-slot="2025-03-01"]').boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.up();
  const link = page.getByRole('link', { name: 'source', exact: true });
  const target = await link.boundingBox();
  await page.mouse.move(target?.x ?? 0, target?.y ?? 0, { steps: 12 });
  await link.click();
  await page.waitForURL('**figure=2025-03-01');
});

test.each(['countywide_pool', 'countywide_pool_percentage'])(
  'the months of a sum of %s are quarter ends',
  async (field) => {
    const query = 'figure=2026-08-01&sum=rolling-year';
    const { page } = await visit(`${PATH}?field=${field}&${query}`);
    const ends = ['2026-08-01', '2026-05-01', '2026-02-01', '2025-11-01'];
    const panel = page.getByRole('dialog');
    await panel.getByRole('heading', { name: 'Its months' }).waitFor();
    expect([...(await readColumn(panel, 'payment_value')).keys()]).toEqual(ends);
  },
);
