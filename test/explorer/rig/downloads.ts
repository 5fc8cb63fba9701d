import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import type { Locator, Page } from 'playwright-core';

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

/** Presses a button and reads the CSV that it saves. */
export async function saveTable(within: Page | Locator, button: string | RegExp): Promise<SavedTable> {
  const page = 'page' in within ? within.page() : within;
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    within.getByRole('button', { name: button }).first().click(),
  ]);
  const data = parseTable(readFileSync(await download.path(), 'utf8'));
  return {
    name: download.suggestedFilename(),
    rows: data.map(({ source: _, ...row }) => row),
    sources: [...new Set(data.map(({ source = '' }) => source))],
  };
}
