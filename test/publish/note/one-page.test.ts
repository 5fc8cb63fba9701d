import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteHtml } from '../../../src/explorer/note/note-page.tsx';
import { newDocument, readPlaceNote } from '../../../src/records/note/read.ts';
import { STATES } from '../../../src/states/index.ts';
import { loadSample } from '../../explorer/rig/served.ts';
import { readView } from '../../rig/datasets/read-view.ts';
import { loadForAll } from '../../rig/datasets/served.ts';

/** How many notes of each state are printed. */
const LONGEST = 3;

const rig = loadForAll(loadSample);
let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
});
afterAll(() => browser.close());

function longestNotes(): string[] {
  const notes = readView(rig.database, (view) =>
    STATES.map(({ code }) =>
      Array.from(view.jurisdictions.values())
        .filter(({ state }) => state === code)
        .map(({ id }) => noteHtml(readPlaceNote(view, { id }, '0.3.0', {}) ?? expect.fail(), newDocument())),
    ),
  );
  return notes.flatMap((some) => some.sort((a, b) => b.length - a.length).slice(0, LONGEST));
}

/** The widths of the papers without the margins of the note, in pixels. */
test.each([
  ['Letter', 732],
  ['A4', 710],
])('the longest notes print on one page of %s, and no column is cut off', async (format, width) => {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  const notes = longestNotes();
  expect(notes).toHaveLength(LONGEST * STATES.length);
  for (const [at, note] of notes.entries()) {
    await page.setContent(note);
    const pdf = await page.pdf({ format });
    await page.emulateMedia({ media: 'print' });
    expect([at, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([at, width]);
    expect([at, pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length]).toEqual([at, 1]);
  }
  await page.close();
});
