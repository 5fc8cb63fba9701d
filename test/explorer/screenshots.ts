/**
 * `npm run screenshots [folder] [views]`: writes pictures of every view of the explorer, on a desk, a tablet and a phone,
 * light and dark. Views are listed in `rig/views.ts`. `npm run screenshots -- --docs` writes the pictures of the documents.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { closeBrowser, openVisit, type Sight, settled, type Visit } from './rig/browser.ts';
import { DOCUMENT_PICTURES, PICTURES_FOLDER } from './rig/document-pictures.ts';
import { loadSample, serveDataset } from './rig/served.ts';
import { SHOWN_VIEWS } from './rig/views.ts';

const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];
const SCHEMES = ['light', 'dark'] as const;

/** Space around a part of a page. */
const MARGIN = 16;

const given = process.argv.slice(2);
const served = await serveDataset(loadSample);
try {
  if (given[0] === '--docs') await drawDocuments();
  else await drawViews(given[0] ?? 'data/screenshots', given.slice(1));
} finally {
  await closeBrowser();
  await served.close();
}

async function drawViews(folder: string, only: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const chosen = Object.entries(SHOWN_VIEWS).filter(([view]) => only.length === 0 || only.includes(view));
  for (const [name, path] of chosen)
    for (const window of WINDOWS) await drawView(path, window, join(folder, `${name}-${window.width}`));
  console.log(`Written to ${folder}`);
}

async function drawDocuments(): Promise<void> {
  mkdirSync(PICTURES_FOLDER, { recursive: true });
  for (const [name, { path, sight, part }] of Object.entries(DOCUMENT_PICTURES))
    await look(path, sight, (visit) => drawPart(visit, part, join(PICTURES_FOLDER, `${name}.png`)));
  console.log(`Written to ${PICTURES_FOLDER}`);
}

/** Draws a view to its end, in each color scheme. */
async function drawView(path: string, window: Sight, file: string): Promise<void> {
  await look(path, window, async (visit) => {
    const { page } = visit;
    await scrollThrough(visit);
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.screenshot({ path: `${file}-${scheme}.png`, fullPage: true });
    }
  });
}

/** Parts that load once a reader comes near them are there afterwards. */
async function scrollThrough(visit: Visit): Promise<void> {
  const { page } = visit;
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  // places like this one: more than their heading
  await page.waitForFunction(() => document.querySelector('.peers')?.children.length !== 1);
  await page.waitForLoadState('networkidle');
  await settled(visit);
  await page.evaluate(() => scrollTo(0, 0));
}

async function look(path: string, sight: Sight, draw: (visit: Visit) => Promise<void>): Promise<void> {
  const visit = await openVisit(`${served.address}${path}`, sight);
  await settled(visit);
  await visit.page.waitForLoadState('networkidle');
  await draw(visit);
  await visit.context.close();
  for (const fault of visit.faults) console.error(`${path}: ${fault}`);
}

/** Draws a part of a page; by default what the window shows. */
async function drawPart({ page }: Visit, part: string | undefined, path: string): Promise<void> {
  if (part === undefined) {
    await page.screenshot({ path });
    return;
  }
  const box = await page.locator(part).boundingBox();
  if (!box) throw new Error(`the page has no ${part}`);
  const clip = {
    x: Math.max(0, box.x - MARGIN),
    y: box.y - MARGIN,
    width: box.width + 2 * MARGIN,
    height: box.height + 2 * MARGIN,
  };
  await page.screenshot({ path, clip, fullPage: true });
}
