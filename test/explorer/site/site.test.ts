import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FEW_REPORTS } from '../../rig/few-reports.ts';
import { createDatasetRig } from '../../rig/service.ts';
import { leave, openVisit, settled } from '../rig/browser.ts';
import { ALDER_CREEK, SHOWN_VIEWS } from '../rig/views.ts';
import { siteOfSample } from './sample-site.ts';
import { publishSample, serveFiles } from './static-site.ts';

const site = siteOfSample('/finance/sales-tax/');

const visit = (view: string) => openVisit(`${site().server.address}#${view}`);

test.each(Object.entries(SHOWN_VIEWS))(
  'on a server of files, %s has its heading and its tables, without a fault',
  async (_, view) => {
    const opened = await visit(view);
    await settled(opened);
    expect(await opened.page.locator('#main .fault').count()).toBe(0);
    expect(opened.faults).toEqual([]);
    await leave(opened);
  },
);

test('on a server of files, links keep their address, also in another tab and after going back', async () => {
  const { page, context, faults } = await visit('/rankings/tx/2026-10');
  await settled({ page });
  const link = page.locator('#main tbody a').first();
  const href = await link.getAttribute('href');
  expect(href).toMatch(/^#\/jurisdictions\/\d+/);
  const name = await link.textContent();
  await link.click();
  await page.locator('#main h1', { hasText: name ?? '' }).waitFor();
  expect(page.url()).toBe(new URL(href ?? '', site().server.address).href);
  await page.reload();
  await page.locator('#main h1', { hasText: name ?? '' }).waitFor();
  await page.goBack();
  await settled({ page });
  expect(page.url()).toContain('#/rankings/tx/2026-10');
  expect(faults).toEqual([]);
  await context.close();
});

test('on a server of files, the search finds places, despite a typing error', async () => {
  const { page, context } = await visit('/');
  await settled({ page });
  await page.locator('input[type="search"], [role="combobox"]').first().fill('ralegh');
  await page.getByText('Raleigh').first().waitFor();
  await context.close();
});

test('on a server of files, a place loads the documents of its block alone', async () => {
  site().server.asked.length = 0;
  const opened = await visit('/jurisdictions/60001990');
  await settled(opened);
  const documents = () => {
    const { asked } = site().server;
    return new Set(asked.flatMap((path) => /documents\/(.+)\.[0-9a-f]{8}\.json$/.exec(path)?.[1] ?? []));
  };
  // errors are loaded later
  await expect.poll(() => documents().size).toBeGreaterThan(1);
  await opened.page.waitForLoadState('networkidle');
  expect([...documents()].sort()).toEqual(['ca/block-0', 'ca/errors-7']);
  await opened.context.close();
});

test('on a server of files, the site has a page of sources, and no link to the API', async () => {
  const { page, context } = await visit('/');
  await settled({ page });
  expect(await page.getByRole('link', { name: 'API', exact: true }).count()).toBe(0);
  await page.getByRole('link', { name: 'Sources' }).first().click();
  await page.getByRole('heading', { name: 'Sources' }).waitFor();
  expect(await page.locator('h2').allTextContents()).toContain('Texas');
  await context.close();
});

/** The files that belong to a version, by its manifest. */
function filesOf(site: string, version: string): string[] {
  const manifest = JSON.parse(readFileSync(join(site, version, 'manifest.json'), 'utf8'));
  const pathsOf = (files: { path: string }[]) => files.map(({ path }) => path);
  const own = pathsOf(manifest.files).map((path) => `${version}/${path}`);
  return ['', 'current', ...own, ...pathsOf(manifest.shared)];
}

test.each([
  ['is missing', 404, ''],
  ['cannot be read', 403, 'Forbidden'],
  ['is a page of the server', 200, '<!DOCTYPE html><p>Not found</p>'],
])('a site whose pointer %s says so, and not that the browser is old', async (_, status, body) => {
  const { page, context } = await visit('/');
  await page.route('**/current', (route) => route.fulfill({ status, body }));
  await page.reload();
  await page.getByText('This site is not complete').waitFor();
  expect(await page.locator('body').innerText()).not.toContain('update your browser');
  await context.close();
});

test('a document that is a page of the server is said, with what to do', async () => {
  const { page, context } = await visit('/');
  await page.route(/block-\d+\.\w+\.json/, (route) =>
    route.fulfill({ body: '<!DOCTYPE html><p>Not found</p>' }),
  );
  await page.goto(new URL(`#/jurisdictions/${ALDER_CREEK}`, page.url()).href);
  await page.getByText('A part of this site did not load.').first().waitFor();
  expect(await page.locator('body').innerText()).not.toContain('SyntaxError');
  await context.close();
});

test('a view never mixes two versions, whichever of its files is asked for when the other is published', async () => {
  const other = createDatasetRig();
  await other.load(FEW_REPORTS);
  const shared = join(site().rig.folder, 'shared');
  await publishSample(site().rig.database, shared);
  let published = 0;
  const publishOther = () => {
    published += 1;
    return publishSample(published % 2 === 1 ? other.database : site().rig.database, shared);
  };
  let before = 0;
  const files = await serveFiles(shared, '/below/', async () => {
    if (files.asked.length === before) await publishOther();
  });
  const seen = new Set<string>();
  do {
    files.asked.length = 0;
    before += 1;
    const { page, context, faults } = await openVisit(`${files.address}#/rankings/ca/newest`);
    await settled({ page });
    await page.waitForLoadState('networkidle');
    const asked = [...new Set(files.asked)].map((path) => path.replace(/^\/below\/(index\.html)?/, ''));
    const versions = new Set(asked.flatMap((path) => /^([^/]+)\/start\.js$/.exec(path)?.[1] ?? []));
    expect([...versions]).toHaveLength(1);
    const [version = ''] = versions;
    const ofVersion = filesOf(shared, version);
    expect(asked.filter((path) => !ofVersion.includes(path))).toEqual([]);
    expect(asked.filter((path) => path.startsWith('documents/')).length).toBeGreaterThan(0);
    expect(await page.locator('.page-foot').textContent()).toContain(`Dataset ${version.slice(0, 8)}`);
    expect(faults).toEqual([]);
    seen.add(version);
    await context.close();
  } while (files.asked.length >= before);
  expect(published).toBeGreaterThan(8);
  expect(seen.size).toBe(2);
  await files.close();
  other.remove();
});

test('a site of some places says so in every view, and leaves out what needs the others', async () => {
  const some = join(site().rig.folder, 'some');
  await publishSample(site().rig.database, some, [60001990, 60001998]);
  const files = await serveFiles(some, '/');
  for (const view of [
    '/',
    '/jurisdictions/ca:',
    '/rankings/ca/2026-10',
    '/jurisdictions/60001990',
    '/compare?ids=60001990',
  ]) {
    const opened = await openVisit(`${files.address}#${view}`);
    await settled(opened);
    expect(await opened.page.getByLabel('Places of this site').textContent()).toContain('only 2 places');
    expect(await opened.page.locator('#main .fault').count()).toBe(0);
    expect(opened.faults).toEqual([]);
    await opened.context.close();
  }
  const { page, context } = await openVisit(`${files.address}#/jurisdictions/60001990`);
  await settled({ page });
  await page.getByRole('heading', { name: 'Places like this one' }).scrollIntoViewIfNeeded();
  await page.locator('.peers .standing').waitFor();
  expect(await page.locator('.peers table').count()).toBe(0);
  await context.close();
  await files.close();
}, 60_000);
