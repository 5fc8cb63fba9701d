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

  test('the guide for analysts lists the same places by command and by SQL', () => {
    const blocks = readFileSync('docs/guides/analysts.md', 'utf8').split('```');
    const namesAfter = (command: string) => {
      const shown = blocks[blocks.findIndex((block) => block.includes(command)) + 2] ?? '';
      const places = shown.split('\n').filter((line) => /\d\.\d\d /.test(line));
      return places.map((line) => line.split(/ {2,}/)[0]);
    };
    const byCommand = namesAfter('compare nc --type city --months 2020-03..2020-06');
    expect(byCommand).toHaveLength(5);
    expect(byCommand).toEqual(namesAfter('FROM nc_datapoint AS now'));
  });
});
