import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * What Chromium starts for every window that no test looks at: the lists of its address bar, two thirds of the time of
 * a visit. Of this flag the last one counts, so it repeats what Playwright turns off: what asks Google, and HTTPS first.
 */
const UNUSED = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'PreconnectToSearch',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
];

let browser: Promise<Browser> | undefined;

/** The browser of all tests of a worker. */
export function openBrowser(): Promise<Browser> {
  browser ??= launch();
  return browser;
}

export async function closeBrowser(): Promise<void> {
  const opened = browser;
  browser = undefined;
  left = null;
  await (await opened)?.close();
}

function launch(): Promise<Browser> {
  const executablePath = PLACES.find((path) => existsSync(path));
  if (!executablePath) throw new Error('no Chromium; install it with: apt-get install chromium');
  // in containers the tests run as root, which the sandbox refuses
  return chromium.launch({ executablePath, args: ['--no-sandbox', `--disable-features=${UNUSED}`] });
}

/** How a visitor looks at the page. */
export interface Sight {
  scheme?: 'light' | 'dark';
  width?: number;
  height?: number;
  /** Size of the text, in percent of the usual. */
  text?: number;
  /** Whether the system forces its colors. */
  isForced?: boolean;
}

/** A tab with what went wrong in it. */
export interface Visit extends Tab {
  /** Faults of the console, of the policy and of scripts, and requests to other hosts. */
  faults: string[];
}

/** A tab whose cache and storage no other tab shares. */
interface Tab {
  page: Page;
  context: BrowserContext;
  size: { width: number; height: number };
}

/** The tab that was left last. To open one takes longer than to show a page in it. */
let left: Tab | null = null;

/** Opens an address in a tab that has nothing of other visits but what the browser caches. */
export async function openVisit(
  url: string,
  { scheme = 'light', width = 1200, height = 900, text = 100, isForced = false }: Sight = {},
): Promise<Visit> {
  const tab = await openTab(width, height);
  const { page } = tab;
  await page.emulateMedia({ colorScheme: scheme, forcedColors: isForced ? 'active' : 'none' });
  const faults: string[] = [];
  const own = new URL(url).origin;
  page.on('console', (message) => {
    const { url } = message.location();
    if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()} (${url})`);
  });
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`));
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== own) faults.push(`foreign request: ${request.url()}`);
  });
  await page.goto(url);
  await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), `${text}%`);
  return { ...tab, faults };
}

/** The tab that was left, or else a new one: a resized one tells its page of it at some later moment, which closes menus. */
async function openTab(width: number, height: number): Promise<Tab> {
  const last = left;
  left = null;
  if (last?.size.width === width && last.size.height === height) return last;
  await last?.context.close();
  const context = await (await openBrowser()).newContext({
    viewport: { width, height },
    reducedMotion: 'reduce',
    acceptDownloads: true,
  });
  // browsers of 2022 have none of these
  await context.addInitScript(forgetNewerMethods);
  return { context, page: await context.newPage(), size: { width, height } };
}

const EVENTS = ['console', 'pageerror', 'request', 'dialog', 'download'];

/** Ends a visit to the service. A later visit gets the tab if it can be emptied. */
export async function leave({ page, context, size }: Visit): Promise<void> {
  for (const event of EVENTS) page.removeAllListeners(event);
  try {
    await Promise.all([page.unrouteAll(), context.unrouteAll(), context.clearPermissions()]);
    await page.setViewportSize(size);
    // a page without scripts stores nothing after this, and asks for no icon, whose fault could reach the next visit
    const away = new URL('/api/left', page.url()).href;
    await page.route(away, (route) => {
      return route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' });
    });
    await page.goto(away);
    await page.unroute(away);
    const isPaper = await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
      return matchMedia('print').matches;
    });
    if (isPaper || left || context.pages().length > 1)
      throw new Error('it cannot be emptied, or is one too many');
    left = { page, context, size };
  } catch {
    await context.close();
  }
}

function forgetNewerMethods(): void {
  const newer: [object, string[]][] = [
    [Array.prototype, ['toReversed', 'toSorted', 'toSpliced', 'with', 'findLast', 'findLastIndex']],
    [Array, ['fromAsync']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [Promise, ['withResolvers', 'try']],
    [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf']],
    [URL, ['canParse', 'parse']],
  ];
  for (const [owner, names] of newer) for (const name of names) Reflect.deleteProperty(owner, name);
}

/** Waits until the view is complete, and stays so: what a view does once it is drawn may ask for more. */
export async function settled({ page }: Pick<Visit, 'page'>): Promise<void> {
  await page.locator('#main h1').first().waitFor();
  await page.waitForFunction(async () => {
    // without named functions: programs started by tsx would need its helper in the page
    for (let frames = 0; frames < 2; ) {
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
      const isComplete =
        document.querySelector('#main h1') !== null &&
        document.querySelector('.waiting, [aria-busy="true"], dialog:not([open])') === null;
      frames = isComplete ? frames + 1 : 0;
    }
    return true;
  });
}

/** Waits until the tab has an address and a complete view. */
export async function reached(tab: Pick<Visit, 'page'>, url: string | RegExp): Promise<void> {
  await tab.page.waitForURL(url);
  await settled(tab);
}

/** Chooses an entry of a list, after which the tab has this address. */
export async function choose(
  tab: Pick<Visit, 'page'>,
  list: string,
  value: string,
  url: string | RegExp,
): Promise<void> {
  await tab.page.getByRole('combobox', { name: list, exact: true }).selectOption(value);
  await reached(tab, url);
}

/** How much of what was there moved while the view came, as browsers measure it. */
export function layoutShiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let shift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shift += 'value' in entry ? Number(entry.value) : 0;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(shift), 200);
      }),
  );
}
