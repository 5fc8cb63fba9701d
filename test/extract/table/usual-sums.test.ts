import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Month } from '../../../src/domain/month.ts';
import { unusualSums } from '../../../src/extract/table/usual-sums.ts';
import { storedRow } from '../../rig/datasets/stored-row.ts';
import { optionalMessage } from '../../rig/finding-message.ts';

const MONTH = '2024-02' as Month;
const SUM = { total: 'net', of: ['paid', 'advance'], eitherWay: ['prior', 'cost'] } as const;

type Printed = Partial<Record<'paid' | 'advance' | 'prior' | 'cost' | 'net', number>>;

const BLANK = { paid: null, advance: null, prior: null, cost: null, net: null };

/** Findings of rows of one month, their first in row 2. */
function said(rows: readonly Printed[]) {
  const stored = rows.map((figures, at) => storedRow({ row: at + 2, figures: { ...BLANK, ...figures } }));
  return unusualSums(new Map([[MONTH, stored]]), [SUM]);
}

/** 100 rows: 10,000.00 and more paid, 500.00 advanced, and a cost of 20.00 taken away. */
const HUNDRED: Printed[] = Array.from({ length: 100 }, (_, at) => ({
  paid: 1_000_000 + at,
  advance: 50_000,
  cost: 2_000,
  net: 1_048_000 + at,
}));

describe('unusualSums', () => {
  it('names the row whose cells were exchanged, and the sum of the others', () => {
    const [finding, ...more] = said(
      HUNDRED.with(41, { paid: 1_048_041, advance: 50_000, cost: 2_000, net: 1_000_041 }),
    );
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ code: 'unusual-sum', severity: 'warning', row: 43, column: 'net' });
    expect(optionalMessage(finding)).toContain(
      'net is printed as 10,000.41, but paid + advance − cost is 10,960.41. In 99 of the 100 rows of this month they are equal.',
    );
  });

  it('says nothing where rows are as they should be, to a cent', () => {
    expect(said(HUNDRED)).toEqual([]);
    expect(said(HUNDRED.with(3, { ...HUNDRED[3], net: 1_048_004 }))).toEqual([]);
    expect(said(HUNDRED.with(3, { ...HUNDRED[3], net: 1_048_005 }))).toHaveLength(1);
  });

  it('lets one row miss a sum in a month of ten to a hundred rows', () => {
    const [wrong] = HUNDRED.map((row) => ({ ...row, net: 1 }));
    for (const count of [10, 49, 50, 99]) {
      const one = HUNDRED.slice(0, count).with(5, { ...wrong });
      expect(said(one).map(({ row }) => row)).toEqual([7]);
      expect(said(one.with(6, { ...wrong }))).toEqual([]);
    }
    expect(said(HUNDRED.slice(0, 9).with(5, { ...wrong }))).toEqual([]);
  });

  it('passes over rows that leave blank what the others print, and that another report may have', () => {
    expect(said(HUNDRED.with(5, { paid: 1_000_005, advance: 50_000, net: 1_048_005 }))).toEqual([]);
    expect(said(HUNDRED.with(5, { paid: 1_000_005, advance: 50_000, cost: 2_000 }))).toEqual([]);
    // an advance that is missing is in no other report
    const [blank, ...more] = said(HUNDRED.with(5, { paid: 1_000_005, cost: 2_000, net: 1_048_005 }));
    expect(more).toEqual([]);
    expect(optionalMessage(blank)).toContain('but paid + advance − cost is 9,980.05. In');
  });

  it('finds the one row that was changed, whichever way the figures of a report add up', () => {
    const cents = fc.integer({ min: -5_000_000, max: 5_000_000 });
    const sign = fc.constantFrom(1, -1);
    const row = fc.record({ paid: cents, advance: cents, prior: cents, cost: cents });
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 10, maxLength: 120 }),
        sign,
        sign,
        fc.nat(9),
        fc.constantFrom('paid', 'advance', 'net'),
        fc.integer({ min: 2, max: 1_000_000 }),
        (rows, priorSign, costSign, at, field, by) => {
          const whole = rows.map((figures) => ({
            ...figures,
            net: figures.paid + figures.advance + priorSign * figures.prior + costSign * figures.cost,
          }));
          expect(said(whole)).toEqual([]);
          const changed = whole[at];
          if (!changed) throw new Error('there are ten rows');
          const slipped = whole.with(at, { ...changed, [field]: changed[field] + by });
          expect(said(slipped).map(({ row: number }) => number)).toEqual([at + 2]);
        },
      ),
    );
  });
});
