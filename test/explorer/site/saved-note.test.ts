import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatasetRig, type DatasetRig, type Service, startService } from '../../rig/service.ts';
import { closeBrowser, openVisit, settled } from '../rig/browser.ts';
import { loadSample } from '../rig/served.ts';
import { ALDER_CREEK } from '../rig/views.ts';
import { publishSample, serveFiles } from './static-site.ts';

let rig: DatasetRig;
let service: Service;
let server: Awaited<ReturnType<typeof serveFiles>>;

beforeAll(async () => {
  rig = createDatasetRig();
  await loadSample(rig);
  const folder = join(rig.folder, 'site');
  await publishSample(rig.database, folder);
  service = await startService(rig.database);
  server = await serveFiles(folder, '/finance/figures/');
}, 120_000);
afterAll(async () => {
  await server.close();
  await service.close();
  await closeBrowser();
  rig.remove();
});

test.each([
  [ALDER_CREEK, ''],
  [ALDER_CREEK, '?fiscal_year_start=4'],
  [ALDER_CREEK, '?basis=sales'],
  [482999021, ''],
  [173901670, ''],
  [370001390, ''],
])('the saved note of %s%s is that of the service', async (id, query) => {
  const { page, context, faults } = await openVisit(`${server.address}#/jurisdictions/${id}${query}`);
  await settled({ page });
  expect(server.asked.filter((path) => path.includes('place-note'))).toEqual([]);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save note', exact: true }).click(),
  ]);
  const name = query.includes('basis=sales') ? /-note-by-sales\.html$/ : /^(?:sample-)?[a-z-]+-note\.html$/;
  expect(saved.suggestedFilename()).toMatch(name);
  const { statusCode, body } = await service.get(`/api/jurisdictions/${id}/note${query}`);
  expect(statusCode).toBe(200);
  expect(readFileSync(await saved.path(), 'utf8')).toBe(body);
  expect(faults).toEqual([]);
  server.asked.length = 0;
  await context.close();
});
