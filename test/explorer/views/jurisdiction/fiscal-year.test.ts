import { describe, expect, test } from 'vitest';
import type { Projection } from '../../../../src/client/generated/types.gen.ts';
import type { Cents } from '../../../../src/domain/money.ts';
import { readDollars, roundedDollars } from '../../../../src/domain/text/rounded.ts';
import { explore } from '../../rig/explore.ts';
import { readColumn, readPoints } from '../../rig/figures.ts';
import { ALDER_CREEK } from '../../rig/views.ts';

describe('the chart of a fiscal year', () => {
  const PATH = `/jurisdictions/${ALDER_CREEK}?chart=fiscal-year`;
  const PORT_LINDEN = 60019990;
  const { visit, json } = explore(undefined, {
    budgets: () => [
      {
        ...{ state: 'ca', code: '01990', fiscalYear: '2026-27', note: 'adopted in June' },
        amount: 1_990_000_000 as Cents,
      },
    ],
  });

  test('shows the registered budget, and one that is typed in place of it', async () => {
    const { page } = await visit(PATH);
    const sentence = page.locator('section[aria-label=Chart] .outlook');
    // 19.9 ÷ 20.1 of the budget in the guide, and 6.544 − 6.307; 20.371 − 19.9
    expect(await sentence.innerText()).toBe(
      'Through October, the payments are $237,353 above the budget of these months ($6.31 million). ' +
        'The year may end $471,111 above the budget of $19.9 million. The budget is from the register: adopted in June.',
    );
    const field = page.getByLabel('Budget of 2026-27');
    await field.fill('20100000');
    await field.press('Enter');
    await page.waitForURL('**?chart=fiscal-year&budget=2026-27:20100000');
    await page.getByText('$173,967 above').waitFor();
    // as the guide has it: 173,967.40 and 271,111.13
    expect((await sentence.innerText()).trim()).toBe(
      'Through October, the payments are $173,967 above the budget of these months ($6.37 million). ' +
        'The year may end $271,111 above the budget of $20.1 million.',
    );
    expect(await page.locator('.ends text').allTextContents()).toEqual([
      ...['+$1.24 million', '+$271,111', '+$140,641'],
    ]);
    expect(await field.inputValue()).toBe('20,100,000');
    const { data } = await json<{ data: Projection[] }>(
      `/api/ca/sales-tax/projections?jurisdictions=${ALDER_CREEK}&amount=20100000`,
    );
    const all = await visit(`${PATH}&budget=2026-27:20100000&columns=budget`);
    const budgets = await readColumn(all.page.locator('section[aria-label=Chart]'), 'budget');
    // the guide has the four known months, and the whole budget
    expect(budgets.get('2026-10-01')).toBe(data[0]?.budget_to_date);
    expect([...budgets.values()].at(-1)).toBe(20_100_000);
    await field.fill('');
    await field.press('Enter');
    await page.waitForURL(/chart=fiscal-year$/);
    await page.getByText('from the register').waitFor();
    // a budget of another year does not count
    const other = await visit(`${PATH}&budget=2025-26:20100000`);
    await other.page.getByText('from the register').waitFor();
    const share = await visit(`${PATH}&field=county_share&budget=2026-27:20100000`);
    expect(await share.page.getByLabel('Budget for').count()).toBe(0);
  });

  test.each([
    ['20100000', 20_100_000],
    ['$20,100,000', 20_100_000],
    ['110 million', 110_000_000],
    ['110m', 110_000_000],
    ['1.25 Billion', 1_250_000_000],
    ['750K', 750_000],
    ['0', 0],
    ['110.000.000', null],
    ['1,10,000', null],
    ['a lot', null],
    ['-5', null],
  ])('a budget can be typed as %s', (text, dollars) => {
    expect(readDollars(text)).toBe(dollars);
  });

  test('what is no amount of dollars changes nothing, and the field says what to write', async () => {
    const { page } = await visit(PATH);
    const field = page.getByLabel('Budget of 2026-27');
    await field.fill('about 20');
    await field.press('Enter');
    expect(await field.evaluate((input: HTMLInputElement) => input.validationMessage)).toContain(
      '110 million',
    );
    expect(page.url()).toMatch(/chart=fiscal-year$/);
    await field.fill('20.1 million');
    await field.press('Enter');
    await page.waitForURL('**?chart=fiscal-year&budget=2026-27:20100000');
  });

  test('opens its range as a wedge, from the last known month to both ends', async () => {
    const { page } = await visit(PATH);
    const known = (await readPoints(page, 'difference')).at(-1) ?? expect.fail();
    const path = (await page.locator('.plot .band').getAttribute('d')) ?? '';
    const corners = Array.from(path.matchAll(/(-?[\d.]+),(-?[\d.]+)/g), ([, x, y]) => [Number(x), Number(y)]);
    const xs = corners.map(([x = 0]) => x);
    const at = (x: number) => corners.filter((corner) => corner[0] === x).map(([, y = 0]) => y);
    // one point at the left, and two at the right: the ends of the range
    for (const y of at(Math.min(...xs))) expect(y).toBeCloseTo(known.y, 2);
    expect(Math.min(...xs)).toBeCloseTo(known.x, 2);
    expect(new Set(at(Math.max(...xs))).size).toBe(2);
    expect(new Set(xs).size).toBe(2);
  });

  test('ends with the projection and its range, and is read by keyboard', async () => {
    const { page } = await visit(`/jurisdictions/${PORT_LINDEN}`);
    await page.getByRole('link', { name: 'This year', exact: true }).click();
    await page.waitForURL('**?chart=fiscal-year');
    await page.locator('[data-series=projected]').first().waitFor();
    const { data } = await json<{ data: Projection[] }>(
      `/api/ca/sales-tax/projections?jurisdictions=${PORT_LINDEN}`,
    );
    const [expected] = data;
    const points = await readPoints(page, 'projected');
    const next = ['2026-11', '2026-12', '2027-01', '2027-02', '2027-03', '2027-04', '2027-05', '2027-06'];
    expect(points.map(({ slot }) => slot)).toEqual(next.map((month) => `${month}-01`));
    const before = [...(await readColumn(page.locator('section[aria-label=Chart]'), 'lastYear')).values()].at(
      -1,
    );
    const end = (expected?.projected ?? 0) - (before ?? 0);
    expect(points.at(-1)?.value).toBeCloseTo(end, 2);
    // nobody knows them to the dollar
    const less = (value: number | null | undefined) => {
      const difference = (value ?? 0) - (before ?? 0);
      return `${difference > 0 ? '+' : ''}${roundedDollars(difference)}`;
    };
    const number = less(expected?.projected);
    expect(await page.locator('.ends text').allTextContents()).toEqual([
      ...[less(expected?.high), number, less(expected?.low)],
    ]);
    const plot = page.getByRole('slider', { name: 'Port Linden: net payment, fiscal year 2026-27' });
    await plot.press('End');
    expect(await plot.getAttribute('aria-valuetext')).toContain(
      `Expected ${number}, Range at the end ${less(expected?.low)} to ${less(expected?.high)}`,
    );
    expect(await page.locator('.readout').innerText()).toContain(number);
  });
});
