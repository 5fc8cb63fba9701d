import { describe, expect, test } from 'vitest';
import type { Figure } from '../../src/domain/money.ts';
import type { Month } from '../../src/domain/month.ts';
import type { StoredRow } from '../../src/domain/report.ts';
import { settleQuarterEnds } from '../../src/merge/quarter-end.ts';
import { california } from '../../src/states/ca/index.ts';
import { illinois } from '../../src/states/il/index.ts';
import type { State } from '../../src/states/state.ts';
import { storedRow } from '../rig/datasets/stored-row.ts';
import { optionalMessage } from '../rig/finding-message.ts';

/** A state that is none of the program's: it pays a share at the ends of quarters only. */
const state: Pick<State, 'fields' | 'calendar' | 'kinds'> = {
  kinds: california.kinds,
  calendar: california.calendar,
  fields: [
    { name: 'paid', unit: 'amount', meaning: 'Paid', readFrom: 'report' },
    { name: 'share', unit: 'amount', quarterEndOnly: true, meaning: 'Share', readFrom: 'report' },
  ],
};

function settle(month: string, share: number | null, more: Partial<StoredRow> = {}) {
  const row = storedRow({ month, figures: { paid: 100, share }, row: 7, ...more, jurisdictionId: 42 });
  const figures = { paid: 100 as Figure, share: share as Figure | null };
  const sources = new Map([[california.kinds[0].name, row]]);
  const { datapoints, findings } = settleQuarterEnds(state, [{ month: month as Month, figures, sources }]);
  return { figures: datapoints[0]?.figures, findings };
}

describe('a field of quarter ends', () => {
  test.each([
    ['2024-04', null],
    ['2024-04', 0],
    ['2024-06', null],
  ])('is 0 in %s if the report prints %s', (month, share) => {
    expect(settle(month, share)).toEqual({ figures: { paid: 100, share: 0 }, findings: [] });
  });

  test.each([null, 0, 500])('keeps %s at a quarter end', (share) => {
    expect(settle('2024-05', share)).toEqual({ figures: { paid: 100, share }, findings: [] });
  });

  test('is 0 in another month also if the report prints a figure, and the finding has its place', () => {
    const { figures, findings } = settle('2024-04', 500);
    expect(figures).toEqual({ paid: 100, share: 0 });
    expect(findings).toMatchObject([
      {
        code: 'off-quarter-amount',
        month: '2024-04',
        jurisdictionId: 42,
        reportId: 1,
        row: 7,
        column: 'share',
      },
    ]);
    expect(optionalMessage(findings[0])).toBe(
      'Alpha (2000001), April 2024: share is printed as 5.00, but the month is not a quarter end. The dataset has 0. Ask the state about the figure. If it is from corrections.json, correct the month of its entry, or remove the entry.',
    );
  });

  test('says if the figure is a correction', () => {
    const { findings } = settle('2024-04', -1, { corrected: new Set(['share']) });
    expect(optionalMessage(findings[0])).toContain('share is -0.01 (from corrections.json), but');
  });
});

test('a state without such fields keeps its datapoints', () => {
  expect(illinois.fields.some(({ quarterEndOnly }) => quarterEndOnly)).toBe(false);
  expect(settleQuarterEnds(illinois, []).findings).toEqual([]);
});
