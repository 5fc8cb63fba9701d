import { expect, test } from 'vitest';
import { comparedMeaning } from '../../src/explorer/words/meanings.ts';
import { explore } from './rig/explore.ts';
import { readFocus } from './rig/keyboard.ts';
import { ALDER_CREEK } from './rig/views.ts';

const { visit } = explore();
const PATH = `/jurisdictions/${ALDER_CREEK}`;

test('a heading opens the meaning of its column beside it; nothing moves, and Escape closes it', async () => {
  const { page } = await visit(PATH);
  const head = page.locator('th[data-column="payment_value"]');
  const word = head.getByRole('button', { name: 'Net payment' });
  await word.focus();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  const before = await head.boundingBox();
  await page.keyboard.press('Enter');
  const text = 'Net payment: Net payment made to the jurisdiction.';
  const meaning = page.getByRole('dialog', { name: text });
  expect(await meaning.innerText()).toBe(text);
  // with the focus, a screen reader says its name
  expect((await readFocus(page)).role).toBe('dialog');
  expect(await head.boundingBox()).toEqual(before);
  const [box, of] = [await meaning.boundingBox(), await word.boundingBox()];
  const far = Math.min(
    Math.abs((box?.y ?? 0) - (of?.y ?? 0) - (of?.height ?? 0)),
    Math.abs((of?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0)),
  );
  expect(far).toBeLessThan(2);
  await page.keyboard.press('Escape');
  await meaning.waitFor({ state: 'hidden' });
  expect((await readFocus(page)).text).toContain('Net payment');
});

test('one meaning is open at a time', async () => {
  const { page } = await visit(PATH);
  for (const name of ['Net payment', 'Change']) {
    await page.locator('thead').getByRole('button', { name, exact: true }).first().press('Enter');
    expect(await page.locator('.popover:popover-open').count()).toBe(1);
  }
  // of the chosen figure, also beside its list
  await page.goto(`${page.url()}?field=county_share`);
  await page.getByRole('button', { name: 'County share' }).first().press('Enter');
  expect(await page.locator('.popover:popover-open').innerText()).toContain(
    'It has a figure at quarter ends only, and is 0 elsewhere',
  );
});

test('a meaning stays open if the focus just scrolled to its word, and closes when the reader scrolls', async () => {
  const { page } = await visit(PATH);
  const word = page.locator('thead').getByRole('button', { name: 'Net payment' });
  await page.evaluate(() => scrollTo(0, 0));
  const isOpen = () => page.locator('.popover:popover-open').count();
  await word.evaluate((button: HTMLElement) => {
    button.scrollIntoView();
    button.click();
    return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });
  expect(await isOpen()).toBe(1);
  await page.mouse.wheel(0, 100);
  await expect.poll(isOpen).toBe(0);
});

test('every column of a saved table of changes has a meaning, also the comparable change', () => {
  for (const name of [
    'payment_comparable_change',
    'twelve_months_comparable_change',
    'fiscal_year_to_date_comparable_change',
  ])
    expect(comparedMeaning(name)).toContain('with a change of tax taken out');
});

test('the glossary has each word once, without names of code, and the foot of every view leads to it', async () => {
  const { page } = await visit('/updates');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Glossary' }).click();
  await page.getByRole('heading', { name: 'Glossary' }).waitFor();
  const lists = await page
    .locator('.glossary')
    .evaluateAll((all) =>
      all.map((list) => [...list.querySelectorAll('dt')].map((word) => word.textContent ?? '')),
    );
  // the words of tables, and the figures of four states
  expect(lists.length).toBe(5);
  expect(lists[0]).toEqual(
    expect.arrayContaining(['Comparable change', 'Fiscal year to date', 'Usual error']),
  );
  expect(lists[1]).toContain('Net payment');
  for (const words of lists) expect(words).toEqual([...new Set(words)]);
  expect(await page.locator('main').innerText()).not.toMatch(/\w_\w|\bnull\b|\.\./);
});
