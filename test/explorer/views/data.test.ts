import { describe, expect, test } from 'vitest';
import type { CaAllocationPage, FindingPage, OverviewItem } from '../../../src/client/generated/types.gen.ts';
import { dayOf } from '../../../src/domain/calendar-day.ts';
import { longDay } from '../../../src/explorer/words/months.ts';
import { settled } from '../rig/browser.ts';
import { saveTable } from '../rig/downloads.ts';
import { loadEventful } from '../rig/eventful.ts';
import { explore } from '../rig/explore.ts';

const { visit, json } = explore(loadEventful, {
  schedule: () => ({
    today: dayOf(new Date('2024-06-20')),
    expectedBy: ({ published }, month) => published.dueBy(month),
  }),
});

describe('the view of the data', () => {
  test('has a calendar of each report kind with its missing months', async () => {
    const { page } = await visit('/data/completeness');
    expect(await page.locator('[data-state="ca"] > p').first().innerText()).toContain(
      'Paid from December 2022, for sales of October, to April 2024, for sales of February.',
    );
    const cells = page.locator('[data-kind="ca/monthly-statement"] td[data-presence]');
    const presence = new Map(
      await cells.evaluateAll((all) =>
        all.map((cell) => [cell.getAttribute('data-month'), cell.getAttribute('data-presence')] as const),
      ),
    );
    // three years of twelve months
    expect(presence.size).toBe(36);
    const monthsThat = (wanted: string) =>
      [...presence].filter(([, one]) => one === wanted).map(([month]) => month);
    expect(monthsThat('missing')).toEqual(['2024-03-01']);
    // fifteen months from December 2022, and April 2024
    expect(monthsThat('loaded')).toHaveLength(16);
    expect(monthsThat('expected')).toEqual(['2024-05-01']);
    expect(presence.get('2022-11-01')).toBe('none');
    expect(presence.get('2022-12-01')).toBe('loaded');
    expect(await page.locator('[data-state="ca"] .expected-reports').innerText()).toContain(
      'Missing (monthly statement): Mar 2024 (sales of Jan)',
    );
    expect(await page.locator('[data-kind="ca/monthly-statement"] figcaption').innerText()).toBe(
      'Monthly statement 16 months',
    );
    // what is heard in a cell
    expect(await page.locator('td[data-month="2024-03-01"]').first().innerText()).toContain('missing');
  });

  test('begins with the state that the address names', async () => {
    const { page } = await visit('/data/completeness?state=tx');
    expect(await page.locator('section > h2').allInnerTexts()).toEqual([
      ...['Texas', 'California', 'Illinois', 'North Carolina'],
    ]);
  });

  test('names held reports with the doubts', async () => {
    const { page } = await visit('/data/completeness');
    const held = await page.locator('.held').innerText();
    expect(held).toContain('future.csv');
    expect(held).toContain('Jan 2062 (sales of Nov 2061)');
  });

  test('lists findings by severity and code', async () => {
    const tab = await visit('/data/checks');
    const { page } = tab;
    const { data } = await json<FindingPage>('/api/findings?limit=1000');
    const rows = page.locator('.findings tbody tr');
    expect(await rows.count()).toBe(100);
    expect(await rows.locator('[data-column=allocation_period]').allInnerTexts()).toContain(
      'Apr 2024 (sales of Feb)',
    );
    // what it means for a figure stands first; what the operator can do is one click away
    expect(await page.locator('main').innerText()).toContain(
      'After an error or a warning, a figure may be wrong.',
    );
    const advised = data.slice(0, 100).filter(({ advice }) => advice !== '');
    const advice = rows.locator('.why', { hasText: 'For the operator' });
    expect(await advice.count()).toBe(advised.length);
    expect(await advice.first().innerText()).toBe('For the operator');
    await page.getByRole('link', { name: 'Next' }).click();
    await page.waitForURL('**/data/checks?page=2');
    await settled(tab);
    expect(await rows.count()).toBe(data.length - 100);
    expect(await page.locator('.pages').innerText()).toContain(
      `101 to ${data.length} of ${data.length} findings`,
    );
    const [severity = ''] = data.map((finding) => finding.severity);
    await page.getByLabel('Severity').selectOption(severity);
    await page.waitForURL(`**/data/checks?severity=${severity}`);
    await settled(tab);
    const severe = data.filter((finding) => finding.severity === severity);
    expect(await rows.count()).toBe(severe.length);
    const code = severe[0]?.code ?? '';
    await rows
      .getByRole('link', { name: code.replaceAll('-', ' '), exact: true })
      .first()
      .click();
    await page.waitForURL(`**/data/checks?severity=${severity}&code=${code}`);
    await settled(tab);
    const coded = severe.filter((finding) => finding.code === code);
    expect(await rows.count()).toBe(coded.length);
    const saved = await saveTable(page, /^Save findings as CSV/);
    expect(saved.rows.map(({ text, advice }) => [text, advice])).toEqual(
      coded.map(({ text, advice }) => [text, advice]),
    );
  });

  test('saves all records of a state, as the service gives them', async () => {
    const { page } = await visit('/data');
    const { data, meta } = await json<CaAllocationPage>('/api/ca/sales-tax/allocations?limit=1000');
    const saved = await saveTable(page, `Save all months of California as CSV (${meta.total} rows)`);
    const { data: overview } = await json<OverviewItem>('/api/overview');
    expect(saved.name).toBe(`ca-sales-tax-allocations-${overview.version.slice(0, 8)}.csv`);
    expect(saved.rows).toHaveLength(meta.total);
    expect(
      saved.rows.map((row) => [row['dates.allocation_period'], row.net_payment, row['deltas.net_payment']]),
    ).toEqual(
      data.map(({ dates, net_payment, deltas }) => [
        dates?.allocation_period,
        String(net_payment ?? ''),
        String(deltas?.net_payment ?? ''),
      ]),
    );
  });

  test('says when a download fails, and saves nothing', async () => {
    const { page, context } = await visit('/data', { expected: /status of 500|console/ });
    await context.route('**/api/ca/sales-tax/allocations?*', (route) =>
      route.fulfill({ status: 500, json: { message: 'The service failed.' } }),
    );
    let saved = 0;
    page.on('download', () => {
      saved += 1;
    });
    await page.getByRole('button', { name: /^Save all months of California/ }).click();
    expect(await page.getByRole('alert').innerText()).toContain('The service failed.');
    expect(saved).toBe(0);
  });

  test('lists versions with links to their changes, and says how to cite the newest', async () => {
    const { page } = await visit('/data');
    const { data } = await json<OverviewItem>('/api/overview');
    const shown = await page.locator('.versions tbody [data-column="version"]').allInnerTexts();
    expect(shown).toEqual(data.runs.map(({ version }) => version));
    const citation = await page.locator('.citation').innerText();
    expect(citation).toContain(data.version);
    expect(citation).toContain(`updated on ${longDay(data.updated_at ?? '')}`);
    // the names of commands say nothing to readers
    expect(await page.locator('main').innerText()).not.toContain('ingest');
    expect(citation).toContain('California and Texas');
    await page.getByRole('link', { name: 'since this version' }).last().click();
    await page.waitForURL(`**/updates/changes?since_version=${data.runs.at(-1)?.version}`);
  });

  test('the documentation of the API is dark for whoever reads dark pages', async () => {
    const lookIn = async (scheme: 'light' | 'dark') => {
      const { page } = await visit('/docs', { scheme, isSettled: false });
      await page.locator('.swagger-ui .info').waitFor();
      return page.evaluate(() =>
        [document.documentElement, document.body].map((part) => getComputedStyle(part).backgroundColor),
      );
    };
    const transparent = 'rgba(0, 0, 0, 0)';
    expect(await lookIn('light')).toEqual([transparent, transparent]);
    expect(await lookIn('dark')).toEqual(['rgb(28, 32, 34)', transparent]);
  });

  test('links to the documentation of the API', async () => {
    const { page } = await visit('/data');
    await page.getByRole('link', { name: 'OpenAPI document' }).click();
    await page.waitForURL('**/openapi.json');
  });
});
