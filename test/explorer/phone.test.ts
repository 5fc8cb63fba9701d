import { expect, test } from 'vitest';
import { explore } from './rig/explore.ts';
import { ALDER_CREEK, SHOWN_VIEWS } from './rig/views.ts';

const { visit } = explore();
const PHONE = { width: 390, height: 844 };

/** The first figure of a view: dollars, percent, a number of findings, or an index. */
const FIGURE = /\$[\d.,]+|\d%|[\d,]+ errors?|\b\d+\.\d\b/;

test.each(['home', 'rankings', 'rankings-tx', 'periods', 'checks', 'compare', 'compare-index', 'updates'])(
  'on a phone, the first figure of %s is above the middle of the window',
  async (view) => {
    const { page } = await visit(SHOWN_VIEWS[view] ?? '', PHONE);
    const top = await page.evaluate((pattern) => {
      const walker = document.createTreeWalker(
        document.querySelector('main') ?? document.body,
        NodeFilter.SHOW_ELEMENT,
      );
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        if (
          node instanceof HTMLElement &&
          node.checkVisibility() &&
          new RegExp(pattern).test(node.innerText)
        ) {
          const isDeepest = ![...node.children].some(
            (child) => child instanceof HTMLElement && new RegExp(pattern).test(child.innerText),
          );
          if (isDeepest) return node.getBoundingClientRect().top;
        }
      return Number.POSITIVE_INFINITY;
    }, FIGURE.source);
    expect(top).toBeLessThan(422);
  },
);

const OF_PLACES = ['jurisdiction', 'jurisdiction-monthly', 'jurisdiction-sales', 'jurisdiction-new-tax'];

test.each([...OF_PLACES, 'group', 'state', 'fiscal-year', 'period'])(
  'on a phone, what the chart of %s draws begins at 560 pixels or above, and its figures are below it',
  async (view) => {
    const others: Readonly<Record<string, string>> = {
      'fiscal-year': `/jurisdictions/${ALDER_CREEK}?chart=fiscal-year`,
      period: `/jurisdictions/${ALDER_CREEK}?period=2026-03..2026-06`,
    };
    const { page } = await visit(SHOWN_VIEWS[view] ?? others[view] ?? '', PHONE);
    const boxOf = (name: string) => page.locator(name).first().boundingBox();
    const [plot, sample, values] = [await boxOf('.plot'), await boxOf('.sample'), await boxOf('.readout dl')];
    // only a sample has a notice
    expect((plot?.y ?? Number.NaN) - (sample?.height ?? 0)).toBeLessThanOrEqual(560);
    expect(values?.y).toBeGreaterThanOrEqual((plot?.y ?? Number.NaN) + (plot?.height ?? 0));
    // the choices are beside the month, and can be opened
    await page.getByRole('button', { name: 'Choices' }).click();
    await page.getByRole('combobox', { name: 'Counted' }).waitFor();
  },
);

test('on a phone, the end of a year and its range stand beside the chart', async () => {
  const { page } = await visit(`/jurisdictions/${ALDER_CREEK}?chart=fiscal-year`, PHONE);
  const ends = page.locator('.plot .ends text');
  const texts = await ends.allTextContents();
  expect(texts).toHaveLength(3);
  for (const text of texts) expect(text).toMatch(/^\+\$[\d.,]+( million)?$/);
  for (const end of await ends.all()) {
    const { x = 0, width = 0 } = (await end.boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(PHONE.width);
  }
});

test.each(['rankings', 'rankings-tx', 'periods', 'periods-missing', ...OF_PLACES])(
  'on a phone, a row of %s has a figure and its change, and opens to show the others',
  async (view) => {
    const { page } = await visit(SHOWN_VIEWS[view] ?? '', PHONE);
    const table = page.locator('.table').last();
    const rows = table.locator('tbody tr');
    expect(await table.locator('thead tr').last().locator('th').count()).toBe(2);
    const change = /[+−]?\d+\.\d%/;
    expect(await rows.first().innerText()).toMatch(change);
    expect(await rows.first().innerText()).toMatch(/\$[\d,]+(?!\.)/);
    const { width = 0 } = (await table.boundingBox()) ?? {};
    expect(await table.evaluate((frame) => frame.scrollWidth)).toBeLessThanOrEqual(width);
    const [before, opener] = [await rows.count(), rows.first().getByRole('button', { name: /^More of / })];
    expect(await opener.getAttribute('aria-expanded')).toBe('false');
    await opener.press('Enter');
    expect(await opener.getAttribute('aria-expanded')).toBe('true');
    expect(await rows.count()).toBe(before + 1);
    expect(await rows.nth(1).locator('dt').count()).toBeGreaterThan(0);
    // a tap anywhere on the row does the same
    await rows
      .first()
      .locator('td')
      .first()
      .click({ position: { x: 2, y: 2 } });
    expect(await rows.count()).toBe(before);
  },
);

test('on a phone, a table is sorted by columns that it does not show', async () => {
  const { page } = await visit(SHOWN_VIEWS.rankings ?? '', PHONE);
  expect(await page.locator('main button:visible').first().innerText()).toContain('Share');
  // all choices are behind one button
  expect(await page.locator('main :is(select, input, summary):visible').allInnerTexts()).toEqual([
    'How this is counted',
  ]);
  await page.getByRole('button', { name: 'Choices' }).click();
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Difference' });
  await page.waitForURL('**sort=-sum_difference');
  await page.locator('th[data-column=sum_difference][aria-sort=descending]').waitFor();
});

test('on a phone, choices are behind a button', async () => {
  const { page } = await visit(SHOWN_VIEWS.compare ?? '', PHONE);
  const choice = page.getByRole('combobox', { name: 'Show' });
  expect(await choice.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Choices' }).click();
  await choice.waitFor();
});

test('on a phone, who begins a comparison stays in the choices', async () => {
  const { page } = await visit('/compare', PHONE);
  await page.getByRole('link', { name: 'Compare the totals of the states' }).click();
  await page.locator('.chart').first().waitFor();
  await page.getByLabel('Add a place or a group').waitFor();
});

test('on a phone, a comparison has two places beside the month, and its rows open to show the others', async () => {
  const { page } = await visit(SHOWN_VIEWS.compare ?? '', PHONE);
  const months = page.getByRole('region', { name: 'All months' });
  expect(await months.locator('thead th').allInnerTexts()).toEqual(['Month', 'Alder Creek', 'Juniper Wells']);
  await months.getByRole('button', { name: 'More of Oct 2026' }).click();
  expect(await months.locator('tr.opened dt').allInnerTexts()).toEqual(['Sales of', 'Larkspur Bend']);
});

test('on a phone, a panel has the same space on both sides', async () => {
  const { page } = await visit(SHOWN_VIEWS['jurisdiction-figure'] ?? '', PHONE);
  const panel = await page.locator('.panel').boundingBox();
  expect(panel?.x).toBeGreaterThanOrEqual(0);
});

test('on a phone, what a check found is read without opening its row', async () => {
  const { page } = await visit(SHOWN_VIEWS.checks ?? '', PHONE);
  expect(await page.locator('td[data-column="text"]').first().isVisible()).toBe(true);
});
