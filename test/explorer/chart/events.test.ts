import { expect, test } from 'vitest';
import { namedAbove, placedLabels } from '../../../src/explorer/chart/annotations.ts';
import { type ChartData, eventsOn, sentenceOf } from '../../../src/explorer/chart/chart-data.ts';

const slotsOf = (...months: string[]) => months.map((month) => ({ key: `${month}-01`, name: month }));
const event = (from: string, to: string, text: string) => ({ from: `${from}-01`, to: `${to}-01`, text });

test('events stand on the slots of their months, those of the same months together', () => {
  const slots = slotsOf('2020-01', '2020-02', '2020-03', '2020-04');
  const events = [
    event('2020-02', '2020-02', 'A'),
    event('2020-03', '2020-09', 'ends later'),
    event('2019-06', '2020-01', 'began before'),
    event('2020-02', '2020-02', 'B'),
    event('2019-01', '2019-12', 'before'),
    event('2020-05', '2020-06', 'after'),
  ];
  expect(eventsOn(slots, events)).toEqual([
    { first: 0, last: 0, text: 'began before' },
    { first: 1, last: 1, text: 'A; B' },
    { first: 2, last: 3, text: 'ends later' },
  ]);
  // quarters: February and April are in those that end in March and June
  expect(eventsOn(slotsOf('2020-03', '2020-06'), [event('2020-02', '2020-04', 'C')])).toEqual([
    { first: 0, last: 1, text: 'C' },
  ]);
});

/** Ten pixels for a month and a letter of 6.4. */
const LAYOUT = { x: (at: number) => 5 + 10 * at, left: 0, right: 400 };
const EM = 10;
const rule = (at: number, text: string) => ({ first: at, last: at, text });

test('a label stands right of its rule, or left of it at the end, and never on another', () => {
  const labels = placedLabels(
    [rule(2, 'Article 46 began'), rule(14, 'A dealer moved'), rule(20, 'Fits left'), rule(21, 'None')],
    LAYOUT,
    EM,
  );
  // 16 letters need 102.4 of the 114 pixels to the next. 14 need 89.6, but there are 54 right and 11.6 left
  expect(labels).toEqual([
    { said: 'Article 46 began', at: 2, isLeft: false },
    { said: 'Fits left', at: 20, isLeft: true },
    { said: 'None', at: 21, isLeft: false },
  ]);
  expect(placedLabels([rule(38, 'Article 46 began')], LAYOUT, EM)).toEqual([
    { said: 'Article 46 began', at: 38, isLeft: true },
  ]);
});

test('a label is what stands before a colon, else it is cut if there is no room', () => {
  const long = 'A very long text about a store that moved away to the next town';
  expect(placedLabels([rule(1, 'Doubted: net payment is 1')], LAYOUT, EM)[0]?.said).toBe('Doubted');
  expect(placedLabels([rule(1, long)], LAYOUT, EM)[0]?.said).toBe('A very long tex…');
});

/** Eight months of which the third and fourth are missing, each so wide. */
const namedIn = (slotWidth: number) => {
  const slots = slotsOf(...Array.from({ length: 8 }, (_, at) => `2020-0${at + 1}`));
  const missing = slots.map((_, at) => at === 2 || at === 3);
  const data: ChartData = { title: '', measure: 'amount', slots, series: [], missing };
  const x = (at: number) => slotWidth * (at + 0.5);
  return namedAbove({ x, data, slotWidth, left: 0, right: 8 * slotWidth }, EM);
};

test('the name of a gap stands above the chart if its band is too small', () => {
  // "2 months missing" needs 108.8 pixels within the band, and "missing" 51.2
  expect(namedIn(26)).toEqual([]);
  expect(namedIn(25)).toEqual([{ said: '2 months missing', at: 1.5, isLeft: false }]);
  // right of its start, 14 × 6 pixels are not enough for 16 letters
  expect(namedIn(14)).toEqual([]);
});

test('the sentence of a slot has its events', () => {
  const data: ChartData = {
    ...{ title: '', measure: 'amount', slots: slotsOf('2020-01', '2020-02'), series: [] },
    events: [rule(1, 'Article 46 began'), { first: 0, last: 1, text: 'Stores closed' }],
  };
  expect(sentenceOf(data, 0)).toBe('2020-01: no figure. Stores closed');
  expect(sentenceOf(data, 1)).toBe('2020-02: no figure. Article 46 began; Stores closed');
});
