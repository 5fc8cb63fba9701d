import { expect, test } from 'vitest';
import type { AnalyzedMonthPage, ProjectionPage } from '../../../../src/client/generated/types.gen.ts';
import { explore } from '../../rig/explore.ts';
import { ALDER_CREEK, SANGAMON } from '../../rig/views.ts';

const { visit, json } = explore();
const CEDAR_FORD = 482999012;

const projectionOf = async (state: string, query: string) => {
  const { data, meta } = await json<ProjectionPage>(`/api/${state}/sales-tax/projections?${query}`);
  return { ...data[0], meta };
};

/** Dollars with three digits, as people write them. */
const rounded = (dollars: number | null | undefined) =>
  `$${Number((dollars ?? 0) / 1e6).toPrecision(3)} million`;

test('the page says where the fiscal year may end, and how good such estimates were', async () => {
  const { page } = await visit(`/jurisdictions/${ALDER_CREEK}`);
  const { projected, low, high, usual_error, meta } = await projectionOf(
    'ca',
    `jurisdictions=${ALDER_CREEK}`,
  );
  expect(await page.locator('.outlook').allInnerTexts()).toEqual([
    `Fiscal year 2026-27 so far: $6.54 million, +4.1%. It may end at ${rounded(projected)} (${rounded(low)} to ${rounded(high)}). ` +
      `In past years, half of such estimates were off by ${(Number(usual_error) * 100).toFixed(1)}% or less at this point. ` +
      `${Math.round(Number(meta.range_held) * 100)}% of such ranges held. A shock to the whole state is outside the range.`,
  ]);
});

test('the year and its months are those that the page counts', async () => {
  const { page } = await visit(`/jurisdictions/${ALDER_CREEK}?fiscal_year_start=1&basis=sales`);
  const { year, projected } = await projectionOf(
    'ca',
    `jurisdictions=${ALDER_CREEK}&fiscal_year_start=1&basis=sales`,
  );
  const text = await page.locator('.outlook').innerText();
  expect(text).toContain(`Fiscal year ${year} so far`);
  expect(text).toContain(`It may end at ${rounded(projected)}`);
});

test('doubtful months are named in words', async () => {
  const { page } = await visit('/jurisdictions/370000135');
  expect(await page.locator('.outlook').innerText()).toMatch(
    /Of the payments that this uses, the checks doubt April 2020\.$/,
  );
});

test('the change of a year with a doubted payment has a sign', async () => {
  const { page } = await visit('/jurisdictions/370000147');
  await page
    .locator('.outlook')
    .getByRole('link', { name: /^Doubtful: .*939,901.81/ })
    .waitFor();
});

test('a closed year has no projection, and another figure than the payment has none', async () => {
  const closed = await visit(`/jurisdictions/${SANGAMON}`);
  expect(await closed.page.locator('.outlook').count()).toBe(0);
  const pool = await visit(`/jurisdictions/${ALDER_CREEK}?field=county_share`);
  expect(await pool.page.locator('.outlook').count()).toBe(0);
});

test('a place of Texas has its underlying payment beside the payment', async () => {
  const { page } = await visit(`/jurisdictions/${CEDAR_FORD}`);
  const { data } = await json<AnalyzedMonthPage>(
    `/api/jurisdictions/${CEDAR_FORD}/analysis?field=underlying_payment&limit=1`,
  );
  const { value, change } = data[0] ?? {};
  const shown = page.locator('.outlook').first();
  expect(await shown.locator('[data-figure=underlying_payment]').innerText()).toBe(
    Number(value).toLocaleString('en-US', { style: 'currency', currency: 'USD' }),
  );
  const percent = `${(Number(change) * 100).toFixed(1).replace('-', '−')}%`;
  expect(await shown.locator('[data-figure=underlying_change]').innerText()).toBe(
    Number(change) > 0 ? `+${percent}` : percent,
  );
});
