import { describe, expect, test } from 'vitest';
import type { ComparableFigure } from '../../../src/derive/analysis.ts';
import { growthOf } from '../../../src/derive/slots.ts';
import type { Month } from '../../../src/domain/month.ts';
import { briefDollars } from '../../../src/domain/text/rounded.ts';
import type { ProjectedPlace } from '../../../src/records/descriptions/year-end/projection.ts';
import { type MonthFigures, tellMonth } from '../../../src/records/queries/place/sentence-texts.ts';

const month = (text: string) => text as Month;
const compared = (
  value: number | null,
  yearAgo: number | null,
  comparable?: ComparableFigure['comparable'],
): ComparableFigure => ({ value, yearAgo, change: growthOf(value, yearAgo), comparable });

/** A comparable change in millionths, with a change of rate from 1% to 2%. */
const withoutRate = (change: number | null): ComparableFigure['comparable'] => ({
  ...{ change, exact: change, further: 0, leftOut: 0 },
  taxChanges: [{ kind: 'rate', from: 10_000, to: 20_000, month: month('2026-08') }],
});
const UNKNOWN_TAX = { change: null, exact: null, taxChanges: [], further: 0, leftOut: 0 };

const SURE = { payment: 0, yearToDate: 0, fiscalYearToDate: 0, rollingYear: 0 };
const PAYMENT = compared(158_736_827, 144_989_711);
const YEAR_SO_FAR = compared(653_741_000, 628_000_000);
const SUMS = { yearToDate: PAYMENT, rollingYear: PAYMENT };

const PROJECTION: ProjectedPlace = {
  ...{ toDate: 653_741_000, lastYear: 2_000_000_000, projected: 2_063_000_000, method: 'two_years' },
  ...{ reason: null, subject: { id: 1, name: 'Alder Creek', type: 'city', county: null }, rest: null },
  ...{ usual: { median: 0.02, range: { low: 2_010_000_000, high: 2_131_000_000 } }, soFar: YEAR_SO_FAR },
  ...{ doubtfulMonths: null, year: '2026-27', knownMonths: 4, taxChanges: [], isReliable: true },
};

const KNOWN: MonthFigures = {
  ...{ month: month('2026-10'), salesMonth: month('2026-08'), isBySales: false, settlesQuarter: false },
  figures: { payment: PAYMENT, fiscalYearToDate: YEAR_SO_FAR, ...SUMS, doubtful: SURE },
  ...{ newest: null, doubts: [], parts: [], projection: PROJECTION, fiscalYear: '2026-27' },
  isClosed: false,
};

function tell(changed: Partial<MonthFigures>, figures: Partial<NonNullable<MonthFigures['figures']>> = {}) {
  const known = { ...KNOWN, ...changed };
  const all = tellMonth({ ...known, figures: known.figures && { ...known.figures, ...figures } });
  return Object.fromEntries(
    all.map(({ topic, text, caution }) => [topic, `${caution ? `(${caution}) ` : ''}${text}`]),
  );
}
test('the whole paragraph, with nothing to doubt', () => {
  expect(tell({})).toEqual({
    // 137,471.16 ÷ 1,449,897.11 is 9.48%
    payment: '$1.59 M in October 2026, up 9.5% (+$137,471) on October 2025.',
    sales: 'That is the payment for sales of August.',
    // 25,741,000 ÷ 628,000,000 is 4.099%
    fiscal_year: 'Fiscal year 2026-27 so far: $6.54 M, up 4.1%.',
    projection: 'It may end at about $20.6 M (between $20.1 M and $21.3 M).',
  });
});

