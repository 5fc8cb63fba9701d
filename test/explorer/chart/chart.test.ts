import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { statement } from '../../rig/reports/small-reports.ts';
import { explore } from '../rig/explore.ts';
import { readPoints } from '../rig/figures.ts';
import { ALDER_CREEK, CHICAGO, RALEIGH } from '../rig/views.ts';

/** What a person without the cones for green sees, in linear RGB (Machado, Oliveira and Fernandes, 2009). */
const DEUTERANOPIA = [
  [0.367322, 0.860646, -0.227968],
  [0.280085, 0.672501, 0.047413],
  [-0.01182, 0.04294, 0.968881],
];
/** Linear RGB as the X, Y and Z of CIE, as parts of those of white. */
const XYZ = [
  [0.4339, 0.3762, 0.1899],
  [0.2126, 0.7152, 0.0722],
  [0.0177, 0.1095, 0.8727],
];

function transform(rows: readonly number[][], vector: readonly number[]): number[] {
  return rows.map((row) => row.reduce((sum, factor, at) => sum + factor * (vector[at] ?? 0), 0));
}

/** The place of a color in CIE Lab, where 10 is a difference that is seen at once. */
function seen(hex: string): number[] {
  const linear = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const within = transform(DEUTERANOPIA, linear).map((part) => Math.min(1, Math.max(0, part)));
  const [x = 0, y = 0, z = 0] = transform(XYZ, within).map((part) =>
    part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116,
  );
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

test('the colors of eight lines differ for people who do not see green, the more if the lines are of one kind', () => {
  const css = readFileSync('src/explorer/styles/page.css', 'utf8');
  for (const scheme of css.split('prefers-color-scheme: dark')) {
    const colorOf = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(scheme)?.[1] ?? '';
    const names = ['main', 'before', 'tone-3', 'tone-4', 'tone-5', 'tone-6', 'tone-7', 'tone-8'];
    const places = names.map((name) => seen(colorOf(name)));
    for (const [at, one] of places.entries())
      for (const [other, two] of places.slice(0, at).entries()) {
        const apart = Math.hypot(...one.map((part, axis) => part - (two[axis] ?? 0)));
        // lines from the fifth on are dashed
        const isOneKind = at < 4 === other < 4;
        expect([names[at], names[other], apart > (isOneKind ? 28 : 14)]).toEqual([
          names[at],
          names[other],
          true,
        ]);
      }
  }
});

describe('a chart of several places', () => {
  const { visit } = explore();
  const PATH = `/compare?ids=${ALDER_CREEK},${CHICAGO},${RALEIGH},60034990,60036990&years=all&scale=index`;

  test('names each line at its end, and dashes the fifth', async () => {
    const { page } = await visit(PATH);
    const ends = page.locator('.plot .ends text');
    expect(await ends.allTextContents()).toContain('Alder Creek');
    expect(await ends.count()).toBe(5);
    const boxes = await ends.evaluateAll((all) => all.map((end) => end.getBoundingClientRect().right));
    expect(Math.max(...boxes)).toBeLessThanOrEqual(1200);
    const dashes = await page
      .locator('.plot .line')
      .evaluateAll((lines) => lines.map((line) => getComputedStyle(line).strokeDasharray !== 'none'));
    // the first is drawn last
    expect(dashes).toEqual([true, false, false, false, false]);
  });

  test('fades the other lines under the pointer', async () => {
    const { page } = await visit(PATH);
    const [point] = (await readPoints(page, String(RALEIGH))).slice(-8);
    await page.locator('.plot').scrollIntoViewIfNeeded();
    const box = await page.locator('.plot').boundingBox();
    await page.mouse.move((box?.x ?? 0) + (point?.x ?? 0), (box?.y ?? 0) + (point?.y ?? 0));
    const faded = () => page.locator('.plot .faded path.line').count();
    await expect.poll(faded).toBe(4);
    expect(await page.locator('.plot .raised path.line').count()).toBe(1);
    expect(await page.locator('.tip .raised').innerText()).toContain('Raleigh');
    expect(await page.locator(`.plot .faded [data-series="${RALEIGH}"]`).count()).toBe(0);
    await page.mouse.move(5, 5);
    await expect.poll(faded).toBe(0);
  });

  test('keeps the colors of its key, and the current tab, where the system forces colors', async () => {
    const { page } = await visit(PATH, { isForced: true });
    const colors = await page
      .locator('.readout .swatch')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).background));
    expect(new Set(colors).size).toBe(5);
    const borders = await page
      .locator('.tabs a')
      .evaluateAll((all) => all.map((tab) => getComputedStyle(tab).borderBottomColor));
    expect(new Set(borders.slice(1)).size).toBe(1);
    expect(borders[0]).not.toBe(borders[1]);
  });
});

