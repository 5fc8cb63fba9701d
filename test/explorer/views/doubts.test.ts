import { describe, expect, test } from 'vitest';
import { AUTHORITIES, FEW_REPORTS } from '../../rig/few-reports.ts';
import { texasReport } from '../../rig/reports/small-reports.ts';
import { explore } from '../rig/explore.ts';

const NEWEST = '2024-03';

/** A tenfold payment of the first city, beside usual ones. */
const { visit } = explore(async (rig) => {
  await rig.load(FEW_REPORTS);
  await rig.load({
    'march.csv': texasReport(
      AUTHORITIES.map((authority, index) => ({
        ...authority,
        month: NEWEST,
        current: index === 0 ? 5150 : 500 * (index + 1) + 20,
      })),
    ),
  });
});

describe('a payment that the checks doubt', () => {
  test('has a sign on the start page instead of a color, and leads to the finding', async () => {
    const { page } = await visit('/');
    const gains = page.locator('[data-state=tx]').getByRole('region', { name: 'Largest gains' });
    const line = gains.getByRole('listitem').filter({ hasText: 'Example City' });
    const sign = line.getByRole('link', { name: /^Doubtful: / });
    await sign.waitFor();
    expect(await line.locator('.change').getAttribute('class')).not.toContain('up');
    // the other city is as usual
    const other = gains.getByRole('listitem').filter({ hasText: 'Los Alamos' });
    expect(await other.locator('.change').getAttribute('class')).toContain('up');
    expect(await other.getByRole('link', { name: /Doubtful/ }).count()).toBe(0);
    await sign.click();
    await page.waitForURL(`**/jurisdictions/482999001?figure=${NEWEST}-01`);
    await page.getByRole('dialog').getByText('What the checks found').waitFor();
  });

  test('is named on the page of changes', async () => {
    const { page } = await visit('/changes');
    const note = page.locator('.unusual');
    await note.waitFor();
    expect(await note.innerText()).toBe('1 payment of the new months is unusual: Example City, Mar 2024.');
    await note.getByRole('link').click();
    await page.waitForURL(`**/jurisdictions/482999001?figure=${NEWEST}-01`);
  });
});

describe('the start page of one state', () => {
  test('names states without reports in one line', async () => {
    const { page } = await visit('/');
    expect(await page.locator('main').innerText()).toContain('No report of Illinois is loaded yet.');
    expect(await page.locator('[data-state]').count()).toBe(2);
  });

  test('shows the change of each type beside that of all together', async () => {
    const { page } = await visit('/');
    const texas = page.locator('[data-state=tx]');
    expect(await texas.innerText()).toContain('all types together');
    const types = await texas.locator('.by-type > span').allInnerTexts();
    expect(types.map((text) => text.replace(/ [^ ]*%$/, ''))).toEqual([
      'Cities',
      'Counties',
      'Transit authorities',
      'Special districts',
    ]);
    // 98 % of 2,020 now, and of 2,003 a year before
    expect(types.find((text) => text.startsWith('Counties'))).toBe('Counties +0.8%');
  });
});
