import { expect, test } from 'vitest';
import type { FindingPage, OverviewItem } from '../../../src/client/generated/types.gen.ts';
import { dayOf } from '../../../src/domain/calendar-day.ts';
import { longDay } from '../../../src/explorer/words/months.ts';
import { reached } from '../rig/browser.ts';
import { saveTable } from '../rig/downloads.ts';
import { loadEventful } from '../rig/eventful.ts';
import { explore } from '../rig/explore.ts';

const { visit, json } = explore(loadEventful, {
  schedule: () => ({
    today: dayOf(new Date('2024-06-20')),
    expectedBy: ({ published }, month) => published.dueBy(month),
  }),
});

test('completeness has the months of each report kind that are there, missing and expected', async () => {
  const { page } = await visit('/data/completeness');
  const cells = page.locator('tr[data-row="ca/monthly-statement"] > *');
  expect(await cells.allInnerTexts()).toEqual([
    ...['California: monthly statement', 'Mar 2024 (sales of Jan)'],
    'May 2024 (sales of Mar). Due since May 31, 2024',
    // fifteen months from December 2022, and April 2024
    ...['Dec 2022 (sales of Oct)', 'Apr 2024 (sales of Feb)', '16'],
  ]);
});

test('checks lists findings by severity and code', async () => {
  const tab = await visit('/data/checks');
  const { page } = tab;
  const { data } = await json<FindingPage>('/api/findings?limit=1000');
  const rows = page.locator('.records tbody tr');
  expect(await rows.count()).toBe(100);
  expect(await rows.locator('[data-column=allocation_period]').allInnerTexts()).toContain(
    'Apr 2024 (sales of Feb)',
  );
  // what it means for a figure stands first; what the operator can do is one click away
  const advised = data.slice(0, 100).filter(({ advice }) => advice !== '');
  const advice = rows.locator('.why', { hasText: 'For the operator' });
  expect(await advice.count()).toBe(advised.length);
  expect(await advice.first().innerText()).toBe('For the operator');
  await page.getByRole('link', { name: 'Next' }).click();
  await reached(tab, '**/data/checks?page=2');
  expect(await rows.count()).toBe(data.length - 100);
  expect(await page.locator('.pages').innerText()).toContain(
    `101 to ${data.length} of ${data.length} findings`,
  );
  const [{ severity, code } = { severity: '', code: '' }] = data;
  await page.getByRole('combobox', { name: 'Severity' }).selectOption(severity);
  await reached(tab, `**/data/checks?severity=${severity}`);
  const link = { name: code.replaceAll('-', ' '), exact: true };
  await rows.getByRole('link', link).first().click();
  await reached(tab, `**/data/checks?severity=${severity}&code=${code}`);
  const coded = data.filter((finding) => finding.severity === severity && finding.code === code);
  expect(await rows.count()).toBe(coded.length);
  const saved = await saveTable(page, /^Save findings as CSV/);
  expect(saved.rows.map(({ text, advice }) => [text, advice])).toEqual(
    coded.map(({ text, advice }) => [text, advice]),
  );
});

test('all records of a state are saved under the version; a failed download saves nothing and says so', async () => {
  const { page, context } = await visit('/data', { expected: /status of 500|console/ });
  const { data: overview } = await json<OverviewItem>('/api/overview');
  const { meta } = await json<{ meta: { total: number } }>('/api/ca/sales-tax/allocations');
  const saved = await saveTable(page, `Save all months of California as CSV (${meta.total} rows)`);
  expect(saved.name).toBe(`ca-sales-tax-allocations-${overview.version.slice(0, 8)}.csv`);
  expect(saved.rows).toHaveLength(meta.total);
  await context.route('**/api/ca/sales-tax/allocations?*', (route) =>
    route.fulfill({ status: 500, json: { message: 'The service failed.' } }),
  );
  let downloads = 0;
  page.on('download', () => {
    downloads += 1;
  });
  await page.getByRole('button', { name: /^Save all months of California/ }).click();
  expect(await page.getByRole('alert').innerText()).toContain('The service failed.');
  expect(downloads).toBe(0);
});

test('the newest version is cited, and changes since any other can be listed', async () => {
  const { page } = await visit('/data');
  const { data } = await json<OverviewItem>('/api/overview');
  const citation = await page.locator('.citation').innerText();
  for (const part of [data.version, `updated on ${longDay(data.updated_at ?? '')}`, 'California and Texas'])
    expect(citation).toContain(part);
  // the names of commands say nothing to readers
  expect(await page.locator('main').innerText()).not.toContain('ingest');
  await page.getByRole('link', { name: 'All changes' }).click();
  const since = page.getByLabel('Since', { exact: true });
  await since.locator('option').nth(data.runs.length).waitFor({ state: 'attached' });
  await since.selectOption('empty');
  await page.waitForURL('**/updates/changes?since_version=empty');
  await page.goBack();
  await page.goBack();
  await page.getByRole('link', { name: 'OpenAPI document' }).click();
  await page.waitForURL('**/openapi.json');
});

test('the documentation of the API is dark for whoever reads dark pages', async () => {
  const lookIn = async (scheme: 'light' | 'dark') => {
    const { page } = await visit('/docs', { scheme, isSettled: false });
    await page.locator('.swagger-ui .info').waitFor();
    return page.evaluate(() =>
      [document.documentElement, document.body].map((part) => getComputedStyle(part).backgroundColor),
    );
  };
  const transparent = 'rgba(0, 0, 0, 0)';
  expect(await lookIn('light')).toEqual([transparent, transparent]);
  expect(await lookIn('dark')).toEqual(['rgb(28, 32, 34)', transparent]);
});