describe('the parts', () => {
  // the payment rose from $1,000.00 to $1,400.00, or fell back
  const [rise, fall] = [compared(140_000, 100_000), compared(100_000, 140_000)];
  const parts = (...changes: [part: string, amount: number | null, yearAgo: number | null][]) =>
    changes.map(([part, amount, yearAgo]) => ({ part, amount, yearAgo }));

  test('one of which made half of the difference', () => {
    const known = parts(['current_advance', 130_000, 100_000], ['service_fee', -5000, -4000]);
    // 400 − 300
    expect(tell({ parts: known }, { payment: rise }).parts).toBe(
      'Current advance brought $300 more, and all others brought $100 more.',
    );
    const against = parts(['article_39', 50_000, 120_000], ['article_42', 50_000, 20_000]);
    expect(tell({ parts: against }, { payment: fall }).parts).toBe(
      'Article 39 brought $700 less, and all others brought $300 more.',
    );
    const alone = parts(['article_39', 50_000, 90_000], ['article_42', 50_000, 50_000]);
    expect(tell({ parts: alone }, { payment: fall }).parts).toBe('Article 39 brought $400 less.');
  });

  test('two of which did, one of them taken away', () => {
    const known = parts(
      ['article_39', 50_000, 65_000],
      ['city_hold_harmless', -40_000, -30_000],
      ['article_40', 30_000, 39_000],
      ['article_42', 60_000, 66_000],
    );
    // 400 − 150 − 100
    expect(tell({ parts: known }, { payment: fall }).parts).toBe(
      'Article 39 brought $150 less, City hold harmless took away $100 more, and all others brought $150 less.',
    );
  });

  test('are not named if they explain too little or are not known', () => {
    const small = parts(['article_39', 60_000, 70_000], ['unexplained', 40_000, 70_000]);
    expect(tell({ parts: small }, { payment: fall }).parts).toBeUndefined();
    const unknown = parts(['article_39', 100_000, null], ['article_40', 0, 140_000]);
    expect(tell({ parts: unknown }, { payment: compared(100_000, null) }).parts).toBeUndefined();
    expect(tell({ parts: unknown }, { payment: rise }).parts).toBeUndefined();
    const one = parts(['article_39', 100_000, 140_000]);
    expect(tell({ parts: one }, { payment: fall }).parts).toBeUndefined();
    expect(tell({ parts: small }, { payment: compared(1000, 1000) }).parts).toBeUndefined();
  });
});

describe('the payment', () => {
  test.each([
    [80_000, 100_000, '$800 in October 2026, down 20.0% (−$200) on October 2025.'],
    [100_000, 100_000, '$1,000 in October 2026, as much as October 2025.'],
    [10_000_100, 10_000_000, '$100,001 in October 2026, about the same (+$1) as in October 2025.'],
    // −449,999,571 of 100,000,000,000 is −0.44999571%
    [99_550_000_429, 100_000_000_000, '$996 M in October 2026, down 0.4% (−$4.50 M) on October 2025.'],
    // zero is a fall; one below zero has no percentage
    [0, 50_000, '$0 in October 2026, down 100.0% (−$500) on October 2025.'],
    [-50_000, 150_000, '−$500 in October 2026, $2,000 less than in October 2025.'],
    [50_000, null, '(missing) $500 in October 2026. There is no payment of October 2025 to compare with.'],
    [
      ...[50_000, -120_000],
      '$500 in October 2026. The payment of October 2025 was −$1,200, so there is no change in percent.',
    ],
    [
      50_000,
      0,
      '$500 in October 2026. The payment of October 2025 was $0, so there is no change in percent.',
    ],
    [null, 50_000, '(missing) The payment of October 2026 is not known.'],
  ] as const)('%s after %s', (value, yearAgo, text) => {
    expect(tell({}, { payment: compared(value, yearAgo) }).payment).toBe(text);
  });

  test('is not in the dataset', () => {
    const none = '(missing) There is no payment in October 2026.';
    const newest = { month: month('2026-07'), value: 123_456 };
    expect(tell({ figures: null, newest })).toEqual({
      payment: `${none} The newest payment before it is $1,235 in July 2026.`,
    });
    expect(tell({ figures: null })).toEqual({ payment: `${none} There is none before it.` });
    const sales = { figures: null, isBySales: true, newest: { ...newest, month: month('2026-05') } };
    expect(tell(sales).payment).toBe(
      '(missing) There is no payment for sales of August 2026. The newest payment before it is $1,235 for sales of May 2026.',
    );
  });
});

describe('the sales', () => {
  test('of the year before, or of an unknown month', () => {
    expect(tell({ month: month('2026-01'), salesMonth: month('2025-11') }).sales).toBe(
      'That is the payment for sales of November 2025.',
    );
    expect(tell({ salesMonth: null }).sales).toBe('(missing) No source states for which sales it is.');
  });

  test('end a quarter', () => {
    expect(tell({ settlesQuarter: true }).sales).toBe(
      'That is the payment for sales of August. It settles the quarter.',
    );
  });

  test('name the months if sums go by them', () => {
    const bySales = tell({ isBySales: true });
    expect(bySales).toMatchObject({
      payment: '$1.59 M for sales of August 2026, up 9.5% (+$137,471) on sales of August 2025.',
      sales: 'It was paid in October.',
      fiscal_year: 'Fiscal year 2026-27 so far, by month of sale: $6.54 M, up 4.1%.',
    });
    expect(tell({ isBySales: true }, { payment: compared(10_000_300, 10_000_000) }).payment).toBe(
      '$100,003 for sales of August 2026, about the same (+$3) as for sales of August 2025.',
    );
  });
});

