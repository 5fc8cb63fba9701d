import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatasetRig, type DatasetRig } from '../../rig/service.ts';
import { closeBrowser, openVisit, settled } from '../rig/browser.ts';
import { loadSample } from '../rig/served.ts';
import { ALDER_CREEK } from '../rig/views.ts';
import { publishSample, serveFiles } from './static-site.ts';

/** Of the page, of what computes its figures, and of the documents. */
const MOST_BYTES = 111_000;

let rig: DatasetRig;
let folder: string;
let server: Awaited<ReturnType<typeof serveFiles>>;

beforeAll(async () => {
  rig = createDatasetRig();
  await loadSample(rig);
  folder = join(rig.folder, 'site');
  await publishSample(rig.database, folder);
  server = await serveFiles(folder, '/');
}, 120_000);
afterAll(async () => {
  await server.close();
  await closeBrowser();
  rig.remove();
});

test('the first view of a place loads little', async () => {
  const { page, context } = await openVisit(`${server.address}#/jurisdictions/${ALDER_CREEK}`);
  await settled({ page });
  await page.waitForLoadState('networkidle');
  const files = [...new Set(server.asked)].map((path) => (path === '/' ? 'index.html' : path.slice(1)));
  const total = files.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0);
  expect(total).toBeLessThanOrEqual(MOST_BYTES);
  await context.close();
});
