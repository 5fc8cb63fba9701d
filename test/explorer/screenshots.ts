/**
 * `npm run screenshots [folder]`: writes pictures of every view of the explorer: light, dark and on a phone.
 * Views are listed in `rig/views.ts`. `npm run screenshots -- --docs` writes the pictures of the documents.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { closeBrowser, openVisit, type Sight, settled, type Visit } from './rig/browser.ts';
import { DOCUMENT_PICTURES, PICTURES_FOLDER } from './rig/document-pictures.ts';
import { loadSample, serveDataset } from './rig/served.ts';
import { SHOWN_VIEWS } from './rig/views.ts';

const SIGHTS: Readonly<Record<string, Sight>> = {
  light: { scheme: 'light' },
  dark: { scheme: 'dark' },
  phone: { width: 320, height: 640 },
};

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
    for (const [sight, how] of Object.entries(SIGHTS))
      await draw(path, how, { file: join(folder, `${name}-${sight}.png`), isWhole: true });
  console.log(`Written to ${folder}`);
}

async function drawDocuments(): Promise<void> {
  mkdirSync(PICTURES_FOLDER, { recursive: true });
  for (const [name, { path, sight, part }] of Object.entries(DOCUMENT_PICTURES))
    await draw(path, sight, { file: join(PICTURES_FOLDER, `${name}.png`), part });
  console.log(`Written to ${PICTURES_FOLDER}`);
}

interface Picture {
  file: string;
  /** Whether to draw the page to its end, and not only what the window shows. */
  isWhole?: boolean;
  /** The part of the page to draw; by default all of it. */
  part?: string | undefined;
}

async function draw(path: string, sight: Sight, { file, isWhole = false, part }: Picture): Promise<void> {
  const visit = await openVisit(`${served.address}${path}`, sight);
  await settled(visit);
  if (part === undefined) await visit.page.screenshot({ path: file, fullPage: isWhole });
  else await drawPart(visit, part, file);
  await visit.context.close();
  for (const fault of visit.faults) console.error(`${path}: ${fault}`);
}

async function drawPart({ page }: Visit, part: string, path: string): Promise<void> {
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
