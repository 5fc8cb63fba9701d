import type { Locator, Page } from 'playwright-core';

/** A figure as the page holds it: a number, or `null` where none is. */
export type ShownFigure = number | null;

/** The elements of a page that a selector names, once there are any: none is an error, not an empty list. */
async function allOf(within: Page | Locator, selector: string): Promise<Locator> {
  const found = within.locator(selector);
  await found.first().waitFor({ state: 'attached' });
  return found;
}

/** The cells of one column of a table, by the key of their row. */
export async function readColumn(within: Page | Locator, column: string): Promise<Map<string, ShownFigure>> {
  const found = await allOf(within, `tbody [data-column="${column}"]`);
  const cells = await found.evaluateAll((elements) =>
    elements.map((element) => ({
      row: element.closest('tr')?.dataset.row ?? '',
      value: element instanceof HTMLElement ? (element.dataset.value ?? '') : '',
    })),
  );
  return new Map(cells.map(({ row, value }) => [row, value === '' ? null : Number(value)]));
}

/** A point of a chart: its value, and where it is drawn. */
export interface ShownPoint {
  slot: string;
  value: number;
  x: number;
  y: number;
}

/** The points of one series of a chart, from left to right. */
export async function readPoints(within: Page | Locator, series: string): Promise<ShownPoint[]> {
  const found = await allOf(within, `.plot [data-series="${series}"]`);
  return found.evaluateAll((elements) =>
    elements.map((element) => {
      const number = (name: string) => Number(element.getAttribute(name));
      const isBar = element.tagName === 'rect';
      return {
        slot: element.getAttribute('data-slot') ?? '',
        value: number('data-value'),
        x: isBar ? number('x') + number('width') / 2 : number('cx'),
        y: isBar ? number('y') : number('cy'),
      };
    }),
  );
}

/** Slot and value of each point of a series. */
export async function readSeries(within: Page | Locator, series: string): Promise<[string, number][]> {
  return (await readPoints(within, series)).map(({ slot, value }) => [slot, value]);
}

/** The number that a table's cell begins with: `$1,234.56` and `−$5.00`; `null` for words such as `missing`. */
export function figureOf(text: string): ShownFigure {
  const plain = text.replaceAll(/[$,%]/g, '').replace('−', '-').trim();
  return /^[-+]?\d/.test(plain) ? Number.parseFloat(plain) : null;
}
