import { describe, expect, test } from 'vitest';
import type { UpdatePage } from '../../../src/client/generated/types.gen.ts';
import { openTokens } from '../../../src/store/tokens/tokens.ts';
import { reached } from '../rig/browser.ts';
import { loadEventful } from '../rig/eventful.ts';
import { explore } from '../rig/explore.ts';

describe('the view of updates', () => {
  const { visit, json } = explore(loadEventful);

  test('has a paragraph for each update of the service, the newest first', async () => {
    const { page } = await visit('/updates');
    const { data, meta } = await json<UpdatePage>('/api/updates?limit=20');
    const told = page.locator('.update');
    expect(await told.locator('h2').allTextContents()).toEqual(data.map(({ title }) => title));
    expect(await told.locator('.lines').allTextContents()).toEqual(data.map(({ text }) => text));
    expect(await page.locator('.pages').innerText()).toContain(`1 to 20 of ${meta.total} updates`);
    expect(await told.locator('time').first().innerText()).toMatch(/^[A-Z][a-z]+ \d{1,2}, 20\d\d$/);
  });

  test('shows one kind and one state, and leads to the figures', async () => {
    const tab = await visit('/updates');
    const { page } = tab;
    await page.getByRole('combobox', { name: 'Show' }).selectOption('restatement');
    await page.waitForURL('**/updates?kind=restatement');
    await page.getByRole('link', { name: 'California', exact: true }).click();
    await reached(tab, '**/updates?kind=restatement&state=ca');
    const title = page.locator('.update h2 a');
    expect(await title.allInnerTexts()).toEqual(['California: 2 figures of 1 place restated']);
    await title.click();
    await page.waitForURL('**/updates/changes?state=ca');
    await page.locator('h1', { hasText: 'All changes' }).waitFor();
  });

  test('names a report that waits, and says where its months are', async () => {
    const { page } = await visit('/updates?kind=held');
    expect(await page.locator('.update').innerText()).toContain('future.csv (January 2062) is held');
    await page.getByRole('link', { name: 'a report waits for review' }).click();
    await page.locator('h1', { hasText: 'Completeness' }).waitFor();
    expect(await page.locator('.held').innerText()).toContain('future.csv');
  });

  test('leads to the feed, which opens without a key', async () => {
    const { page } = await visit('/updates?state=tx');
    const feed = page.locator('.feed');
    await feed.locator('summary').click();
    const link = await feed.getByRole('link').getAttribute('href');
    expect(link).toBe('updates.atom?state=tx');
    const response = await fetch(new URL(link ?? '', page.url()));
    expect(response.headers.get('content-type')).toContain('application/atom+xml');
  });
});

describe('reports that are due', () => {
  const { visit, json } = explore();

  test('has reports that are due one after another in one line, which opens', async () => {
    const { page } = await visit('/updates');
    const { data } = await json<UpdatePage>('/api/updates?limit=20');
    const first = data.findIndex(({ kind }) => kind !== 'due');
    expect(first).toBeGreaterThan(1);
    const due = page.locator('details.due').first();
    expect(await due.locator('summary').innerText()).toBe(`${first} reports are due, and not there yet`);
    expect(await due.locator('.update').first().isVisible()).toBe(false);
    await due.locator('summary').click();
    expect(await due.locator('.update:visible').count()).toBe(first);
    const alone = await visit('/updates?kind=due');
    expect(await alone.page.locator('details.due').count()).toBe(0);
  });
});

describe('a service with tokens', () => {
  const tokens = openTokens(':memory:');
  const token = tokens.create('reader', null);
  const { visit } = explore(loadEventful, {
    verifyToken: (text) => tokens.verify(text),
    verifyFeedKey: (text) => tokens.verifyFeedKey(text),
  });

  test('says that the feed needs a key, and does not show the token', async () => {
    const { page } = await visit(`/updates#token=${token}`);
    const feed = page.locator('.feed');
    await feed.locator('summary').click();
    expect(await feed.innerText()).toContain('allocations token feed-key');
    expect(await feed.innerText()).toContain('/updates.atom?key=KEY');
    expect(await feed.innerText()).not.toContain(token);
    const address = (await feed.locator('.actions .code').innerText()).replace(
      'KEY',
      `${tokens.feedKey('reader')}`,
    );
    expect((await fetch(address)).status).toBe(200);
  });

  test('gives its token to the page of the API, which leads back', async () => {
    const { page } = await visit(`/updates#token=${token}`);
    await page.getByRole('link', { name: 'API' }).click();
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