describe('the fiscal year', () => {
  test.each([
    [50_000, 100_000, '$500, down 50.0%.'],
    [50_000, 50_000, '$500, as much as a year before.'],
    [50_000, -50_000, '$500. The same months a year before had −$500, so there is no change in percent.'],
    [50_000, null, '$500. The payments of the same months a year before are not all there.'],
  ] as const)('%s after %s', (value, yearAgo, text) => {
    const told = tell({}, { fiscalYearToDate: compared(value, yearAgo) }).fiscal_year;
    expect(told).toBe(`${yearAgo === null ? '(missing) ' : ''}Fiscal year 2026-27 so far: ${text}`);
  });

  test('is not compared with a part of the year before', () => {
    const partial = { ...compared(50_000, null), agoFrom: month('2025-09') };
    expect(tell({}, { fiscalYearToDate: partial })).toMatchObject({
      fiscal_year:
        '(missing) Fiscal year 2026-27 so far: $500. The payments of the same months a year before are not all there: from September 2025 on.',
    });
    expect(tell({ isBySales: true }, { fiscalYearToDate: partial }).fiscal_year).toMatch(
      /: from sales of September 2025 on\.$/,
    );
  });

  test('is closed, or a calendar year', () => {
    const projection = { ...PROJECTION, method: 'actual' as const };
    const told = tell(
      { projection, fiscalYear: '2026', isClosed: true },
      { fiscalYearToDate: compared(653_741_000, 628_000_000, withoutRate(20_000)) },
    );
    expect(told.fiscal_year).toBe('Year 2026: $6.54 M, up 4.1%.');
    expect(told.comparable).toMatch(/^Without a change of tax, the year is up 2\.0%: /);
    expect(told.projection).toBeUndefined();
    const missing = tell({ projection: null, isClosed: true }, { fiscalYearToDate: compared(null, 1) });
    expect(missing.fiscal_year).toBe('(missing) Fiscal year 2026-27 is not known: a payment is missing.');
  });

  test('lacks a month: the estimate does not say it again', () => {
    const reason = { kind: 'missing', months: [2026 * 12 + 6, 2026 * 12 + 7] } as const;
    const projection = { ...PROJECTION, projected: null, method: null, reason };
    const told = tell({ projection }, { fiscalYearToDate: compared(null, 1) });
    expect(told.fiscal_year).toBe(
      '(missing) Fiscal year 2026-27 so far is not known: no payment in July 2026 to August 2026.',
    );
    expect(told.projection).toBeUndefined();
    expect(tell({ projection: null }, { fiscalYearToDate: compared(null, 1) }).fiscal_year).toBe(
      '(missing) Fiscal year 2026-27 so far is not known: a payment is missing.',
    );
  });
});

describe('the estimate', () => {
  test.each([
    [{ kind: 'no-base' } as const, 'add up to nothing or less.'],
    [{ kind: 'unlike' } as const, 'of the same months a year before.'],
    [{ kind: 'below-zero' } as const, 'the estimate is not above zero.'],
    [
      { kind: 'missing-before', months: [2025 * 12] } as const,
      'the year before has no payment in January 2025.',
    ],
  ])('is missing because of %j', (reason, text) => {
    const { projection } = tell({ projection: { ...PROJECTION, projected: null, method: null, reason } });
    expect(projection).toContain('(missing) There is no estimate of how it will end: ');
    expect(projection).toContain(text);
    expect(projection).not.toMatch(/\d{4}-\d{2}/);
  });

  test('uses doubtful payments, or there is none for a place that ended', () => {
    expect(tell({ projection: { ...PROJECTION, doubtfulMonths: '2025-02 to 2025-03' } }).projection).toBe(
      '(doubtful) It may end at about $20.6 M (between $20.1 M and $21.3 M). This estimate uses payments that the checks doubt: February 2025 to March 2025.',
    );
    expect(tell({ projection: null }).projection).toBeUndefined();
  });

  test('counts earlier months at a new tax, or cannot be relied on', () => {
    const changed = (isReliable: boolean, ...taxChanges: ProjectedPlace['taxChanges']) =>
      tell({ projection: { ...PROJECTION, taxChanges, isReliable } }).projection;
    const rate = { kind: 'rate', from: 10_000, to: 20_000, month: month('2023-05') } as const;
    expect(changed(true, rate)).toBe(
      'It may end at about $20.6 M (between $20.1 M and $21.3 M). The tax changed in May 2023: the estimate counts earlier months at the new tax.',
    );
    const method = { kind: 'method', county: 'Hoke', before: 'per capita', now: 'ad valorem' } as const;
    // the last change is named: a tax that was paid until June ended in July
    const ended = { kind: 'ended', tax: 'home_rule', month: month('2026-06') } as const;
    expect(changed(false, { ...method, month: month('2026-05') }, ended)).toBe(
      '(tax_changed) It may end at about $20.6 M. The tax changed in July 2026: this estimate cannot be relied on.',
    );
    expect(changed(false, { ...rate, latest: month('2024-03') })).toContain(
      'changed between May 2023 and March 2024: this',
    );
  });

  test.each([null, { median: 0.02, range: null }])('says that its range is not known: %j', (usual) => {
    expect(tell({ projection: { ...PROJECTION, usual } }).projection).toBe(
      'It may end at about $20.6 M (its range is not known).',
    );
  });
});

