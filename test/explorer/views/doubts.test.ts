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

test('a doubtful payment is not among the largest changes of the start page, which says so and leads to it', async () => {
  const tab = await visit('/');
  const { page } = tab;
  const texas = page.locator('[data-state=tx]');
  const gains = texas.getByRole('region', { name: 'Largest gains' }).getByRole('listitem');
  expect((await gains.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual(['Los Alamos']);
  expect(await texas.locator('.floor').innerText()).toBe(
    'New taxes are not listed, nor changes that the checks doubt: doubted payments. All changes',
  );
  expect(await texas.getByRole('link', { name: 'doubted payments' }).getAttribute('href')).toBe(
    'data/checks?state=tx&severity=warning',
  );
  await texas.getByRole('link', { name: 'All changes' }).click();
  await reached(tab, '**/rankings/tx/2024-03?type=city&sort=-sum_difference');
  const places = page.locator('tbody tr');
  expect(await places.locator('th a').allInnerTexts()).toEqual(['Los Alamos', 'Example City']);
  const ofFirst = places.first().getByRole('link', { name: /Doubtful/ });
  expect(await ofFirst.count()).toBe(0);
  expect(await places.last().locator('[data-column=sum_change]').getAttribute('class')).not.toContain('up');
  const sign = places.last().getByRole('link', { name: /^Doubtful: .*5,047.00/ });
  await sign.click();
  await page.waitForURL(`**/jurisdictions/482999001?figure=${NEWEST}-01`);
  await page.getByRole('dialog').getByText('What the checks found').waitFor();
});

test('a doubtful payment makes the sums of its months doubtful', async () => {
  const { page } = await visit('/compare?ids=482999001,482999002');
  const places = page.locator('section[aria-label="Newest month"] tbody tr');
  const sums = places.first().locator('[data-column=fiscal_year_to_date_change]');
  // the reason opens by keyboard, too
  await sums.locator('summary').first().press('Enter');
  expect(await sums.locator('details[open]').innerText()).toMatch(/^⚠ doubtful\s.*5,047\.00/);
  const others = places.last().locator('[data-column=fiscal_year_to_date_change]');
  expect(await others.innerText()).not.toContain('⚠');
});

test('a doubtful payment has a sign on its card instead of a color', async () => {
  const { page } = await visit('/jurisdictions/482999001');
  await page
    .locator('[data-comparison=rolling-year]')
    .getByRole('link', { name: /^Doubtful: / })
    .waitFor();
  const card = page.locator('[data-comparison=payments]');
  await card.getByRole('link', { name: /^Doubtful: / }).waitFor();
  expect(await card.locator('.change').getAttribute('class')).not.toContain('up');
  const other = await visit('/jurisdictions/482999002');
  expect(await other.page.getByRole('link', { name: /^Doubtful: / }).count()).toBe(0);
});

test('a doubtful payment is a ring in charts, and a word for those who read or hear them', async () => {
  const { page } = await visit('/jurisdictions/482999001?chart=payments');
  const rings = page.locator('.plot [data-doubtful]');
  const ringed = () => rings.evaluateAll((all) => all.map((ring) => ring.getAttribute('data-doubtful')));
  expect(await ringed()).toEqual([`${NEWEST}-01`]);
  expect(await page.locator('.readout').innerText()).toContain('$5,047 ○ doubtful');
  expect(await page.locator('.plot').getAttribute('aria-valuetext')).toContain('$5,047 (doubtful)');
  // the state's sum of March contains it; April 2022 has no year before
  const group = await visit('/compare?ids=tx:,tx:county');
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
    /^–\s*⚠ doubtful\s*why$/,
  );
  expect(await newest.locator('tr[data-row="tx:county"]').innerText()).not.toContain('⚠');
});

test('a doubtful payment is named on the page of changes', async () => {
  const { page } = await visit('/updates/changes');
  const note = page.locator('.unusual');
  await note.waitFor();
  expect(await note.innerText()).toBe(
    '1 payment of the new months is unusual: Example City, Mar 2024 (sales of Jan).',
  );
  await note.getByRole('link').click();
  await page.waitForURL(`**/jurisdictions/482999001?figure=${NEWEST}-01`);
});

test('the start page names states without reports, and shows the change of each type', async () => {
  const { page } = await visit('/');
  expect(await page.locator('main').innerText()).toContain(
    'No report of Illinois and North Carolina is loaded yet.',
  );
  const texas = page.locator('[data-state=tx]');
  const types = await texas.locator('.by-type > span').allInnerTexts();
  expect(types.map((text) => text.replace(/ [^ ]*%.*$/s, ''))).toEqual([
    ...['Cities', 'Counties', 'Transit authorities', 'Special districts'],
  ]);
  // 98% of 2,020 now, and of 2,003 a year before
  expect(types.find((text) => text.startsWith('Counties'))).toBe('Counties +0.8%');
  // the sums with the doubted payment say so, and have no color
  expect(types[0]).toContain('⚠ doubtful');
  expect(await texas.locator('.by-type .change').first().getAttribute('class')).not.toContain('up');
  expect(await texas.locator('.told').innerText()).toContain('The checks doubt 1 payment');
});
