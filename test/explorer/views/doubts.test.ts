import { expect, test } from 'vitest';
import { AUTHORITIES, FEW_REPORTS } from '../../rig/few-reports.ts';
import { texasReport } from '../../rig/reports/small-reports.ts';
import { reached } from '../rig/browser.ts';
import { explore } from '../rig/explore.ts';

const NEWEST = '2024-03';

/** A tenfold payment of the first city, beside usual ones. */
const { visit } = explore(async (rig) => {
  await rig.load(FEW_REPORTS);
  await rig.load({
    'march.csv': texasReport(
      AUTHORITIES.map((authority, index) => ({
        ...authority,
        month: NEWEST,
        current: index === 0 ? 5150 : 500 * (index + 1) + 20,
      })),
    ),
  });
});

test('a doubtful payment is not among the largest changes of a group, which says so and leads to it', async () => {
  const tab = await visit('/jurisdictions/tx:city');
  const { page } = tab;
  const places = page.getByRole('region', { name: 'Places', exact: true });
  const gains = places.getByRole('region', { name: 'Largest gains', exact: true });
  expect(await gains.locator('tbody th a').allInnerTexts()).toEqual(['Los Alamos']);
  await places.getByText('New taxes and doubted payments are not among the gains and losses.').waitFor();
  expect(await places.getByRole('link', { name: 'Doubted payments' }).getAttribute('href')).toBe(
    'data/checks?state=tx&severity=warning',
  );
  // the sum with the doubted payment says so, and has no color
  expect(await page.locator('[data-comparison=payments] .change').getAttribute('class')).not.toContain('up');
  await places.getByRole('link', { name: 'All 2 places' }).click();
  await reached(tab, '**/rankings/tx/2024-03..2024-03?type=city&sort=-sum_difference');
  const rows = page.locator('tbody tr');
  expect(await rows.locator('th a').allInnerTexts()).toEqual(['Los Alamos', 'Example City']);
  const ofFirst = rows.first().getByRole('button', { name: /Doubtful/ });
  expect(await ofFirst.count()).toBe(0);
  expect(await rows.last().locator('[data-column=sum_change]').getAttribute('class')).not.toContain('up');
  await rows
    .last()
    .getByRole('button', { name: /^Doubtful: .*5,047.00/ })
    .click();
  await rows.last().getByRole('link', { name: 'Doubted payments' }).click();
  await page.waitForURL(`**/jurisdictions/482999001?figure=${NEWEST}-01*`);
  await page.getByRole('dialog').getByText('What the checks found').waitFor();
});

test('a doubtful payment makes the sums of its months doubtful', async () => {
  const { page } = await visit('/compare?ids=482999001,482999002&chart=payments');
  const places = page.locator('section[aria-label="Newest month"] tbody tr');
  const sums = places.first().locator('[data-column=fiscal_year_to_date_change]');
  // the reason opens by keyboard, too
  await sums.getByRole('button', { name: /^Doubtful: .*5,047\.00/ }).press('Enter');
  expect(await sums.getByRole('dialog', { name: 'Doubtful' }).innerText()).toContain('5,047.00');
  const others = places.last().locator('[data-column=fiscal_year_to_date_change]');
  expect(await others.innerText()).not.toContain('⚠');
});

test('a doubtful payment has a sign on its card instead of a color', async () => {
  const { page } = await visit('/jurisdictions/482999001');
  await page
    .locator('[data-comparison=rolling-year]')
    .getByRole('button', { name: /^Doubtful: / })
    .waitFor();
  const card = page.locator('[data-comparison=payments]');
  await card.getByRole('button', { name: /^Doubtful: / }).waitFor();
  expect(await card.locator('.change').getAttribute('class')).not.toContain('up');
  const other = await visit('/jurisdictions/482999002');
  expect(await other.page.getByRole('button', { name: /^Doubtful: / }).count()).toBe(0);
});

test('a doubtful payment is a ring in charts, and a word for those who read or hear them', async () => {
  const { page } = await visit('/jurisdictions/482999001?chart=payments');
  const rings = page.locator('.plot [data-doubtful]');
  const ringed = () => rings.evaluateAll((all) => all.map((ring) => ring.getAttribute('data-doubtful')));
  expect(await ringed()).toEqual([`${NEWEST}-01`]);
  expect(await page.locator('.readout').innerText()).toContain('$5,047 ○ doubtful');
  expect(await page.locator('.plot').getAttribute('aria-valuetext')).toContain('$5,047 (doubtful)');
  // the state's sum of March contains it; April 2022 has no year before
  const group = await visit(
    '/compare?ids=tx:,tx:county&chart=payments&columns=payment_change,twelve_months_change',
  );
  const state = group.page.locator('.plot .tone-1 [data-doubtful]');
  expect(await state.evaluateAll((all) => all.map((ring) => ring.getAttribute('data-doubtful')))).toEqual([
    `${NEWEST}-01`,
  ]);
  expect(await group.page.locator('.plot .tone-2 [data-doubtful]').count()).toBe(0);
  const newest = group.page.locator('section[aria-label="Newest month"]');
  expect(await newest.locator('tr[data-row="tx:"] td[data-column=payment_change]').innerText()).toContain(
    '⚠',
  );
  // without a year before, the sum of twelve months has no change, and still a doubt
  expect(await newest.locator('tr[data-row="tx:"] td[data-column=twelve_months_change]').innerText()).toMatch(
    /^–\s*⚠\s*why$/,
  );
  expect(await newest.locator('tr[data-row="tx:county"]').innerText()).not.toContain('⚠');
});

test('a group has the change of each type, and says which sum contains a doubted payment', async () => {
  const { page } = await visit('/jurisdictions/tx:');
  const types = page.getByRole('region', { name: 'Types', exact: true }).locator('tbody tr');
  // the types with the larger sums stand first
  expect((await types.locator('th').allInnerTexts()).sort()).toEqual([
    ...['Cities', 'Counties', 'Special districts', 'Transit authorities'],
  ]);
  // 98% of 2,020 now, and of 2,003 a year before
  const change = (type: string) =>
    types.and(page.locator(`[data-row=${type}]`)).locator('[data-column=sum_change]');
  expect(await change('county').innerText()).toBe('+0.8%');
  expect(await change('city').innerText()).toContain('⚠');
  expect(await change('city').getAttribute('class')).not.toContain('up');
  await page.locator('details.counted summary').click();
  await page.getByText('The checks doubt 1 payment of this month').waitFor();
});
