import { readFileSync } from 'node:fs';
import ExcelJS from 'exceljs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MonthPage } from '../../../src/client/generated/types.gen.ts';
import { type Service, startService } from '../../rig/service.ts';
import { openVisit, settled } from '../rig/browser.ts';
import { parseTable, saved, saveTable } from '../rig/downloads.ts';
import { ALDER_CREEK } from '../rig/views.ts';
import { siteOfSample } from './sample-site.ts';

const PATH = `/jurisdictions/${ALDER_CREEK}`;

const site = siteOfSample('/');
let service: Service;
let address: string;
beforeAll(async () => {
  service = await startService(site().rig.database, { verifyToken: null });
  address = await service.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => service.close());

async function visit(view: string) {
  const opened = await openVisit(`${site().server.address}#${view}`);
  await settled(opened);
  return opened;
}

test('a table of a site has the figures of the service, as CSV and as a workbook', async () => {
  const { page, context } = await visit(PATH);
  const { data } = await service.json<MonthPage>('/api/ca/sales-tax/months?jurisdictions=60001990');
  const { name, rows } = await saveTable(page, /^Save table as CSV/);
  expect(name).toBe('sample-alder-creek-net-payment.csv');
  const { body } = await service.get('/api/ca/sales-tax/months?jurisdictions=60001990&format=csv');
  const isOfMonth = ([name]: [string, string]) => !name.startsWith('quarter_');
  expect(rows.map((row) => Object.fromEntries(Object.entries(row).filter(isOfMonth)))).toEqual(
    parseTable(body),
  );
  const file = await saved(page, /^Save table as XLSX/);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(Uint8Array.from(readFileSync(await file.path())).buffer);
  const payments = workbook.worksheets[0]?.getColumn(3).values.slice(2);
  expect(payments).toEqual(data.map(({ payment }) => payment.value));
  await context.close();
});

test('what only the service has is left out, and the view of the data says so', async () => {
  for (const [view, button] of [
    ['/updates/changes', /^Save all changes/],
    ['/data/checks', /^Save findings/],
    ['/data', /^Save all months/],
  ] as const) {
    const { page, context } = await visit(view);
    expect(await page.getByRole('button', { name: button }).count()).toBe(0);
    // a site has one version
    if (view === '/updates/changes') expect(await page.getByLabel('Since', { exact: true }).count()).toBe(0);
    if (view === '/data')
      expect(await page.locator('#main').textContent()).toContain('whole lists as files, and the HTTP API');
    await context.close();
  }
});

test('a ranking of a site has the lines of the service', async () => {
  const linesOf = async (view: string) => {
    const opened = await openVisit(view);
    await settled(opened);
    const lines = opened.page.locator('#main tbody tr');
    await lines.first().waitFor();
    const texts = await lines.allInnerTexts();
    await opened.context.close();
    return texts;
  };
  const ofSite = await linesOf(`${site().server.address}#/rankings/ca/2026-10`);
  expect(ofSite.length).toBeGreaterThan(5);
  expect(ofSite).toEqual(await linesOf(`${address}/rankings/ca/2026-10`));
});
