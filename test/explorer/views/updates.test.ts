import { describe, expect, test } from 'vitest';
import type { ChangePage, OverviewItem } from '../../../src/client/generated/types.gen.ts';
import { openTokens } from '../../../src/store/tokens/tokens.ts';
import { reached } from '../rig/browser.ts';
import { saveTable } from '../rig/downloads.ts';
import { loadEventful, MANY } from '../rig/eventful.ts';
import { explore } from '../rig/explore.ts';
import { readColumn } from '../rig/figures.ts';

const { visit, json } = explore(loadEventful);

describe('the view of updates', () => {
  test('has a line for each update of the service, the newest first', async () => {
    const { page } = await visit('/updates');
    const { data } = await json<ChangePage>('/api/changes?by=month&limit=50');
    const told = data.filter(({ change }) => change !== 'due_report');
    const rows = page.locator('tbody tr');
    expect(await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-row')))).toEqual(
      told.map(({ key }) => key),
    );
    const isMonth = ({ change }: (typeof data)[number]) => change === 'new_month';
    const months = told.filter(isMonth);
    const shown = await readColumn(page, 'total');
    expect(months.map(({ key }) => shown.get(String(key)))).toEqual(months.map(({ total }) => total));
    const growth = await readColumn(page, 'growth');
    expect(months.map(({ key }) => growth.get(String(key)))).toEqual(months.map((one) => one.growth));
    const falls = await rows.locator('[data-column="largest_fall"]').allInnerTexts();
    expect(falls.filter((text) => text !== '–')).toEqual(told.flatMap((one) => one.largest_fall ?? []));
    expect(falls.some((text) => text !== '–')).toBe(true);
  });

  test('shows one kind and one state, and leads to the figures', async () => {
    const tab = await visit('/updates?change=restatement');
    const { page } = tab;
    await page.getByLabel('State', { exact: true }).selectOption('ca');
    await reached(tab, '**/updates?change=restatement&state=ca');
    const restated = page.locator('tbody [data-column="restated"]');
    expect(await restated.allInnerTexts()).toEqual(['2 figures of 1 place restated, +$100.50']);
    await page.locator('tbody a').first().click();
    await page.waitForURL('**/updates/changes?state=ca');
    await page.locator('h1', { hasText: 'All changes' }).waitFor();
  });

  test('leads to the feed, which opens without a key', async () => {
    const { page } = await visit('/updates?state=tx');
    const link = await page
      .locator('.hint', { hasText: 'feed reader' })
      .getByRole('link')
      .getAttribute('href');
    expect(link).toBe('updates.atom?state=tx');
    const response = await fetch(new URL(link ?? '', page.url()));
    expect(response.headers.get('content-type')).toContain('application/atom+xml');
  });
});

