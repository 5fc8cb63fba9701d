import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Checkout, runPage } from '../docs/build/checkout.ts';
import { listPages } from '../docs/build/pages.ts';
import { comparable, cutOutput, shownCommands } from '../docs/build/shown-commands.ts';

/** Runs the commands that the pages show, in order, against the sample. Needs bash, curl and sqlite3. */

const PAGES = listPages().filter((path) => shownCommands(readFileSync(path, 'utf8')).length > 0);

describe('the commands that pages show', () => {
  let loaded: Checkout;
  beforeAll(() => {
    loaded = Checkout.create();
  });
  afterAll(() => loaded.remove());

  test.concurrent.each(PAGES)('%s: run, and print what the page shows', async (path) => {
    const page = readFileSync(path, 'utf8');
    const printed = await runPage(loaded, page);
    shownCommands(page).forEach(({ output, shown, commands }, at) => {
      if (output === null) return;
      expect(comparable(cutOutput(printed[at] ?? '', output)), commands).toBe(comparable(shown));
    });
  });
});
