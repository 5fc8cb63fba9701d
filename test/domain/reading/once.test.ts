import { describe, expect, test, vi } from 'vitest';
import { keptByKey, PAUSED, perContentAndKey, workInPiece } from '../../../src/domain/reading/once.ts';

const MEBIBYTE = 1024 * 1024;

/** Makes its own key, and counts how often. */
function counted(bytesOf: () => number) {
  const made: string[] = [];
  const make = keptByKey(
    (key: string) => {
      made.push(key);
      return key;
    },
    (key) => key,
    bytesOf,
  );
  return { made, make };
}

describe('values that are asked for by a key', () => {
  test('are made once for each key and content, also if they are undefined', () => {
    const make = vi.fn((_: { content: object }, key: string) => (key === 'none' ? undefined : key));
    const find = perContentAndKey(
      make,
      (key) => key,
      () => 10,
    );
    const [one, other] = [{ content: {} }, { content: {} }];
    for (const view of [one, { ...one }, other])
      for (const key of ['a', 'none', 'a']) expect(find(view, key)).toBe(key === 'a' ? key : undefined);
    expect(make).toHaveBeenCalledTimes(4);
  });

  test('leave the memory when other rows come', () => {
    const make = vi.fn((_: { content: object }) => 'made');
    const find = perContentAndKey(
      make,
      () => '',
      () => 10,
    );
    const [old, newer] = [{ content: {} }, { content: {} }];
    for (const view of [old, newer, old, newer]) find(view);
    expect(make).toHaveBeenCalledTimes(3);
  });

  test('of two makers with the same keys do not mix', () => {
    const [one, other] = [1, 2].map((number) =>
      keptByKey(
        (key: string) => `${number} ${key}`,
        (key) => key,
        () => 10,
      ),
    );
    expect([one?.('a'), other?.('a'), one?.('a')]).toEqual(['1 a', '2 a', '1 a']);
  });

  test('take 256 MiB together: what nobody asked for longest makes room', () => {
    const { made, make } = counted(() => 100 * MEBIBYTE);
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) make(key);
    expect(made).toEqual(['a', 'b', 'c', 'b']);
  });

  test('count their keys', () => {
    const { made, make } = counted(() => 0);
    // two bytes a character: eight of 16 MiB fill the memory
    const keys = Array.from({ length: 9 }, (_, at) => 'k'.repeat(16 * MEBIBYTE + at));
    for (const key of keys) make(key);
    make(keys[8] ?? '');
    make(keys[0] ?? '');
    expect(made.map(({ length }) => length - 16 * MEBIBYTE)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 0]);
  });

  test('are 10,000 at most, however small', () => {
    const { made, make } = counted(() => 0);
    for (let at = 0; at <= 10_000; at += 1) make(String(at));
    make('10000');
    make('0');
    expect(made).toHaveLength(10_002);
  });

  test('that are larger than the memory are made each time', () => {
    const { made, make } = counted(() => 300 * MEBIBYTE);
    expect([make('large'), make('large')]).toEqual(['large', 'large']);
    expect(made).toHaveLength(2);
  });
});

describe('a query in pieces', () => {
  /** A query of this many parts that take 30 milliseconds each, on a clock that only they move. */
  function slowQuery(parts: number) {
    let clock = 0;
    const made: number[] = [];
    const part = keptByKey(
      (at: number) => {
        clock += 30;
        made.push(at);
        return at;
      },
      String,
      () => 10,
    );
    const whole = keptByKey(
      (count: number) => Array.from({ length: count }, (_, at) => part(at)),
      String,
      () => 10,
    );
    const work = (ms: number) => {
      const end = clock + ms;
      return workInPiece(
        () => clock > end,
        () => whole(parts),
      );
    };
    return { made, work, query: () => whole(parts) };
  }

  test('ends a piece before the first part after its time, and makes no part twice', () => {
    const { made, work } = slowQuery(5);
    expect(work(50)).toBe(PAUSED);
    expect(made).toEqual([0, 1]);
    expect(work(50)).toBe(PAUSED);
    expect(work(50)).toEqual([0, 1, 2, 3, 4]);
    expect(made).toEqual([0, 1, 2, 3, 4]);
    expect(work(50)).toEqual([0, 1, 2, 3, 4]);
    expect(made).toHaveLength(5);
  });

  test('makes one part at least in each piece', () => {
    const { made, work } = slowQuery(3);
    for (let piece = 1; piece < 3; piece += 1) {
      expect(work(0)).toBe(PAUSED);
      expect(made).toHaveLength(piece);
    }
    expect(work(0)).toEqual([0, 1, 2]);
  });

  test('is whole outside of pieces, also after one that failed', () => {
    const { query } = slowQuery(5);
    const failure = new Error('a fault');
    expect(() =>
      workInPiece(
        () => true,
        () => {
          throw failure;
        },
      ),
    ).toThrow(failure);
    expect(query()).toEqual([0, 1, 2, 3, 4]);
  });
});