describe('the change without a change of tax', () => {
  const tax = (ofMonth: ComparableFigure['comparable'], ofYear: ComparableFigure['comparable']) =>
    tell(
      {},
      {
        payment: compared(200_000, 100_000, ofMonth),
        fiscalYearToDate: compared(400_000, 300_000, ofYear),
      },
    ).comparable;
  const BECAUSE = 'the rate changed from 1% to 2% in August 2026';

  test('of the month and of the year, or of one', () => {
    expect(tax(withoutRate(5_000), withoutRate(-32_000))).toBe(
      `Without a change of tax, the month is up 0.5% and the year so far is down 3.2%: ${BECAUSE}.`,
    );
    expect(tax(undefined, withoutRate(32_000))).toBe(
      `Without a change of tax, the year so far is up 3.2%: ${BECAUSE}.`,
    );
  });

  test('is not said twice if it shows the same percentage', () => {
    // the payment doubled, and the year is up by a third
    expect(tax(withoutRate(1_000_000), withoutRate(333_400))).toBeUndefined();
  });

  test('is not known', () => {
    expect(tax(UNKNOWN_TAX, UNKNOWN_TAX)).toBe(
      '(missing) The tax is not known for every month, so a change of tax may be part of the difference.',
    );
    expect(tax(withoutRate(null), withoutRate(null))).toBe(
      `(missing) The change without a change of tax is not known: ${BECAUSE}.`,
    );
  });

  test('names a tax once that was not paid in several months', () => {
    const paused = (text: string): ComparableFigure['comparable'] => ({
      ...UNKNOWN_TAX,
      taxChanges: [{ kind: 'paused', tax: 'state_shared', month: month(text) }],
    });
    expect(tax(paused('2019-08'), paused('2018-07'))).toBe(
      '(missing) The change without a change of tax is not known: state shared was not paid in July 2018 and August 2019.',
    );
  });

  test('is rounded once', () => {
    const exact = { ...withoutRate(-4500), exact: -4499.9571 } as ComparableFigure['comparable'];
    expect(tax(exact, undefined)).toBe(`Without a change of tax, the month is down 0.4%: ${BECAUSE}.`);
  });

  test('is not given for a year without a change', () => {
    const partial = { ...compared(400_000, null, UNKNOWN_TAX), agoFrom: month('2025-09') };
    expect(tell({}, { fiscalYearToDate: partial }).comparable).toBeUndefined();
  });
});

describe('doubts', () => {
  const doubt = (text: string, code = 'unusual-payment' as const) => ({ month: month(text), code, text: '' });

  test('of the month and of the year before are named; others are counted', () => {
    const doubts = [doubt('2026-10'), doubt('2025-10')];
    const doubtful = { ...SURE, payment: 2, fiscalYearToDate: 5 };
    const told = tell({ doubts }, { doubtful });
    expect(told.doubt).toBe(
      '(doubtful) The checks doubt the payment of October 2026: it is far from what is usual. The checks doubt the payment of October 2025: it is far from what is usual. The checks also doubt 3 other payments of the fiscal year or of the year before.',
    );
    expect(told.payment).toMatch(/^\(doubtful\) \$1\.59 M/);
    expect(told.fiscal_year).toMatch(/^\(doubtful\) Fiscal year/);
  });

  test('of other months alone', () => {
    const told = tell({}, { doubtful: { ...SURE, fiscalYearToDate: 1 } });
    expect(told.doubt).toBe(
      '(doubtful) The checks doubt 1 payment of the fiscal year or of the year before.',
    );
    expect(told.payment).not.toContain('doubtful');
  });
});

test('brief dollars have three digits from a million on', () => {
  const all = [0, -0.4, 822.5, 999_499, 999_499.4, 999_500, 1e6, -1_589_000, 20_649_999, 999_499_999, 1e9];
  expect(all.map(briefDollars)).toEqual([
    ...['$0', '$0', '$823', '$999,499', '$999,499', '$1.00 M', '$1.00 M', '−$1.59 M', '$20.6 M'],
    ...['$999 M', '$1.00 B'],
  ]);
});
