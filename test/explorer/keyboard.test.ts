import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { settled } from './rig/browser.ts';
import { explore } from './rig/explore.ts';
import { readFocus, tabThrough, tabTo } from './rig/keyboard.ts';
import { ALDER_CREEK, CHICAGO, RALEIGH, SHOWN_VIEWS } from './rig/views.ts';

const { visit } = explore();

/** One address of each kind of view, of places with few months: a hundred rows take long to tab through. */
const PATHS = Object.entries(SHOWN_VIEWS)
  .filter(([name]) => !/^(jurisdiction(-monthly|-quarters|-new-tax)?|rankings-tx|compare-index)$/.test(name))
  .map(([name, path]) => [name, path.includes('figure=') ? path : withFewMonths(path)] as const);

function withFewMonths(path: string): string {
  return path.replace(String(ALDER_CREEK), String(CHICAGO)).replace('60036990,482999021', String(RALEIGH));
}

describe.each(PATHS)('%s', (_, path) => {
  test('has every control in the order of Tab, each in sight and with a visible focus', async () => {
    const { page } = await visit(path);
    // a notice with links may come later than the view
    await page.waitForLoadState('networkidle');
    // places like this one are asked for when they come into sight
    const peers = page.locator('section.peers');
    if ((await peers.count()) > 0 && (await page.locator('dialog[open]').count()) === 0) {
      await peers.scrollIntoViewIfNeeded();
      await peers.locator('[aria-busy=false]').waitFor();
      await page.evaluate(() => scrollTo(0, 0));
    }
    const { expected, reached } = await tabThrough(page);
    expect(expected.length).toBeGreaterThanOrEqual(2);
    expect(reached.map(({ control }) => control)).toEqual(expected);
    expect(reached.filter(({ hasFocusRing }) => !hasFocusRing)).toEqual([]);
    expect(reached.filter(({ isInSight }) => !isInSight)).toEqual([]);
  });
});

/** What changes when a control is used: the address, the content, or a saved file. */
async function isActive(page: Page, key: string): Promise<boolean> {
  // compared in the page: its content is long
  await page.evaluate(() => {
    const state = () => `${location.href} ${document.querySelector('#page')?.innerHTML}`;
    const before = state();
    Object.assign(globalThis, { hasChanged: () => state() !== before });
  });
  const download = page.waitForEvent('download', { timeout: 20_000 }).then(
    () => true,
    () => false,
  );
  await page.keyboard.press(key);
  // a page that was loaded anew has changed
  const hasChanged = () => Reflect.get(globalThis, 'hasChanged')?.() ?? true;
  const change = page.waitForFunction(hasChanged, null, { timeout: 20_000 }).then(
    () => true,
    () => false,
  );
  return Promise.race([
    download.then((isSaved) => isSaved || change),
    change.then((isChanged) => isChanged || download),
  ]);
}

/** The controls of a view outside its tables: one of each kind and place. */
const CONTROLS = [
  '.page-head nav a:not([aria-current]):not([href=docs])',
  '.tabs a:not([aria-current])',
  // the list of groups to add waits for its button
  '.choices:not(.chosen *) select:has(option + option)',
  '.actions > button',
  '.share > button',
  '.word',
  '.table .menu',
  '.chosen button',
  '[role=slider]',
  'thead a',
  '.stepper a',
  'tbody a',
  '.card a',
  '.readout a',
  '.close',
];

test.each([
  ['home', '/'],
  ['jurisdiction', SHOWN_VIEWS.jurisdiction],
  ['a panel', SHOWN_VIEWS['jurisdiction-figure']],
  ['rankings', SHOWN_VIEWS.rankings],
  ['compare', SHOWN_VIEWS.compare],
  ['updates', SHOWN_VIEWS.updates],
  ['changes', SHOWN_VIEWS.changes],
  ['data', SHOWN_VIEWS.data],
  ['checks', SHOWN_VIEWS.checks],
])('every kind of control of %s works by keyboard', async (_name, path = '/') => {
  const { page } = await visit(path);
  const within = page.locator(path.includes('figure=') ? '.panel' : 'body');
  for (const selector of CONTROLS) {
    const found = within.locator(selector).locator('visible=true').first();
    if ((await found.count()) === 0) continue;
    await found.focus();
    const { tag, role } = await readFocus(page);
    const key = tag === 'select' ? 'ArrowDown' : role === 'slider' ? 'ArrowLeft' : 'Enter';
    expect([selector, await isActive(page, key)]).toEqual([selector, true]);
    await page.goto(page.url().replace(/^(https?:\/\/[^/]+).*$/, `$1${path}`));
    await settled({ page });
  }
});

