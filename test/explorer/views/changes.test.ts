import { expect, test } from 'vitest';
import type { ChangePage, OverviewItem } from '../../../src/client/generated/types.gen.ts';
import { reached } from '../rig/browser.ts';
import { saveTable } from '../rig/downloads.ts';
import { loadEventful, MANY } from '../rig/eventful.ts';
import { explore } from '../rig/explore.ts';

const { visit, json } = explore(loadEventful);

test('the view of changes shows what the newest run did', async () => {
  const { page } = await visit('/updates/changes');
  const held = page.locator('[data-change="held_report"]');
  expect(await held.locator('tbody th').innerText()).toBe('future.csv');
  expect(await held.locator('[data-column="reason"]').last().innerText()).toContain('January 2062');
  expect(await page.locator('[data-change]').count()).toBe(1);
  expect(await page.locator('main').innerText()).not.toContain('ingest');
});

test('it groups the changes since a version, with before, after and report', async () => {
  const { data } = await json<OverviewItem>('/api/overview');
  const { page } = await visit(`/updates/changes?since_version=${data.runs.at(-1)?.version}`);
  expect(await page.locator('main h2').allInnerTexts()).toEqual([
    ...['New months', 'Held reports', 'Restated figures', 'Ended jurisdictions', 'New jurisdictions'],
  ]);
  const months = page.locator('[data-change="new_month"] tbody tr');
  const names = ['Apr 2024 (sales of Feb)', 'Mar 2024 (sales of Jan)'];
  expect(await months.locator('th').allInnerTexts()).toEqual(names);
  expect(await months.first().locator('[data-column="total"]').innerText()).toBe('$15,380.00');
  const restated = page.locator('[data-change="restated_figure"] tbody tr').first();
  const cells = await restated.locator('th, td').allInnerTexts();
  expect(cells.slice(0, 7)).toEqual([
    ...['Alder Creek', 'Feb 2024 (sales of Dec 2023)', 'Net payment'],
    ...['$1,004.00', '$1,104.50', '+$100.50', 'april.csv'],
  ]);
  await restated.getByRole('link', { name: 'Feb 2024' }).click();
  await page.waitForURL('**/jurisdictions/60001990?figure=2024-02-01');
  expect(await page.getByRole('dialog').innerText()).toContain('$1,104.50');
});

test('it is chosen by run and by state, and saves every change', async () => {
  const tab = await visit('/updates/changes');
  const { page } = tab;
  await page.getByLabel('Since').selectOption({ label: 'the beginning' });
  await page.waitForURL('**/updates/changes?since_version=empty');
  await page.getByRole('link', { name: 'Texas', exact: true }).click();
  await reached(tab, '**/updates/changes?since_version=empty&state=tx');
  const { data, meta } = await json<ChangePage>('/api/changes?since_version=empty&state=tx&limit=1000');
  expect(await page.locator('main tbody tr').count()).toBe(data.length);
  const { rows } = await saveTable(page, /^Save all changes as CSV/);
  expect(rows).toHaveLength(meta.total);
  const [first] = rows.map((row) => [row.change, row.allocation_period, row.jurisdictions]);
  expect(first).toEqual(['new_month', '2024-03-01', String(MANY)]);
});

test('a version that the dataset does not know is named', async () => {
  const { page } = await visit('/updates/changes?since_version=00000000-0000-0000-0000-000000000000', {
    expected: /status of 422/,
  });
  expect(await page.getByRole('alert').innerText()).toContain('does not come from this version');
  await page.getByLabel('Since').selectOption('');
  await page.locator('[data-change="held_report"]').waitFor();
});
