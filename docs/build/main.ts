/**
 * `npm run docs`: writes the generated tables into the pages, runs the commands that pages show, and writes their
 * outputs. With names of pages only these are run.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { Checkout, runPage } from './checkout.ts';
import { fillTables, listPages } from './pages.ts';
import { fillOutputs } from './shown-commands.ts';
import { generateTables } from './tables/index.ts';

const chosen = process.argv.slice(2);
const pages = listPages().filter((path) => chosen.length === 0 || chosen.some((part) => path.includes(part)));

const tables = await generateTables();
const loaded = Checkout.create();
try {
  for (const path of pages) {
    const page = readFileSync(path, 'utf8');
    const filled = await withOutputs(fillTables(page, tables), path);
    if (filled !== page) writeFileSync(path, filled);
    console.log(`${filled === page ? 'unchanged' : 'written  '} ${path}`);
  }
} finally {
  loaded.remove();
}

async function withOutputs(page: string, path: string): Promise<string> {
  try {
    return fillOutputs(page, await runPage(loaded, page));
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : error}`);
  }
}
