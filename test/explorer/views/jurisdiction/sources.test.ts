import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { MonthPage } from '../../../../src/client/generated/types.gen.ts';
import { explore } from '../../rig/explore.ts';
import { readColumn } from '../../rig/figures.ts';
import { loadSample } from '../../rig/served.ts';
import { ALDER_CREEK, RALEIGH } from '../../rig/views.ts';

const { visit, json } = explore();
const PATH = `/jurisdictions/${ALDER_CREEK}`;
const TEXAS = '/jurisdictions/483999001';

test('where a figure comes from is reached from the table by keyboard, has an address, and closes again', async () => {
  const { page } = await visit('/data');
  await page.getByRole('combobox', { name: /^Find a city/ }).fill('alder creek');
  await page.keyboard.press('Enter');
  const link = page.locator('tr[data-row="2026-02-01"] [data-column=payment_value] a');
  await link.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**?figure=2026-02-01');
  const panel = page.getByRole('dialog');
  await panel.locator('.origin').first().waitFor();
  const exact = await link.locator('xpath=..').getAttribute('title');
  expect(await panel.locator('[data-figure=payment_value]').innerText()).toBe(exact);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await page.waitForURL(`**${PATH}`);
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe(await link.innerText());
  // back does not open it again, and forward does
  await page.goBack();
  await page.getByRole('heading', { name: 'Data', exact: true }).waitFor();
  await page.goForward();
  await link.waitFor();
  await page.goForward();
  await panel.waitFor();
});

test('a panel that opened the page does not come back either, nor what was read in it', async () => {
  const tab = await visit(`${PATH}?figure=2026-10-01&sum=fiscal-year`);
  const { page } = tab;
  await page.getByRole('dialog').getByRole('link', { name: '$2,040,867' }).click();
  await page.waitForURL('**?figure=2026-08-01');
  await page.keyboard.press('Escape');
  await page.waitForURL(`**${PATH}`);
  await page.goForward();
  await page.goBack();
  await page.waitForURL(`**${PATH}`);
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});

test('a panel tells which parts moved the payment, and that the checks found nothing', async () => {
  const { page } = await visit(`/jurisdictions/${RALEIGH}?figure=2020-07-01`);
  const panel = page.getByRole('dialog');
  // Article 39: 3,324,476.29 after 4,178,759.20; the payment: 7,554,730.34 after 9,188,673.39
  await panel.getByText("Article 39 (the county's local tax of 1%) brought $854,283 less.").waitFor();
  await panel.getByText('The checks found nothing unusual in this month.').waitFor();
  const doubted = await visit('/jurisdictions/370000135?figure=2020-04-01');
  await doubted.page.getByRole('dialog').getByText('What the checks found').waitFor();
  expect(await doubted.page.getByText('found nothing unusual').count()).toBe(0);
});

test('a panel names the file, row and hash that really have the figure', async () => {
  const { page } = await visit(`${PATH}?figure=2026-02-01`);
  const origin = page.locator('.origin[data-kind="ca/monthly-statement"]');
  const told = await origin.innerText();
  const [, file = ''] = /File\s+(\S+)/.exec(told) ?? [];
  const [, row = ''] = /Row\s+(\d+)/.exec(told) ?? [];
  const bytes = readFileSync(join('fixtures/sample/reports/ca', file));
  expect(told).toContain(hash('sha256', bytes));
  const line = bytes.toString('utf8').split(/\r?\n/)[Number(row) - 1] ?? '';
  const figure = await page.getByRole('dialog').locator('[data-figure=payment_value]').innerText();
  expect(line.replaceAll(',', '')).toContain(figure.replaceAll(/[$,]/g, ''));
});

test.each([
  ['net_payment', 'ca/monthly-statement'],
  ['countywide_pool', 'ca/quarterly-allocations'],
])('a panel names first the report that gives %s', async (field, kind) => {
  const { page } = await visit(`${PATH}?field=${field}&figure=2026-02-01`);
  await page.locator('.origin').nth(1).waitFor();
  const [first, second] = await page.locator('.origin').all();
  expect(await first?.getAttribute('data-kind')).toBe(kind);
  expect(await second?.innerText()).toContain('other figures of the month');
});

test('the underlying payment of Texas has its change, and leads to its origin', async () => {
  const { page } = await visit(`${TEXAS}?chart=payments&field=underlying_payment`);
  await page.getByRole('button', { name: /^Show all/ }).click();
  const { data } = await json<MonthPage>(
    `/api/tx/sales-tax/months?jurisdictions=${TEXAS.split('/').at(-1)}&field=underlying_payment`,
  );
  const table = page.locator('table', { hasText: 'Underlying payment' }).first();
  const first = table.locator('[data-column=payment_value]').getByRole('link', { name: '$17,473,214' });
  await first.waitFor();
  for (const name of ['value', 'change'] as const)
    expect(await readColumn(table, `payment_${name}`)).toEqual(
      new Map(data.map((month) => [month.month, month.payment[name]])),
    );
  await first.click();
  const panel = page.getByRole('dialog');
  // 17,741,872.31 a year before: a fall of 1.51 %
  expect(await panel.locator('[data-figure=payment_value]').first().innerText()).toBe('$17,473,214.37');
  await panel.getByText('(Current Period Collections + Single Local Rate Collections) × 0.98').waitFor();
  expect(await panel.innerText()).toContain('−1.5%');
});

describe('the address of a report', () => {
  const { visit } = explore(async (rig) => {
    await loadSample(rig);
    const sqlite = new Database(rig.database);
    const at = '2026-11-20T09:00:00.000Z';
    const written = { fetched_at: at, status: 200, etag: null, last_modified: null, bytes: 1 };
    const write = sqlite.prepare('UPDATE report SET origin = ? WHERE kind = ?');
    write.run(JSON.stringify({ ...written, url: 'javascript:alert(1)' }), 'ca/monthly-statement');
    write.run(JSON.stringify({ ...written, url: 'https://portal.example/q' }), 'ca/quarterly-allocations');
    sqlite.close();
  });

  test('is a link only if it opens a page', async () => {
    const { page } = await visit(`${PATH}?figure=2026-02-01`);
    await page.locator('.origin').nth(1).waitFor();
    expect(await page.getByText('javascript:alert(1)').count()).toBe(1);
    const links = page.locator('.origin a');
    expect(await links.count()).toBe(1);
    expect(await links.getAttribute('href')).toBe('https://portal.example/q');
  });
});
