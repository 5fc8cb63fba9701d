import { expect, test } from 'vitest';
import { Standings } from '../../src/derive/standing.ts';

const ONE = [
  { subject: { county: 'Alder' }, series: { first: 100, slots: [300, 100] } },
  { subject: { county: 'Alder' }, series: { first: 100, slots: [100, null] } },
  { subject: { county: 'Birch' }, series: { first: 101, slots: [100] } },
  { subject: { county: null }, series: { first: 100, slots: [600, undefined, -5] } },
];

test('shares and ranks of a month', () => {
  const standings = new Standings(ONE);
  // the month 100 has 300, 100 and 600; the county has 300 and 100
  expect(standings.of('Alder', 100, 300)).toEqual({
    ...{ shareOfCounty: 750_000, shareOfState: 300_000, rank: 2, ranked: 3 },
  });
  expect(standings.of(null, 100, 600)).toEqual({
    ...{ shareOfCounty: null, shareOfState: 600_000, rank: 1, ranked: 3 },
  });
  // equal figures share a rank
  for (const county of ['Alder', 'Birch'])
    expect(standings.of(county, 101, 100)).toEqual({
      ...{ shareOfCounty: 1_000_000, shareOfState: 500_000, rank: 1, ranked: 2 },
    });
});

test('a missing figure has no share and no rank', () => {
  const standings = new Standings(ONE);
  const none = { shareOfCounty: null, shareOfState: null, rank: null };
  expect(standings.of('Alder', 101, null)).toEqual({ ...none, ranked: 2 });
  expect(standings.of('Alder', 99, null)).toMatchObject({ ranked: 0 });
});

test('there is no share of a sum that is not positive', () => {
  expect(new Standings(ONE).of(null, 102, -5)).toEqual({
    ...{ shareOfCounty: null, shareOfState: null, rank: 1, ranked: 1 },
  });
});
