import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openVisit, settled } from '../rig/browser.ts';
import { ALDER_CREEK } from '../rig/views.ts';
import { siteOfSample } from './sample-site.ts';

/** Of the page, of what computes its figures, and of the documents. */
const MOST_BYTES = 120_000;

const site = siteOfSample('/');

test('the first view of a place loads little', async () => {
  const { page, context } = await openVisit(`${site().server.address}#/jurisdictions/${ALDER_CREEK}`);
  await settled({ page });
  await page.waitForLoadState('networkidle');
  const files = [...new Set(site().server.asked)].map((path) =>
    path === '/' ? 'index.html' : path.slice(1),
  );
  const total = files.reduce(
    (sum, name) => sum + gzipSync(readFileSync(join(site().folder, name))).length,
    0,
  );
  expect(total).toBeLessThanOrEqual(MOST_BYTES);
  await context.close();
});