test.each([
  ['a place', `/jurisdictions/${ALDER_CREEK}`, 'Figure'],
  ['a ranking', '/rankings/ca/2026-10', 'Paid from'],
  ['a ranking', '/rankings/ca/2026-10', 'Type'],
  ['a comparison', `/compare?ids=${ALDER_CREEK}`, 'Figure'],
  ['the checks', '/data/checks', 'Severity'],
])(
  'a list of %s at %s keeps the focus of its choice of %s and the figures while the next ones load',
  async (_name, path, label) => {
    const tab = await visit('/');
    const { page } = tab;
    await page.goto(new URL(path, page.url()).href);
    await settled(tab);
    const [table, list] = [
      page.locator('tbody').last(),
      page.getByRole('combobox', { name: label, exact: true }),
    ];
    let answer = () => {};
    const isAsked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/api\/(?!overview)/, async (route) => {
      await isAsked;
      await route.continue();
    });
    await list.focus();
    await list.press('ArrowDown');
    const chosen = await list.inputValue();
    expect([await page.locator('.waiting').count(), await table.isVisible()]).toEqual([0, true]);
    answer();
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
    expect(await list.inputValue()).toBe(chosen);
    expect(await list.evaluate((element) => element === document.activeElement)).toBe(true);
  },
);

test('a removed place leaves the focus at its neighbour, and the last one at the search', async () => {
  const { page } = await visit(`/compare?ids=${ALDER_CREEK},${CHICAGO},${RALEIGH}`);
  const focused = () =>
    expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')));
  await page.getByRole('button', { name: 'Remove Chicago' }).press('Enter');
  await page.waitForURL(`**ids=${ALDER_CREEK},${RALEIGH}`);
  await focused().toBe('Remove Raleigh');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**ids=${ALDER_CREEK}`);
  await focused().toBe('Remove Alder Creek');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/compare');
  await expect.poll(async () => (await readFocus(page)).role).toBe('combobox');
});

test('by keyboard alone, a reader finds a payment, its fiscal year, its source and its table', async () => {
  const { page } = await visit('/');
  await tabTo(page, 'combobox', 'Find a city, county, district or state');
  await page.keyboard.type('alder creek');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/jurisdictions/60001990');
  const card = (name: string) => page.locator(`[data-comparison=${name}]`).innerText();
  const exact = (name: string) => page.locator(`[data-comparison=${name}] a`).getAttribute('title');
  // how much it got in October 2026
  expect(await card('payments')).toMatch(/^October 2026\s+\$1\.59 million/);
  expect(await exact('payments')).toBe('$1,587,368.27');
  // how the fiscal year compares with the last
  expect(await card('fiscal-year')).toMatch(/^2026-27 so far\s+\$6\.54 million\s+\+4\.1% \+\$257,801/);
  await tabTo(page, 'link', 'This year');
  await page.keyboard.press('Enter');
  await page.waitForURL('**?chart=fiscal-year');
  await tabTo(page, 'link', 'Twelve months');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/jurisdictions/60001990');
  // the table as CSV
  await tabTo(page, 'button', 'Share and save');
  await page.keyboard.press('Enter');
  await tabTo(page, 'button', /^Save table as CSV \(101 rows\)/);
  const [saved] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(saved.suggestedFilename()).toBe('sample-alder-creek-net-payment.csv');
  // where the figure of February comes from
  await tabTo(page, 'link', '$2,448,855');
  await page.keyboard.press('Enter');
  const origin = page.getByRole('dialog').locator('.origin').first();
  await origin.waitFor();
  expect(await origin.innerText()).toMatch(/File\s+statements-2026-02\.csv\s+Row\s+2\s/);
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await readFocus(page)).text).toBe('$2,448,855');
});

test('by keyboard alone, a reader finds the five cities that grew most', async () => {
  const { page } = await visit('/rankings/ca');
  await tabTo(page, 'combobox', 'Type');
  await page.keyboard.type('city');
  await page.waitForURL('**?type=city');
  await tabTo(page, 'link', /^Sort by Change$/);
  await page.keyboard.press('Enter');
  await page.waitForURL('**sort=-sum_change');
  await settled({ page });
  const rows = await page.locator('tbody tr').allInnerTexts();
  const changes = rows.slice(0, 5).map((row) => /[+−]\d+\.\d%/.exec(row)?.[0]);
  expect(rows[0]).toContain('Alder Creek');
  expect(changes).toEqual(['+9.5%', '+3.2%', '+3.0%', '+0.4%', '−1.3%']);
});
