import { expect, test } from 'vitest';
import { comparedMeaning } from '../../src/explorer/words/meanings.ts';
import { explore } from './rig/explore.ts';
import { ALDER_CREEK } from './rig/views.ts';

const { visit } = explore();
const PATH = `/jurisdictions/${ALDER_CREEK}`;

test('a sign beside a heading opens the meaning of the column, and closes it', async () => {
  const { page } = await visit(PATH);
  const sign = page
    .locator('th[data-column="payment_value"]')
    .getByRole('button', { name: 'What "Net payment" means' });
  expect(await sign.getAttribute('aria-expanded')).toBe('false');
  await sign.press('Enter');
  expect(await page.locator('.meaning').innerText()).toBe(
    'Net payment: Net payment made to the jurisdiction. Close',
  );
  expect(await sign.getAttribute('aria-expanded')).toBe('true');
  await page.locator('.meaning').getByRole('button', { name: 'Close' }).press('Enter');
  expect(await page.locator('.meaning').count()).toBe(0);
});

test('a sign beside the choice of figures opens the meaning of the chosen one', async () => {
  const { page } = await visit(`${PATH}?field=county_share`);
  await page.locator('.choices').getByRole('button', { name: 'What "County share" means' }).click();
  const text = await page.locator('.choices .meaning').innerText();
  expect(text).toContain('It has a figure at quarter ends only, and is 0 elsewhere');
});

test('every column of a saved table of changes has a meaning, also the comparable change', () => {
  for (const name of [
    'payment_comparable_change',
    'twelve_months_comparable_change',
    'fiscal_year_to_date_comparable_change',
  ])
    expect(comparedMeaning(name)).toContain('with a change of tax taken out');
});
