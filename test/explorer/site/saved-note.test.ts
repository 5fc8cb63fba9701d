import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../../rig/service.ts';
import { openVisit, settled } from '../rig/browser.ts';
import { saved } from '../rig/downloads.ts';
import { ALDER_CREEK } from '../rig/views.ts';
import { siteOfSample } from './sample-site.ts';

const site = siteOfSample('/finance/figures/');
let service: Service;
beforeAll(async () => {
  service = await startService(site().rig.database);
});
afterAll(() => service.close());

test.each<[id: number, query: string, asked?: string]>([
  [ALDER_CREEK, ''],
  [ALDER_CREEK, '?fiscal_year_start=4'],
  [ALDER_CREEK, '?basis=sales'],
  [ALDER_CREEK, '?period=2025-03..2025-06', '?month=2025-03..2025-06'],
  [482999021, ''],
  [173901670, ''],
  [370001390, ''],
])('the saved note of %s%s is that of the service', async (id, query, asked = query) => {
  const { page, context, faults } = await openVisit(`${site().server.address}#/jurisdictions/${id}${query}`);
  await settled({ page });
  expect(site().server.asked.filter((path) => path.includes('place-note'))).toEqual([]);
  const note = await saved(page, 'Save note as HTML');
  const name = query.includes('basis=sales') ? /-note-by-sales\.html$/ : /^(?:sample-)?[a-z-]+-note\.html$/;
  expect(note.suggestedFilename()).toMatch(name);
  const { statusCode, body } = await service.get(`/api/jurisdictions/${id}/note${asked}`);
  expect(statusCode).toBe(200);
  expect(readFileSync(await note.path(), 'utf8')).toBe(body);
  expect(faults).toEqual([]);
  site().server.asked.length = 0;
  await context.close();
});
