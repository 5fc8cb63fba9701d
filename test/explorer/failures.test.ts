import { describe, expect, test } from 'vitest';
import { openForWriting } from '../../src/store/dataset.ts';
import { startService } from '../rig/service.ts';
import { explore } from './rig/explore.ts';
import { ALDER_CREEK } from './rig/views.ts';

const PATH = `/jurisdictions/${ALDER_CREEK}`;
const FAILED = /Failed to load resource/;

describe('an empty dataset', () => {
  const { visit } = explore(async ({ database }) => openForWriting(database).close());

  test('is named as such', async () => {
    const { page } = await visit('/');
    await page
      .getByText('No report of California, Texas, Illinois and North Carolina is loaded yet.')
      .waitFor();
    expect(await page.locator('.state').count()).toBe(0);
  });

  test('has no jurisdiction', async () => {
    const { page } = await visit(PATH, { expected: FAILED, isSettled: false });
    await page.getByText(`No jurisdiction has the id ${ALDER_CREEK}.`).waitFor();
  });
});

describe('a service that stops', () => {
  const { visit, served } = explore();

  test('is named, and found again once it runs', async () => {
    const { page } = await visit(PATH, { expected: FAILED });
    const { address, rig, service } = served();
    const { port, hostname } = new URL(address);
    await service.app.close();
    await page.getByRole('combobox', { name: 'Figure' }).selectOption({ index: 1 });
    await page.getByText('The service does not answer. Check that it is running, then try again.').waitFor();
    // the view says so, and the address keeps what was asked
    expect(page.url()).toContain('field=');
    const again = await startService(rig.database, { verifyToken: null });
    await again.app.listen({ host: hostname, port: Number(port) });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.cards').waitFor();
    expect(await page.getByRole('combobox', { name: 'Figure' }).inputValue()).not.toBe('');
    await again.close();
  });
});

describe('a view that fails', () => {
  const { visit, served } = explore();

  test('says what to do, and leaves the rest of the page', async () => {
    const { page } = await visit('/');
    await page.route(/\/api\/changes/, (route) => route.fulfill({ json: { data: null, meta: {} } }));
    await page.getByRole('link', { name: 'Changes', exact: true }).click();
    await page.getByRole('heading', { name: 'This view cannot be shown' }).waitFor();
    await page.getByRole('link', { name: 'Data', exact: true }).click();
    await page.getByRole('heading', { name: 'Data', exact: true }).waitFor();
  });

  test('says so before its script runs', async () => {
    const response = await fetch(`${served().address}/`);
    expect(await response.text()).toContain('If this text stays, update your browser');
  });
});
