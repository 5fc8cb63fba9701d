import { expect, test } from 'vitest';
import { serveForAll } from '../../rig/datasets/served.ts';
import { type DisbursementLine, disbursementCsv } from '../../rig/reports/illinois.ts';
import { type Page, refusalBy } from '../../rig/service.ts';

/** Sentences about some months of a place or a group, against other months: each figure worked out by hand. */

const NAMES = ['GROWS', 'BEGINS', 'LOSES'];
const line = (name: string, tax: string, dollars: number): DisbursementLine => ({
  ...{ name, tax, vendor: `39000000${NAMES.indexOf(name)}` },
  amounts: new Array<number>(12).fill(dollars * 100),
});

const { service } = serveForAll({
  '2019.csv': disbursementCsv([line('GROWS', 'MT', 1000), line('BEGINS', 'MT', 2000)], { firstYear: 2018 }),
  '2020.csv': disbursementCsv([
    line('GROWS', 'MT', 1200),
    line('BEGINS', 'MT', 2100),
    line('BEGINS', 'NHMR', 700),
    line('LOSES', 'MT', 900),
  ]),
});

async function tell(query: string): Promise<string[]> {
  const { data } = await service.json<Page<{ topic: string; text: string }>>(
    `/api/il/sales-tax/sentences?${query}`,
  );
  return data.map(({ topic, text }) => `${topic}: ${text}`);
}

async function idOf(name: string): Promise<number | undefined> {
  const { data } = await service.json<Page<{ id: number; name: string }>>('/api/jurisdictions?state=il');
  return data.find((place) => place.name === name)?.id;
}

test('of a place', async () => {
  expect(await tell(`jurisdictions=${await idOf('Grows')}&months=2020-01..2020-03`)).toEqual([
    'payment: Grows got $3,600 from January to March 2020, 20.0% more than a year before.',
  ]);
  expect(await tell(`jurisdictions=${await idOf('Begins')}&months=2020-01..2020-03`)).toEqual([
    'payment: Begins got $8,400 from January to March 2020, 40.0% more than a year before.',
    'comparable: Without changes of tax (non home rule began in July 2019), the payments are 5.0% more.',
  ]);
  expect(await tell(`jurisdictions=${await idOf('Loses')}&months=2020-03`)).toEqual([
    'payment: Loses got $900 in March 2020; not all payments of March 2019 are there to compare with.',
  ]);
});

test('of a group', async () => {
  expect(await tell('months=2020-01..2020-03')).toEqual([
    // (3,600 + 8,400) / (3,000 + 6,000); 3,600 and 6,300 of them are of the taxes of both years
    'payment: $14,700 from January to March 2020, 33.3% more than a year before.',
    'payment: 3 places of Illinois were paid. The change counts 2 of them.',
    // of 3,000 dollars, the share of the state brought 900: less than the tax that began, which has none to compare with
    'parts: The tax or its sharing changed.',
    'comparable: Without changes of tax in Begins (non home rule began in July 2019), the payments are 10.0% more.',
    'movers: The largest rise of a city: Grows, $600 more.',
  ]);
  expect(await tell('months=2020-03&against=2019-12')).toEqual([
    'payment: $4,900 in March 2020, about as much as in December 2019.',
    'payment: 3 places of Illinois were paid.',
  ]);
});

test('months and a last month are not asked together', async () => {
  expect(
    await refusalBy(service, '/api/il/sales-tax/sentences?months=2020-03&through=2020-03-01', 'through'),
  ).toBe('A question has months or a last known month, not both. Leave one out.');
});
