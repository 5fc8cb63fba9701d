import { expect, test } from 'vitest';
import type { ProjectionPage, SentencePage } from '../../../../src/client/generated/types.gen.ts';
import { explore } from '../../rig/explore.ts';
import { ALDER_CREEK, SANGAMON } from '../../rig/views.ts';

const { visit, json } = explore();

const projectionOf = async (state: string, query: string) => {
  const { data, meta } = await json<ProjectionPage>(`/api/${state}/sales-tax/projections?${query}`);
  return { ...data[0], meta };
};

/** Dollars with three digits, as people write them. */
const rounded = (dollars: number | null | undefined) =>
  `$${Number((dollars ?? 0) / 1e6).toPrecision(3)} million`;

test('the page says where the fiscal year may end, and how good such estimates were', async () => {
  const { page } = await visit(`/jurisdictions/${ALDER_CREEK}?chart=fiscal-year`);
  const { projected, low, high, usual_error, meta } = await projectionOf(
    'ca',
    `jurisdictions=${ALDER_CREEK}`,
  );
  expect(await page.locator('.estimate').allInnerTexts()).toEqual([
    `Fiscal year 2026-27 may end at ${rounded(projected)} (${rounded(low)} to ${rounded(high)}). ` +
      `In past years, half of such estimates were off by ${(Number(usual_error) * 100).toFixed(1)}% or less at this point. ` +
      `The year ended inside such a range in ${Math.round(Number(meta.range_held) * 100)}% of past cases. A shock to the whole state is outside the range.`,
  ]);
});

test('the year and its months are those that the page counts', async () => {
  const { page } = await visit(
    `/jurisdictions/${ALDER_CREEK}?chart=fiscal-year&fiscal_year_start=1&basis=sales`,
  );
  const { year, projected } = await projectionOf(
    'ca',
    `jurisdictions=${ALDER_CREEK}&fiscal_year_start=1&basis=sales`,
  );
  const text = await page.locator('.estimate').innerText();
  expect(text).toContain(`Fiscal year ${year} may end at ${rounded(projected)}`);
});

test('doubtful months are named in words', async () => {
  const { page } = await visit('/jurisdictions/370000135?chart=fiscal-year');
  expect(await page.locator('.estimate').innerText()).toMatch(
    /Of the payments that this uses, the checks doubt April 2020\.$/,
  );
});

test('a closed year has no projection, and another figure than the payment has none', async () => {
  const closed = await visit(`/jurisdictions/${SANGAMON}?chart=fiscal-year`);
  expect(await closed.page.locator('.estimate').count()).toBe(0);
  const pool = await visit(`/jurisdictions/${ALDER_CREEK}?chart=fiscal-year&field=county_share`);
  expect(await pool.page.locator('.estimate').count()).toBe(0);
});

/** What follows in a state whose newest month is years old. */
const lastPaidIn = (month: string) => ` Newest payment here: ${month}. Later months are not loaded.`;

test.each([
  [ALDER_CREEK, ''],
  [SANGAMON, lastPaidIn('June 2020')],
  [370000135, lastPaidIn('August 2020')],
])('a paragraph of plain words says what happened in %i, and whether that is old', async (id, ending) => {
  const { page } = await visit(`/jurisdictions/${id}`);
  const { data } = await json<SentencePage>(`/api/jurisdictions/${id}/sentences`);
  expect(data.length).toBeGreaterThan(2);
  expect(await page.locator('.words').innerText()).toBe(`${data.map(({ text }) => text).join(' ')}${ending}`);
});

test('the sentences about the parts and about the year’s end lead to their charts', async () => {
  const { page } = await visit(`/jurisdictions/${ALDER_CREEK}`);
  await page.getByRole('link', { name: 'Current distributions brought' }).click();
  await page.waitForURL('**?chart=parts');
  await page.getByRole('region', { name: 'From the year before', exact: true }).waitFor();
  await page.getByRole('link', { name: 'It may end at about' }).click();
  await page.waitForURL('**?chart=fiscal-year');
});
