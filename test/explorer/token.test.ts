import { expect, test } from 'vitest';
import { openTokens } from '../../src/store/tokens/tokens.ts';
import { explore } from './rig/explore.ts';
import { ALDER_CREEK } from './rig/views.ts';

let clock = new Date('2026-11-20T09:00:00.000Z');
const tokens = openTokens(':memory:', { now: () => clock });
const token = tokens.create('reader', null);
const brief = tokens.create('brief', new Date('2026-11-20T10:00:00.000Z'));
const former = tokens.create('former', null);

/** The codes that were not used yet. */
const codes = new Set(['first', 'second']);

const { visit } = explore(undefined, {
  tradeCode: (code) => (codes.delete(code) ? token : null),
  verifyToken: (text) => tokens.verify(text),
  explainToken: (text) => {
    const state = tokens.stateOf(text);
    return state === 'active' ? null : state;
  },
});

const PATH = `/jurisdictions/${ALDER_CREEK}`;
/** The console says of every answer with status 401 that it failed. */
const REFUSED = /status of 401/;

test('a service with tokens asks for a token, says if it is not known, and shows the view once it is right', async () => {
  const { page } = await visit(PATH, { expected: REFUSED });
  await page.locator('h1', { hasText: 'Enter an access token' }).waitFor();
  expect(await page.getByRole('alert').innerText()).toContain('people with an access token');
  // the field has the focus
  await page.keyboard.type(`${token.slice(0, -1)}!`);
  await page.keyboard.press('Enter');
  await page.getByText('does not know this token').waitFor();
  await page.getByLabel('Access token').fill(token);
  await page.keyboard.press('Enter');
  await page.locator('h1', { hasText: 'Alder Creek' }).waitFor();
  const links = page.getByRole('navigation', { name: 'Views' }).getByRole('link');
  expect(await links.allInnerTexts()).toEqual(['Compare', 'Rankings', 'Updates', 'Data']);
  await page.reload();
  await page.locator('h1', { hasText: 'Alder Creek' }).waitFor();
});

test('the page keeps the token of explore for all tabs, until its next start', async () => {
  const { page, context } = await visit(`${PATH}#explore=first`, { expected: REFUSED });
  await page.locator('h1', { hasText: 'Alder Creek' }).waitFor();
  await page.waitForURL(`**${PATH}`);
  // the history of another browser, or user, has nothing to open the page with
  const stranger = await visit(`${PATH}#explore=first`, { expected: REFUSED });
  await stranger.page.locator('h1', { hasText: 'Enter an access token' }).waitFor();
  const [other] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Rankings' }).click({ modifiers: ['Control'] }),
  ]);
  await other.locator('h1', { hasText: 'Illinois, June 2020' }).waitFor();
  // an address that was used leaves the tabs their token
  await other.goto(new URL(`${PATH}#explore=first`, page.url()).href);
  await other.locator('h1', { hasText: 'Alder Creek' }).waitFor();
  await page.reload();
  await page.locator('h1', { hasText: 'Alder Creek' }).waitFor();
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) localStorage.setItem(key, 'of-an-earlier-start');
  });
  await other.reload();
  await other.getByText('Each start has another one, which works once.').waitFor();
  // the address of the new start works in every tab
  await page.goto(new URL(`/data#explore=second`, page.url()).href);
  await page.locator('h1', { hasText: 'Data' }).waitFor();
  await other.reload();
  await other.locator('h1', { hasText: 'Alder Creek' }).waitFor();
});

test('the page takes the token from the address, and removes it there', async () => {
  const { page } = await visit(`${PATH}?chart=change#token=${token}`);
  await page.locator('h1', { hasText: 'Alder Creek' }).waitFor();
  await page.waitForURL(`**${PATH}?chart=change`);
  const kept = () => page.evaluate(() => JSON.stringify([...Object.entries(localStorage), document.cookie]));
  await expect.poll(kept).toBe('[""]');
  await page.getByRole('link', { name: 'Sales tax allocations' }).click();
  await page.goBack();
  await page.waitForURL(`**${PATH}?chart=change`);
});

test('the page says that a token has expired, or was revoked, while the page is open', async () => {
  const expiring = await visit(`${PATH}#token=${brief}`, { expected: REFUSED });
  const revoked = await visit(`${PATH}#token=${former}`, { expected: REFUSED });
  for (const { page } of [expiring, revoked]) await page.locator('h1', { hasText: 'Alder Creek' }).waitFor();
  clock = new Date('2026-11-20T11:00:00.000Z');
  tokens.revoke('former');
  for (const { page } of [expiring, revoked]) await page.getByRole('link', { name: 'Monthly' }).click();
  await expiring.page.getByRole('combobox', { name: 'Figure' }).selectOption({ index: 1 });
  await revoked.page.getByRole('combobox', { name: 'Figure' }).selectOption({ index: 1 });
  await expiring.page.getByText('The access token has expired.').waitFor();
  await revoked.page.getByText('The access token was revoked.').waitFor();
  await expiring.page.getByLabel('Access token').fill(token);
  await expiring.page.keyboard.press('Enter');
  await expiring.page.locator('h1', { hasText: 'Alder Creek' }).waitFor();
});

test('the page keeps the token from other tabs', async () => {
  const { page } = await visit(PATH, { expected: REFUSED });
  await page.locator('h1', { hasText: 'Enter an access token' }).waitFor();
});
