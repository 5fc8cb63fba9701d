import { expect, test } from 'vitest';
import type { MonthPage, PartPage } from '../../../../src/client/generated/types.gen.ts';
import { explore } from '../../rig/explore.ts';
import { readColumn, readPoints } from '../../rig/figures.ts';
import { RALEIGH } from '../../rig/views.ts';

const { visit, json } = explore();
const LARKSPUR_BEND = 482999021;
const LISTS: Readonly<Record<number, string>> = {
  [LARKSPUR_BEND]: '/api/tx/sales-tax',
  [RALEIGH]: '/api/nc/sales-tax',
};

test.each([LARKSPUR_BEND, RALEIGH])(
  'the parts of %i add up to each payment, in the chart and in the table',
  async (id) => {
    const { page } = await visit(`/jurisdictions/${id}?chart=parts&years=all`);
    const { data: months } = await json<MonthPage>(`${LISTS[id]}/months?jurisdictions=${id}`);
    const first = months.map(({ month }) => month.slice(0, 7)).sort()[0];
    const { data } = await json<PartPage>(
      `${LISTS[id]}/parts?jurisdictions=${id}&by=month&months=${first}..`,
    );
    const names = [...new Set(data.map(({ part }) => part))];
    const cents = new Map<string, number>();
    // a tick for the payment, where all parts together end
    const net = await page
      .locator('.plot [data-series="net"]')
      .evaluateAll((all) =>
        all.map((tick) => [tick.getAttribute('data-slot'), Number(tick.getAttribute('data-value'))]),
      );
    expect(net).toEqual(months.map(({ month, payment }) => [month, payment.value]).reverse());
    for (const name of names) {
      const points = await readPoints(page, name);
      const ofService = data.filter(({ part, amount }) => part === name && amount.value !== null);
      expect(points.map(({ slot, value }) => [slot, value])).toEqual(
        ofService.map(({ months: month, amount }) => [`${month}-01`, amount.value]).reverse(),
      );
      for (const { slot, value } of points) cents.set(slot, (cents.get(slot) ?? 0) + Math.round(value * 100));
    }
    expect(cents).toEqual(
      new Map(months.map(({ month, payment }) => [month, Math.round((payment.value ?? 0) * 100)])),
    );
  },
);

test('the parts lead from the payment of the year before to that of the month', async () => {
  const { page } = await visit(`/jurisdictions/${RALEIGH}?chart=parts`);
  const steps = page.getByRole('region', { name: /^From the year before/ });
  const differences = [...(await readColumn(steps, 'difference'))];
  // 9,562,652.25 in August 2019, and 8,753,221.43 in August 2020
  expect(differences.slice(0, 2)).toEqual([
    ['article_39', -494064.08],
    ['article_40', -59163.06],
  ]);
  expect(differences.at(-1)).toEqual(['payment', -809430.82]);
  const part = steps.locator('tbody th', { hasText: 'City hold harmless' });
  expect(await part.innerText()).toMatch(/^City hold harmless\s+What a county pays its cities because/);
  const bars = await steps.locator('.step').evaluateAll((all) =>
    all.map((bar) => {
      const { left, right, width } = bar.getBoundingClientRect();
      const isBelow = bar.classList.contains('below');
      return { start: isBelow ? right : left, end: isBelow ? left : right, width };
    }),
  );
  expect(Math.min(...bars.map(({ width }) => width))).toBeGreaterThan(0);
  // each step begins where the last one ended; the payment begins at zero, as the first one, and ends where all do
  const [first, sum] = [bars[0], bars.at(-1)];
  expect(Math.abs((sum?.start ?? 0) - (first?.start ?? 0))).toBeLessThan(2);
  expect(Math.abs((sum?.end ?? 0) - (bars.at(-2)?.end ?? 0))).toBeLessThan(2);
  for (const [at, { start }] of bars.slice(1, -1).entries())
    expect(Math.abs(start - (bars[at]?.end ?? 0))).toBeLessThan(2);
  // a chosen month has the same in its place
  const chosen = await visit(`/jurisdictions/${RALEIGH}?chart=parts&period=2020-05..2020-05`);
  const period = chosen.page.getByRole('region', { name: /^Parts of payments of May 2020/ });
  expect([...(await readColumn(period, 'now'))].at(-1)).toEqual(['payment', 7924845.6]);
  expect(await chosen.page.getByRole('region', { name: /^From the year before/ }).count()).toBe(0);
});
