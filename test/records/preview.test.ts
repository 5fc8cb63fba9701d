import { decode } from 'fast-png';
import { expect, test } from 'vitest';
import { pictureOf } from '../../src/records/preview.ts';
import { readView } from '../rig/datasets/read-view.ts';
import { loadForAll } from '../rig/datasets/served.ts';
import { monthsFrom } from '../rig/reports/months.ts';
import { statement } from '../rig/reports/small-reports.ts';

const MONTHS = monthsFrom('2022-01', 24);

/** Two years without June 2022; the newest report has January 2023 again, with another figure. */
const rig = loadForAll(async (made) => {
  const paid = (months: readonly string[], net: number) =>
    months.map((month) => ({ code: '01001', month, net }));
  await made.load({ 'first.csv': statement(paid(MONTHS.slice(0, -1).toSpliced(5, 1), 100)) });
  await made.load({ 'second.csv': statement([...paid(['2023-01'], 60), ...paid(['2023-12'], 100)]) });
});

test.each([
  ['a place', '60001001'],
  ['a group', 'ca:city'],
])('the picture of a link to %s has a band for a gap and a rule for an event', (_, id) => {
  const { data, width } = decode(readView(rig.database, (view) => pictureOf(view, id)) ?? expect.fail());
  const colorAt = (x: number, y: number) =>
    Array.from(data.slice(3 * (y * width + x), 3 * (y * width + x) + 3));
  const [white, gap, event] = [
    [255, 255, 255],
    [233, 237, 241],
    [148, 160, 174],
  ];
  // each month has 45 pixels, and bars begin with their sixth
  const edges = MONTHS.map((_, at) => colorAt(60 + at * 45, 300));
  expect(edges.map((color) => JSON.stringify(color))).toEqual(
    MONTHS.map((_, at) => JSON.stringify(at === 5 ? gap : at === 12 ? event : white)),
  );
  const middles = MONTHS.map((_, at) => colorAt(60 + at * 45 + 22, 300));
  expect(middles[5]).toEqual(gap);
  expect(middles[4]).toEqual([176, 190, 205]);
  expect(middles[23]).toEqual([23, 96, 159]);
});
