import { describe, expect, test } from 'vitest';
import type { JobRun } from './job.ts';
import { measureInTurn, measurementOf, timeRatio } from './measurement.ts';

const run = (seconds: number, peakMb: number | null = null): JobRun => ({
  seconds,
  cpuSeconds: null,
  peakMb,
  printed: '',
});

describe('measuring contenders in turn', () => {
  test('runs every contender in every round before the next round', async () => {
    const order: string[] = [];
    const contender = (what: string) => ({
      what,
      run: async (round: number) => {
        order.push(`${what}${round}`);
        return run(round);
      },
    });
    const measured = await measureInTurn([contender('a'), contender('b')], 3);
    expect(order).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'b2']);
    expect(measured.map(({ what, runs }) => [what, runs.length])).toEqual([
      ['a', 3],
      ['b', 3],
    ]);
  });
});

describe('a measurement', () => {
  test('has median, minimum and maximum', () => {
    const { seconds, peakMb, cpuSeconds } = measurementOf('a', [run(3, 7), run(1, 9), run(2, 8)]);
    expect(seconds).toMatchObject({ count: 3, min: 1, median: 2, max: 3 });
    expect(peakMb).toMatchObject({ min: 7, median: 8, max: 9 });
    expect(cpuSeconds).toBeNull();
  });
});

describe('the ratio of two measurements', () => {
  test('is the median of the rounds, so one slow round does not change it', () => {
    const one = measurementOf('one', [run(2), run(40), run(3)]);
    const other = measurementOf('other', [run(1), run(20), run(1)]);
    expect(timeRatio(one, other)).toBe(2);
  });
});
