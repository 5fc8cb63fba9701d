import { describe, expect, test } from 'vitest';
import { isMarkedFigure, isNoNote } from '../../src/extract/row-likeness.ts';

describe('a figure with a mark behind it', () => {
  test.each(['1.00 CR', '1,234.56*', '12**', '(5.00) a', '(5.00)a', '$ 5 DR', '5.00 [1]', '5.00[see note]'])(
    'is %j',
    (text) => {
      expect(isMarkedFigure(text)).toBe(true);
    },
  );

  test.each(['5.00', '5.00 each', 'x 5.00 CR', '5.00 CR and more', '5.00 [1] of two', '11/3/2022', 'CR'])(
    'is not %j',
    (text) => {
      expect(isMarkedFigure(text)).toBe(false);
    },
  );
});

describe('what stands in no note', () => {
  test.each(['#REF!', ' #N/A ', '#DIV/0!', '[struck out: 002]', '[struck out: about 12]'])(
    'is %j',
    (text) => {
      expect(isNoNote(text)).toBe(true);
    },
  );

  test.each(['see #REF!', '#1', '[struck out: B]', 'was [struck out: 2]', '[struck out: B] 2'])(
    'is not %j',
    (text) => {
      expect(isNoNote(text)).toBe(false);
    },
  );
});
