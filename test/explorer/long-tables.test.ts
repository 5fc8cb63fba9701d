import { expect, test } from 'vitest';
import { saveTable } from './rig/downloads.ts';
import { loadEventful, MANY } from './rig/eventful.ts';
import { explore } from './rig/explore.ts';

const { visit } = explore(loadEventful);

test('a long ranking draws 100 rows until the reader asks for all; its CSV has all', async () => {
  const { page } = await visit('/rankings/tx/newest');
  const rows = page.locator('tbody tr');
  expect(await rows.count()).toBe(100);
  expect((await saveTable(page, `Save table as CSV (${MANY} rows)`)).rows).toHaveLength(MANY);
  await page.getByRole('button', { name: `Show all ${MANY} rows` }).click();
  expect(await rows.count()).toBe(MANY);
  await page.getByRole('button', { name: 'Show the first 100 rows' }).click();
  expect(await rows.count()).toBe(100);
});

test('a sort draws the first 100 rows of the new order, also after "Show all"', async () => {
  const { page } = await visit('/rankings/tx/newest');
  const rows = page.locator('tbody tr');
  await page.getByRole('button', { name: `Show all ${MANY} rows` }).click();
  const last = await rows.last().getAttribute('data-row');
  await page
    .getByRole('columnheader', { name: /^Net payment/ })
    .getByRole('link')
    .click();
  await page.waitForURL('**?sort=value');
  expect(await rows.count()).toBe(100);
  expect(await rows.first().getAttribute('data-row')).toBe(last);
});

test('the head of a long table stays in sight', async () => {
  const { page } = await visit('/rankings/tx/newest', { width: 1440, height: 900 });
  await page.locator('tbody tr').last().scrollIntoViewIfNeeded();
  const head = await page.locator('thead').boundingBox();
  expect(head?.y).toBeGreaterThanOrEqual(0);
  expect(head?.y).toBeLessThan(900);
  expect(await page.locator('thead').isVisible()).toBe(true);
});
