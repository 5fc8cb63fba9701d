/**
 * `npm run bench:page -- <dataset>`: how soon the views of a large dataset are complete in Chromium, measured by the page
 * itself. Each visit is of another place or month in a new tab without a cache.
 */
import { Command } from 'commander';
import type { CDPSession, Page } from 'playwright-core';
import { readCount } from '../../../src/cli/options.ts';
import { formatTable, print } from '../../../src/cli/output/print.ts';
import { describeMachine, medianOf } from '../../bench/measured.ts';
import { endServers, serve } from '../../rig/program.ts';
import { closeBrowser, layoutShiftOf, openBrowser } from '../rig/browser.ts';

const DESK = { width: 1440, height: 900 };

/** What one visit took: milliseconds, and how much of the page moved. */
interface Visit {
  complete: number;
  sort: number | null;
  sortCpu: number;
  cpu: number;
  shift: number;
}

await new Command('bench:page')
  .description('Measure the page over a dataset: medians of visits of places, rankings and the start page.')
  .argument('<dataset>', 'the dataset to serve')
  .option('--visits <n>', 'visits of each view', readCount(1, 1000), 20)
  .action(measure)
  .parseAsync();

async function measure(dataset: string, { visits }: { visits: number }): Promise<void> {
  print(describeMachine());
  const options = ['--no-auth', '--rate-limit', '1000000', '--log-level', 'silent'];
  const { address } = await serve('.', '--db', dataset, ...options);
  try {
    const rows: string[][] = [];
    for (const [view, paths] of Object.entries(await pathsOf(address, visits))) {
      const measured: Visit[] = [];
      for (const path of paths) measured.push(await visit(`${address}${path}`));
      rows.push([view, ...summarize(measured)]);
    }
    print(formatTable(['view', 'complete', 'its CPU', 'sorted', 'its CPU', 'layout shift'], rows));
  } finally {
    await closeBrowser();
    await endServers();
  }
}

/** Places and months that lie far apart, so that no answer is ready. */
async function pathsOf(address: string, visits: number): Promise<Record<string, string[]>> {
  const read = async (path: string) => (await fetch(`${address}${path}`)).json();
  const { data: states } = await read('/api/overview').then(({ data }) => ({ data: data.states }));
  const [largest] = [...states].sort((a, b) => b.jurisdictions - a.jurisdictions);
  const { data: lines } = await read(`/api/${largest.state}/sales-tax/comparison`);
  const every = Math.max(1, Math.floor(lines.length / visits));
  return {
    'a place': Array.from(
      { length: visits },
      (_, at) => `/jurisdictions/${lines[at * every].jurisdiction.id}`,
    ),
    'a ranking': Array.from(
      { length: visits },
      (_, at) => `/rankings/${largest.state}/${largest.months[at].allocation_period.slice(0, 7)}`,
    ),
    'the start page': Array.from({ length: visits }, () => '/'),
  };
}

async function visit(url: string): Promise<Visit> {
  const context = await (await openBrowser()).newContext({ viewport: DESK });
  // what runs this script names functions by it
  await context.addInitScript('globalThis.__name = (named) => named');
  await context.addInitScript(markComplete);
  const page = await context.newPage();
  const tab = await context.newCDPSession(page);
  await tab.send('Performance.enable');
  await page.goto(url);
  // a page without the processor asks nothing for a while
  await page.waitForFunction(() => performance.getEntriesByName('complete').length > 0);
  await page.waitForLoadState('networkidle');
  const complete = await page.evaluate(
    () => performance.getEntriesByName('complete').at(-1)?.startTime ?? NaN,
  );
  const cpu = await cpuMilliseconds(tab);
  const shift = await layoutShiftOf(page);
  const before = await cpuMilliseconds(tab);
  const sort = await sortMilliseconds(page);
  const sortCpu = (await cpuMilliseconds(tab)) - before;
  await context.close();
  return { complete, sort, sortCpu, cpu, shift };
}

/** Marks each moment at which the view became complete and was drawn; the last one counts. */
function markComplete(): void {
  let wasComplete = false;
  const look = () => {
    const isThere = document.querySelector('#main h1') && document.querySelector('#main :is(svg, tbody)');
    const isComplete = Boolean(isThere) && !document.querySelector('.waiting, [aria-busy="true"]');
    if (isComplete && !wasComplete) requestAnimationFrame(() => performance.mark('complete'));
    wasComplete = isComplete;
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}

/** What the page itself computed: its main thread, also if other programs had the processor in between. */
async function cpuMilliseconds(tab: CDPSession): Promise<number> {
  const { metrics } = await tab.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0) * 1000;
}

/** From the click on the head of a column to the frame that has the new order; `null` in views without one. */
function sortMilliseconds(page: Page): Promise<number | null> {
  return page.evaluate(async () => {
    const head = document.querySelector('thead th[data-column="difference"]');
    if (!head) return null;
    const start = performance.now();
    head.querySelector('a')?.click();
    while (!head.ariaSort) await new Promise(requestAnimationFrame);
    // the frame after it is drawn
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    return performance.now() - start;
  });
}

function summarize(visits: readonly Visit[]): string[] {
  const sorts = visits.flatMap(({ sort }) => sort ?? []);
  return [
    `${Math.round(medianOf(visits.map(({ complete }) => complete)))} ms`,
    `${Math.round(medianOf(visits.map(({ cpu }) => cpu)))} ms`,
    ...[sorts, visits.map(({ sortCpu }) => sortCpu)].map((times) =>
      sorts.length === 0 ? '' : `${Math.round(medianOf(times))} ms`,
    ),
    Math.max(...visits.map(({ shift }) => shift)).toFixed(3),
  ];
}
