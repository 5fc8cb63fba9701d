import { describe, expect, test } from 'vitest';
import { judgeRatios, RATIOS } from './ratios.ts';

describe('the ratios', () => {
  test('are compared with aim and bound if they were measured', () => {
    const { aim, bound } = RATIOS['backfill-to-duckdb'];
    const judge = (value: number) => judgeRatios({ 'backfill-to-duckdb': value })[0];
    expect(judge(aim)).toMatchObject({
      name: 'backfill-to-duckdb',
      value: aim,
      isReached: true,
      isBeyond: false,
    });
    expect(judge(aim + 0.01)).toMatchObject({ isReached: false, isBeyond: false });
    expect(judge(bound)).toMatchObject({ isReached: false, isBeyond: false });
    expect(judge(bound + 0.01)).toMatchObject({ isReached: false, isBeyond: true });
    expect(judgeRatios({})).toEqual([]);
  });

  test('exceed their bounds if they could not be computed', () => {
    expect(judgeRatios({ 'growth-time': Number.NaN })).toMatchObject([{ isReached: false, isBeyond: true }]);
  });

  test('may have no aim and no bound', () => {
    expect(judgeRatios({ 'backfill-to-papaparse': 1e9 })).toMatchObject([
      { isReached: null, isBeyond: false },
    ]);
    expect(judgeRatios({ 'nothing-new-seconds': 1e9 })).toMatchObject([
      { isReached: false, isBeyond: false },
    ]);
  });

  test('have bounds no tighter than their aims', () => {
    for (const { meaning, aim, bound } of Object.values(RATIOS))
      if (aim !== null && bound !== null) expect(bound, meaning).toBeGreaterThanOrEqual(aim);
  });
});
