import { expect, test } from 'vitest';
import { explore } from '../../rig/explore.ts';
import { ALDER_CREEK, SANGAMON } from '../../rig/views.ts';

const { visit } = explore();

test('a change of tax is said below the change, with its reason', async () => {
  const { page } = await visit(`/jurisdictions/${SANGAMON}`);
  // school facilities since October 2019; the taxes of both years grew by 0.1% in the fiscal year
  const card = page.locator('[data-comparison=fiscal-year]');
  expect(await card.locator('.change').innerText()).toBe('+182.2%');
  expect(await card.locator('.comparable').innerText()).toBe(
    'Without changes of tax +0.1%: school facilities began in October 2019',
  );
  const cell = page.locator('tr[data-row="2020-06-01"] [data-column=rolling_year_change]');
  expect(await cell.innerText()).toMatch(/^\+182\.2%\s*comparable \+0\.1%$/);
  const ranking = await visit('/rankings/il/2020-06?type=county');
  const reason = ranking.page.locator(`tr[data-row="${SANGAMON}"] [data-column=change] .why`);
  expect(await reason.innerText()).not.toContain('began');
  await reason.locator('summary').click();
  expect(await reason.innerText()).toContain('school facilities began in October 2019');
});

test('nothing is said if the tax is the same', async () => {
  const { page } = await visit(`/jurisdictions/${ALDER_CREEK}`);
  expect(await page.locator('.comparable, .why').count()).toBe(0);
});

test('what is not known is said on each card, why in the words above, and not in each line of a table', async () => {
  const { page } = await visit('/jurisdictions/60034995');
  expect(await page.locator('.comparable').allInnerTexts()).toEqual(
    Array.from({ length: 4 }, () => 'Without changes of tax: not known'),
  );
  expect(await page.locator('.words').innerText()).toContain('The tax is not known for every month');
});
