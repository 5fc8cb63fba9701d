import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import type { Download, Locator, Page } from 'playwright-core';

/** A saved CSV. */
export interface SavedTable {
  name: string;
  /** Without the column that says where they come from. */
  rows: Record<string, string>[];
  /** What the rows say of where they come from. */
  sources: string[];
}

/** The rows of a CSV, each by the names of its columns. */
export function parseTable(text: string): Record<string, string>[] {
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
}

/** A button that saves or copies: on the page, or in the menu that it opens. */
export async function offered(within: Page | Locator, name: string | RegExp): Promise<Locator> {
  const button = within.getByRole('button', { name }).first();
  if (!(await button.isVisible())) {
    const menu = within.getByRole('button', { name: 'Share and save' });
    // a page that scrolls closes it
    await menu.scrollIntoViewIfNeeded();
    await menu.click();
    await button.waitFor();
  }
  return button;
}

/** Presses a button and gives what it saves. */
export async function saved(page: Page, name: string | RegExp): Promise<Download> {
  const button = await offered(page, name);
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return download;
}

/** Presses a button and reads the CSV that it saves. */
export async function saveTable(page: Page, button: string | RegExp): Promise<SavedTable> {
  const download = await saved(page, button);
  const data = parseTable(readFileSync(await download.path(), 'utf8'));
  return {
    name: download.suggestedFilename(),
    rows: data.map(({ source: _, ...row }) => row),
    sources: [...new Set(data.map(({ source = '' }) => source))],
  };
}
