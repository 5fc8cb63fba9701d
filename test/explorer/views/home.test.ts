import { expect, test } from 'vitest';
import type { OverviewItem } from '../../../src/client/generated/types.gen.ts';
import { roundedDollars } from '../../../src/domain/text/rounded.ts';
import { AUTHORITIES } from '../../rig/few-reports.ts';
import { monthsFrom } from '../../rig/reports/months.ts';
import { statement, texasReport } from '../../rig/reports/small-reports.ts';
import { settled } from '../rig/browser.ts';
import { explore } from '../rig/explore.ts';

const { visit, json } = explore();

test('the start page has a line for each state, with the sum and the change of its newest month', async () => {
  const { page } = await visit('/');
  const { data } = await json<OverviewItem>('/api/overview');
  for (const { state, newest } of data.states) {
    const line = page.locator(`[data-state="${state}"]`);
    const { value, change } = newest?.sum.payment ?? { value: null, change: null };
    expect(await line.locator('[data-figure="sum_value"]').innerText()).toBe(roundedDollars(value ?? 0));
    expect(await line.locator('[data-figure="sum_change"]').innerText()).toBe(
      `${(change ?? 0) < 0 ? '−' : '+'}${Math.abs((change ?? 0) * 100).toFixed(1)}%`,
    );
  }
  // a state whose newest month is years ago waits for the reports since
  for (const { state, missing, expected } of data.states) {
    const due = missing.length + expected.length;
    const link = page.locator(`[data-state="${state}"] .hint a`);
    expect(await link.allInnerTexts()).toEqual(
      due === 0 ? [] : [`${due} reports due`.replace(/^1 reports/, '1 report')],
    );
  }
  const [first] = data.states;
  await page.locator(`[data-state="${first?.state}"] > a`).click();
  await page.locator('h1', { hasText: String(first?.name) }).waitFor();
});

test('the start page has three questions, each of which opens figures', async () => {
  const { page } = await visit('/');
  const hrefs = await page
    .getByRole('list', { name: 'Questions to start with' })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(hrefs).toHaveLength(3);
  for (const href of hrefs) {
    const tab = await visit(`/${href}`);
    await settled(tab);
    expect(await tab.page.locator('[data-column][data-value]').count()).toBeGreaterThan(0);
  }
});

const oneMonth = explore(async (rig) => {
  const all = monthsFrom('2022-05', 25).filter((month) => month !== '2022-08');
  const months = all.map((month) => ({ code: '10001', month, net: 100 }));
  await rig.load({
    'statements.csv': statement(months),
    'texas.csv': texasReport([{ ...(AUTHORITIES[0] ?? expect.fail()), month: '2024-06', current: 500 }]),
  });
});

test('the questions are about a state that can be compared, also if another one is newer', async () => {
  const { page } = await oneMonth.visit('/');
  expect(
    await page.locator('[data-state]').evaluateAll((all) => all.map((one) => one.getAttribute('data-state'))),
  ).toEqual([...['tx', 'ca']]);
  const links = page.getByRole('list', { name: 'Questions to start with' }).getByRole('link');
  for (const text of await links.allInnerTexts()) expect(text).toContain('California');
});

test('a sum of twelve months that lacks a month is not drawn', async () => {
  const { page } = await oneMonth.visit('/');
  const line = await page.locator('[data-state=ca] .spark path').getAttribute('d');
  // from September 2022 on no month is missing: sums to August 2023 and later, up to May 2024
  expect(line?.match(/[\d.]+[ ,][\d.]+/g)).toHaveLength(10);
});

test('the start page has at most 60 words before the states', async () => {
  const { page } = await visit('/');
  const words = (await page.locator('.opening').innerText()).split(/\s+/).filter(Boolean);
  expect(words.length).toBeLessThanOrEqual(60);
});

test('each state has its sums of twelve months as a small line, where no month lacks many places', async () => {
  const { page } = await visit('/');
  const { data } = await json<OverviewItem>('/api/overview');
  for (const { state, name, months } of data.states) {
    const path = page.getByRole('img', { name: `${name} over twelve months` }).locator('path');
    const points = ((await path.getAttribute('d')) ?? '').match(/[ML]/g) ?? [];
    const isWhole = months.map(
      ({ jurisdictions }) => jurisdictions >= 0.95 * (months[0]?.jurisdictions ?? 0),
    );
    // all months of the sample are there, newest first
    const years = isWhole.filter(
      (_, at) => at + 12 <= months.length && !isWhole.slice(at, at + 12).includes(false),
    );
    expect([state, points.length]).toEqual([state, years.length]);
  }
});

test('the lines of the states have heads, each above its column', async () => {
  const { page } = await visit('/');
  const states = page.getByRole('list', { name: 'States' });
  const heads = states.locator('.heads span');
  expect(await heads.allInnerTexts()).toEqual([
    ...['State', 'Payment', 'Month', 'From a year before', 'Twelve months', 'Reports'],
  ]);
  const edgesOf = (line: typeof heads) =>
    line.evaluateAll((all) =>
      all.map((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().right]),
    );
  const cells = await edgesOf(states.locator('[data-state=ca] > *'));
  for (const [at, [left = 0, right = 0]] of (await edgesOf(heads)).entries()) {
    const [start = 0, end = 0] = cells[at] ?? [];
    expect(Math.min(Math.abs(left - start), Math.abs(right - end))).toBeLessThan(2);
  }
});
