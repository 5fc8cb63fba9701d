import { expect, test } from 'vitest';
import { type ChartData, doubtsInWords, gapsOf } from '../../../src/explorer/chart/chart-data.ts';

/** Months, each with a letter: a payment, one that is missing, not loaded, without a price index, or not expected. */
function chartOf(letters: string, others: Partial<ChartData> = {}): ChartData {
  const months = [...letters];
  return {
    title: '',
    measure: 'amount',
    slots: months.map((letter, at) => ({
      key: String(at),
      name: '',
      isLoaded: letter !== 'u',
      isUnpriced: letter === 'x',
    })),
    series: [
      {
        ...{ id: 'payment', label: '', shape: 'line', tone: 'main' },
        values: months.map((letter) => (letter === 'p' ? 1 : null)),
        isExpected: months.map((letter) => letter !== '-'),
      },
    ],
    ...others,
  };
}

test.each([
  ['one band for each gap', 'puuup', [{ first: 1, last: 3, text: '3 months not loaded' }]],
  ['a month of a loaded report is missing', 'pmpumpp', ['1 month missing', '2 months missing']],
  ['a month that cannot be converted is not missing', 'pxxp', ['2 months without a price index']],
  ['the ends are no gap', 'uupuu', []],
  ['a month without an expected figure does not count', 'p-u--u-p', [{ first: 2, last: 5 }]],
  ['a chart without figures has no gap', 'uuu', []],
] as const)('%s', (_, letters, expected) => {
  const gaps = gapsOf(chartOf(letters));
  expect(gaps.length).toBe(expected.length);
  for (const [at, one] of expected.entries())
    expect(gaps[at]).toMatchObject(typeof one === 'string' ? { text: one } : one);
});

test('a gap of a sum is the months that are missing, not the sums', () => {
  const missing = [false, true, true, false, false, false];
  expect(gapsOf(chartOf('puuuup', { missing }))).toEqual([
    { first: 1, last: 2, text: '2 months not loaded' },
  ]);
});

test('series of equal rank have a gap where none of them has a figure', () => {
  const [series] = chartOf('ppuup').series;
  const other = { ...series, values: [1, null, 2, null, 1] };
  const data = chartOf('ppuup', { isOfEquals: true, series: [series, other] as ChartData['series'] });
  expect(gapsOf(data)).toEqual([{ first: 3, last: 3, text: '1 month not loaded' }]);
});

test('a gap of quarters counts quarters', () => {
  const data = chartOf('pmmp', { slotKind: 'quarter' });
  expect(gapsOf(data)).toEqual([{ first: 1, last: 2, text: '2 quarters missing' }]);
});

test('a chart says once which of its sums contain a doubted payment', () => {
  const [series] = chartOf('ppuppp').series;
  // the third has no sum
  const doubtful = [false, true, true, true, false, false];
  const drawn = (isOfSums: boolean) =>
    doubtsInWords(
      chartOf('ppuppp', {
        series: [{ ...series, label: 'Twelve months', isOfSums, doubtful }] as ChartData['series'],
      }),
    );
  expect(drawn(true)).toBe('Twelve months: 2 of 5 figures contain a payment that the checks doubt.');
  expect(drawn(false)).toBe(null);
});

test('a line of mostly doubted figures has no rings, and says so', () => {
  const [series] = chartOf('pppp').series;
  const told = (doubtful: boolean[]) =>
    doubtsInWords(
      chartOf('pppp', { series: [{ ...series, label: 'Change', doubtful }] as ChartData['series'] }),
    );
  expect(told([true, true, false, false])).toBe(null);
  expect(told([true, true, true, false])).toBe(
    'Change: 3 of 4 figures contain a payment that the checks doubt.',
  );
});
