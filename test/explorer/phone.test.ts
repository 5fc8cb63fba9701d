import { expect, test } from 'vitest';
import { explore } from './rig/explore.ts';
import { SHOWN_VIEWS } from './rig/views.ts';

const { visit } = explore();
const PHONE = { width: 390, height: 844 };

/** The first figure of a view: dollars, percent, a number of findings, or an index. */
const FIGURE = /\$[\d.,]+|\d%|[\d,]+ errors?|\b\d+\.\d\b/;

test.each(['home', 'rankings', 'rankings-tx', 'periods', 'checks', 'compare', 'compare-index', 'updates'])(
  'on a phone, the first figure of %s is in its upper third',
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
    expect(top).toBeLessThan(300);
  },
);

const OF_PLACES = ['jurisdiction', 'jurisdiction-monthly', 'jurisdiction-sales', 'jurisdiction-new-tax'];

test.each(['rankings', 'rankings-tx', 'periods', 'periods-missing', ...OF_PLACES])(
  'on a phone, each line of %s has its change in sight',
  async (view) => {
    const { page } = await visit(SHOWN_VIEWS[view] ?? '', PHONE);
    const ends = await page
      .locator('tbody td:is([data-column=payment_change], [data-column=sum_change]):not(.none)')
      .evaluateAll((cells) =>
        cells.map((cell) => {
          const text = document.createRange();
          text.selectNodeContents(cell);
          return text.getBoundingClientRect().right;
        }),
      );
    expect(ends.length).toBeGreaterThan(0);
    const { x = 0, width = 0 } = (await page.locator('.table').first().boundingBox()) ?? {};
    expect(Math.max(...ends)).toBeLessThanOrEqual(x + width);
  },
);

test.each([
  ['compare', 'Choose places and figures'],
  ['updates', 'State, kind and feed'],
])('on a phone, choices of %s are behind a button', async (view, button) => {
  const { page } = await visit(SHOWN_VIEWS[view] ?? '', PHONE);
  const choice = page.getByRole('combobox', { name: 'Show' });
  expect(await choice.isVisible()).toBe(false);
  await page.getByRole('button', { name: button }).click();
  await choice.waitFor();
});

test('on a phone, who begins a comparison stays in the choices', async () => {
  const { page } = await visit('/compare', PHONE);
  await page.getByRole('link', { name: 'Cities of California' }).click();
  await page.locator('.chart').first().waitFor();
  await page.getByLabel('Add a place').waitFor();
});

test('on a phone, a panel has the same space on both sides', async () => {
  const { page } = await visit(SHOWN_VIEWS['jurisdiction-figure'] ?? '', PHONE);
  const panel = await page.locator('.panel').boundingBox();
  expect(panel?.x).toBeGreaterThanOrEqual(0);
});

test('on a phone, what a check found is read without scrolling sideways', async () => {
  const { page } = await visit(SHOWN_VIEWS.checks ?? '', PHONE);
  const [text, table] = await Promise.all(
    ['td[data-column="text"]', '.table'].map((part) => page.locator(part).first().boundingBox()),
  );
  const rightOf = (box: typeof text) => (box ? box.x + box.width : Number.NaN);
  expect(rightOf(text)).toBeLessThan(rightOf(table));
});
