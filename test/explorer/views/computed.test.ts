import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runPipeline } from '../../../src/pipeline/run.ts';
import { readDataset } from '../../../src/store/dataset.ts';
import { runOptionsIn } from '../../rig/run-options.ts';
import { leave, openVisit, settled } from '../rig/browser.ts';
import { loadSample, type Served, serveDataset } from '../rig/served.ts';
import { ALDER_CREEK } from '../rig/views.ts';

let served: Served;

beforeAll(async () => {
  served = await serveDataset(loadSample);
}, 120_000);
afterAll(async () => {
  await served.close();
});

/** Opens a view. `asked` are the lists that it asks the service for after that. */
async function open(path: string) {
  const { page, context } = await openVisit(`${served.address}${path}`);
  await settled({ page });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/^\/api\/(?!overview|documents\/)/.test(pathname)) asked.push(pathname + search);
  });
  return { page, asked, close: () => context.close() };
}

/** The rows of the first table as a reader sees them. Places like this one have theirs once they are in sight. */
async function rowsOf(page: Page): Promise<string> {
  await settled({ page });
  const table = page.locator('#main table:not(.peers table)').first();
  return (await table.innerText()).replaceAll(/\s+/g, ' ');
}

/** Compares a view after a choice with the same address in a new tab. */
async function expectSame(page: Page): Promise<void> {
  const shown = await rowsOf(page);
  const other = await openVisit(page.url());
  await settled(other);
  expect(shown).toBe(await rowsOf(other.page));
  await leave(other);
}

test('the tabs of a place and its basis ask the service for no list, and are those of their address', async () => {
  const { page, asked, close } = await open(`/jurisdictions/${ALDER_CREEK}`);
  for (const tab of ['Monthly', 'This year', 'Years', 'Parts', 'Twelve months']) {
    await page.getByRole('navigation', { name: 'Charts' }).getByRole('link', { name: tab }).click();
    await expectSame(page);
  }
  await page.getByText('How this is counted').click();
  await page.getByRole('combobox', { name: 'Counted' }).selectOption('sales');
  await page.waitForURL(/basis=sales/);
  await expectSame(page);
  expect(asked).toEqual([]);
  await close();
});

test('the filters, sorts and months of a ranking ask the service for no list, and are those of their address', async () => {
  const { page, asked, close } = await open('/rankings/ca/2026-10');
  await page.getByRole('combobox', { name: 'Type' }).selectOption('city');
  await expectSame(page);
  await page.locator('thead th[data-column="sum_difference"] a').click();
  await expectSame(page);
  await page.getByRole('combobox', { name: 'From' }).selectOption({ index: 5 });
  await expectSame(page);
  expect(asked).toEqual([]);
  await close();
});

test('documents of an older version answer nothing once the page knows of a newer one', async () => {
  const { page, close } = await open(`/jurisdictions/${ALDER_CREEK}`);
  const before = await page.locator('.cards').first().innerText();
  const { folder, database } = served.rig;
  const [sha256] = readDataset(database, ({ sqlite }) =>
    sqlite
      .prepare<[], string>(
        `SELECT sha256 FROM report WHERE kind = 'ca/monthly-statement' ORDER BY last_month DESC LIMIT 1`,
      )
      .pluck()
      .all(),
  );
  if (!sha256) throw new Error('the sample has no statement of California');
  await runPipeline({
    ...{ command: 'withdraw', withdraw: [{ sha256, reason: 'a test' }] },
    ...{ files: [], ...runOptionsIn(folder) },
  });
  await page.getByRole('link', { name: 'Rankings' }).first().click();
  await settled({ page });
  await page.goBack();
  await settled({ page });
  await page.waitForFunction(
    (text) => document.querySelector<HTMLElement>('.cards')?.innerText !== text,
    before,
  );
  await expectSame(page);
  await close();
});
