import { expect, test } from 'vitest';
import { openForWriting } from '../../src/store/dataset.ts';
import { startService } from '../rig/service.ts';
import { offered } from './rig/downloads.ts';
import { explore } from './rig/explore.ts';
import { ALDER_CREEK } from './rig/views.ts';

const PATH = `/jurisdictions/${ALDER_CREEK}`;
const FAILED = /Failed to load resource/;
const { visit, served } = explore();
const empty = explore(async ({ database }) => openForWriting(database).close());
const stopping = explore();

test('an empty dataset is named as such', async () => {
  const { page } = await empty.visit('/');
  await page.getByText('Nothing is loaded yet. Load your reports:').waitFor();
  expect(await page.locator('[data-state], .examples a').count()).toBe(0);
});

test('a link that the browser does not copy is said, and shown to copy', async () => {
  const { page } = await visit(PATH);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
  });
  const shown: string[] = [];
  page.on('dialog', async (dialog) => {
    shown.push(dialog.defaultValue());
    await dialog.dismiss();
  });
  await (await offered(page, 'Copy link')).click();
  await page.getByText('Not copied: the browser refused it').waitFor();
  expect(shown).toEqual([page.url()]);
});

test('an address without a view has a heading and a way on', async () => {
  const { page } = await visit('/nope', { expected: FAILED, isSettled: false });
  await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
  await page.getByRole('link', { name: 'start page' }).click();
  await page.getByRole('combobox', { name: /^Find a city/ }).waitFor();
});

test.each(['alder', 'nc:pub', 'nc:city:Nowhere', 'zz:'])(
  'an address of no place or group, %s, leads to the search',
  async (id) => {
    const { page } = await visit(`/jurisdictions/${id}`, { expected: FAILED, isSettled: false });
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
    await page.getByRole('link', { name: 'start page' }).waitFor();
  },
);

test('months that the dataset does not have name the months that it has', async () => {
  const { page } = await visit('/rankings/tx/1990-01..9999-12', { expected: FAILED });
  await page.getByText(/The dataset has payments of Texas from \w+ 20\d\d to October 2026/).waitFor();
});

test('the first months of a dataset are shown, beside a year before that it does not have', async () => {
  const { page } = await visit('/rankings/nc/2018-09..2018-10');
  const row = page.locator('.ranking tbody tr').first();
  expect(await row.locator('[data-column=sum_value]').innerText()).toMatch(/\d/);
  for (const column of ['ago', 'change', 'difference'])
    expect(await row.locator(`[data-column=sum_${column}]`).innerText()).not.toMatch(/\d/);
});

// the state that pays most comes first
test.each([
  ['/rankings', 'Illinois, June 2020'],
  ['/rankings/ca', 'California, October 2026'],
])('%s has the newest month', async (path, name) => {
  const { page } = await visit(path);
  await page.getByRole('heading', { name }).waitFor();
  expect(await page.locator('tbody tr').count()).toBeGreaterThan(5);
});

test('a service that stops is asked again for all that a view needs', async () => {
  const { page } = await stopping.visit('/', { expected: FAILED });
  await page.route(/\/documents\/\w+\/all-/, (route) => route.abort());
  await page.getByRole('link', { name: 'California', exact: true }).click();
  const tryAgain = page.getByRole('button', { name: 'Try again' }).first();
  await tryAgain.waitFor();
  await page.unroute(/\/documents\/\w+\/all-/);
  await tryAgain.click();
  await page.locator('.cards [data-figure=payment_value]').waitFor();
});

test('a service that stops is named, and found again once it runs', async () => {
  const { page } = await stopping.visit(PATH, { expected: FAILED });
  const { address, rig, service } = stopping.served();
  const { port, hostname } = new URL(address);
  await service.app.close();
  await page.getByRole('combobox', { name: 'Figure' }).selectOption({ index: 1 });
  await page
    .getByText('The service does not answer. Check that it is running, then try again.')
    .first()
    .waitFor();
  // the view says so, and the address keeps what was asked
  await page.waitForURL('**field=*');
  const again = await startService(rig.database, { verifyToken: null });
  await again.app.listen({ host: hostname, port: Number(port) });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('.cards').waitFor();
  expect(await page.getByRole('combobox', { name: 'Figure' }).inputValue()).not.toBe('');
  await again.close();
});

test('a view that fails says what to do, and leaves the rest of the page', async () => {
  const { page } = await visit('/');
  await page.route(/\/api\/changes/, (route) => route.fulfill({ json: { data: null, meta: {} } }));
  await page.getByRole('link', { name: 'Updates', exact: true }).click();
  await page.getByRole('heading', { name: 'This view cannot be shown' }).waitFor();
  await page.getByRole('link', { name: 'Data', exact: true }).click();
  await page.getByRole('heading', { name: 'Data', exact: true }).waitFor();
});

test('a view that fails says so before its script runs', async () => {
  const response = await fetch(`${served().address}/`);
  expect(await response.text()).toContain('If this text stays, update your browser');
});
