import type { Page } from 'playwright-core';

/** A control that the Tab key reached. */
export interface ReachedControl {
  control: string;
  hasFocusRing: boolean;
  /** Whether its middle is in the window and nothing covers it. */
  isInSight: boolean;
}

/** The element that has the focus. */
export function readFocus(page: Page): Promise<{ tag: string; role: string | null; text: string }> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    return {
      tag: focused?.localName ?? '',
      role: focused?.getAttribute('role') ?? null,
      text: focused?.textContent?.trim() ?? '',
    };
  });
}

/** Presses Tab until a control with this text and role has the focus. */
export async function tabTo(page: Page, role: 'link' | 'button' | 'combobox', name: string | RegExp) {
  const wanted = await page.getByRole(role, { name }).first().elementHandle();
  for (let presses = 0; presses < 600; presses++) {
    if (await page.evaluate((element) => document.activeElement === element, wanted)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach the ${role} ${name}`);
}

/** Presses Tab until it is back at the first control. `expected` are all controls, in the order of the page. */
export async function tabThrough(page: Page) {
  const expected = await page.evaluate(() => {
    const open = document.querySelector('dialog[open]') ?? document.body;
    const controls = [...open.querySelectorAll('a[href], button, input, select, summary, [tabindex="0"]')];
    const usable = controls.filter((control) => !control.matches(':disabled') && control.checkVisibility());
    for (const [at, control] of usable.entries()) control.setAttribute('data-control', String(at));
    const reached: { control: string; hasFocusRing: boolean; isInSight: boolean }[] = [];
    Object.assign(globalThis, { reached });
    document.addEventListener('focusin', ({ target }) => {
      if (!(target instanceof HTMLElement)) return;
      const { outlineStyle, outlineWidth } = getComputedStyle(target);
      const [box] = target.getClientRects();
      // two sliders share a strip, and take the pointer at their handles only
      const seen = target.matches('[type=range]') ? target.parentElement : target;
      const at =
        box && document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height / 2, 20));
      reached.push({
        control: target.dataset.control ?? target.outerHTML.slice(0, 80),
        hasFocusRing: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
        isInSight: Boolean(at && (seen?.contains(at) || at.contains(target))),
      });
    });
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    return usable.map((_, at) => String(at));
  });
  for (let presses = 0; presses <= expected.length; presses++) await page.keyboard.press('Tab');
  const reached: ReachedControl[] = await page.evaluate('reached');
  // in a dialog, Tab goes on where the focus was
  const start = Math.max(
    0,
    reached.findIndex(({ control }) => control === expected[0]),
  );
  const inOrder = [...reached.slice(start), ...reached.slice(0, start)];
  return { expected, reached: inOrder.slice(0, expected.length) };
}