describe('the view of all changes', () => {
  test('shows what the newest run did, the most important first', async () => {
    const { page } = await visit('/updates/changes');
    const kinds = await page.locator('tbody [data-column=change]').allInnerTexts();
    expect([...new Set(kinds)]).toEqual(['New month', 'New jurisdiction']);
    const cells = page.locator('tbody tr').first().locator('th, td');
    expect((await cells.allInnerTexts()).slice(0, 3)).toEqual([
      ...[`Texas, ${MANY} places`, 'New month', 'Mar 2024 (sales of Jan)'],
    ]);
    expect(await page.locator('main').innerText()).not.toContain('ingest');
  });

  test('has the changes since a version, with before, after and report', async () => {
    const { data } = await json<OverviewItem>('/api/overview');
    const since = `/updates/changes?since_version=${data.runs.at(-1)?.version}`;
    const { page } = await visit(`${since}&columns=change,allocation_period,before,after`);
    const kinds = await page.locator('tbody [data-column=change]').allInnerTexts();
    expect([...new Set(kinds)]).toEqual([
      ...['New month', 'Restated figure', 'Ended jurisdiction', 'New jurisdiction'],
    ]);
    const texts = (kind: string, at: number) =>
      page.locator('tbody tr', { hasText: kind }).nth(at).locator('td').allInnerTexts();
    expect(await texts('New month', 0)).toEqual(['New month', 'Apr 2024 (sales of Feb)', '–', '$15,380']);
    expect(await texts('Restated figure', 0)).toEqual([
      ...['Restated figure', 'Feb 2024 (sales of Dec 2023)', '$1,004', '$1,105'],
    ]);
    await page.locator('tbody tr', { hasText: 'Restated' }).first().getByRole('link').last().click();
    await page.waitForURL('**/jurisdictions/60001990?figure=2024-02-01');
    expect(await page.getByRole('dialog').innerText()).toContain('$1,104.50');
  });

  test('is that since a version, chosen by state, and saves every change', async () => {
    const tab = await visit('/updates/changes?since_version=empty');
    const { page } = tab;
    const since = page.getByLabel('Since', { exact: true }).locator('option:checked');
    await expect.poll(() => since.textContent()).toBe('the beginning');
    await page.getByLabel('State', { exact: true }).selectOption('tx');
    await reached(tab, '**/updates/changes?since_version=empty&state=tx');
    const { data, meta } = await json<ChangePage>('/api/changes?since_version=empty&state=tx&limit=1000');
    expect(await page.locator('main tbody tr').count()).toBe(data.length);
    const { rows } = await saveTable(page, /^Save all changes as CSV/);
    expect(rows).toHaveLength(meta.total);
    const [first] = rows.map((row) => [row.change, row.allocation_period, row.jurisdictions]);
    expect(first).toEqual(['new_month', '2024-03-01', String(MANY)]);
  });

  test('names a version that the dataset does not know', async () => {
    const { page } = await visit('/updates/changes?since_version=00000000-0000-0000-0000-000000000000', {
      expected: /status of 422/,
    });
    expect(await page.getByRole('alert').innerText()).toContain('does not come from this version');
    await page.getByRole('link', { name: 'All changes' }).click();
    await page.waitForURL(/changes$/);
    await page.locator('tbody td', { hasText: 'New month' }).first().waitFor();
  });
});

describe('reports that are due', () => {
  const sample = explore();

  test('are one line, which leads to the reports that are there', async () => {
    const { page } = await sample.visit('/updates');
    const { data } = await sample.json<ChangePage>('/api/changes?by=month&limit=50');
    const due = data.filter(({ change }) => change === 'due_report').length;
    expect(due).toBeGreaterThan(1);
    await page.getByText(`${due} reports are expected, but not there yet.`).waitFor();
    await page.getByRole('link', { name: 'Which reports are there' }).click();
    await page.locator('h1', { hasText: 'Completeness' }).waitFor();
  });
});

describe('a service with tokens', () => {
  const tokens = openTokens(':memory:');
  const token = tokens.create('reader', null);
  const guarded = explore(loadEventful, {
    verifyToken: (text) => tokens.verify(text),
    verifyFeedKey: (text) => tokens.verifyFeedKey(text),
  });

  test('says that the feed needs a key, and does not show the token', async () => {
    const { page } = await guarded.visit(`/updates#token=${token}`);
    const feed = page.locator('.hint', { hasText: 'feed reader' });
    expect(await feed.innerText()).toContain('allocations token feed-key');
    expect(await feed.innerText()).not.toContain(token);
    const address = await feed.getByRole('link').innerText();
    expect(address).toContain('/updates.atom?key=KEY');
    expect((await fetch(address.replace('KEY', `${tokens.feedKey('reader')}`))).status).toBe(200);
  });

  test('gives its token to the page of the API, which leads back', async () => {
    const { page } = await guarded.visit(`/data#token=${token}`);
    await page.getByRole('link', { name: 'documentation of the HTTP API' }).click();
    await page.waitForURL('**/docs');
    const operation = page.locator('.opblock', { hasText: '/api/overview' });
    await operation.waitFor();
    const [request] = await Promise.all([
      page.waitForRequest('**/api/overview'),
      (async () => {
        await operation.locator('.opblock-summary-control').click();
        await operation.getByRole('button', { name: 'Execute' }).click();
      })(),
    ]);
    expect(request.headers().authorization).toBe(`Bearer ${token}`);
    await page.getByRole('link', { name: 'Sales tax allocations' }).click();
    await page.locator('h1', { hasText: 'Local sales tax' }).waitFor();
  });
});
