import { expect, test } from 'vitest';
import type { Projection, SentencePage } from '../../../../src/client/generated/types.gen.ts';
import { stateOfId } from '../../../../src/states/index.ts';
import { explore } from '../../rig/explore.ts';
import { ALDER_CREEK, SANGAMON } from '../../rig/views.ts';

const { visit, json } = explore();

const projectionOf = async (state: string, query: string) => {
  const { data } = await json<{ data: Projection[] }>(`/api/${state}/sales-tax/projections?${query}`);
  return data[0];
};

/** Dollars with three digits, as people write them. */
const rounded = (dollars: number | null | undefined) =>
  `$${Number((dollars ?? 0) / 1e6).toPrecision(3)} million`;

test('the chart of the year says how good such estimates were', async () => {
  const { page } = await visit(`/jurisdictions/${ALDER_CREEK}?chart=fiscal-year`);
  const { usual_error } = (await projectionOf('ca', `jurisdictions=${ALDER_CREEK}`)) ?? expect.fail();
  expect(await page.locator('.estimate').allInnerTexts()).toEqual([
    `In past years, half of such estimates were off by ${(Number(usual_error) * 100).toFixed(1)}% or less at this point. ` +
      'A shock to the whole state is outside the shaded range.',
  ]);
});

test('the year and its end are those that the page counts', async () => {
  const counted = 'fiscal_year_start=1&basis=sales';
  const { page } = await visit(`/jurisdictions/${ALDER_CREEK}?chart=fiscal-year&${counted}`);
  const { year, projected } =
    (await projectionOf('ca', `jurisdictions=${ALDER_CREEK}&${counted}`)) ?? expect.fail();
  const lead = page.locator('.place-top .words').last();
  expect(await lead.innerText()).toContain(`${year} may end near ${rounded(projected)}`);
});

test('what an estimate cannot count stands beside it, and how it counts a change of tax below', async () => {
  const doubted = await visit('/jurisdictions/370000135?chart=fiscal-year');
  expect(await doubted.page.locator('.place-top .words').last().innerText()).toContain(
    ', with doubted payments.',
  );
  expect(await doubted.page.locator('details.counted').textContent()).toContain(
    'This estimate uses payments that the checks doubt: April 2020.',
  );
  const { page } = await visit('/jurisdictions/482999058?chart=fiscal-year');
  expect(await page.locator('details.counted').textContent()).toContain(
    'The tax changed in December 2025: the estimate counts earlier months at the new tax.',
  );
});

test('a closed year has no projection, and another figure than the payment has none', async () => {
  const closed = await visit(`/jurisdictions/${SANGAMON}?chart=fiscal-year`);
  expect(await closed.page.locator('.estimate').count()).toBe(0);
  const pool = await visit(`/jurisdictions/${ALDER_CREEK}?chart=fiscal-year&field=county_share`);
  expect(await pool.page.locator('.estimate').count()).toBe(0);
});

test.each([[ALDER_CREEK], [SANGAMON], [370000135]])(
  'two lines say what happened in %i; the rest is behind one word',
  async (id) => {
    const { page } = await visit(`/jurisdictions/${id}`);
    const { data } = await json<SentencePage>(
      `/api/${stateOfId(Number(id))?.code}/sales-tax/sentences?jurisdictions=${id}`,
    );
    const first = (topic: string) => data.filter((one) => one.topic === topic).slice(0, 1);
    const [estimate] = first('projection');
    const [tax] = first('comparable').filter(({ caution }) => caution === 'tax_changed');
    const told = [
      [...first('payment'), ...(tax ? [tax] : first('parts'))],
      estimate && estimate.caution !== 'missing' ? [estimate] : first('fiscal_year'),
    ];
    const lines = await page.locator('.place-top .words').allInnerTexts();
    expect(lines.map((line) => line.trim())).toEqual(
      told.map((sentences) =>
        sentences
          .map(({ text }) => text)
          .join(' ')
          // the reason is a part of the sentence
          .replace(/\. (?=Current|Article|State|Without|The month)/, ': ')
          .replace(': Without', ': without'),
      ),
    );
    const counted = page.locator('details.counted');
    expect(await counted.locator('p').first().isVisible()).toBe(false);
    await counted.locator('summary').press('Enter');
    const others = data.filter((one) => !told.flat().includes(one)).map(({ text }) => text);
    expect(others.length).toBeGreaterThan(0);
    expect((await counted.locator('p').allInnerTexts()).slice(0, others.length)).toEqual([...others]);
  },
);

test('the sentences about the parts and about the year’s end lead to their charts', async () => {
  const { page } = await visit(`/jurisdictions/${ALDER_CREEK}`);
  await page.getByRole('link', { name: 'Current distributions brought' }).click();
  await page.waitForURL('**?chart=parts');
  await page
    .getByRole('region', { name: /^From the year before/ })
    .first()
    .waitFor();
  await page.getByRole('link', { name: '2026-27 may end near' }).click();
  await page.waitForURL('**?chart=fiscal-year');
});

test('a change is rounded once, as in the sentence', async () => {
  const { page } = await visit('/jurisdictions/60019995?figure=2024-03-01');
  // −0.44999571%, in answers −0.0045
  const row = page.locator('tr[data-row="2024-03-01"] [data-column=payment_change]');
  expect(await row.getAttribute('data-value')).toBe('-0.0045');
  expect(await row.innerText()).toMatch(/^−0\.4%/);
  expect(await page.locator('dialog .change').innerText()).toBe('−0.4%');
});

test('a change of tax is said below the change, with its reason', async () => {
  const { page } = await visit(`/jurisdictions/${SANGAMON}`);
  // school facilities since October 2019; the taxes of both years grew by 0.1% in the fiscal year
  const card = page.locator('[data-comparison=fiscal-year]');
  expect(await card.locator('.change').innerText()).toBe('+182.2%');
  expect(await card.locator('.why').innerText()).toBe('comparable +0.1%');
  expect(await card.locator('.why').textContent()).toContain('school facilities began in October 2019');
  const cell = page.locator('tr[data-row="2020-06-01"] [data-column=payment_change]');
  expect(await cell.innerText()).toMatch(/^\+184\.6%\s*comparable −18\.4%$/);
  const ranking = await visit('/rankings/il/2020-06?type=county');
  const reason = ranking.page.locator(`tr[data-row="${SANGAMON}"] [data-column=sum_change] .why`);
  expect(await reason.innerText()).not.toContain('began');
  await reason.getByRole('button').click();
  expect(await reason.getByRole('dialog').innerText()).toContain('school facilities began in October 2019');
});

test('nothing is said if the tax is the same', async () => {
  const { page } = await visit(`/jurisdictions/${ALDER_CREEK}`);
  expect(await page.locator('.why, .comparable').count()).toBe(0);
  // the dataset begins in June 2018: the twelve months to June 2019 to April 2020 lack a part of those a year before
  await page.goto(`${page.url()}?columns=twelve_months_change`);
  await page.getByRole('button', { name: /^Show all/ }).click();
  const whys = page.locator('.why');
  await expect.poll(() => whys.count()).toBe(11);
  expect(new Set(await whys.allTextContents())).toEqual(
    new Set(['whythe payments to compare with are not all there before June 2018']),
  );
});

test('that the tax is not known is said once, in words', async () => {
  const { page } = await visit('/jurisdictions/60034995');
  await page.locator('details.counted summary').click();
  await page.getByText('A change of tax may be part of the difference: the tax is not known.').waitFor();
  expect((await page.locator('main').innerText()).split('is not known')).toHaveLength(2);
  expect(await page.locator('.comparable').count()).toBe(0);
});
