import { describe, expect, it } from 'vitest';
import { dayInWords } from '../../src/domain/calendar-day.ts';
import { findingMessage } from '../../src/domain/findings/finding.ts';
import type { Figure } from '../../src/domain/money.ts';
import type { Month } from '../../src/domain/month.ts';
import type { ReportKindName, StoredRow } from '../../src/domain/report.ts';
import { texas } from '../../src/states/tx/index.ts';
import {
  checkPaymentDetail,
  type PaymentFigure,
  type PaymentRow,
  paymentDetail,
} from '../../src/states/tx/payment-detail.ts';
import { optionalMessage } from '../rig/finding-message.ts';

type Payment = Record<PaymentFigure, number | null>;

const COLUMNS = Object.keys(paymentDetail.figures) as PaymentFigure[];

function paymentOf(figures: readonly number[]): Payment {
  return Object.fromEntries(COLUMNS.map((name, at) => [name, figures[at] ?? null])) as Payment;
}

/** The published row of October 2022, in cents. */
const PALESTINE = paymentOf([
  ...[63260912, -172749, 59508826, 2336905, 888072, 42117, 657741],
  ...[1265218, 1239914, 1254827, 62010607],
]);

function rowOf(figures: Payment): PaymentRow {
  return {
    sheet: null,
    row: 2,
    code: '2001018',
    name: 'PALESTINE',
    month: '2022-10' as Month,
    labels: { allocation_date: '2022-10-11' },
    figures: figures as Record<PaymentFigure, Figure | null>,
  };
}

const EVERY_FIGURE: ReadonlySet<string> = new Set(COLUMNS);
const ALL_PRINTED = { read: EVERY_FIGURE, printed: EVERY_FIGURE };

function check(
  changes: Partial<Payment> = {},
  base: Payment = PALESTINE,
  printed: ReadonlySet<string> = EVERY_FIGURE,
  read = printed,
) {
  return checkPaymentDetail(rowOf({ ...base, ...changes }), { read, printed });
}

/** The figures that are not what others of the row give; no other finding is among the remarks. */
function mismatchesOf(remarks: ReturnType<typeof check>): (string | null)[] {
  expect(remarks.filter(({ code }) => code !== 'row-arithmetic')).toEqual([]);
  return remarks.map(({ field }) => field);
}

describe('the date of a payment', () => {
  const paidOn = (allocation_date: string | null) =>
    checkPaymentDetail({ ...rowOf(PALESTINE), labels: { allocation_date } }, ALL_PRINTED);

  it('is in the month of the payment', () => {
    for (const date of ['2022-10-01', '2022-10-31', null]) expect(paidOn(date)).toEqual([]);
    for (const date of ['2022-09-01', '2022-11-30'])
      expect(paidOn(date)).toMatchObject([{ code: 'date-outside-month', facts: { paid: date } }]);
    // as where somebody typed the month, or a spreadsheet took it for another
    for (const date of ['2026-10-22', '2022-08-31', '2022-12-01', '2021-10-11'])
      expect(paidOn(date).map((remark) => [remark.code, findingMessage(remark)])).toEqual([
        [
          'date-outside-month',
          expect.stringContaining(`has the month October 2022, but was paid on ${dayInWords(date)}`),
        ],
      ]);
  });
});

