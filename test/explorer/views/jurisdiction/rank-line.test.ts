import { expect, test } from 'vitest';
import { texasReport } from '../../../rig/reports/small-reports.ts';
import { explore } from '../../rig/explore.ts';

const city = (number: number) => ({ code: String(2_000_000 + number), name: `CITY ${number}` });
const CITIES = Array.from({ length: 10 }, (_, at) => city(at + 1));

const { visit } = explore(async (rig) => {
  await rig.load({
    'january.csv': texasReport([
      ...CITIES.map((each, at) => ({ ...each, month: '2024-01', current: 100 * (at + 1) })),
      ...[city(11), city(12)].map((each) => ({ ...each, month: '2024-01', current: 0 })),
    ]),
  });
  // eight of the twelve: fewer than nine tenths
  await rig.load({
    'february.csv': texasReport(
      CITIES.slice(0, 8).map((each) => ({ ...each, month: '2024-02', current: 500 })),
    ),
  });
});
const standingOf = async (number: number) => {
  const { page } = await visit(`/jurisdictions/48${2_000_000 + number}`);
  await page.locator('.peers').scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.querySelector('.peers [aria-busy=false]'));
  return page.locator('.standing').allInnerTexts();
};

test('the rank of a figure is left out if all have the same figure, or if it is zero', async () => {
  expect(await standingOf(1)).toEqual([]);
  expect(await standingOf(11)).toEqual([]);
});

test('the rank is told with shares only if the month is about complete', async () => {
  // 1,000 of 100 + 200 + … + 1,000 = 5,500
  expect(await standingOf(10)).toEqual([
    'Rank 1 of 12 Texas cities, January 2024, for sales of November 2023. Share of those here: 18.18% of Texas’s cities.',
  ]);
});

const { visit: visitPart } = explore(async (rig) => {
  await rig.load({
    'january.csv': texasReport(CITIES.map((each) => ({ ...each, month: '2024-01', current: 100 }))),
  });
  await rig.load({
    'february.csv': texasReport([
      { ...city(1), month: '2024-02', current: 300 },
      { ...city(2), month: '2024-02', current: 100 },
    ]),
  });
});

test('a month with few of the places has ranks and no shares', async () => {
  const { page } = await visitPart(`/jurisdictions/48${2_000_001}`);
  await page.locator('.peers').scrollIntoViewIfNeeded();
  expect(await page.locator('.standing').innerText()).toBe(
    'Rank 1 of 2 Texas cities, February 2024, for sales of December 2023.',
  );
});
