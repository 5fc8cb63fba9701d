import { readdirSync, readFileSync } from 'node:fs';
import ExcelJS from 'exceljs';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { LinePage, MonthPage, OverviewItem } from '../../src/client/generated/types.gen.ts';
import { readWorkbook } from '../../src/extract/formats/workbook.ts';
import { parseTable, saved, saveTable } from './rig/downloads.ts';
import { explore } from './rig/explore.ts';
import { ALDER_CREEK } from './rig/views.ts';

const { visit, json, served } = explore();
const PATH = `/jurisdictions/${ALDER_CREEK}`;

/** The file that a button saves. */
async function download(page: Page, button: RegExp) {
  const file = await saved(page, button);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

/** The texts of a saved picture that its right edge cuts off. */
async function textsOutside(context: BrowserContext, svg: string): Promise<(string | null)[]> {
  const picture = await context.newPage();
  await picture.setContent(svg);
  return picture.evaluate(() => {
    const right = document.querySelector('svg')?.getBoundingClientRect().right ?? 0;
    return [...document.querySelectorAll('svg text')]
      .filter((one) => one.getBoundingClientRect().right > right)
      .map((one) => one.textContent);
  });
}

test('the table has every month and comparison, with the figures of the service', async () => {
  const { page } = await visit(PATH);
  const { data }: MonthPage = await json('/api/ca/sales-tax/months?jurisdictions=60001990');
  const { name, rows, sources } = await saveTable(page, new RegExp(`CSV \\(${data.length} rows\\)`));
  expect(name).toBe('sample-alder-creek-net-payment.csv');
  const listed = async (by: string) =>
    parseTable(
      (await served().service.get(`/api/ca/sales-tax/months?jurisdictions=60001990&by=${by}&format=csv`))
        .body,
    );
  // the page has the quarter beside the month that settles it
  const quarters = new Map((await listed('quarter')).map((quarter) => [quarter.month, quarter]));
  const keys = [
    'value',
    'ago',
    'difference',
    'change',
    'comparable_change',
    'reasons',
    'missing',
    'doubtful',
  ];
  const quarterOf = ({ month }: Record<string, string>) =>
    keys.map((key) => [`quarter_${key}`, quarters.get(month)?.[`payment_${key}`] ?? '']);
  expect(rows).toEqual(
    (await listed('month')).map((row) => ({ ...row, ...Object.fromEntries(quarterOf(row)) })),
  );
  // who has only the file knows which figures they are, and that they are invented
  const { data: overview }: OverviewItem = await json('/api/overview');
  expect(sources).toEqual([
    `Sales tax allocations (a sample with invented figures), version ${overview.version}, updated on November 1, 2026. ${page.url()}`,
  ]);
});

test('the table as a workbook has the same figures, months as dates, and where they come from', async () => {
  const { page } = await visit(PATH);
  const { data }: MonthPage = await json('/api/ca/sales-tax/months?jurisdictions=60001990');
  const { name, bytes } = await download(page, /^Save table as XLSX/);
  expect(name).toBe('sample-alder-creek-net-payment.xlsx');
  // a library that the page does not use
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(Uint8Array.from(bytes).buffer);
  const [sheet, source] = workbook.worksheets;
  const heads = sheet?.getRow(1).values;
  const names = Array.isArray(heads) ? heads.slice(1).map(String) : [];
  expect(names.slice(0, 4)).toEqual(['Month', 'Sales of', 'Net payment', 'Change']);
  expect(new Set(names).size).toBe(names.length);
  const cellOf = (row: number, head: string) => sheet?.getCell(row, names.indexOf(head) + 1);
  const cellsOf = (head: string) => data.map((_, at) => cellOf(at + 2, head)?.value ?? null);
  expect(cellsOf('Month')).toEqual(data.map(({ month }) => new Date(`${month}T00:00:00Z`)));
  expect(cellsOf('Net payment')).toEqual(data.map(({ payment }) => payment.value));
  expect(cellsOf('Twelve months: Total')).toEqual(data.map(({ twelve_months }) => twelve_months.value));
  // wide enough for the longest figure: $20,093,301.61
  expect(sheet?.getColumn(names.indexOf('Twelve months: Total') + 1).width).toBeGreaterThanOrEqual(14);
  expect([cellOf(2, 'Net payment')?.numFmt, cellOf(2, 'Month')?.numFmt]).toEqual(['#,##0.00', 'yyyy-mm']);
  // the head stays in view
  expect(sheet?.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
  expect([cellOf(1, 'Month')?.font.bold, cellOf(2, 'Month')?.font?.bold]).toEqual([true, undefined]);
  // a second sheet says where the figures come from, and that they are invented
  const { data: overview }: OverviewItem = await json('/api/overview');
  expect(source?.getCell('A1').value).toMatch(/^Alder Creek/);
  expect(source?.getCell('B2').value).toMatch(
    new RegExp(`version ${overview.version}.* Sample: .* ${page.url()}$`),
  );
  // and what each column means
  const aboutNames = source?.getColumn(1).values.slice(5);
  expect(aboutNames).toEqual(expect.arrayContaining(['Month', 'Net payment', 'Twelve months: Total']));
  expect(source?.getCell('A4').value).toBe('Column');
  expect([source?.name, source?.getColumn(2).width]).toEqual(['About', 100]);
  // the program can read it as well
  expect((await readWorkbook(bytes)).grids[0]?.rows.length).toBe(data.length + 1);
});

test('a workbook of a long table needs no worker, which the policy of the page forbids', async () => {
  const { page } = await visit('/');
  const [script] = readdirSync('dist/explorer').filter((name) => name.startsWith('saved-table-'));
  // the whole table in one sheet: 20,001 rows are more than a megabyte of XML
  const saved = await page.evaluate(`(async () => {
    const { tableFile } = await import('/explorer/${script}');
    const columns = [{ id: 'net_payment', head: 'Net payment', content: 'amount', value: (at) => at + 0.25 }];
    const rows = Array.from({ length: 20000 }, (_, at) => at);
    const overview = { states: [], version: '', updated_at: null, program_version: '' };
    const content = await tableFile('xlsx', { caption: 'Long', columns, rows }, overview);
    return [...new Uint8Array(await content.arrayBuffer())];
  })()`);
  const [table] = (await readWorkbook(Buffer.from(saved as number[]))).grids;
  expect([table?.rows.length, table?.rows.at(-1)?.cells]).toEqual([20_001, ['19999.25']]);
});

test('the chart as SVG has its title, its points and no style sheet', async () => {
  const { page } = await visit(`${PATH}?chart=payments`, { scheme: 'dark' });
  const points = await page.locator('.plot [data-value]').count();
  const { name, bytes } = await download(page, /as SVG/);
  expect(name).toBe('sample-alder-creek-net-payment-payments.svg');
  const svg = bytes.toString('utf8');
  const { data: overview }: OverviewItem = await json('/api/overview');
  // what is counted, where it comes from, of when, and which figures they are
  const texts = [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
  expect(texts).toEqual(
    expect.arrayContaining([
      'Dollars',
      'Net payment',
      'Year before',
      'Source: a sample with invented figures of California, loaded by Sales tax allocations. October 2026.',
      `Version ${overview.version.slice(0, 8)}. ${page.url()}`,
    ]),
  );
  expect(svg).toContain('<title>Alder Creek: net payment by month');
  expect(svg.match(/data-value=/g)?.length).toBe(points);
  expect(svg).not.toMatch(/class=|var\(--|<style/);
  // light colors, also for a reader of dark pages
  expect(svg).toContain('fill="rgb(255, 255, 255)"');
  // bars and ticks keep the two colors of their series
  const colorsOf = (mark: RegExp) => new Set([...svg.matchAll(mark)].map(([, color]) => color));
  const [bars, ticks] = [
    colorsOf(/<rect(?=[^>]* data-value)[^>]* fill="(rgb[^"]+)"/g),
    colorsOf(/<line(?=[^>]* data-value)[^>]* stroke="(rgb[^"]+)"/g),
  ];
  expect([bars.size, ticks.size, new Set([...bars, ...ticks]).size]).toEqual([1, 1, 2]);
  expect([...bars, ...ticks]).not.toContain('rgb(0, 0, 0)');
});

test('a long title of a chart has several lines, and the legend shows bars as bars', async () => {
  const { page, context } = await visit(`${PATH}?chart=rolling-year&basis=sales&months=all`);
  const { bytes } = await download(page, /as SVG/);
  const svg = bytes.toString('utf8');
  expect(await textsOutside(context, svg)).toEqual([]);
  const [, title = ''] = /<title>([^<]+)</.exec(svg) ?? [];
  const lines = [...svg.matchAll(/<text[^>]*font-weight="600"[^>]*>([^<]+)</g)].map(([, line]) => line);
  expect(lines.length).toBe(2);
  expect(lines.join(' ')).toBe(title);
  const markOf = (label: string) =>
    new RegExp(`<(\\w+)[^>]*/?>(?:</\\1>)?<text[^>]*>${label}<`).exec(svg)?.[1];
  expect(['Twelve months', 'Change from a year before'].map(markOf)).toEqual(['path', 'rect']);
});

test('the chart as PNG is a picture of two pixels for each point', async () => {
  const { page } = await visit(`${PATH}?chart=payments`);
  const { name, bytes } = await download(page, /as PNG/);
  expect(name).toBe('sample-alder-creek-net-payment-payments.png');
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  // width and height stand in the first chunk
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([2000, 1280]);
});

test('a chart of eight places has its whole legend within the picture, and its base', async () => {
  const lists = await Promise.all(
    ['ca', 'tx'].map((state) => json<LinePage>(`/api/${state}/sales-tax/compare?limit=4`)),
  );
  const ids = lists.flatMap(({ data }) => data.map(({ jurisdiction }) => jurisdiction?.id));
  const { page, context } = await visit(`/compare?ids=${ids.join(',')}&scale=index&years=all`);
  const { bytes } = await download(page, /as SVG/);
  const svg = bytes.toString('utf8');
  expect(await textsOutside(context, svg)).toEqual([]);
  expect(svg).toContain('>100 is the sum of ');
  const names = lists.flatMap(({ data }) => data.map(({ jurisdiction }) => jurisdiction?.name));
  expect(names.filter((one) => !svg.includes(`>${one}<`))).toEqual([]);
});