describe('the identities of a payment', () => {
  // 2% of 632,609.12 is 12,652.1824; 2% of the rest, 619,956.94, is 12,399.1388
  it.each([
    [1265217, []],
    [1265219, []],
    [1265216, ['service_fee']],
    [1265220, ['service_fee']],
    [0, ['service_fee', 'current_retained']],
  ])('let a service fee of %i cents be within a cent of 2% of the total', (fee, fields) => {
    // the net payment follows the fee, so that nothing else breaks
    const remarks = check({ service_fee: fee, net_payment: 62010607 + 1265218 - fee });
    expect(mismatchesOf(remarks)).toEqual(fields);
    if (fields.length > 0) expect(optionalMessage(remarks[0])).toContain('12,652.18');
  });

  it.each([
    [1239913, []],
    [1239915, []],
    [1239912, ['current_retained']],
    [1239916, ['current_retained']],
    [0, ['current_retained']],
  ])('let %i cents retained be within a cent of 2% of the rest', (retained, fields) => {
    const remarks = check({ current_retained: retained, net_payment: 62010607 + 1239914 - retained });
    expect(mismatchesOf(remarks)).toEqual(fields);
    if (fields.length > 0) expect(optionalMessage(remarks[0])).toContain('12,399.14');
  });

  it('count a blank figure as zero', () => {
    // total 100.00 from two parts; the other four are blank
    const sparse: Payment = {
      ...paymentOf([10000, 0, 9000, 0, 0, 0, 0, 200, 196, 0, 9604]),
      prior_collection: 1000,
      future_collections: null,
      audit_collections: null,
      unidentified_collections: null,
      single_local_rate_collections: null,
      prior_retained: null,
    };
    expect(check({}, sparse)).toEqual([]);
  });

  it('are not checked if the figure itself is blank; a missing net payment is a warning', () => {
    expect(check({ net_payment: null })).toMatchObject([
      { code: 'net-payment-missing', field: 'net_payment' },
    ]);
    expect(check({ net_payment: null })).toHaveLength(1);
    expect(mismatchesOf(check({ service_fee: null, net_payment: 62010607 + 1265218 }))).toEqual([
      'current_retained',
    ]);
  });

  it('use the sum of the parts if the total is blank, and say so', () => {
    const remarks = check({ total_collections: null });
    expect(remarks).toMatchObject([{ code: 'row-arithmetic', field: 'total_collections' }]);
    expect(optionalMessage(remarks[0])).toContain(
      'is printed as blank, but the sum of the six collections is 632,609.12',
    );
    // a layout without the column, and one with some of the parts alone
    const without = (...names: string[]) => new Set(COLUMNS.filter((name) => !names.includes(name)));
    expect(check({ total_collections: null }, PALESTINE, without('total_collections'))).toEqual([]);
    const some = { total_collections: null, prior_collection: null, audit_collections: null };
    const columns = without('total_collections', 'prior_collection', 'audit_collections');
    expect(check(some, PALESTINE, columns)).toEqual([]);
    // no collections at all, but a fee, and a payment
    const paid = { ...paymentOf([0, 0, 0, 0, 0, 0, 0, 200, 196, 196, 9800]), total_collections: null };
    expect(mismatchesOf(check({}, paid))).toEqual(['net_payment', 'service_fee', 'current_retained']);
    // of a row without collections nothing is to be said
    const nothing = { ...paymentOf(new Array(11).fill(0)), total_collections: null };
    expect(check({}, nothing)).toEqual([]);
  });

  it('are not checked if they need a figure that the report does not have', () => {
    const without = (name: PaymentFigure) =>
      check({ [name]: null }, PALESTINE, new Set(COLUMNS.filter((column) => column !== name)));
    for (const name of ['service_fee', 'current_retained', 'prior_retained'] as const)
      expect(without(name), name).toEqual([]);
    const parts = Object.fromEntries(COLUMNS.slice(1, 7).map((name) => [name, null]));
    expect(check(parts, PALESTINE, new Set([...COLUMNS.slice(0, 1), ...COLUMNS.slice(7)]))).toEqual([]);
  });

  it('count a figure as zero if the layout reads it and no row has it', () => {
    const name = 'prior_retained';
    const printed = new Set(COLUMNS.filter((column) => column !== name));
    expect(check({ [name]: null }, PALESTINE, printed, EVERY_FIGURE)).toMatchObject([
      { code: 'row-arithmetic', field: 'net_payment' },
    ]);
    // nobody is paid without a fee and an amount retained: of none at all nothing is said
    for (const never of ['service_fee', 'current_retained'] as const) {
      const others = new Set(COLUMNS.filter((column) => column !== never));
      expect(check({ [never]: null }, PALESTINE, others, EVERY_FIGURE), never).toEqual([]);
    }
  });

  it('check a sum only if the layout reads each of its parts', () => {
    const read = new Set(COLUMNS.filter((column) => column !== 'audit_collections'));
    const off = { audit_collections: null };
    const fields = (known: ReadonlySet<string>) => mismatchesOf(check(off, PALESTINE, EVERY_FIGURE, known));
    expect(fields(EVERY_FIGURE)).toContain('total_collections');
    expect(fields(read)).not.toContain('total_collections');
  });
});

describe('a Texas datapoint', () => {
  const stored = (month: string, figures: Payment): StoredRow => ({
    ...rowOf(figures),
    month: month as Month,
    reportId: 1,
    jurisdictionId: 1,
  });

  it.each([
    // the single local rate began in October 2019; before it, reports have no figure
    ['without a figure for the single local rate', 100_03, null, 98_03],
    ['with a negative sum, half a cent rounded away from zero', -25, -50, -74],
    ['with a zero', 0, 0, 0],
    ['without current collections', null, 100_00, null],
  ])('has the underlying payment of a row %s', (_, current_collections, single, underlying) => {
    const row = stored('2022-10', {
      ...PALESTINE,
      current_collections,
      single_local_rate_collections: single,
    });
    const { datapoints } = texas.merge(new Map<ReportKindName, StoredRow[]>([[paymentDetail.name, [row]]]));
    expect(datapoints[0]?.figures.underlying_payment).toBe(underlying);
  });
});

describe('Texas', () => {
  it.each([
    ['2002017', 'city'],
    ['3101990', 'transit'],
    ['4001019', 'county'],
    ['5253503', 'special_district'],
  ])('tells the type of %s by its first digit: %s', (code, type) => {
    expect(texas.jurisdictionType(code, [])).toBe(type);
    expect(paymentDetail.code.read(code)).toBe(code);
  });

  it.each(['1002017', '6002017', '200201', '2002017.0', '19050'])('refuses the code %s', (code) => {
    expect(paymentDetail.code.read(code)).toBeUndefined();
  });
});
