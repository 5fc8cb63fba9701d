import { expect, test } from 'vitest';
import type { LinePage } from '../../../../src/client/generated/types.gen.ts';
import { explore } from '../../rig/explore.ts';
import { readColumn } from '../../rig/figures.ts';
import { ALDER_CREEK, RALEIGH } from '../../rig/views.ts';

const { visit, json } = explore();

test('a place has the five nearest in size, and its rank among all of its type', async () => {
  const { page } = await visit(`/jurisdictions/${ALDER_CREEK}`);
  const section = page.getByRole('region', { name: 'Places like this one' });
  await section.scrollIntoViewIfNeeded();
  await section.locator('[aria-busy=false]').waitFor();
  const { data } = await json<LinePage>(`/api/ca/sales-tax/compare?near=${ALDER_CREEK}`);
  // the place itself stands first
  expect([...(await readColumn(section, 'sum_value'))]).toEqual([
    [String(ALDER_CREEK), 1_587_368.27],
    ...data.map(({ jurisdiction, sum }) => [String(jurisdiction?.id), sum.value]),
  ]);
  expect((await section.locator('[data-column=size]').allInnerTexts())[1]).toBe('100%');
  const ids = [ALDER_CREEK, ...data.map(({ jurisdiction }) => jurisdiction?.id)];
  expect(await section.getByRole('link', { name: 'Compare them' }).getAttribute('href')).toBe(
    `compare?ids=${ids.join(',')}`,
  );
  expect(await section.locator('.standing').innerText()).toBe(
    'It is number 2 of 6 California cities by amount in October 2026.',
  );
});

test('the places nearest in size have one table, which names their counties', async () => {
  const { page } = await visit(`/jurisdictions/${RALEIGH}`);
  const section = page.getByRole('region', { name: 'Places like this one' });
  await section.scrollIntoViewIfNeeded();
  await section.locator('[aria-busy=false]').waitFor();
  expect(await section.locator('table').count()).toBe(1);
  expect(await section.locator(`tr[data-row="${RALEIGH}"] [data-column=county]`).innerText()).toBe('Wake');
});

test('the head of a place leads to the places like it', async () => {
  const { page } = await visit(`/jurisdictions/${ALDER_CREEK}`);
  await page.getByRole('button', { name: 'Places like this one' }).click();
  const table = page.locator('.peers table');
  await table.waitFor();
  expect((await table.boundingBox())?.y).toBeLessThan(900);
});
