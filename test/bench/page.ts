/** `npm run bench:page`: seconds until the page shows its first figures, beside a table that the browser only draws. */
import { Command } from 'commander';
import type { Page } from 'playwright-core';
import { formatTable, print } from '../../src/cli/output/print.ts';
import { closeBrowser, openBrowser } from '../explorer/rig/browser.ts';
import { endServers } from '../rig/program.ts';
import { datasetOf, describeMachine, medianOf, serveMeasured } from './measured.ts';

/** A view, and what is there with its first figure. */
const VIEWS = [
  ['place', '/jurisdictions/PLACE', '.card [data-value]'],
  ['its chart', '/jurisdictions/PLACE', '.plot [data-series]'],
  ['state', '/jurisdictions/tx:', '.card [data-value]'],
  ['ranking', '/rankings/tx?type=city', '.ranking tbody tr'],
] as const;
const SORTED = 'th[data-column=sum_change]';

await new Command('bench:page')
  .description(
    'Open the page over invented full-size data in Chromium, each time with empty caches. Say after how many seconds the first figure is there, also as a multiple of the time that a table of 2,000 rows takes.',
  )
  .option('--cache <dir>', 'keep reports and dataset in this folder', 'data/bench')
  .option('--small', 'use little data and few visits, to test the benchmark itself')
  .action(measure)
  .parseAsync();

async function measure({ cache, small = false }: { cache: string; small?: boolean }): Promise<void> {
  print(describeMachine());
  const { address } = await serveMeasured(await datasetOf(cache, small));
  const times = new Map<string, number[]>();
  const add = (name: string, seconds: number) => times.set(name, [...(times.get(name) ?? []), seconds]);
  try {
    const place = await firstPlaceOf(address);
    // the first visits warm the service
    for (let visit = -1; visit < (small ? 1 : 9); visit += 1) {
      const taken = visit < 0 ? () => {} : add;
      taken('table', await withPage(drawTable));
      for (const [name, path, first] of VIEWS)
        await withPage(async (page) => {
          const of = path.replace('PLACE', place);
          taken(name, await firstFigure(page, `${address}${of}`, first));
          if (name === 'ranking') taken('sort', await sort(page));
        });
    }
  } finally {
    await closeBrowser();
    await endServers();
  }
  const table = medianOf(times.get('table') ?? []);
  const rows = [...times].map(([name, all]) => {
    const median = medianOf(all);
    return [name, median.toFixed(2), Math.max(...all).toFixed(2), (median / table).toFixed(1)];
  });
  const numbers = ['median', 'longest', ': table'];
  print(formatTable(['seconds until', ...numbers], rows, numbers));
}

async function firstPlaceOf(address: string): Promise<string> {
  const response = await fetch(`${address}/api/jurisdictions?state=ca&type=city&limit=1`);
  const { data } = (await response.json()) as { data: { id: number }[] };
  return String(data[0]?.id);
}

/** A tab without anything that earlier ones loaded. */
async function withPage<Told>(tell: (page: Page) => Promise<Told>): Promise<Told> {
  const context = await (await openBrowser()).newContext({ viewport: { width: 1440, height: 900 } });
  try {
    return await tell(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Seconds from the start of the visit until an element is there. */
async function firstFigure(page: Page, url: string, element: string): Promise<number> {
  await page.addInitScript((selector) => {
    const seen = new MutationObserver(() => {
      if (!document.querySelector(selector)) return;
      seen.disconnect();
      performance.mark('first');
    });
    seen.observe(document, { childList: true, subtree: true, attributes: true });
  }, element);
  await page.goto(url);
  await page.waitForFunction(() => performance.getEntriesByName('first').length > 0);
  return page.evaluate(() => (performance.getEntriesByName('first')[0]?.startTime ?? 0) / 1000);
}

/** Seconds from a click on a head until the sorted table is drawn. */
function sort(page: Page): Promise<number> {
  return page.evaluate(async (head) => {
    const begin = performance.now();
    document.querySelector<HTMLElement>(`${head} a`)?.click();
    while (!document.querySelector(`${head}[aria-sort]`)) await new Promise((again) => setTimeout(again, 2));
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    return (performance.now() - begin) / 1000;
  }, SORTED);
}

/** Seconds that the browser takes to draw a table of 2,000 rows. */
function drawTable(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const begin = performance.now();
    const cells = Array.from({ length: 6 }, (_, at) => `<td>${at * 1000}</td>`).join('');
    document.body.innerHTML = `<table>${`<tr>${cells}</tr>`.repeat(2000)}</table>`;
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    return (performance.now() - begin) / 1000;
  });
}
