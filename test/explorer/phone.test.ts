import { expect, test } from 'vitest';
import { explore } from './rig/explore.ts';
import { SHOWN_VIEWS } from './rig/views.ts';

const { visit } = explore();

/** The first figure of a view: dollars, percent, or a number of findings. */
const FIGURE = /\$[\d.,]+|\d%|[\d,]+ errors?/;

test.each(['home', 'rankings', 'rankings-tx', 'periods', 'checks'])(
  'on a phone, the first figure of %s is in its upper third',
  async (view) => {
    const { page } = await visit(SHOWN_VIEWS[view] ?? '', { width: 390, height: 844 });
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
