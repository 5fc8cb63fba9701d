import { expect, test } from 'vitest';
import type { LinePage } from '../../../../src/client/generated/types.gen.ts';
import { placeOnScale, standingOf } from '../../../../src/explorer/views/jurisdiction/peers/standing.ts';
import { explore } from '../../rig/explore.ts';
import { readColumn } from '../../rig/figures.ts';
import { ALDER_CREEK, RALEIGH } from '../../rig/views.ts';

const { visit, json } = explore();

test('a change stands among those of its type', () => {
  // four of the five others are lower; in the middle are 0.02 and 0.03
  const changes = [-0.1, 0, 0.02, 0.03, 0.05, 0.4];
  const standing = standingOf(changes, 0.05);
  expect(standing).toMatchObject({ places: 6, grew: 4, middle: 0.025, lowerShare: 0.8 });
  if (!standing) return;
  // 0.5 long, with a twentieth of it at each end
  expect(standing.scale.map((end) => end.toFixed(3))).toEqual(['-0.125', '0.425']);
  expect(placeOnScale(standing, 0.15).toFixed(1)).toBe('50.0');
  expect(placeOnScale(standing, 9)).toBe(100);
  expect(standingOf(changes, null)?.lowerShare).toBeNull();
  expect(standingOf([0.1, 0.2], 0.1)).toBeNull();
});

test('a place has the five nearest in size, and its change among all of its type', async () => {
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
  expect((await section.locator('[data-column=size]').allInnerTexts())[1]).toBe('100.00%');
  const ids = [ALDER_CREEK, ...data.map(({ jurisdiction }) => jurisdiction?.id)];
  expect(await section.getByRole('link', { name: 'Compare them' }).getAttribute('href')).toBe(
    `compare?ids=${ids.join(',')}`,
  );
  // of +9.5%, +3.2%, +3.0%, +0.4%, −1.3% and one more, the highest
  expect(await section.innerText()).toContain('4 of the 6 California cities here grew');
  expect(await section.innerText()).toContain('Alder Creek, with +9.5%, is the highest.');
});

test('the places nearest in size have one table, which names their counties', async () => {
  const { page } = await visit(`/jurisdictions/${RALEIGH}`);
  const section = page.getByRole('region', { name: 'Places like this one' });
  await section.scrollIntoViewIfNeeded();
  await section.locator('[aria-busy=false]').waitFor();
  expect(await section.locator('table').count()).toBe(1);
  expect(await section.locator(`tr[data-row="${RALEIGH}"] [data-column=county]`).innerText()).toBe(
    'Wake (the same)',
  );
});