describe('bars', () => {
  const NET = (month: number) => (month === 20 ? 90_000 : 1000 + month);
  const { visit } = explore(async (rig) => {
    const months = Array.from({ length: 36 }, (_, at) => ({
      ...{ code: '10001', name: 'Steep Town', net: NET(at) },
      month: `${2021 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`,
    }));
    await rig.load({ 'statements.csv': statement(months) });
  });

  test('that are out of scale are cut, with an arrow and their figure', async () => {
    const { page } = await visit('/jurisdictions/60010001?chart=change');
    const cut = page.locator('.plot [data-cut]');
    // 90,000 against 1,008, and a year later 1,032 against 90,000
    const texts = await cut.evaluateAll((all) =>
      all.map((one) => `${one.getAttribute('data-cut')} ${one.textContent}`),
    );
    expect(texts.sort()).toEqual(['2022-09-01 ▲ +8,828.6%', '2023-09-01 ▼ −98.9%']);
    const heights = await page
      .locator('.plot rect[data-series=payment_change]')
      .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))));
    // the others are seen: 1.2% is a twelfth of the axis or more
    expect(heights.filter((height) => height >= 2).length).toBeGreaterThan(20);
  });

  test('have a tick for the year before, wider than the bar', async () => {
    const { page } = await visit('/jurisdictions/60010001?chart=quarters');
    const edgesOf = (shape: string) =>
      page
        .locator(`.plot [data-slot="2023-11-01"].${shape}`)
        .evaluate((mark) => [mark.getBoundingClientRect().left, mark.getBoundingClientRect().right]);
    const [bar, tick] = [await edgesOf('bar'), await edgesOf('tick')];
    expect(tick[0]).toBeLessThan(bar[0] ?? 0);
    expect(tick[1]).toBeGreaterThan(bar[1] ?? 0);
  });
});

describe('a chart of a place', () => {
  const { visit } = explore();

  test('of parts begins at zero if what is below zero is too small to be seen', async () => {
    const { page } = await visit(`/jurisdictions/${RALEIGH}?chart=parts`);
    // Article 44 of the newest month is −$3.26, beside millions
    expect(await page.locator('.readout').innerText()).toContain('−$3.26');
    const ticks = await page.locator('.plot .axes text').allTextContents();
    expect(ticks.filter((text) => /[$]/.test(text))[0]).toBe('$0');
    expect(await page.locator('.plot .cut').count()).toBe(0);
  });

  test('of years leaves out a year without a sum, which the table has', async () => {
    const { page } = await visit(`/jurisdictions/${ALDER_CREEK}?chart=years`);
    expect(await page.locator('.plot .slots text').first().textContent()).toBe('2018-19');
    expect(await page.locator('tbody th').allInnerTexts()).toContain('2017-18');
  });

  test('of twelve months begins with its first sum, and names a cut bar beside it', async () => {
    const { page } = await visit(`/jurisdictions/${CHICAGO}`);
    // the first of 36 months with a sum is the twelfth
    expect((await readPoints(page, 'twelve_months_value')).map(({ slot }) => slot)[0]).toBe('2018-06-01');
    expect(await page.locator('.chart-title').innerText()).toContain('June 2018 to June 2020');
    const [text, bar] = await Promise.all([
      page.locator('.cut text').boundingBox(),
      page.locator('.plot rect[data-slot="2020-06-01"]').boundingBox(),
    ]);
    expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThan(bar?.x ?? 0);
  });
});
