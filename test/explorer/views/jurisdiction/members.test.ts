import { expect, test } from 'vitest';
import type { LinePage, OverviewItem, SentencePage } from '../../../../src/client/generated/types.gen.ts';
import { reached } from '../../rig/browser.ts';
import { explore } from '../../rig/explore.ts';
import { readColumn } from '../../rig/figures.ts';

const { visit, json } = explore();

test.each([
  ['nc:', '', 'North Carolina'],
  ['nc:city', 'type=city', 'Cities of North Carolina'],
  ['nc::Wake', 'county=Wake', 'Places of Wake County'],
])(
  'the group %s has the largest gains and losses of the service, and leads to all its places',
  async (id, query, name) => {
    const tab = await visit(`/jurisdictions/${id}`);
    const { page } = tab;
    const places = page.getByRole('region', { name: 'Places', exact: true });
    const asked = `/api/nc/sales-tax/compare?${query}`;
    for (const [list, sort, sign] of [
      ['Largest gains', '-difference', 1],
      ['Largest losses', 'difference', -1],
    ] as const) {
      const { data } = await json<LinePage>(`${asked}&limit=5&sort=${sort}`);
      const expected = data
        .filter(({ sum }) => Math.sign(sum.change ?? 0) === sign && sum.doubtful === 0)
        .map(({ jurisdiction }) => jurisdiction?.name);
      const region = places.getByRole('region', { name: list, exact: true });
      await region.waitFor();
      const shown = region.locator('tbody th a');
      expect([list, await shown.allInnerTexts()]).toEqual([list, expected]);
    }
    const [all] = (await json<LinePage>(`${asked}&by=all`)).data;
    await places.getByRole('link', { name: `All ${all?.members} places` }).click();
    await reached(tab, /\/rankings\/nc\/2020-08\.\.2020-08\?.*sort=-sum_difference/);
    expect(await page.locator('h1').innerText()).toBe(`${name}, August 2020`);
  },
);

test('the lead of a group has at most 25 words, also of a period', async () => {
  const { data } = await json<OverviewItem>('/api/overview');
  const ids = data.states.flatMap(({ state, types }) => [
    `${state}:`,
    ...types.map((type) => `${state}:${type}`),
  ]);
  for (const id of [...ids, 'nc:city:Wake']) {
    const [state = '', type = '', county = ''] = id.split(':');
    const query = [type && `type=${type}`, county && `county=${county}`].filter(Boolean).join('&');
    const told = await json<SentencePage>(`/api/${state}/sales-tax/sentences?${query}`);
    const textOf = (topic: string) => told.data.find((one) => one.topic === topic)?.text ?? '';
    const lead = [textOf('payment'), textOf('parts'), textOf('projection') || textOf('fiscal_year')];
    const words = lead.join(' ').split(/\s+/);
    expect([id, words.length > 10, words.length <= 25 || words.join(' ')]).toEqual([id, true, true]);
    for (const period of ['2019-03..2019-06', '2019-11..2020-02', '2020-01..2020-03'])
      for (const basis of ['payment', 'sales']) {
        const span = await json<SentencePage>(
          `/api/${state}/sales-tax/sentences?${query}&months=${period}&basis=${basis}`,
        );
        const [payment, reason] = ['payment', 'parts'].map((topic) =>
          span.data.find((one) => one.topic === topic),
        );
        const own = [payment?.text, reason?.text].filter(Boolean).join(' ');
        expect([own, own.split(' ').length <= 25]).toEqual([own, true]);
      }
  }
});

test('a figure of a group is the sum of its places, and leads to their payments', async () => {
  const tab = await visit('/jurisdictions/nc:city:Wake?basis=sales');
  const { page } = tab;
  await page.locator('tr[data-row="2020-08-01"] [data-column=payment_value] a').click();
  const panel = page.getByRole('dialog');
  await panel.getByText('It is the sum of all places of the group in this month.').waitFor();
  expect(await panel.locator('[data-figure=payment_value]').innerText()).toBe('$14,050,242.14');
  await panel.getByRole('link', { name: 'The payments of its places' }).click();
  await reached(tab, '**/rankings/nc/2020-06?type=city&county=Wake&basis=sales');
  const cents = [...(await readColumn(page, 'sum_value')).values()].map((value) =>
    Math.round((value ?? 0) * 100),
  );
  expect(cents).toHaveLength(5);
  expect(cents.reduce((sum, one) => sum + one, 0)).toBe(1_405_024_214);
});

test('a period of a group has its sentences, and its places have the months of it', async () => {
  const months = 'months=2020-03..2020-06&basis=sales';
  const { page } = await visit('/jurisdictions/nc:city?basis=sales&period=2020-03..2020-06');
  const period = page.getByRole('region', { name: 'Period' });
  const told = await json<SentencePage>(`/api/nc/sales-tax/sentences?type=city&${months}`);
  const textOf = (topic: string) => told.data.find((one) => one.topic === topic)?.text ?? '';
  const lines = await period.locator('.words').allInnerTexts();
  expect(lines.map((line) => line.trim())).toEqual([`${textOf('payment').slice(0, -1)}: ${textOf('parts')}`]);
  const places = page.getByRole('region', { name: 'Places', exact: true });
  await places.getByRole('heading', { name: 'Its places, sales of March to June 2020' }).waitFor();
  const { data } = await json<LinePage>(
    `/api/nc/sales-tax/compare?type=city&${months}&limit=1&sort=difference`,
  );
  const losses = places.getByRole('region', { name: 'Largest losses', exact: true }).locator('tbody th a');
  expect(await losses.first().innerText()).toBe(data[0]?.jurisdiction?.name);
});
