import { expect, test } from 'vitest';
import { citySummaryCsv, paymentsJson } from '../../rig/reports/comparison-sheets.ts';
import { explore } from '../rig/explore.ts';

const LISTED = { month: '2024-01', net: '100.00' };

const { visit } = explore((rig) =>
  rig.load({
    'payments.json': paymentsJson([
      ['2990001', 'ELM FORK', '2024-01', '100.00'],
      ['2990002', 'CEDAR GAP', '2024-01', '100.00'],
      ['2990003', 'DRY WELLS', '2024-01', '100.00'],
    ]),
    'cities.csv': citySummaryCsv([
      { ...LISTED, type: 'ALDER', name: 'Elm Fork', rate: '1.375' },
      { ...LISTED, type: 'BIRCH', name: 'Cedar Gap', rate: '2' },
    ]),
  }),
);

test('a place of Texas shows the rate and the county of its summary', async () => {
  const { page } = await visit('/jurisdictions/482990001');
  const facts = await page.locator('.facts').innerText();
  expect(facts).toContain('City in Alder County, Texas');
  expect(facts).toMatch(/tax rate 1\.375\s?%/);
});

test('a place that no summary lists has no county, and no rate', async () => {
  const { page } = await visit('/jurisdictions/482990003');
  const facts = await page.locator('.facts').innerText();
  expect(facts).not.toContain('County');
  expect(facts).not.toContain('rate');
});

test('the rankings of Texas can be limited to a county', async () => {
  const { page } = await visit('/rankings/tx/2024-01?county=Birch');
  const text = await page.locator('table').first().innerText();
  expect(text).toContain('Cedar Gap');
  expect(text).not.toContain('Elm Fork');
});
